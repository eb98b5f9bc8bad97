// Warnings of the server: allowed but incomplete data, each with the page that fixes it.
import { Alert, List } from '@mantine/core'
import type { Warning } from '../api/types.ts'
import { PageLink } from '../page/page-link.tsx'
import { useMessages } from '../text/locale.tsx'
import { dialogMessages } from './messages.ts'

/** The page of the setting that fixes a warning. */
const PAGES: Record<string, string> = {
  legal_name: 'settings/account',
  address_line1: 'settings/account',
  reply_to: 'settings/emails',
}

const isOfSeller = ({ code }: Warning) => /^(seller_|mail_server_)/.test(code)

/** A warning's sentence in the page's language: by code and property, by code only, or as the server wrote it. */
export function useWarningText() {
  const { warnings } = useMessages(dialogMessages)
  const texts = warnings as Record<string, string>
  return ({ code, param, message }: Warning): string =>
    texts[`${code} ${param}`] ?? texts[code] ?? message
}

interface WarningsProps {
  warnings: readonly Warning[]
  /** The heading; by default, it asks to fill in missing data first. */
  title?: string
}

export function Warnings({ warnings, title }: WarningsProps) {
  const m = useMessages(dialogMessages)
  const text = useWarningText()
  if (warnings.length === 0) return null
  const heading = title ?? (warnings.every(isOfSeller) ? m.sellerMissing : m.missing)
  return (
    <Alert color="yellow" title={heading} mb="sm" data-testid="warnings">
      <List size="sm">
        {warnings.map((warning) => {
          const { code, param, message } = warning
          const page = param === null ? undefined : PAGES[param]
          const said = text(warning)
          return (
            <List.Item key={`${code} ${message}`}>
              {page ? <PageLink to={page}>{said}</PageLink> : said}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}

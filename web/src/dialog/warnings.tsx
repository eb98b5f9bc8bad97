// What the server says is allowed and still not as it should be, each with the page that mends it.
import { Alert, List } from '@mantine/core'
import type { Warning } from '../api/types.ts'
import { PageLink } from '../page/page-link.tsx'
import { useMessages } from '../text/locale.tsx'
import { dialogMessages } from './messages.ts'

/** The page of the setting that mends a warning. */
const PAGES: Record<string, string> = {
  legal_name: 'settings/account',
  address_line1: 'settings/account',
  reply_to: 'settings/emails',
}

interface WarningsProps {
  warnings: readonly Warning[]
  /** The heading, unless business details are missing. */
  title?: string
}

export function Warnings({ warnings, title }: WarningsProps) {
  const m = useMessages(dialogMessages)
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title={title ?? m.sellerMissing} mb="sm" data-testid="warnings">
      <List size="sm">
        {warnings.map(({ code, param, message }) => {
          const text = (m.warnings as Record<string, string>)[code] ?? message
          const page = param === null ? undefined : PAGES[param]
          return (
            <List.Item key={code}>{page ? <PageLink to={page}>{text}</PageLink> : text}</List.Item>
          )
        })}
      </List>
    </Alert>
  )
}

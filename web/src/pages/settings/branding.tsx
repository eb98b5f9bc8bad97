// Branding settings: color, footer and logo of documents, with a sample document from the server.
import { Anchor, Box, ColorInput, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { DEFAULT_COLOR } from '../../../../src/domain/color.ts'
import { paperFor } from '../../../../src/domain/paper.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Account } from '../../api/types.ts'
import { Frame } from '../../page/frame.tsx'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { Logo } from './logo.tsx'
import { messages } from './messages.ts'

interface Values {
  color: string
  footer: string
}

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

export function BrandingPage() {
  const m = useMessages(messages)
  return (
    <SettingsForm
      page="branding"
      valuesOf={({ color, footer }) => ({ color: color ?? '', footer })}
    >
      {(form, account) => (
        <>
          <Logo account={account} />
          <ColorInput
            label={m.color}
            description={m.colorHint}
            withEyeDropper={false}
            swatches={['#27405f', '#1a6fb5', '#0b7285', '#2b8a3e', '#a61e4d', '#862e9c']}
            {...form.getInputProps('color')}
            popoverProps={{ withinPortal: true }}
          />
          <Textarea autosize minRows={3} {...form.getInputProps('footer')} label={m.footer} />
          <Sample account={account} values={form.values} />
        </>
      )}
    </SettingsForm>
  )
}

/** The pause in typing before the sample is rendered again. */
const PAUSE_MS = 600
/** URLs have a maximum length: beyond it, the sample shows the saved footer. */
const FOOTER_MOST = 6000

/** A sample invoice as the server renders every document, with unsaved changes. */
function Sample({ account, values }: { account: Account; values: Values }) {
  const m = useMessages(messages)
  const { surface } = useTenant()
  const query = new URLSearchParams()
  const color = values.color || DEFAULT_COLOR
  if (isColor(color)) query.set('color', color)
  if (encodeURIComponent(values.footer).length < FOOTER_MOST) query.set('footer', values.footer)
  // The logo and concurrent saves are not in the query but change the document.
  const wanted = `${surface}/account/sample_invoice/pdf?${query}#${account.updated_at}`
  const [shown] = useDebouncedValue(wanted, PAUSE_MS)
  const address = shown.split('#')[0] ?? ''
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {m.sample}
      </Text>
      <Anchor href={address} target="_blank" size="sm" hiddenFrom="sm">
        {m.openSample}
      </Anchor>
      <Box visibleFrom="sm" maw={480}>
        <div className="document sample-document" data-paper={paperFor(account.country ?? '')}>
          <Frame
            key={shown}
            // Viewers that support these parameters show only the page, at full width.
            src={`${address}#toolbar=0&navpanes=0&view=FitH`}
            title={m.sample}
          />
        </div>
      </Box>
    </div>
  )
}

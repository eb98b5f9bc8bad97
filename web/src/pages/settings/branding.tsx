// Settings of branding: colour, foot and logo of documents, with how a document would begin.
import { Box, ColorInput, Group, Paper, Text, Textarea } from '@mantine/core'
import { DEFAULT_COLOR, inkOn } from '../../../../src/domain/color.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Account } from '../../api/types.ts'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { Logo } from './logo.tsx'
import { messages } from './messages.ts'

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
          <Sample account={account} color={form.values.color} />
        </>
      )}
    </SettingsForm>
  )
}

/** The head of an invoice in the colour, as it would be printed: on white whatever the theme. */
function Sample({ account, color }: { account: Account; color: string }) {
  const m = useMessages(messages)
  const { surface } = useTenant()
  const shown = isColor(color) ? color : DEFAULT_COLOR
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {m.sample}
      </Text>
      <Paper withBorder p="md" bg="#ffffff" c="#1a1a1a">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={700} size="lg">
            {m.sampleInvoice}
          </Text>
          {account.logo ? (
            <img
              src={`${surface}/account/logo#${account.logo.sha256.slice(0, 8)}`}
              alt=""
              height={40}
            />
          ) : (
            <Text fw={600}>{account.legal_name || account.name}</Text>
          )}
        </Group>
        <Box bg={shown} c={inkOn(shown)} px="sm" py={4} mt="sm" fz="sm">
          INV-000042
        </Box>
      </Paper>
    </div>
  )
}

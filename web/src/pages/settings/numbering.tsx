// Settings of numbers: where the series of invoices begins.
import { Text, TextInput } from '@mantine/core'
import { invoiceNumber } from '../../../../src/domain/invoice.ts'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'

const wholeOf = (text: string): number | undefined => {
  const value = /^\d{1,11}$/.test(text) ? Number(text) : 0
  return value > 0 ? value : undefined
}

export function NumberingPage() {
  const m = useMessages(messages)
  return (
    <SettingsForm
      page="numbering"
      valuesOf={({ first_invoice_number }) => ({
        first_invoice_number: String(first_invoice_number),
      })}
      bodyOf={({ first_invoice_number: text }) =>
        text === undefined ? {} : { first_invoice_number: wholeOf(text) ?? text }
      }
    >
      {(form) => {
        const first = wholeOf(form.values.first_invoice_number)
        return (
          <>
            <TextInput
              {...form.getInputProps('first_invoice_number')}
              label={m.first}
              description={m.firstHint}
              inputMode="numeric"
            />
            {first && <Text size="sm">{m.firstShown(invoiceNumber(first))}</Text>}
          </>
        )
      }}
    </SettingsForm>
  )
}

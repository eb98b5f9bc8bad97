// Numbering settings: where the series of invoices begins.
import { Text } from '@mantine/core'
import { invoiceNumber } from '../../../../src/domain/invoice.ts'
import { NumberInput } from '../../form/number-input.tsx'
import { countOf, parseAmount } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'

export function NumberingPage() {
  const m = useMessages(messages)
  const { locale } = useFormat()
  return (
    <SettingsForm
      page="numbering"
      valuesOf={({ first_invoice_number }) => ({
        first_invoice_number: String(first_invoice_number),
      })}
      bodyOf={({ first_invoice_number: text }) =>
        text === undefined ? {} : { first_invoice_number: countOf(text, locale) }
      }
    >
      {(form) => {
        const first = parseAmount(form.values.first_invoice_number, 0, { locale }) ?? 0
        return (
          <>
            <NumberInput
              {...form.getInputProps('first_invoice_number')}
              label={m.first}
              description={m.firstHint}
            />
            {first > 0 && first < 1e11 && (
              <Text size="sm">{m.firstShown(invoiceNumber(first))}</Text>
            )}
          </>
        )
      }}
    </SettingsForm>
  )
}

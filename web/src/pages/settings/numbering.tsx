// Settings of numbers: where the series of invoices begins.
import { Text } from '@mantine/core'
import { invoiceNumber } from '../../../../src/domain/invoice.ts'
import { TextField } from '../../parts/fields.tsx'
import { useWords } from '../../words/language.tsx'
import { SettingsForm } from './frame.tsx'
import { words } from './words.ts'

const wholeOf = (text: string): number | undefined => {
  const value = /^\d{1,11}$/.test(text) ? Number(text) : 0
  return value > 0 ? value : undefined
}

export function NumberingPage() {
  const w = useWords(words)
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
            <TextField
              form={form}
              name="first_invoice_number"
              label={w.first}
              description={w.firstHint}
              inputMode="numeric"
            />
            {first && <Text size="sm">{w.firstShown(invoiceNumber(first))}</Text>}
          </>
        )
      }}
    </SettingsForm>
  )
}

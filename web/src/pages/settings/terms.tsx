// Settings of terms: how long customers have, and how they can pay.
import { Fieldset, Stack } from '@mantine/core'
import { ChoiceField, LinesField, TextField } from '../../parts/fields.tsx'
import { useWords } from '../../words/language.tsx'
import { SettingsForm } from './frame.tsx'
import { words } from './words.ts'

const WAYS = ['bank_transfer', 'cheque', 'other'] as const

export function TermsPage() {
  const w = useWords(words)
  return (
    <SettingsForm
      page="terms"
      valuesOf={({ payment_terms_days, incomplete_seller, payment_instructions }) => ({
        payment_terms_days: String(payment_terms_days),
        incomplete_seller: String(incomplete_seller),
        ...payment_instructions,
      })}
      bodyOf={({ payment_terms_days, incomplete_seller, ...ways }) => ({
        ...(incomplete_seller !== undefined && { incomplete_seller }),
        // What is no number is sent as it is: the server says what is allowed.
        ...(payment_terms_days !== undefined && {
          payment_terms_days: /^\d+$/.test(payment_terms_days)
            ? Number(payment_terms_days)
            : payment_terms_days,
        }),
        ...(Object.keys(ways).length > 0 && { payment_instructions: ways }),
      })}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="payment_terms_days"
            label={w.terms}
            description={w.termsHint}
            inputMode="numeric"
          />
          <ChoiceField
            form={form}
            name="incomplete_seller"
            label={w.incomplete}
            description={w.incompleteHint}
            choices={[
              { value: 'warn', label: w.incompleteWarn },
              { value: 'refuse', label: w.incompleteRefuse },
            ]}
          />
          <Fieldset legend={w.howToPay}>
            <Stack>
              {WAYS.map((way) => (
                <LinesField
                  key={way}
                  form={form}
                  name={way}
                  label={{ bank_transfer: w.transfer, cheque: w.cheque, other: w.other }[way]}
                />
              ))}
            </Stack>
          </Fieldset>
        </>
      )}
    </SettingsForm>
  )
}

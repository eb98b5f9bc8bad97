// Payment terms: the days until payment is due, and how customers can pay.
import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import type { Account } from '../../api/types.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'

const WAYS = ['bank_transfer', 'cheque', 'other'] as const

const valuesOf = ({
  payment_terms_days,
  incomplete_seller,
  proration_unit,
  books_closed_until,
  overpayment,
  void_invoices,
  apply_credit,
  payment_instructions,
}: Account) => ({
  payment_terms_days: String(payment_terms_days),
  incomplete_seller: String(incomplete_seller),
  proration_unit: String(proration_unit),
  books_closed_until: books_closed_until ?? '',
  overpayment: String(overpayment),
  void_invoices: String(void_invoices),
  apply_credit: String(apply_credit),
  ...payment_instructions,
})
type Values = ReturnType<typeof valuesOf>

/** The changed properties for the API, without unchanged ones. */
function bodyOf(
  { payment_terms_days, books_closed_until, ...changed }: Partial<Values>,
  locale: string,
) {
  const { incomplete_seller, proration_unit, overpayment, void_invoices, apply_credit, ...ways } =
    changed
  return {
    ...(overpayment !== undefined && { overpayment }),
    ...(apply_credit !== undefined && { apply_credit }),
    ...(void_invoices !== undefined && { void_invoices }),
    ...(books_closed_until !== undefined && { books_closed_until: books_closed_until || null }),
    ...(proration_unit !== undefined && { proration_unit }),
    ...(incomplete_seller !== undefined && { incomplete_seller }),
    ...(payment_terms_days !== undefined && {
      payment_terms_days: countOf(payment_terms_days, locale),
    }),
    ...(Object.keys(ways).length > 0 && { payment_instructions: ways }),
  }
}

export function TermsPage() {
  const m = useMessages(messages)
  const { locale } = useFormat()
  return (
    <SettingsForm page="terms" valuesOf={valuesOf} bodyOf={(changed) => bodyOf(changed, locale)}>
      {(form) => (
        <>
          <NumberInput
            {...form.getInputProps('payment_terms_days')}
            label={m.terms}
            description={m.termsHint}
          />
          <ChoiceField
            {...form.getInputProps('incomplete_seller')}
            label={m.incomplete}
            description={m.incompleteHint}
            choices={[
              { value: 'warn', label: m.incompleteWarn },
              { value: 'refuse', label: m.incompleteRefuse },
            ]}
          />
          <ChoiceField
            {...form.getInputProps('proration_unit')}
            label={m.proration}
            description={m.prorationHint}
            choices={[
              { value: 'second', label: m.prorationSecond },
              { value: 'day', label: m.prorationDay },
            ]}
          />
          <TextInput
            type="date"
            {...form.getInputProps('books_closed_until')}
            label={m.closedUntil}
            description={m.closedUntilHint}
          />
          <ChoiceField
            {...form.getInputProps('overpayment')}
            label={m.overpayment}
            description={m.overpaymentHint}
            choices={[
              { value: 'refuse', label: m.overpaymentRefuse },
              { value: 'balance', label: m.overpaymentBalance },
            ]}
          />
          <ChoiceField
            {...form.getInputProps('void_invoices')}
            label={m.voiding}
            description={m.voidingHint}
            choices={[
              { value: 'allow', label: m.voidingAllow },
              { value: 'forbid', label: m.voidingForbid },
            ]}
          />
          <ChoiceField
            {...form.getInputProps('apply_credit')}
            label={m.applying}
            description={m.applyingHint}
            choices={[
              { value: 'at_finalize', label: m.applyingFinalize },
              { value: 'when_granted', label: m.applyingGranted },
            ]}
          />
          <Fieldset legend={m.howToPay}>
            <Stack>
              {WAYS.map((way) => (
                <Textarea
                  autosize
                  minRows={3}
                  key={way}
                  {...form.getInputProps(way)}
                  label={{ bank_transfer: m.transfer, cheque: m.cheque, other: m.other }[way]}
                />
              ))}
            </Stack>
          </Fieldset>
        </>
      )}
    </SettingsForm>
  )
}

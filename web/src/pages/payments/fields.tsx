// The fields of a payment: amount, method, day, reference and note.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { RECORDED_METHODS } from '../../../../src/domain/payment.ts'
import { MoneyInput } from '../../form/money-input.tsx'
import { stayNative } from '../../form/native-tab.ts'
import { useMessages } from '../../text/locale.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { messages } from './messages.ts'

export interface Typed {
  amount: number | null
  method: (typeof RECORDED_METHODS)[number]
  received_on: string
  reference: string
  note: string
}

export const NO_PAYMENT = { method: 'bank_transfer', reference: '', note: '' } as const

/** The properties to send: empty ones are left out, and the server refuses an empty amount with a message. */
export function sentOf({ amount, method, ...optional }: Typed, today: string) {
  const filled = Object.entries(optional).filter(([, value]) => value !== '')
  return {
    body: { amount: amount ?? 0, method, ...Object.fromEntries(filled) },
    isTooLate: today !== '' && optional.received_on > today,
  }
}

interface PaymentFieldsProps {
  form: UseFormReturnType<Typed>
  currency: string
  today: string
}

export function PaymentFields({ form, currency, today }: PaymentFieldsProps) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const { amount } = form.values
  const { isTooLate } = sentOf(form.values, today)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={m.amount}
          value={amount}
          {...form.getInputProps('amount')}
          currency={currency}
          data-autofocus
        />
        <NativeSelect
          label={m.method}
          data={RECORDED_METHODS.map((value) => ({ value, label: methods[value] }))}
          {...form.getInputProps('method')}
        />
        <TextInput
          label={m.receivedOn}
          description={m.receivedOnHint}
          type="date"
          max={today || undefined}
          onKeyDown={stayNative}
          {...form.getInputProps('received_on')}
          error={isTooLate && m.receivedTooLate}
        />
        <TextInput
          label={m.reference}
          description={m.referenceHint}
          maxLength={256}
          {...form.getInputProps('reference')}
        />
      </SimpleGrid>
      <TextInput
        label={m.note}
        description={m.noteHint}
        maxLength={5000}
        {...form.getInputProps('note')}
      />
    </>
  )
}

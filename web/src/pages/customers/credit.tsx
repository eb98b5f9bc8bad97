// The credit of a customer: its transactions, and granting more.
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import type { CreditTransaction, Customer } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { decimalIn, textOfDecimal, type Writing } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { transactionStatus } from '../../text/status-of.ts'
import { twoReadings } from '../../text/two-readings.ts'
import { messages } from './messages.ts'

export function CreditTab({ customer }: { customer: Customer }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [granting, setGranting] = useState(false)
  const path = `/customers/${customer.id}/credit_transactions`
  const grant = (
    <ActionButton permission="credit:write" size="xs" onClick={() => setGranting(true)}>
      {m.grant}
    </ActionButton>
  )
  return (
    <Stack align="stretch">
      <div>{grant}</div>
      <List<CreditTransaction>
        label={m.tabs.credit}
        path={path}
        csv={false}
        permission="credit:read"
        idOf={({ id }) => id}
        columns={[
          { title: m.at, cell: ({ created_at }) => format.day(created_at) },
          { title: m.type, cell: ({ type }) => <StatusBadge status={transactionStatus(type)} /> },
          { title: m.reason, cell: ({ reason }) => reason, from: 'sm' },
          {
            title: m.amount,
            cell: ({ amount, currency }) => format.decimal(amount, currency),
            numeric: true,
          },
        ]}
        empty={
          <Empty
            text={m.noCredit}
            call={{ method: 'POST', path, body: { amount: '25.00', reason: 'Goodwill' } }}
          />
        }
      />
      {granting && <Grant path={path} onClose={() => setGranting(false)} />}
    </Stack>
  )
}

/** The decimals of credit. */
const SCALE = 8

function Grant({ path, onClose }: { path: string; onClose: () => void }) {
  const m = useMessages(messages)
  const { settings } = useTenant()
  const { locale } = useFormat()
  const [reason, setReason] = useState('')
  const currency = settings?.default_currency
  const writing: Writing = currency ? { locale, currency } : { locale }
  const [amount, setAmount] = useState(() => textOfDecimal('25.00', writing))
  const body = {
    amount: decimalIn(amount, SCALE, writing) ?? amount.trim(),
    ...(reason && { reason }),
  }
  return (
    <ActionDialog
      title={m.grantTitle}
      call={{ method: 'POST', path, body }}
      label={m.record}
      done={m.granted}
      final="credit"
      incomplete={twoReadings(amount, SCALE, writing) !== undefined}
      concernsCustomer
      onClose={onClose}
    >
      <NumberInput
        label={`${m.amount} (${(currency ?? '').toUpperCase()})`}
        description={m.amountHint}
        scale={SCALE}
        currency={currency}
        data-autofocus
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={m.reason}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

// The credit of a customer: what came, what went, and granting more.
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import type { CreditTransaction, Customer } from '../../api/types.ts'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function CreditTab({ customer }: { customer: Customer }) {
  const w = useWords(words)
  const format = useFormat()
  const [granting, setGranting] = useState(false)
  const path = `/customers/${customer.id}/credit_transactions`
  const grant = (
    <DeedButton permission="credit:write" size="xs" onClick={() => setGranting(true)}>
      {w.grant}
    </DeedButton>
  )
  return (
    <Stack align="stretch">
      <div>{grant}</div>
      <List<CreditTransaction>
        label={w.tabs.credit}
        path={path}
        csv={false}
        permission="credit:read"
        idOf={({ id }) => id}
        columns={[
          { title: w.at, cell: ({ created_at }) => format.day(created_at) },
          { title: w.type, cell: ({ type }) => <StatusBadge status={type} /> },
          { title: w.reason, cell: ({ reason }) => reason, from: 'sm' },
          {
            title: w.amount,
            cell: ({ amount, currency }) => format.decimal(amount, currency),
            numeric: true,
          },
        ]}
        empty={
          <Empty
            text={w.noCredit}
            call={{ method: 'POST', path, body: { amount: '25.00', reason: 'Goodwill' } }}
          />
        }
      />
      {granting && <Grant path={path} onClose={() => setGranting(false)} />}
    </Stack>
  )
}

function Grant({ path, onClose }: { path: string; onClose: () => void }) {
  const w = useWords(words)
  const { settings } = useTenant()
  const { locale } = useFormat()
  const [amount, setAmount] = useState(() =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(25),
  )
  const [reason, setReason] = useState('')
  const body = { amount: amount.trim().replace(',', '.'), ...(reason && { reason }) }
  return (
    <DeedDialog
      title={w.grantTitle}
      call={{ method: 'POST', path, body }}
      label={w.record}
      done={w.granted}
      onClose={onClose}
    >
      <TextInput
        label={`${w.amount} (${(settings?.default_currency ?? '').toUpperCase()})`}
        description={w.amountHint}
        inputMode="decimal"
        data-autofocus
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={w.reason}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DeedDialog>
  )
}

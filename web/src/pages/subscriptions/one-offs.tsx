// The one-off items of a subscription: those that wait for its next invoice, and those that it billed.
import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InvoiceItem, Subscription } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './one-off-messages.ts'

const PATH = '/invoice_items'

interface OneOffsProps {
  subscription: Subscription
  /** Why none can be added. */
  reason: string | undefined
}

export function OneOffs({ subscription, reason }: OneOffsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<InvoiceItem>()
  return (
    <Stack>
      <div>
        <ActionButton
          permission="subscriptions:write"
          reason={reason}
          size="xs"
          onClick={() => setAdding(true)}
        >
          {m.add}
        </ActionButton>
      </div>
      <List<InvoiceItem>
        label={m.items}
        path={PATH}
        always={{ subscription_id: subscription.id }}
        permission="subscriptions:read"
        csv={false}
        idOf={({ id }) => id}
        columns={[
          {
            title: m.description,
            cell: ({ description }) => description,
            below: ({ amount, currency }) => format.money(amount, currency),
          },
          {
            title: m.quantity,
            cell: ({ quantity }) => format.number(quantity),
            numeric: true,
            from: 'sm',
          },
          {
            title: m.amount,
            cell: ({ amount, currency }) => format.money(amount, currency),
            numeric: true,
            from: 'sm',
          },
          {
            title: m.status,
            cell: ({ status }) => <StatusBadge status={status} />,
            narrow: true,
          },
          {
            title: m.actions,
            cell: (item) =>
              item.invoice_id ? (
                <PageLink to={`invoices/${item.invoice_id}`} size="sm">
                  {m.invoice}
                </PageLink>
              ) : (
                <ActionButton
                  permission="subscriptions:write"
                  variant="default"
                  size="compact-xs"
                  aria-label={m.deleteNamed(item.description)}
                  onClick={() => setDeleting(item)}
                >
                  {m.delete}
                </ActionButton>
              ),
            narrow: true,
          },
        ]}
        empty={<Empty text={m.none} />}
      />
      {adding && <Add subscription={subscription} onClose={() => setAdding(false)} />}
      {deleting && <Delete item={deleting} onClose={() => setDeleting(undefined)} />}
    </Stack>
  )
}

interface AddProps {
  subscription: Subscription
  onClose: () => void
}

function Add({ subscription: { id, currency }, onClose }: AddProps) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const [description, setDescription] = useState('')
  const [count, setCount] = useState('1')
  const [unit_amount, setAmount] = useState<number | null>(null)
  const quantity = countOf(count, locale)
  const isComplete = description.trim() !== '' && unit_amount !== null && !Number.isNaN(unit_amount)
  return (
    <ActionDialog
      title={m.addTitle}
      call={{
        method: 'POST',
        path: PATH,
        body: { subscription_id: id, description, quantity, unit_amount },
      }}
      incomplete={!isComplete}
      label={m.add}
      done={m.added}
      onClose={onClose}
    >
      <Text size="sm">{m.addText}</Text>
      <TextInput
        label={m.description}
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <NumberInput
        label={m.quantity}
        value={count}
        onChange={(event) => setCount(event.currentTarget.value)}
      />
      <MoneyInput
        label={m.unitAmount}
        value={unit_amount}
        currency={currency}
        onChange={setAmount}
      />
    </ActionDialog>
  )
}

function Delete({ item, onClose }: { item: InvoiceItem; onClose: () => void }) {
  const m = useMessages(messages)
  return (
    <ActionDialog
      title={m.deleteTitle(item.description)}
      call={{ method: 'DELETE', path: `${PATH}/${item.id}` }}
      label={m.delete}
      done={m.deleted}
      danger
      gone
      onClose={onClose}
    >
      <Text size="sm">{m.deleteText}</Text>
    </ActionDialog>
  )
}

// Records a payment from its customer's page, on a chosen invoice; the one due first is offered first.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Customer, Invoice, List } from '../../api/types.ts'
import { Loaded } from '../../page/loaded.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { RecordPayment } from '../invoices/record-payment.tsx'
import { Receive } from '../payments/receive.tsx'
import { messages } from './messages.ts'

/** Maximum number of invoices in the dialog; all others have it in the list of invoices. */
const OFFERED_MOST = 100

export function PayOne({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const m = useMessages(messages)
  const [chosen, setChosen] = useState<Invoice>()
  const [isForSeveral, setForSeveral] = useState(false)
  const query = useRead<List<Invoice>>('/invoices', {
    customer_id: `cus_${customer.id}`,
    // Customers can also pay amounts that are written off.
    status: 'posted,overdue',
    limit: OFFERED_MOST,
  })
  if (isForSeveral) return <Receive customer_id={`cus_${customer.id}`} onClose={onClose} />
  if (chosen) return <RecordPayment invoice={chosen} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={m.recordPayment}>
      <Loaded query={query} permission="invoices:read">
        {({ data }) => (
          <Stack gap="xs">
            <Choice invoices={data} choose={setChosen} />
            <Button variant="subtle" onClick={() => setForSeveral(true)}>
              {m.payOthers}
            </Button>
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

interface ChoiceProps {
  invoices: readonly Invoice[]
  choose: (invoice: Invoice) => void
}

function Choice({ invoices, choose }: ChoiceProps) {
  const m = useMessages(messages)
  const format = useFormat()
  if (invoices.length === 0) return <Text size="sm">{m.nothingUnpaid}</Text>
  return (
    <Stack gap="xs">
      <Text size="sm">{m.choosePaid}</Text>
      {invoices
        .toSorted((a, b) => a.due_date.localeCompare(b.due_date))
        .map((invoice) => (
          <Button
            key={invoice.id}
            variant="default"
            justify="space-between"
            fullWidth
            onClick={() => choose(invoice)}
            rightSection={
              <Group gap="sm" wrap="nowrap">
                <Text size="sm" c="dimmed" visibleFrom="xs">
                  {format.date(invoice.due_date)}
                </Text>
                {format.money(invoice.amount_remaining, invoice.currency)}
              </Group>
            }
          >
            {invoice.number}
          </Button>
        ))}
    </Stack>
  )
}

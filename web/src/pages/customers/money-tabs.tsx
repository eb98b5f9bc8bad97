// The invoices and payments of a customer.
import { Box } from '@mantine/core'
import { useTenant } from '../../api/tenant.ts'
import type { Customer, Invoice, Payment } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { balanceDue } from '../../text/balance-due.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { methodMessages } from '../../text/payment-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { invoiceStatus } from '../../text/status-of.ts'
import { messages } from './messages.ts'

export function InvoicesTab({ customer }: { customer: Customer }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { settings } = useTenant()
  const { statuses } = useMessages(sharedMessages)
  const sample = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
  return (
    <List<Invoice>
      label={m.tabs.invoices}
      path="/invoices"
      always={{ customer_id: `cus_${customer.id}` }}
      permission="invoices:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: m.number,
          cell: ({ status, number }) => (status === 'draft' ? statuses.draft : number),
          to: ({ id }) => `invoices/${id}`,
        },
        {
          title: m.status,
          cell: (invoice) => <StatusBadge status={invoiceStatus(invoice)} />,
          narrow: true,
        },
        { title: m.due, cell: ({ due_date }) => format.date(due_date), from: 'sm', narrow: true },
        {
          title: m.total,
          cell: ({ total, currency }) => format.money(total, currency),
          numeric: true,
          from: 'sm',
        },
        {
          title: m.remaining,
          cell: (invoice) => balanceDue(invoice, format.money),
          numeric: true,
        },
      ]}
      empty={
        <Empty
          text={m.noInvoices}
          button={
            <ButtonLink
              to="invoices/new"
              permission="invoices:write"
              search={{ customer_id: `cus_${customer.id}` }}
            >
              {m.newInvoice}
            </ButtonLink>
          }
          call={{
            method: 'POST',
            path: '/invoices',
            body: {
              customer_id: `cus_${customer.id}`,
              currency: settings?.default_currency,
              line_items: sample,
            },
          }}
        />
      }
    />
  )
}

export function PaymentsTab({ customer }: { customer: Customer }) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  return (
    <List<Payment>
      label={m.tabs.payments}
      path="/payments"
      always={{ customer_id: `cus_${customer.id}` }}
      permission="payments:read"
      idOf={({ id }) => id}
      columns={[
        {
          // Of an attempt, the day it began.
          title: m.paidOn,
          cell: ({ received_on }) => format.date(received_on),
          to: ({ id }) => `payments/${id}`,
          narrow: true,
        },
        { title: m.status, cell: ({ status }) => <StatusBadge status={status} />, from: 'sm' },
        { title: m.method, cell: ({ method }) => methods[method], from: 'sm' },
        { title: m.reference, cell: ({ reference }) => reference, from: 'md' },
        {
          title: m.amount,
          cell: ({ amount, currency, status }) => (
            <>
              {format.money(amount, currency)}
              <Box hiddenFrom="sm">
                <StatusBadge status={status} />
              </Box>
            </>
          ),
          numeric: true,
        },
      ]}
      empty={<Empty text={m.noPayments} />}
    />
  )
}

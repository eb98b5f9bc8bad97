// The invoices and payments of a customer.
import { useTenant } from '../../api/tenant.ts'
import type { Customer, Invoice, Payment } from '../../api/types.ts'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { words } from './words.ts'

export function InvoicesTab({ customer }: { customer: Customer }) {
  const w = useWords(words)
  const format = useFormat()
  const { settings } = useTenant()
  const sample = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
  return (
    <List<Invoice>
      label={w.tabs.invoices}
      path="/invoices"
      always={{ customer_id: `cus_${customer.id}` }}
      permission="invoices:read"
      idOf={({ id }) => id}
      columns={[
        { title: w.number, cell: ({ number }) => number, to: ({ id }) => `invoices/${id}` },
        { title: w.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        { title: w.due, cell: ({ due_date }) => format.date(due_date), from: 'sm', narrow: true },
        {
          title: w.total,
          cell: ({ total, currency }) => format.money(total, currency),
          numeric: true,
          from: 'sm',
        },
        {
          title: w.remaining,
          cell: ({ amount_remaining, currency }) => format.money(amount_remaining, currency),
          numeric: true,
        },
      ]}
      empty={
        <Empty
          text={w.noInvoices}
          button={
            <ButtonLink
              to="invoices/new"
              permission="invoices:write"
              search={{ customer_id: `cus_${customer.id}` }}
            >
              {w.newInvoice}
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
  const w = useWords(words)
  const methods = useWords(methodWords)
  const format = useFormat()
  return (
    <List<Payment>
      label={w.tabs.payments}
      path="/payments"
      always={{ customer_id: `cus_${customer.id}` }}
      permission="payments:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: w.received,
          cell: ({ received_on }) => format.date(received_on),
          to: ({ id }) => `payments/${id}`,
        },
        { title: w.status, cell: ({ status }) => <StatusBadge status={status} />, from: 'xs' },
        { title: w.method, cell: ({ method }) => methods[method], from: 'sm' },
        { title: w.reference, cell: ({ reference }) => reference, from: 'md' },
        {
          title: w.amount,
          cell: ({ amount, currency }) => format.money(amount, currency),
          numeric: true,
        },
      ]}
      empty={<Empty text={w.noPayments} />}
    />
  )
}

// All credit notes, newest first.
import { CREDIT_NOTE_STATUSES } from '../../../../src/domain/credit-note.ts'
import { CREDIT_REASONS } from '../../../../src/domain/credit-reasons.ts'
import type { CreditNote } from '../../api/types.ts'
import { createdBetween } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { noteStatus } from '../../text/status-of.ts'
import { messages } from './messages.ts'
import { useColumns } from './rows.tsx'

export function CreditNotesPage() {
  const m = useMessages(messages)
  const { statuses, currency } = useMessages(sharedMessages)
  const [number, ...others] = useColumns()
  return (
    <ListPage<CreditNote>
      title={m.title}
      emptyText={m.empty}
      emptyButton={<ButtonLink to="invoices">{m.toInvoices}</ButtonLink>}
      path="/credit_notes"
      permission="credit_notes:read"
      idOf={({ id }) => id}
      columns={[
        { ...number, below: ({ customer_id }) => <CustomerName id={customer_id} /> },
        {
          title: m.customer,
          cell: ({ customer_id }) => <CustomerName id={customer_id} />,
          from: 'sm',
        },
        ...others,
      ]}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: CREDIT_NOTE_STATUSES.map((value) => ({
            value,
            label: statuses[noteStatus(value)],
          })),
        },
        {
          kind: 'choice',
          label: m.reason,
          names: ['reason'],
          choices: CREDIT_REASONS.map((value) => ({ value, label: m.reasons[value] })),
        },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'text', label: currency, names: ['currency'], rare: true },
        createdBetween(m.date),
      ]}
    />
  )
}

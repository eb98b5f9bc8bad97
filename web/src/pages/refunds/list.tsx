// All refunds, newest first; the pending ones are to be paid.
import { PAYMENT_METHODS } from '../../../../src/domain/payment.ts'
import { REFUND_STATUSES } from '../../../../src/domain/refund.ts'
import type { Refund } from '../../api/types.ts'
import { createdBetween } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { methodMessages } from '../../text/payment-methods.ts'
import { refundStatus } from '../../text/status-of.ts'
import { RowActs, useActDialog } from './acts.tsx'
import { messages } from './messages.ts'
import { useColumns } from './rows.tsx'

export function RefundsPage() {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const { statuses, currency } = useMessages(sharedMessages)
  const { start, dialog } = useActDialog()
  const columns = useColumns((refund) => <RowActs refund={refund} start={start} />)
  return (
    <>
      <ListPage<Refund>
        title={m.title}
        emptyText={m.empty}
        emptyButton={<ButtonLink to="invoices">{m.toInvoices}</ButtonLink>}
        path="/refunds"
        permission="refunds:read"
        idOf={({ id }) => id}
        columns={columns}
        filters={[
          {
            kind: 'tabs',
            label: m.status,
            names: ['status'],
            choices: REFUND_STATUSES.map((status) => ({
              value: status,
              label: statuses[refundStatus({ status, moved_to_balance_at: null })],
            })),
          },
          {
            kind: 'choice',
            label: m.method,
            names: ['method'],
            choices: PAYMENT_METHODS.map((value) => ({ value, label: methods[value] })),
          },
          {
            kind: 'choice',
            label: m.pendingWith,
            names: ['pending_with'],
            choices: (['you', 'gateway'] as const).map((value) => ({
              value,
              label: m.payers[value],
            })),
            rare: true,
          },
          { kind: 'days', label: m.paidOn, names: ['paid_on[gte]', 'paid_on[lte]'] },
          { kind: 'customer', label: m.customer, names: ['customer_id'] },
          { kind: 'text', label: currency, names: ['currency'], rare: true },
          createdBetween(m.started),
        ]}
      />
      {dialog}
    </>
  )
}

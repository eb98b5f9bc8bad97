// The refunds to pay, among what needs attention: the first few, each with a button that records its payment.
import { Group, Text } from '@mantine/core'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { List, Refund } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { listMessages } from '../../list/messages.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { messages as refundMessages } from '../refunds/messages.ts'
import { messages } from './messages.ts'

/** The others are on the list's page. */
const SHOWN_MOST = 3

/** The pending refunds, without those that a gateway pays; undefined without any. */
export function usePendingRefunds(): List<Refund> | undefined {
  const query = { pending_with: 'you', limit: SHOWN_MOST }
  const { data } = useList<Refund>('/refunds', query, {
    enabled: useMay('refunds:read'),
    everyMs: 60_000,
  })
  return data && data.data.length > 0 ? data : undefined
}

interface RefundsToPayProps {
  refunds: List<Refund>
  onPay: (refund: Refund) => void
}

export function RefundsToPay({ refunds, onPay }: RefundsToPayProps) {
  const m = useMessages(messages)
  const { manyShort } = useMessages(listMessages)
  const { acts, delayed } = useMessages(refundMessages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  const { data, total_count } = refunds
  return (
    <li data-concern="refunds_pending">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {m.refundsToPay(
            total_count === null ? manyShort : format.number(total_count),
            total_count === 1,
          )}
        </Text>
        <PageLink
          to="refunds"
          search={{ pending_with: 'you' }}
          size="sm"
          style={{ whiteSpace: 'nowrap' }}
        >
          {m.showAll}
        </PageLink>
      </Group>
      {data.map((refund) => (
        <Group key={refund.id} justify="space-between" gap="xs" mt="xs">
          <Group gap="0 0.5rem" miw={0} flex="1 1 12rem" style={{ overflowWrap: 'anywhere' }}>
            <PageLink to={`refunds/${refund.id}`} size="sm">
              {format.money(refund.amount, refund.currency)}
            </PageLink>
            <Text size="sm" c="dimmed">
              <CustomerName id={refund.customer_id} /> · {methods[refund.method]} ·{' '}
              {refund.by_gateway ? delayed : format.day(refund.created_at)}
            </Text>
          </Group>
          {!refund.by_gateway && (
            <ActionButton
              permission="refunds:write"
              size="compact-sm"
              variant="default"
              onClick={() => onPay(refund)}
            >
              {acts.succeed}
            </ActionButton>
          )}
        </Group>
      ))}
    </li>
  )
}

// Disputes on other pages: those of a payment, an invoice or a customer, and on Home those that need a response.
import { Alert, Group, Stack, Text } from '@mantine/core'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Dispute, List } from '../../api/types.ts'
import { listMessages } from '../../list/messages.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages as homeMessages } from '../home/messages.ts'
import { messages } from './messages.ts'

/** The others are on the list's page. */
const SHOWN_MOST = 3

/** The newest disputes that a query selects; undefined without any. */
function useDisputes(query: Query): List<Dispute> | undefined {
  const { data } = useList<Dispute>(
    '/disputes',
    { ...query, limit: SHOWN_MOST },
    { enabled: useMay('payments:read'), everyMs: 60_000 },
  )
  return data && data.data.length > 0 ? data : undefined
}

export const useDisputesToAnswer = () => useDisputes({ status: 'needs_response' })

/** The newest disputes of an object, each with its deadline or end. */
export function DisputeNotes({ always }: { always: Query }) {
  const m = useMessages(messages)
  const format = useFormat()
  const disputes = useDisputes(always)
  if (!disputes) return null
  const textOf = ({ status, amount, currency, evidence_due_by }: Dispute): string => {
    const money = format.money(amount, currency)
    if (status === 'won' || status === 'lost') return m.lineOver(money, status === 'won')
    const due = status === 'needs_response' ? evidence_due_by : null
    return m.line(money, due ? format.time(due) : '')
  }
  const isUrgent = disputes.data.some(({ status }) => status === 'needs_response')
  return (
    <Alert color={isUrgent ? 'red' : 'gray'} my="md">
      <Stack gap={2}>
        {disputes.data.map((dispute) => (
          <PageLink key={dispute.id} to={`disputes/${dispute.id}`} size="sm">
            {textOf(dispute)}
          </PageLink>
        ))}
      </Stack>
    </Alert>
  )
}

/** Disputes that need a response, among what needs attention. */
export function DisputesToAnswer({ disputes }: { disputes: List<Dispute> }) {
  const m = useMessages(messages)
  const { showAll } = useMessages(homeMessages)
  const { manyShort } = useMessages(listMessages)
  const format = useFormat()
  const { data, total_count } = disputes
  return (
    <li data-concern="disputes_open">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {m.toAnswer(
            total_count === null ? manyShort : format.number(total_count),
            total_count === 1,
          )}
        </Text>
        <PageLink
          to="disputes"
          search={{ status: 'needs_response' }}
          size="sm"
          style={{ whiteSpace: 'nowrap' }}
        >
          {showAll}
        </PageLink>
      </Group>
      {data.map(({ id, amount, currency, customer_id, evidence_due_by }) => (
        <Group key={id} gap="0 0.5rem" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          <PageLink to={`disputes/${id}`} size="sm">
            {format.money(amount, currency)}
          </PageLink>
          <Text size="sm" c="dimmed">
            <CustomerName id={customer_id} />
            {evidence_due_by && ` · ${m.byDay(format.day(evidence_due_by))}`}
          </Text>
        </Group>
      ))}
    </li>
  )
}

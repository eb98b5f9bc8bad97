// The subscriptions that are billed within seven days.
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import { useToday } from '../../api/today.ts'
import type { Subscription } from '../../api/types.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { plusDays } from '../../text/days.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** The others are on the list's page. */
const SHOWN_MOST = 5
const DAYS = 7

export function Renewals() {
  const m = useMessages(messages)
  const format = useFormat()
  const today = useToday()
  const until = today ? plusDays(today, DAYS) : ''
  const enabled = useMay('subscriptions:read') && until !== ''
  const query = { 'due_at[lt]': until }
  const { data } = useList<Subscription>('/subscriptions', { ...query, limit: 100 }, { enabled })
  const due = (data?.data ?? []).flatMap(({ next_invoice_at: at, ...subscription }) =>
    at === null ? [] : [{ ...subscription, at }],
  )
  if (due.length === 0) return null
  const soonest = due.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(0, SHOWN_MOST)
  const count = `${format.number(due.length)}${data?.has_more ? '+' : ''}`
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.renewals}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline" mb="xs">
        <Title order={2}>{m.renewals}</Title>
        <PageLink to="subscriptions" search={{ 'due_at[lte]': plusDays(until, -1) }} size="sm">
          {m.allRenewals(count)}
        </PageLink>
      </Group>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {soonest.map(({ id, customer_id, at }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap">
            <PageLink to={`subscriptions/${id}`} size="sm">
              <CustomerName id={customer_id} />
            </PageLink>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {format.day(at)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

// Objects that need attention: the first few of each kind, with buttons that fix them.
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Summary } from '../../api/types.ts'
import { pageOfList } from '../../list/list-link.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { DisputesToAnswer, useDisputesToAnswer } from '../disputes/notes.tsx'
import { useActDialog } from '../refunds/acts.tsx'
import { Cases, Overdue } from './cases.tsx'
import { Differences, useDifferences } from './differences.tsx'
import { messages } from './messages.ts'
import { RefundsToPay, usePendingRefunds } from './refunds-to-pay.tsx'

type Concerned = Summary['attention'][number]

export function Attention({ summary }: { summary: Summary }) {
  const m = useMessages(messages)
  const format = useFormat()
  const pressing = summary.attention.filter(({ count }) => count > 0)
  const refunds = usePendingRefunds()
  const differences = useDifferences()
  const { start, dialog } = useActDialog()
  const disputes = useDisputesToAnswer()
  const kinds = pressing.length + (refunds ? 1 : 0) + (disputes ? 1 : 0) + (differences > 0 ? 1 : 0)
  // The dialog is outside: it finishes after the last refund has left the list.
  return (
    <>
      {kinds > 0 && (
        <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.attention}>
          <Group gap="xs" mb="sm">
            <Title order={2}>{m.attention}</Title>
            <Badge color="red">{format.number(kinds)}</Badge>
          </Group>
          <Stack gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {disputes && <DisputesToAnswer disputes={disputes} />}
            {pressing.map((concern) => (
              <Concern key={concern.kind} concern={concern} summary={summary} />
            ))}
            {refunds && (
              <RefundsToPay refunds={refunds} onPay={(refund) => start(refund, 'succeed')} />
            )}
            {differences > 0 && <Differences count={differences} />}
          </Stack>
        </Paper>
      )}
      {dialog}
    </>
  )
}

function Concern({ concern, summary }: { concern: Concerned; summary: Summary }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { kind, count, totals, url } = concern
  const sums = totals.map(({ amount, currency }) => format.money(amount, currency))
  return (
    <li data-concern={kind}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {[m.concerns[kind](format.number(count), count === 1), ...sums].join(' · ')}
        </Text>
        <PageLink {...pageOfList(url)} size="sm" style={{ whiteSpace: 'nowrap' }}>
          {m.showAll}
        </PageLink>
      </Group>
      {kind === 'invoices_overdue' ? (
        <Overdue invoices={summary.oldest_overdue} />
      ) : (
        <Cases concern={concern} kind={kind} />
      )}
    </li>
  )
}

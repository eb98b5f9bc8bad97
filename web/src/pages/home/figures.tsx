// The figures of one currency: cash in, open, overdue, and what is open by age.
import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Summary } from '../../api/types.ts'
import { ListLink } from '../../list/list-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

interface FiguresProps {
  summary: Summary
  currency: string
}

type Count = 'payments' | 'invoices'

export function Cards({ summary, currency }: FiguresProps) {
  const m = useMessages(messages)
  const { cash_in, receivables, interval } = summary
  const owed = receivables.find((each) => each.currency === currency)
  const periods = (cash_in ?? []).map(({ from, to, currencies }) => ({
    from,
    to,
    cash: currencies.find((each) => each.currency === currency),
  }))
  const all = periods.reduce(
    (sum, { cash }) => ({
      amount_exact: sum.amount_exact + BigInt(cash?.amount_exact ?? 0),
      count: sum.count + (cash?.count ?? 0),
    }),
    { amount_exact: 0n, count: 0 },
  )
  const span = { from: periods[0]?.from ?? '', to: periods.at(-1)?.to ?? '' }
  const listOf = ({ from, to }: { from: string; to: string }) =>
    `/v1/payments?${new URLSearchParams({ status: 'settled', currency, 'received_on[gte]': from, 'received_on[lte]': to })}`
  const now = periods.at(-1)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: cash_in ? 4 : 2 }}>
      {cash_in && (
        <Card
          label={interval === 'month' ? m.cashNow : m.cashToday}
          figure={now?.cash ?? { amount_exact: 0n, count: 0, url: listOf(now ?? span) }}
          currency={currency}
          what="payments"
        />
      )}
      {cash_in && (
        <Card
          label={interval === 'month' ? m.cashAll : m.cashAllDays}
          figure={{ ...all, url: listOf(span) }}
          currency={currency}
          what="payments"
        />
      )}
      <Card
        label={m.open}
        figure={
          owed?.open ?? {
            amount_exact: 0n,
            count: 0,
            url: `/v1/invoices?open=true&currency=${currency}`,
          }
        }
        currency={currency}
        what="invoices"
      />
      <Card
        label={m.overdue}
        figure={
          owed?.overdue ?? {
            amount_exact: 0n,
            count: 0,
            url: `/v1/invoices?status=overdue&currency=${currency}`,
          }
        }
        currency={currency}
        what="invoices"
        danger
      />
    </SimpleGrid>
  )
}

interface CardProps {
  label: string
  figure: { amount_exact: bigint | string; count: number; url: string }
  currency: string
  what: Count
  danger?: boolean
}

function Card({ label, figure, currency, what, danger }: CardProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { amount_exact, count, url } = figure
  const money = format.money(amount_exact, currency)
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" data-figure={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text
        // A hundred million fits as well, in one piece.
        fz={money.length > 12 ? '1.2rem' : '1.6rem'}
        fw={650}
        lh={1.3}
        style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
        c={danger && BigInt(amount_exact) > 0n ? 'var(--mantine-color-error)' : undefined}
      >
        {money}
      </Text>
      <Text size="sm">
        <ListLink url={url}>{m.count(format.number(count), count === 1, what)}</ListLink>
      </Text>
    </Paper>
  )
}

/** Bars of plain boxes: five of them need no drawing, and read well aloud. */
export function Ages({ summary, currency }: FiguresProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const owed = summary.receivables.find((each) => each.currency === currency)
  if (!owed) return null
  const most = Math.max(1, ...owed.ages.map(({ amount }) => amount))
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.ages}>
      <Title order={2}>{m.ages}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {m.agesText}
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {owed.ages.map(({ age, amount, amount_exact, count, url }) => (
          <li key={age}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm">{m.buckets[age]}</Text>
              <Text size="sm" ta="end">
                <ListLink url={url}>{format.money(amount_exact, currency)}</ListLink>
                <Text span size="sm" c="dimmed" visibleFrom="xs">
                  {' · '}
                  {m.count(format.number(count), count === 1, 'invoices')}
                </Text>
              </Text>
            </Group>
            <div className="age-bar" data-age={age}>
              <div style={{ width: `${(amount * 100) / most}%` }} />
            </div>
          </li>
        ))}
      </Stack>
    </Paper>
  )
}

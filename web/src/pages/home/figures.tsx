// The figures of one currency: billed, credited, received, refunded, outstanding, overdue, and outstanding by age.
import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Summary } from '../../api/types.ts'
import { ListLink } from '../../list/list-link.tsx'
import { writtenWith } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { messages } from './messages.ts'

interface FiguresProps {
  summary: Summary
  currency: string
}

type Count = 'payments' | 'invoices' | 'credit_notes' | 'refunds'

export function Cards({ summary, currency }: FiguresProps) {
  const m = useMessages(messages)
  const { comparison, receivables } = summary
  const of = <T extends { currency: string }>(figures: readonly T[]): T | undefined =>
    figures.find((each) => each.currency === currency)
  const owed = of(receivables)
  // A currency with zero balances is missing from the response, and its list would be empty.
  const open = { amount_exact: '0', count: 0, url: `/v1/invoices?open=true&currency=${currency}` }
  const overdue = { ...open, url: `/v1/invoices?status=overdue&currency=${currency}` }
  const { billed, credited, received, refunded } = comparison
  const periods = [
    { label: m.billed, what: 'invoices', sums: billed },
    { label: m.credited, what: 'credit_notes', sums: credited },
    { label: m.received, what: 'payments', sums: received },
    { label: m.refunded, what: 'refunds', sums: refunded },
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
      {periods.map(
        ({ label, what, sums }) =>
          sums && <Compared key={what} figure={of(sums)} {...{ label, what, currency }} />,
      )}
      <Card label={m.open} figure={owed?.open ?? open} currency={currency} what="invoices" />
      <Card
        label={m.overdue}
        figure={owed?.overdue ?? overdue}
        currency={currency}
        what="invoices"
        danger
      />
    </SimpleGrid>
  )
}

interface ComparedProps {
  label: string
  currency: string
  what: Count
  figure: Summary['comparison']['billed'][number] | undefined
}

/** A figure of a period, with that of the previous period and the change. */
function Compared({ label, currency, what, figure }: ComparedProps) {
  const m = useMessages(messages)
  const format = useFormat()
  if (!figure) {
    return <Card label={label} figure={{ amount_exact: '0', count: 0 }} {...{ currency, what }} />
  }
  const { current, previous, change } = figure
  const rises = BigInt(change.amount_exact) > 0n
  const changed = `${rises ? '+' : ''}${format.money(change.amount_exact, currency)}`
  const percents = new Intl.NumberFormat(format.locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const parts = percents.formatToParts(`${change.percent ?? 0}E-2` as Intl.StringNumericLiteral)
  const percent = writtenWith(format.locale, parts)
  return (
    <Card label={label} figure={current} currency={currency} what={what}>
      <Text size="sm" mt="xs">
        {change.percent === null ? changed : m.changed(changed, percent)}
      </Text>
      <Text size="sm" data-figure={m.before(label)}>
        <ListLink url={previous.url}>
          {m.previous(format.money(previous.amount_exact, currency))}
        </ListLink>
      </Text>
    </Card>
  )
}

interface CardProps {
  label: string
  /** Has no URL if the list would be empty. */
  figure: { amount_exact: string; count: number; url?: string }
  currency: string
  what: Count
  danger?: boolean
  children?: ReactNode
}

function Card({ label, figure, currency, what, danger, children }: CardProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { amount_exact, count, url } = figure
  const money = format.money(amount_exact, currency)
  const counted = m.count(format.number(count), count === 1, what)
  return (
    <Paper withBorder p="md" bg="var(--r-surface)">
      <div data-figure={label}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text
          // Even a hundred million fits without wrapping.
          fz={money.length > 12 ? '1.2rem' : '1.6rem'}
          fw={650}
          lh={1.3}
          style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
          c={danger && BigInt(amount_exact) > 0n ? 'var(--mantine-color-error)' : undefined}
        >
          {money}
        </Text>
        <Text size="sm">{url ? <ListLink url={url}>{counted}</ListLink> : counted}</Text>
      </div>
      {children}
    </Paper>
  )
}

/** Invoices of the period in all currencies, by the warnings they were finalized with. */
export function Warned({ warnings }: { warnings: Summary['invoice_warnings'] }) {
  const m = useMessages(messages)
  const names: Readonly<Record<string, string>> = useMessages(sharedMessages).warningNames
  const format = useFormat()
  if (warnings.length === 0) return null
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.warned}>
      <Title order={2}>{m.warned}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {m.warnedText}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {warnings.map(({ code, count, url }) => (
          <Group
            key={code}
            component="li"
            justify="space-between"
            gap="0 0.5rem"
            data-warning={code}
          >
            <Text size="sm">{names[code] ?? code}</Text>
            <Text size="sm">
              <ListLink url={url}>
                {m.count(format.number(count), count === 1, 'invoices')}
              </ListLink>
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

/** One bar of plain boxes: five parts need no chart, and screen readers read names and amounts well. */
export function Ages({ summary, currency }: FiguresProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const owed = summary.receivables.find((each) => each.currency === currency)
  if (!owed) return null
  const parts = owed.ages.filter(({ amount }) => amount > 0)
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.ages}>
      <Title order={2}>{m.ages}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {m.agesText}
      </Text>
      <div className="age-bar" aria-hidden>
        {parts.map(({ age, amount }) => (
          <div key={age} data-age={age} style={{ flexGrow: amount / owed.open.amount }} />
        ))}
      </div>
      <SimpleGrid
        cols={{ base: 2, sm: 3, lg: 5 }}
        spacing="sm"
        mt="sm"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {owed.ages.map(({ age, amount_exact, count, url }) => (
          <li key={age}>
            <Text size="sm" c="dimmed">
              <span className="age-mark" data-age={age} aria-hidden /> {m.buckets[age]}
            </Text>
            <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
              <ListLink url={url}>{format.money(amount_exact, currency)}</ListLink>
            </Text>
            <Text size="sm" c="dimmed">
              {m.count(format.number(count), count === 1, 'invoices')}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Paper>
  )
}

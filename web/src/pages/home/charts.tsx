// Payments received and invoices by outcome, over time: charts, with figures that link to their lists.
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Collapse, Paper, SimpleGrid, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { INVOICE_STATUSES } from '../../../../src/domain/invoice.ts'
import type { Summary } from '../../api/types.ts'
import { IconChevronDown, IconChevronRight } from '../../icons.tsx'
import { ListLink } from '../../list/list-link.tsx'
import { type Format, useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { messages } from './messages.ts'

interface ChartsProps {
  summary: Summary
  currency: string
}

const HEIGHT = 240
const COLORS = {
  draft: 'var(--r-draft)',
  posted: 'ink.6',
  overdue: 'red.6',
  paid: 'teal.6',
  void: 'var(--r-void)',
} as const

export function Charts({ summary, currency }: ChartsProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {summary.cash_in && <Cash periods={summary.cash_in} summary={summary} currency={currency} />}
      <States summary={summary} />
    </SimpleGrid>
  )
}

/** "Nov 2026", or "Nov 21". */
function useShort({ interval }: Summary): (day: string) => string {
  const { locale } = useFormat()
  const shape = interval === 'month' ? { year: '2-digit' } : { day: 'numeric' }
  const short = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    ...(shape as Intl.DateTimeFormatOptions),
  })
  return (day) => short.format(new Date(`${day}T00:00:00Z`))
}

/** For axes only, where precision does not matter: "CA$12K". */
function axisMoney({ locale }: Format, currency: string): (amount: number) => string {
  const compact = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const unit = 10 ** currencyExponent(currency)
  return (amount) => compact.format(amount / unit)
}

interface CashProps extends ChartsProps {
  periods: NonNullable<Summary['cash_in']>
}

function Cash({ periods, summary, currency }: CashProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const short = useShort(summary)
  const rows = periods.map(({ from, currencies }) => ({
    from,
    cash: currencies.find((each) => each.currency === currency),
  }))
  return (
    <Chart
      title={`${m.cash}, ${currency.toUpperCase()}`}
      text={summary.interval === 'month' ? m.months : m.days}
      drawing={
        <BarChart
          h={HEIGHT}
          data={rows.map(({ from, cash }) => ({ period: short(from), amount: cash?.amount ?? 0 }))}
          dataKey="period"
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          series={[{ name: 'amount', label: m.cash, color: 'ink.6' }]}
          valueFormatter={(amount) => format.money(amount, currency)}
          yAxisProps={{ width: 64, tickFormatter: axisMoney(format, currency) }}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
          tickLine="none"
        />
      }
      heads={[m.period, m.payments, m.amount]}
      rows={rows
        .filter(({ cash }) => cash)
        .map(({ from, cash }) => [
          short(from),
          format.number(cash?.count ?? 0),
          <ListLink key={from} url={cash?.url ?? ''}>
            {format.money(cash?.amount_exact ?? 0, currency)}
          </ListLink>,
        ])}
    />
  )
}

function States({ summary }: { summary: Summary }) {
  const m = useMessages(messages)
  const { statuses: said } = useMessages(sharedMessages)
  const format = useFormat()
  const short = useShort(summary)
  const present = INVOICE_STATUSES.filter((status) =>
    summary.invoices.some(({ statuses }) => statuses.some((each) => each.status === status)),
  )
  return (
    <Chart
      title={m.states}
      text={m.statesText}
      drawing={
        <BarChart
          h={HEIGHT}
          type="stacked"
          withLegend
          data={summary.invoices.map(({ from, statuses }) => ({
            period: short(from),
            ...Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
          }))}
          dataKey="period"
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          series={present.map((name) => ({ name, label: said[name], color: COLORS[name] }))}
          yAxisProps={{ width: 40, allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
          tickLine="none"
        />
      }
      heads={[m.period, ...present.map((status) => said[status])]}
      rows={summary.invoices
        .filter(({ statuses }) => statuses.length > 0)
        .map(({ from, statuses }) => [
          short(from),
          ...present.map((status) => {
            const figure = statuses.find((each) => each.status === status)
            if (!figure) return '–'
            return (
              <ListLink key={status} url={figure.url}>
                {format.number(figure.count)}
              </ListLink>
            )
          }),
        ])}
    />
  )
}

interface ChartProps {
  title: string
  text?: string
  drawing: ReactNode
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** The chart is visual only; the table has the figures, also for screen readers. */
function Chart({ title, text, drawing, heads, rows }: ChartProps) {
  const m = useMessages(messages)
  const [open, { toggle }] = useDisclosure()
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="md" mih="1.4em">
        {text}
      </Text>
      <div aria-hidden="true">{drawing}</div>
      <UnstyledButton onClick={toggle} aria-expanded={open} c="dimmed" fz="sm" mt="sm" py={4}>
        <Chevron size={14} aria-hidden style={{ verticalAlign: 'middle' }} /> {m.showFigures}
      </UnstyledButton>
      <Collapse expanded={open}>
        <div style={{ overflowX: 'auto' }}>
          <Table aria-label={title} verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                {heads.map((head, index) => (
                  <Table.Th key={head} scope="col" className={index === 0 ? '' : 'numeric'}>
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((cells) => (
                <Table.Tr key={String(cells[0])}>
                  {cells.map((cell, index) => (
                    <Table.Td key={heads[index]} className={index === 0 ? '' : 'numeric'}>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Collapse>
    </Paper>
  )
}

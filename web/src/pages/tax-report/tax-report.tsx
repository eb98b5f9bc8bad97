// The tax report of a period: amounts charged, voided and net per rate, untaxed sales by reason, and the ledger.
import {
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { endOfDate, startOfDate, timestamp } from '../../../../src/domain/calendar.ts'
import { queryText } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import { useToday } from '../../api/today.ts'
import { IconDownload } from '../../icons.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useSearchState } from '../../page/search-state.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { useTaxName } from '../invoices/sum-rows.ts'
import { messages } from './messages.ts'
import { type Period, PRESETS, type Preset, periodOf, presetOf } from './periods.ts'
import type { ReportRate, ReportTotals, TaxReport } from './types.ts'

const PATH = '/tax/report'
const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

export function TaxReportPage() {
  const m = useMessages(messages)
  const { surface } = useTenant()
  const [search] = useSearchState()
  const known = useToday()
  // A user who may not read the test clock gets this computer's date.
  const today = known === '' ? new Date().toISOString().slice(0, 10) : known
  const usual = today === undefined ? undefined : periodOf('this_quarter', today)
  const period = isDay(search.from) && isDay(search.to) ? periodIn(search) : usual
  const query = { ...period }
  const csv = (
    <Button
      component="a"
      href={`${surface}${PATH}.csv${queryText(query)}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {m.csv}
    </Button>
  )
  const report = useRead<TaxReport>(PATH, query, { enabled: period !== undefined })
  return (
    <>
      <PageTitle actions={period && csv}>{m.title}</PageTitle>
      <Stack>
        <Text size="sm">{m.text}</Text>
        {period && today && <Periods period={period} today={today} />}
        <Loaded query={report} permission="tax:read">
          {(data) => <Report report={data} />}
        </Loaded>
        <ApiCall call={{ method: 'GET', path: PATH, query }} />
      </Stack>
    </>
  )
}

const periodIn = ({ from = '', to = '' }: Record<string, string>): Period => ({ from, to })

function Periods({ period, today }: { period: Period; today: string }) {
  const m = useMessages(messages)
  const [, change] = useSearchState()
  const preset = presetOf(period, today) ?? 'custom'
  const presets = PRESETS.map((value) => ({ value, label: m.presets[value] }))
  const choose = (value: string) => {
    if (value !== 'custom') change({ ...periodOf(value as Preset, today) })
  }
  const day = (name: keyof Period, label: string) => (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={period[name]}
      onChange={(event) => {
        const { value } = event.currentTarget
        if (value) change({ ...period, [name]: value })
      }}
    />
  )
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        size="xs"
        label={m.period}
        value={preset}
        data={preset === 'custom' ? [...presets, { value: 'custom', label: m.custom }] : presets}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {day('from', m.from)}
      {day('to', m.to)}
    </Group>
  )
}

function Report({ report }: { report: TaxReport }) {
  const { currencies, oss } = report
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <Stack>
      {oss && (
        <Alert color={oss.is_near ? 'yellow' : 'gray'} data-testid="oss">
          <Text size="sm">
            {m.oss(
              format.money(oss.turnover, oss.currency),
              String(oss.year),
              format.money(oss.limit, oss.currency),
            )}
            {BigInt(oss.previous_turnover) > BigInt(oss.limit) &&
              ` ${m.ossBefore(format.money(oss.previous_turnover, oss.currency), String(oss.year - 1))}`}
            {oss.is_near && ` ${m.ossNear}`}
          </Text>
        </Alert>
      )}
      {currencies.length === 0 && <Text py="md">{m.nothing}</Text>}
      {currencies.map((each) => (
        <OneCurrency key={each.currency} report={each} period={report} />
      ))}
    </Stack>
  )
}

/** Columns for wide screens only, then those for all. */
const WIDE = ['taxable', 'tax', 'credited_tax'] as const

interface OneCurrencyProps {
  report: TaxReport['currencies'][number]
  period: Period
}

function OneCurrency({ report, period }: OneCurrencyProps) {
  const m = useMessages(messages)
  const { currency, data, totals } = report
  const code = currency.toUpperCase()
  const wide = { taxable: m.base, tax: m.charged, credited_tax: m.credited }
  // Untaxed sales come last, those with missing data first among them.
  const rank = ({ reason, data_missing }: ReportRate) =>
    reason === null ? 0 : data_missing ? 1 : 2
  const rows = data.toSorted((one, other) => rank(one) - rank(other))
  return (
    <section aria-label={code}>
      <Title order={2} mb="xs">
        {code}
      </Title>
      <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" aria-label={m.tableOf(code)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.tax}</Table.Th>
              {WIDE.map((name) => (
                <Table.Th key={name} scope="col" className="numeric" visibleFrom="md">
                  {wide[name]}
                </Table.Th>
              ))}
              <Table.Th scope="col" className="numeric" visibleFrom="xs">
                {m.netBase}
              </Table.Th>
              <Table.Th scope="col" className="numeric">
                {m.net}
              </Table.Th>
              <Table.Th scope="col" className="numeric" visibleFrom="sm">
                {m.documents}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.rate} ${row.country} ${row.region} ${row.reason}`}>
                <Table.Td>
                  <RateName row={row} currency={currency} period={period} />
                </Table.Td>
                <SumCells sums={row} currency={currency} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr fw={600}>
              <Table.Th scope="row">{m.total}</Table.Th>
              <SumCells sums={totals} currency={currency} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Paper>
      <Text size="sm" mt="xs">
        {m.baseOnce}
      </Text>
      <Agreement report={report} />
    </section>
  )
}

interface RateNameProps {
  row: ReportRate
  currency: string
  period: Period
}

/** A tax with its place, or why sales are untaxed. */
function RateName({ row, currency, period }: RateNameProps) {
  const m = useMessages(messages)
  const { timeZone } = useFormat()
  const taxName = useTaxName()
  const { reason, country, region, category } = row
  const reasons = m.reasons as Record<string, string>
  const name =
    category === 'untaxed'
      ? m.untaxed(reasons[reason ?? ''] ?? String(reason))
      : taxName({ ...row, category })
  return (
    <>
      {name}{' '}
      <Text span size="xs" c="dimmed">
        {region ? `${country}-${region}` : country}
      </Text>
      {row.data_missing && (
        <>
          <Badge color="yellow" size="sm" mx="xs">
            {m.dataMissing}
          </Badge>
          <PageLink
            to="invoices"
            search={{ warning: `tax_${reason}`, currency, ...finalizedIn(period, timeZone) }}
            size="xs"
          >
            {m.toInvoices}
          </PageLink>
        </>
      )}
    </>
  )
}

/** The invoice list's filters for those finalized in a period. */
const finalizedIn = ({ from, to }: Period, timeZone: string) => ({
  'finalized_at[gte]': timestamp(startOfDate(from, timeZone)),
  'finalized_at[lte]': timestamp(endOfDate(to, timeZone) - 1),
})

/** The total uses the net base, which counts each base once; the other would count bases with two taxes twice. */
function SumCells({ sums, currency }: { sums: ReportRate | ReportTotals; currency: string }) {
  const format = useFormat()
  const base = (name: 'taxable' | 'net_taxable') =>
    name in sums ? format.money((sums as ReportRate)[name], currency) : ''
  return (
    <>
      {WIDE.map((name) => (
        <Table.Td key={name} className="numeric" visibleFrom="md">
          {name === 'taxable' ? base(name) : format.money(sums[name], currency)}
        </Table.Td>
      ))}
      <Table.Td className="numeric" visibleFrom="xs">
        {'net_taxable' in sums ? base('net_taxable') : format.money(sums.revenue, currency)}
      </Table.Td>
      <Table.Td className="numeric">{format.money(sums.net_tax, currency)}</Table.Td>
      <Table.Td className="numeric" visibleFrom="sm">
        {format.number(sums.documents)}
      </Table.Td>
    </>
  )
}

/** Whether the ledger agrees. */
function Agreement({ report }: { report: TaxReport['currencies'][number] }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { currency, totals, difference, revenue_difference } = report
  const { ledger_revenue } = totals
  const isTaxSound = BigInt(difference) === 0n
  const isRevenueSound = BigInt(revenue_difference ?? 0) === 0n
  const isSound = isTaxSound && isRevenueSound
  return (
    <Text size="sm" mt="xs" {...(!isSound && { c: 'var(--mantine-color-error)', role: 'alert' })}>
      {isSound && m.agrees}
      {!isTaxSound &&
        m.differs(format.money(totals.ledger, currency), format.money(difference, currency))}{' '}
      {!isRevenueSound &&
        m.revenueDiffers(
          format.money(ledger_revenue ?? 0, currency),
          format.money(revenue_difference ?? 0, currency),
        )}{' '}
      <PageLink
        to="ledger"
        search={{ account: 'tax_payable', currency }}
        size="sm"
        underline="always"
      >
        {m.toLedger}
      </PageLink>
    </Text>
  )
}

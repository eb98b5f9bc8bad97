// The home page of an account: income, receivables, tasks, and first steps.
import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Summary } from '../../api/types.ts'
import { Warnings } from '../../dialog/warnings.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useSearchState } from '../../page/search-state.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { Attention } from './attention.tsx'
import { Ages, Cards, Warned } from './figures.tsx'
import { messages } from './messages.ts'
import { Onboarding } from './onboarding.tsx'
import { Renewals } from './renewals.tsx'

/** The charts are larger than all the rest, and load only if there is data. */
const Charts = lazy(() => import('./charts.tsx').then(({ Charts }) => ({ default: Charts })))

const PATH = '/summary'

export function HomePage() {
  const m = useMessages(messages)
  const tenant = useTenant()
  const [search] = useSearchState()
  const query = { interval: search.interval === 'day' ? 'day' : 'month' }
  const summary = useRead<Summary>(PATH, query, { everyMs: 60_000 })
  return (
    <>
      <PageTitle>{m.title}</PageTitle>
      <Loaded query={summary}>
        {(shown) => (
          <Stack gap="lg">
            {isEmpty(shown) && <Onboarding key={tenant.surface} />}
            <Warnings warnings={shown.seller_missing ?? []} />
            <Warnings warnings={shown.settings_mismatched ?? []} title={m.mismatched} />
            <Attention summary={shown} />
            <Renewals />
            {!isEmpty(shown) && (
              <>
                <Figures summary={shown} />
                <Onboarding key={tenant.surface} />
              </>
            )}
            <ApiCall call={{ method: 'GET', path: PATH, query }} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

/** True if nothing was billed yet: then the checklist comes first, and there are no figures. */
function isEmpty({ receivables, invoices, cash_in }: Summary): boolean {
  return (
    receivables.length === 0 &&
    invoices.every(({ statuses }) => statuses.length === 0) &&
    (cash_in ?? []).every((period) => period.currencies.length === 0)
  )
}

/** Every currency with a figure, the account's own first. */
function currenciesOf({ cash_in, comparison, receivables }: Summary, own: string): string[] {
  const others = [
    ...receivables.map(({ currency }) => currency),
    ...comparison.billed.map(({ currency }) => currency),
    ...(comparison.credited ?? []).map(({ currency }) => currency),
    ...(comparison.received ?? []).map(({ currency }) => currency),
    ...(comparison.refunded ?? []).map(({ currency }) => currency),
    ...(cash_in ?? []).flatMap(({ currencies }) => currencies.map(({ currency }) => currency)),
  ]
  return [own, ...[...new Set(others)].filter((each) => each !== own).sort()]
}

function Figures({ summary }: { summary: Summary }) {
  const m = useMessages(messages)
  const { settings } = useTenant()
  const [search, change] = useSearchState()
  if (!settings) return null
  const currencies = currenciesOf(summary, settings.default_currency)
  const currency = currencies.find((each) => each === search.currency) ?? settings.default_currency
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" c="dimmed">
          <Spans summary={summary} />
        </Text>
        <Group gap="sm" align="flex-end">
          {currencies.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={m.currency}
              value={currency}
              data={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(event) => change({ currency: event.currentTarget.value })}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={m.interval}
            transitionDuration={0}
            value={summary.interval}
            data={[
              { value: 'month', label: m.thisMonth },
              { value: 'day', label: m.lastDays },
            ]}
            onChange={(interval) => change({ interval })}
          />
        </Group>
      </Group>
      <Cards summary={summary} currency={currency} />
      <Warned warnings={summary.invoice_warnings} />
      <Ages summary={summary} currency={currency} />
      <Suspense fallback={<div style={{ minHeight: 320 }} />}>
        <Charts summary={summary} currency={currency} />
      </Suspense>
    </Stack>
  )
}

/** The compared days: a month in progress is compared with as many days of the previous one, if it has that many. */
function Spans({ summary: { comparison } }: { summary: Summary }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const [now, before] = [comparison.current, comparison.previous].map(({ from, to }) => {
    const [first, last] = [from, to].map((date) => new Date(`${date}T00:00:00Z`)) as [Date, Date]
    return { text: days.formatRange(first, last), length: last.getTime() - first.getTime() }
  }) as [SpanText, SpanText]
  const same = now.length === before.length
  return m.compared[same ? 'sameDays' : 'otherDays'](now.text, before.text)
}

interface SpanText {
  text: string
  length: number
}

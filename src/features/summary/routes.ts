// The figures of the home page, each with the URL of the list whose rows sum to it.

import { addDays, dateIn, endOfDate, startOfDate, timestamp } from '../../domain/calendar.ts'
import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import type { Mismatch } from '../../domain/mismatches.ts'
import { type Interval, type Period, periodsUntil } from '../../domain/periods.ts'
import { missingOf } from '../../domain/seller.ts'
import type { Db } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { allows, type Scope } from '../../platform/scope.ts'
import { getSettings } from '../account-settings/store.ts'
import { readCalendar } from '../ledger/store.ts'
import type { Service } from '../service.ts'
import { comparison, warned } from './comparison.ts'
import {
  amounts,
  customerReceivablesRoute,
  listOf,
  oldestOverdue,
  receivables,
} from './routes-owed.ts'
import { customerStandingRoute } from './routes-standing.ts'
import { CONCERNS, type Concern, Summary, SummaryQuery } from './schemas.ts'
import { countConcern, countCreated, sumReceived } from './store.ts'

const PERIODS: Record<Interval, number> = { day: 30, month: 12 }

/** The caller's environment and its current date. */
interface Today {
  scope: Scope
  today: string
  now: number
  time_zone: string
  periods: Period[]
}

async function cashIn(db: Db, { scope, periods }: Today) {
  if (!allows(scope.scopes, 'payments:read')) return null
  const sums = await sumReceived(db, scope.environment_id, periods)
  return periods.map(({ from, to }, index) => ({
    from,
    to,
    currencies: sums
      .filter(({ period }) => period === index + 1)
      .map(({ key: currency, amount, count }) => {
        const days = { 'received_on[gte]': from, 'received_on[lte]': to }
        const url = listOf('payments', { status: 'settled', currency, ...days })
        return { currency, ...amounts(amount), count, url }
      }),
  }))
}

async function created(db: Db, { scope, periods, time_zone }: Today) {
  const instants = periods.map(({ from, to }) => ({
    after: startOfDate(from, time_zone),
    before: endOfDate(to, time_zone),
  }))
  const counts = await countCreated(db, scope.environment_id, instants)
  return periods.map(({ from, to }, index) => {
    const { after = 0, before = 0 } = instants[index] ?? {}
    const times = { 'created_at[gte]': timestamp(after), 'created_at[lt]': timestamp(before) }
    const statuses = INVOICE_STATUSES.flatMap((status) => {
      const found = counts.find(({ period, key }) => period === index + 1 && key === status)
      return found
        ? [{ status, count: found.count, url: listOf('invoices', { status, ...times }) }]
        : []
    })
    return { from, to, statuses }
  })
}

/** The seller details that the dashboard asks for before the first invoice is sent. */
async function sellerMissing(db: Db, scope: Scope, has_mail_server: boolean) {
  if (!allows(scope.scopes, 'account:read')) return null
  const { mode, name, profile } = await getSettings(db, scope.environment_id)
  if (mode === 'test') return []
  return missingOf({ mode, name, profile, has_mail_server })
}

/** Server settings to correct before live customers receive links and emails. */
function settingsMismatched({ scopes, mode }: Scope, mismatches: readonly Mismatch[]) {
  if (!allows(scopes, 'account:read')) return null
  if (mode === 'test') return []
  return mismatches.map(({ code, text, remedy }) => ({
    code,
    param: null,
    message: `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${remedy}`,
  }))
}

/** The list for each concern, and the permission required to read it. */
const CONCERN_LISTS: Record<Concern, { permission: string; url(today: string): string }> = {
  invoices_overdue: {
    permission: 'invoices:read',
    url: () => listOf('invoices', { status: 'overdue' }),
  },
  drafts_past_due: {
    permission: 'invoices:read',
    url: (today) => listOf('invoices', { status: 'draft', 'due_date[lte]': addDays(today, -1) }),
  },
  collections_failed: {
    permission: 'invoices:read',
    url: () => listOf('invoices', { collection: 'running,ended' }),
  },
  payments_unanswered: {
    permission: 'payments:read',
    url: () => listOf('payments', { needs_attention: 'true' }),
  },
  emails_failed: {
    permission: 'emails:read',
    url: () => listOf('emails', { needs_attention: 'true' }),
  },
  webhook_endpoints_disabled: {
    permission: 'webhooks:read',
    url: () => listOf('webhook_endpoints', { status: 'disabled' }),
  },
  webhook_deliveries_failed: {
    permission: 'webhooks:read',
    url: () => listOf('webhook_deliveries', { state: 'failed' }),
  },
}

async function attention(db: Db, { scope, today, now }: Today) {
  const visible = CONCERNS.filter((kind) => allows(scope.scopes, CONCERN_LISTS[kind].permission))
  return await Promise.all(
    visible.map(async (kind) => {
      const on = { today, now }
      const { count, totals } = await countConcern(db, scope.environment_id, kind, on)
      return {
        ...{ kind, count },
        totals: totals.map(({ currency, amount }) => ({ currency, ...amounts(amount) })),
        url: CONCERN_LISTS[kind].url(today),
      }
    }),
  )
}

export const summaryRoutes: Route<Service>[] = [
  route({
    method: 'GET',
    path: '/summary',
    operation: 'retrieveSummary',
    summary: 'Retrieve the summary',
    description:
      'The figures of the home page: amounts billed, credited, received and refunded compared with the previous period, outstanding amounts by age, invoices by status and by warning, and items that need attention. Each figure links to the list whose rows add up to it.',
    tag: 'Summary',
    permission: 'invoices:read',
    query: SummaryQuery,
    response: Summary,
    untagged: true,
    handle: ({ scope, query, heavy }, service: Service) =>
      heavy.report(async (db) => {
        const { time_zone, clock_ahead_ms } = await readCalendar(db, scope.environment_id)
        const now = service.wallNow() + clock_ahead_ms
        const today = dateIn(now, time_zone)
        const interval = (query.interval ?? 'month') as Interval
        const periods = periodsUntil(today, interval, PERIODS[interval])
        const on: Today = { scope, today, now, time_zone, periods }
        const json = JSON.stringify({
          object: 'summary',
          as_of: today,
          time_zone,
          interval,
          comparison: await comparison(db, { scope, today, time_zone, interval }),
          cash_in: await cashIn(db, on),
          invoice_warnings: await warned(db, { scope, today, time_zone, interval }),
          receivables: await receivables(db, scope.environment_id, { today }),
          oldest_overdue: await oldestOverdue(db, scope.environment_id, today),
          invoices: await created(db, on),
          seller_missing: await sellerMissing(db, scope, service.hasMailServer),
          settings_mismatched: settingsMismatched(scope, service.mismatches),
          attention: await attention(db, on),
        })
        return { json }
      }),
  }),
  customerReceivablesRoute,
  customerStandingRoute,
]

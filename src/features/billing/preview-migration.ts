// Dry runs of price migrations: the outcome for each subscription, and the totals of all.

import { timestamp } from '../../domain/calendar.ts'
import { customerRef } from '../../domain/customer.ts'
import {
  type MigrationTerms,
  type Move,
  moveOf,
  SKIP_REASONS,
  type SkipReason,
} from '../../domain/price-migration.ts'
import { digestOf } from '../../platform/canonical-json.ts'
import { csvLine } from '../../platform/csv.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import type { Db } from '../../platform/db/sql.ts'
import { columnsOf, headingsOf, lineOf } from '../../platform/http/columns.ts'
import { readCalendar } from '../ledger/store.ts'
import { migrated } from '../price-migrations/record.ts'
import { type PriceRow, priceRecord } from '../prices/record.ts'
import { productRecord } from '../products/record.ts'
import {
  type SubscriptionRow,
  subscriptionIds,
  subscriptionRecord,
} from '../subscriptions/record.ts'
import { effectiveAt } from './instants.ts'
import { termsOf } from './migration-terms.ts'
import { assertMigratable, type NewPriceMigration } from './price-migrations.ts'
import { nextSubscribers } from './subscribers.ts'

/** A valid request, as of an instant. */
export interface Plan {
  environment_id: number
  now: number
  price: PriceRow
  terms: MigrationTerms
}

type Asked = Omit<NewPriceMigration, 'preview' | 'hash'>

/** Reads the data for a dry run; throws if these prices cannot be migrated. `at` is that of a preview. */
export async function planOf(
  db: Db,
  asked: Asked,
  of: { environment_id: number; wallNow: number; at?: number | undefined },
): Promise<Plan> {
  const { environment_id, wallNow, at } = of
  const key = (id: string) => ({ environment_id, id })
  const { time_zone, clock_ahead_ms } = await readCalendar(db, environment_id)
  const [from, to] = await priceRecord.find(db, [key(asked.from_price_id), key(asked.to_price_id)])
  const [product] = to ? await productRecord.find(db, [key(to.product_id)]) : []
  const found = assertMigratable({ from, to }, product)
  const now = at ?? wallNow + clock_ahead_ms
  const effective_from = effectiveAt(asked.effective_from, { now, time_zone })
  const terms = termsOf(found, { effective_from, notice_days: asked.notice_days })
  return { environment_id, now, price: found.from, terms }
}

interface Moved {
  subscription: SubscriptionRow
  move: Move
}

/** Subscriptions that one piece of work reads. */
const PIECE = 500

/** The outcome for each subscription at the old price, piece by piece. */
async function* movesOf(
  { behind }: Pick<Heavy, 'behind'>,
  { environment_id, now, terms }: Plan,
): AsyncGenerator<Moved[]> {
  const walk = { environment_id, price_id: terms.from.price_id, until: now }
  for (let after: string | null = null; ; ) {
    const { ids, last } = await behind((db) => nextSubscribers(db, { ...walk, after }))
    for (let first = 0; first < ids.length; first += PIECE) {
      const keys = ids.slice(first, first + PIECE).map((id) => ({ environment_id, id }))
      const rows = await behind((db) => subscriptionRecord.find(db, keys))
      yield rows.flatMap((subscription) => {
        const move = subscription && moveOf(subscription, terms, now)
        return subscription && move ? [{ subscription, move }] : []
      })
    }
    if (last === null) return
    after = last
  }
}

/** The totals of a dry run, with the hash that a creation can be bound to. */
export async function previewMigration(heavy: Heavy, plan: Plan): Promise<{ hash: string }> {
  const { now, price, terms } = plan
  const reasons = new Map<SkipReason, number>()
  const totals = { subscriptions: 0, items: 0, amount_before: 0, amount_after: 0 }
  let [skipped, firstAt, lastAt] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for await (const moves of movesOf(heavy, plan)) {
    for (const { move } of moves) {
      const { at, changes, reason } = move
      if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (changes.length === 0) {
        skipped += 1
        continue
      }
      totals.subscriptions += 1
      totals.items += changes.length
      totals.amount_before += move.amount_before
      totals.amount_after += move.amount_after
      firstAt = Math.min(firstAt, at)
      lastAt = Math.max(lastAt, at)
    }
  }
  const { currency, interval, interval_count } = price
  const shown = {
    ...{ currency, interval, interval_count, ...totals, subscriptions_skipped: skipped },
    skipped: SKIP_REASONS.flatMap((reason) => {
      const subscriptions = reasons.get(reason)
      return subscriptions === undefined ? [] : [{ reason, subscriptions }]
    }),
    first_at: totals.subscriptions > 0 ? timestamp(firstAt) : null,
    last_at: totals.subscriptions > 0 ? timestamp(lastAt) : null,
  }
  const at = timestamp(now)
  const { effective_from, notice_days, from, to } = terms
  const hash = digestOf({ at, effective_from, notice_days, from, to, ...shown })
  return { object: 'price_migration_preview', at, hash, ...shown } as { hash: string }
}

const COLUMNS = columnsOf(migrated.members, {
  without: ['id', 'price_migration_id', 'notified_at', 'created_at', 'updated_at'],
})
export const PREVIEW_HEADINGS = headingsOf(COLUMNS)

/** The lines of a dry run as CSV, without the headings. */
export async function* previewLines(heavy: Heavy, plan: Plan): AsyncGenerator<string> {
  for await (const moves of movesOf(heavy, plan)) {
    yield moves
      .map(({ subscription: { id, customer_id, currency }, move }) => {
        const { at, changes, items_skipped, reason, amount_before, amount_after } = move
        const status = changes.length > 0 ? 'scheduled' : 'skipped'
        return csvLine(
          lineOf(COLUMNS, {
            ...{ subscription_id: subscriptionIds.ref(id), customer_id: customerRef(customer_id) },
            ...{ status, reason, items: changes.length, items_skipped, currency },
            ...{ effective_at: timestamp(at), amount_before, amount_after },
          }),
        )
      })
      .join('')
  }
}

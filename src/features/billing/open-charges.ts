// The charges of a subscription whose periods have not ended. Their invoices are looked up before an action, which locks
// them, and their unused time is returned by credit notes.

import { timestamp } from '../../domain/calendar.ts'
import { compare, parseExact, ZERO } from '../../domain/decimal.ts'
import { type LineItem, lineTerms } from '../../domain/invoice-lines.ts'
import { priceOf } from '../../domain/pricing.ts'
import type { OpenCharge, SubscriptionItem } from '../../domain/subscription-state.ts'
import {
  type CreditTo,
  dividedGross,
  type Stretch,
  unusedDiscounts,
} from '../../domain/unused-time.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Answer, NamedRow, RowKey } from '../../platform/db/table.ts'
import type { Call } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Work } from '../accounts/store.ts'
import { creditUnused } from '../crediting/unused.ts'
import { owedRows, type PaysOwed, payOwed, withOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { priceIds } from '../prices/record.ts'
import type { Service } from '../service.ts'
import { itemIds } from '../subscriptions/items.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'

/** The input of an action that returns unused time: the invoices with open charges. */
export interface NamesCharges extends PaysOwed {
  billed: readonly string[]
}

export const chargeRows = ({ billed = [], owed = [] }: Partial<NamesCharges>): NamedRow[] =>
  owedRows({ owed: [...new Set([...owed, ...billed])] })

/** A charge that is returned from an instant on, or until another one. */
export interface ReturnedCharge extends Stretch {
  charge: OpenCharge
}

/** A returned charge with the amount that it returns before discounts. */
interface GrossCharge extends ReturnedCharge {
  gross: number
}

/** Thrown if the subscription was billed again since its invoices were looked up; nothing has been decided then. */
export class BilledOtherwise extends Refusal {
  constructor() {
    super('unavailable', 'The subscription is being billed. Try again.', {
      headers: { 'retry-after': '1' },
    })
  }
}

/** The ID of the newest invoice of a subscription; a void one is not billed again. */
const lastInvoice: Lookup<string | undefined> = { about: ['invoices'], load: findLast }

async function findLast(db: Db, keys: readonly RowKey[]): Promise<(string | undefined)[]> {
  const rows = await query<RowKey & { invoice_id: string }>(
    db,
    sql`select wanted.environment_id, wanted.id, i.id as invoice_id
        from ${wanted(keys, 'uuid')}
        cross join lateral (
          select i.id from invoices i
          where i.environment_id = wanted.environment_id and i.subscription_id = wanted.id
          order by i.created_at desc, i.id desc limit 1) i`,
  )
  return inOrder(keys, rows).map((row) => row?.invoice_id)
}

/** The IDs of the invoices with open charges of a subscription. */
async function findBilled(db: Db, key: RowKey): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select distinct charge.value ->> 'invoice' as id
        from subscriptions s cross join json_array_elements(s.open_charges) charge
        where s.environment_id = ${key.environment_id} and s.id = ${key.id}::uuid`,
  )
  if (rows.length > 0) return rows.map(({ id }) => id)
  const [last] = await findLast(db, [key])
  return last === undefined ? [] : [last]
}

/**
 * The charges of a subscription whose periods end after an instant. `invoice` is the one that this action has billed
 * itself.
 */
export function openCharges(
  work: Work,
  { id, open_charges }: Subscription,
  { at, invoice }: { at: number; invoice?: Answer | undefined },
): OpenCharge[] {
  const own = invoice && invoiceIds.parse(invoice.object_id)
  const locked = (one: string): string => {
    if (!work.holds(invoices, one)) throw new BilledOtherwise()
    return one
  }
  if (open_charges)
    return open_charges.filter(
      (charge) =>
        (openLine(work, { ...charge, invoice: locked(charge.invoice) })?.period_end ?? 0) > at,
    )
  const last = own ?? work.lookUp(lastInvoice, id)
  if (last === undefined) return []
  return chargesOf(work, own ?? locked(last), at)
}

/** The lines of an invoice that bill items of a subscription for periods that end after an instant. */
export const chargesOf = (work: Work, invoice: string, at: number): OpenCharge[] =>
  work
    .get(invoices, invoice)
    .line_items.flatMap(({ id, subscription_item_id: item, period_end, pricing }) =>
      // A minimum is billed for time that was billed before.
      id && item && period_end && period_end > at && !pricing?.part?.minimum
        ? [{ item, invoice, line: id, ref: itemIds.ref(item), until: timestamp(period_end) }]
        : [],
    )

/** How many open charges of an item can add units before all of it is billed again. */
const ADDED_MOST = 20

/**
 * The units billed of an item, if it is on the same price, has no fewer units, and does not get cheaper: then only the
 * units beyond them are charged. Undefined if all of it is billed again.
 */
export function unitsBilled(
  work: Work,
  charges: readonly OpenCharge[],
  { id, price_id, quantity }: SubscriptionItem,
): string | undefined {
  const own = charges.filter(({ item }) => item === itemIds.parse(id))
  const last = own.at(-1)
  const line = last && openLine(work, last)
  if (!line || own.length > ADDED_MOST || line.price_id !== priceIds.parse(price_id))
    return undefined
  const terms = lineTerms(line)
  const costs = (units: string) => {
    const events = terms?.model === 'percentage' ? [units] : undefined
    return terms ? priceOf(terms, { quantity: units, events }).exact : ZERO
  }
  const units = String(quantity)
  const isMore = compare(parseExact(units), parseExact(line.quantity)) >= 0
  return isMore && compare(costs(units), costs(line.quantity)) >= 0 ? line.quantity : undefined
}

export const openLine = (work: Work, { invoice, line }: OpenCharge): LineItem | undefined =>
  work.get(invoices, invoice).line_items.find(({ id }) => id === line)

/** The amounts that charges return. Those of one item for one period are divided together, in the order of billing. */
export function withGross(
  work: Work,
  { proration_unit: unit, zone }: Subscription,
  returned: readonly ReturnedCharge[],
): GrossCharge[] {
  const all = returned.flatMap((each) => {
    const line = openLine(work, each.charge)
    return line ? [{ ...each, line }] : []
  })
  const groups = Map.groupBy(
    all,
    ({ charge: { item }, at, until, line }) => `${item} ${line.period_end} ${at} ${until}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [{ at, until }] = group as [ReturnedCharge, ...typeof group]
    const lines = group.map(({ line }) => line)
    const amounts = dividedGross(lines, { at, until }, { unit, zone })
    return group.map(({ line: _, ...each }, n) => ({ ...each, gross: amounts[n] ?? 0 }))
  })
}

/** Returns the time of charges, a note for each invoice and stretch: the notes, and the increase of the customer's credit. */
export function returnCharges(
  work: Work,
  { proration_unit: unit, zone }: Subscription,
  { returned: all, to }: { returned: readonly GrossCharge[]; to: CreditTo },
): { notes: Answer[]; given: number } {
  const groups = Map.groupBy(all, ({ charge, at, until }) => `${charge.invoice} ${at} ${until}`)
  const returned = [...groups.values()].map((group) => {
    const [{ charge, at, until }] = group as [GrossCharge, ...typeof group]
    const lines = new Map(group.map((each) => [each.charge.line, each.gross]))
    const stretch = { at, until, unit, zone }
    return creditUnused(work, work.get(invoices, charge.invoice), { lines, to, ...stretch })
  })
  return {
    notes: returned.flatMap(({ note }) => note ?? []),
    given: returned.reduce((sum, { given }) => sum + given, 0),
  }
}

/** Returns all open charges from an instant on, and lets new credit pay for invoices that are due. */
export function returnUnused(
  work: Work,
  before: Subscription,
  { at, to, invoice }: { at: number; to: CreditTo; invoice: Answer | undefined },
): void {
  const charges = openCharges(work, before, { at, invoice })
  const returned = charges.map((charge) => ({ charge, at }))
  const { given } = returnCharges(work, before, { returned: withGross(work, before, returned), to })
  const row = work.get(subscriptions, before.id)
  if (row.open_charges || row.status === 'paused')
    work.update(subscriptions, { ...row, open_charges: [] })
  if (given > 0) payOwed(work, before)
}

/**
 * The discounts of open charges, by ID, with the amounts that returning some of them gives back: an invoice of a change
 * takes no more of a fixed discount, and keeps one that an earlier invoice of the period used up.
 */
export function carriedDiscounts(
  work: Work,
  charges: readonly OpenCharge[],
  returned: readonly GrossCharge[],
): Map<string, number> {
  const carried = new Map<string, number>()
  for (const charge of charges) {
    const line = openLine(work, charge)
    if (!line) continue
    const gross = returned.find((each) => each.charge === charge)?.gross ?? 0
    for (const { id, amount } of unusedDiscounts(line, gross))
      carried.set(id, (carried.get(id) ?? 0) + amount)
  }
  return carried
}

const ATTEMPTS_MOST = 5

/** Runs an action with locks on the invoices with open charges, if it `returns` any or finds that it has to. */
export async function withCharges<R>(
  service: Pick<Service, 'pool'>,
  call: { scope: Pick<Call['scope'], 'environment_id'> },
  { id, returns = false }: { id: string; returns?: boolean },
  run: (names: NamesCharges) => Promise<R>,
): Promise<R> {
  const { environment_id } = call.scope
  const whose = sql`select b.customer_id, b.currency from subscriptions b
    where b.environment_id = s.environment_id and b.id = ${id}::uuid`
  // Pending changes are returned by a due step, which few requests meet.
  for (let attempt = 1, names = returns; ; attempt++, names = true) {
    const billed = names ? await findBilled(service.pool, { environment_id, id }) : []
    try {
      return await withOwed(service, call, whose, (paysOwed) => run({ ...paysOwed, billed }))
    } catch (error) {
      if (!(error instanceof BilledOtherwise) || attempt === ATTEMPTS_MOST) throw error
    }
  }
}

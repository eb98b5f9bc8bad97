// Ends of random subscriptions that return unused time: what happens to the newest invoice before, and the note that the
// documents expect. Amounts follow Rule R (recurring billing, section 4) and the shares of credit notes, section 2.

import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import type { Api } from './client.ts'
import { bodyOf, get, INVOICES, type Made, PAYMENTS } from './fixtures.ts'
import { linesOf } from './note-books.ts'
import * as note from './note-model.ts'
import { assertNote } from './note-shown.ts'
import { type Item, type Modeled, type Period, startOf } from './subscriptions-model.ts'
import type { Ending } from './subscriptions-random.ts'
import { allOf, type Side } from './subscriptions-sides.ts'

/** The expected figures of a note at the end. */
export interface Expected {
  invoice: Made
  parts: note.Part[]
  money: NonNullable<ReturnType<typeof note.moneyOf>>
  /** The unused stretch by the ID of a line. */
  periods: Map<string, { start: string; end: string }>
}

/** The newest invoice that is not void, after the ending. */
interface Settled {
  invoice: Made
  notes: note.Part[][]
  received: bigint
  remaining: bigint
}

const CREDIT_NOTES = '/v1/credit_notes'
const share = (amount: bigint, percent: number): bigint => (amount * BigInt(percent) + 99n) / 100n
const major = (amount: bigint): string =>
  `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
const totalOf = (parts: note.Part[]): bigint => note.figuresOf(parts).total

async function newestOf(api: Api, key: string, id: string): Promise<Made | undefined> {
  const { data } = await get(api, `${INVOICES}?subscription_id=${id}&limit=100`, { key })
  const live = data.filter(({ status }: Made) => status !== 'void')
  return live.toSorted((a: Made, b: Made) => (a.scheduled_for < b.scheduled_for ? 1 : -1))[0]
}

/** Credits, pays or voids the newest invoice. */
async function settle(
  api: Api,
  key: string,
  id: string,
  { isVoid, goodwill, credit, paid }: Ending,
): Promise<Settled | undefined> {
  const send = (path: string, body: object = {}) => bodyOf(api.post(path, { key, body }))
  const invoice = await newestOf(api, key, id)
  if (!invoice) return undefined
  if (isVoid) {
    await send(`${INVOICES}/${invoice.id}/void`)
    const former = await newestOf(api, key, id)
    return former && { invoice: former, notes: [], received: 0n, remaining: BigInt(former.total) }
  }
  const { id: invoice_id, customer_id } = invoice
  let remaining = BigInt(invoice.total)
  const notes: note.Part[][] = []
  if (goodwill > 0 && remaining > 0n) {
    const amount = share(remaining, goodwill)
    await send(CREDIT_NOTES, { invoice_id, amount: Number(amount), reason: 'goodwill' })
    notes.push(note.credit(linesOf(invoice), [], { amount }))
    remaining -= amount
  }
  if (credit > 0 && remaining > 0n) {
    const amount = share(remaining, credit)
    await send(`/v1/customers/${customer_id}/credit_transactions`, { amount: major(amount) })
    await send(`${INVOICES}/${invoice_id}/apply_credit`, { amount: Number(amount) })
    remaining -= amount
  }
  const received = share(remaining, paid)
  if (received > 0n)
    await send(PAYMENTS, { invoice_id, amount: Number(received), method: 'bank_transfer' })
  remaining -= received
  const { amount_remaining } = await get(api, `${INVOICES}/${invoice_id}`, { key })
  assert.equal(BigInt(amount_remaining), remaining)
  return { invoice, notes, received, remaining }
}

const instant = (at: number): string => new Date(at).toISOString()

const dayOf = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()

/** The value of the rest of a period from an instant on. */
function restOf({ unit, zone }: Modeled, price: number, at: number, { start, end }: Period) {
  const length = (from: number) =>
    BigInt(unit === 'day' ? dayOf(from, zone).until(dayOf(end, zone)).days : end - from)
  return note.rounded(BigInt(price) * length(at), length(start))
}

/** The part of its billed amount that a line of the invoice returns, by the model. */
function returnedOf(sub: Modeled, at: number, line: Made, item: Item | undefined) {
  if (at < Date.parse(line.period.start) || at >= Date.parse(line.period.end)) return undefined
  const billed = sub.invoices
    .flatMap(({ lines }) => lines)
    .find(({ key, period }) => key === item?.key && instant(period.start) === line.period.start)
  assert.ok(billed && item, `the model bills no ${JSON.stringify(line.period)}`)
  const { period, whole } = billed
  const price = item.price.amount(item.quantity)
  const midnight = startOf(dayOf(at, sub.zone).toString(), sub.zone)
  const begun = sub.unit === 'day' ? midnight : at
  return {
    gross: restOf(sub, price, at, whole ?? period),
    period: { start: instant(Math.max(begun, period.start)), end: instant(period.end) },
  }
}

function expectedOf(
  sub: Modeled,
  at: number,
  { invoice, notes, received, remaining }: Settled,
  { items, ending }: { items: Map<string, Item>; ending: Ending },
): Expected | undefined {
  const periods: Expected['periods'] = new Map()
  const parts = linesOf(invoice).flatMap((line, nth) => {
    const sent = invoice.line_items[nth]
    const returned = returnedOf(sub, at, sent, items.get(sent.subscription_item_id))
    if (!returned) return []
    const base = note.unusedBase(line, notes, { before: 0n, returned: returned.gross })
    if (base === 0n) return []
    periods.set(line.id, returned.period)
    const taxes = note.taxesOn(line, note.creditedOn(line, notes), base)
    return [{ line, base, taxes, quantity: null }]
  })
  const total = totalOf(parts)
  if (total === 0n) return undefined
  const rest = total - note.least(total, remaining)
  const refund = ending.credit_to === 'refund' ? note.least(rest, received) : 0n
  const money = note.moneyOf(total, remaining, { refund })
  assert.ok(money)
  return { invoice, parts, money, periods }
}

/** Ends a subscription on one side; returns the expected note, and takes away the credit that it gave. */
export async function endWithCredit(
  api: Api,
  { key, id, items }: { key: string; id: string; items: Map<string, Item> },
  { sub, now, ending }: { sub: Modeled; now: number; ending: Ending },
): Promise<Expected | undefined> {
  const settled = await settle(api, key, id, ending)
  const { credit_to } = ending
  const body = { at: 'now', unused: 'credit', ...(credit_to && { credit_to }) }
  const { status } = await bodyOf(api.post(`/v1/subscriptions/${id}/cancel`, { key, body }), 200)
  assert.equal(status, 'canceled')
  const at = Math.floor(now / 1000) * 1000
  const expected = settled && expectedOf(sub, at, settled, { items, ending })
  if (expected && expected.money.to_balance > 0n) {
    // So that it pays no other invoice of the customer.
    const path = `/v1/customers/${expected.invoice.customer_id}/credit_transactions`
    const amount = `-${major(expected.money.to_balance)}`
    await bodyOf(api.post(path, { key, body: { amount } }), 201)
  }
  return expected
}

/** The notes of unused time by subscription, and all refunds by note. */
export async function readUnused(api: Api, sides: Side[]) {
  const of = async (path: string) =>
    (await Promise.all(sides.map(({ key }) => allOf(api, key, path)))).flat()
  for (const { credit_balance } of await of('/v1/customers'))
    assert.equal(Number(credit_balance), 0)
  const unused = (await of(CREDIT_NOTES)).filter(({ reason }) => reason === 'unused_time')
  return {
    notes: Map.groupBy(unused, (each) => each.subscription_id),
    refunds: Map.groupBy(await of('/v1/refunds'), (each) => each.credit_note_id),
  }
}

/** Compares the notes of unused time of a subscription, with their refunds. */
export function assertUnused(
  notes: Made[],
  refunds: Map<string, Made[]>,
  expected: Expected | undefined,
): void {
  assert.equal(notes.length, expected ? 1 : 0, `${notes.length} notes return unused time`)
  const [made] = notes
  if (!expected || !made) return
  const { invoice, parts, money, periods } = expected
  const named = [made.status, made.invoice_id, made.subscription_id, made.customer_id]
  assert.deepEqual(named, [
    ...['issued', invoice.id],
    ...[invoice.subscription_id, invoice.customer_id],
  ])
  assertNote(made, { currency: invoice.currency }, { parts, money })
  const stretches = made.lines.map((line: Made) => [line.invoice_line_id, line.period])
  assert.deepEqual(new Map(stretches), periods)
  const refunded = (refunds.get(made.id) ?? []).map(({ amount, status }) => [amount, status])
  assert.ok(refunded.every(([, status]) => status === 'pending'))
  const sum = refunded.reduce((all, [amount]) => all + BigInt(amount), 0n)
  assert.equal(sum, money.refund)
}

// Compares the amounts that a subscription has billed and returned with the model: each line, each note, and the open
// amounts.

import assert from 'node:assert/strict'
import {
  type Bill,
  billsOf,
  type Charge,
  netOf,
  type Return,
  type Span,
  type Sub,
} from './changes-books.ts'
import { AMOUNT_OFF } from './changes-sides.ts'
import type { Made } from './fixtures.ts'
import { linesOf } from './note-books.ts'
import * as note from './note-model.ts'
import { assertNote } from './note-shown.ts'
import { evaluate } from './recurring-evaluator.ts'

/** Everything that one side shows of a subscription, oldest first. */
export interface Seen {
  invoices: Made[]
  notes: Made[]
  credit_balance: string
  keys: Map<string, number>
  /** True if the discount is a fixed amount, and not a share. */
  isAmountOff: boolean
  /** The number of events of pauses. */
  events: { paused: number; resumed: number }
}

/** An invoice of the replay. */
interface Issued {
  invoice: Made
  lines: note.Line[]
  notes: note.Part[][]
  applied: bigint
  remaining: bigint
  isVoid: boolean
}

export const shown = (instant: number | null) => instant && new Date(instant).toISOString()
const shownPeriod = ({ start, end }: { start: number; end: number }) => ({
  ...{ start: shown(start), end: shown(end) },
})

/** An instant or a date of a part. */
const pointOf = ({ unit, zone }: Sub['life'], at: number) =>
  unit === 'day' ? new Intl.DateTimeFormat('sv', { timeZone: zone }).format(at) : shown(at)

function expectedLine(sub: Sub, bill: Bill, { item, before, period, grid, amount }: Charge) {
  const { effective } = sub.grid
  const isCut = before !== null || effective(period.start) !== effective(grid.from)
  const isPart = isCut || bill.isAgain !== undefined
  const at = (instant: number) => pointOf(sub.life, instant)
  const part = {
    from: at(period.start),
    to: at(period.end),
    start: at(grid.from),
    end: at(grid.end),
  }
  const quantity_before = before === null ? {} : { quantity_before: String(before) }
  return {
    key: item.key,
    kind: before === null ? 'recurring' : 'difference',
    period: shownPeriod(period),
    ...{ quantity: item.quantity, amount, part: isPart ? { ...part, ...quantity_before } : null },
  }
}

/** A line as the API shows it; unless it ends a pause, a part that is the whole period counts as no part. */
function seenLine(line: Made, { isAgain }: Bill, keys: Map<string, number>) {
  const part = line.pricing?.part ?? null
  const isWhole = isAgain === undefined && part?.from === part?.start && part?.to === part?.end
  return {
    key: keys.get(line.subscription_item_id),
    ...{ kind: line.kind, period: line.period },
    quantity: Number(line.quantity_decimal ?? line.quantity),
    amount: line.amount,
    part: isWhole && part?.quantity_before === undefined ? null : part,
  }
}

const byKey = <T extends { key: number | undefined; period: { start: unknown } }>(lines: T[]) =>
  lines.toSorted((a, b) => {
    const [one, other] = [a, b].map(({ key, period }) => `${period.start} ${key}`)
    return (one as string) < (other as string) ? -1 : 1
  })

/** Lines without an amount are billed but need not be shown. */
const isSome = ({ amount }: { amount: number }) => amount !== 0

function assertBill(sub: Sub, bill: Bill, invoice: Made, { keys, isAmountOff }: Seen): void {
  const seen = {
    ...{
      scheduled_for: invoice.scheduled_for,
      reason: bill.isAgain === false ? bill.reason : invoice.billing_reason,
    },
    period: invoice.period,
    lines: byKey(invoice.line_items.map((line: Made) => seenLine(line, bill, keys)).filter(isSome)),
  }
  const expected = {
    ...{ scheduled_for: shown(bill.scheduled_for), reason: bill.reason },
    period: shownPeriod(bill.period),
    lines: byKey(bill.charges.map((charge) => expectedLine(sub, bill, charge)).filter(isSome)),
  }
  assert.deepEqual(seen, expected, invoice.number)
  if (isAmountOff && bill.isAgain !== undefined) assertAmountOff(bill, invoice)
  for (const { period } of invoice.line_items) {
    const at = Date.parse(period.start)
    const isPaused = ({ start, end }: Span) => start < at && at < sub.grid.effective(end)
    assert.ok(!sub.pauses.some(isPaused), `${invoice.number}: no line begins in a pause`)
  }
}

/** A resume takes an amount off again only if its grid period was not billed before. */
function assertAmountOff({ isAgain }: Bill, invoice: Made): void {
  const sum = (name: string) =>
    invoice.line_items.reduce((total: number, line: Made) => total + line[name], 0)
  const off = Math.min(AMOUNT_OFF, sum('amount'))
  assert.equal(sum('discount'), isAgain ? 0 : off, `${invoice.number}: the amount off`)
}

/** The part of an invoice that a note returns, and its stretch by line. */
function expectedNote({ lines, invoice, notes }: Issued, returns: Return[], keys: Seen['keys']) {
  const periods = new Map<string, object>()
  const parts = returns.flatMap(({ charge, start, gross }) => {
    const nth = invoice.line_items.findIndex(
      (line: Made) =>
        keys.get(line.subscription_item_id) === charge.item.key &&
        line.period.start === shown(charge.period.start),
    )
    const line = lines[nth]
    assert.ok(line, 'a returned line is on its invoice')
    const base = note.unusedBase(line, notes, { before: 0n, returned: BigInt(gross) })
    if (base === 0n) return []
    periods.set(line.id, shownPeriod({ start, end: charge.period.end }))
    const taxes = note.taxesOn(line, note.creditedOn(line, notes), base)
    return [{ line, base, taxes, quantity: null }]
  })
  return { parts, periods }
}

/** Replays the log of a subscription and compares it with the objects of a side. */
export function assertShown(sub: Sub, side: number, seen: Seen): void {
  const made = sub.log.flatMap((entry) =>
    entry.type === 'bill' && entry.bill.charges.some(isSome) ? [entry.bill] : [],
  )
  for (const [nth, bill] of made.entries())
    if (seen.invoices[nth]) assertBill(sub, bill, seen.invoices[nth], seen)
  assert.equal(seen.invoices.length, made.length, 'the number of invoices')
  const issued = new Map(made.map((bill, nth) => [bill, issuedOf(seen.invoices[nth])]))
  const left = new Set(seen.notes)
  const take = (id: string, isUnused: boolean) => {
    const found = [...left].find(
      ({ invoice_id, reason }) => invoice_id === id && (reason === 'unused_time') === isUnused,
    )
    left.delete(found)
    return found
  }
  let balance = 0n
  const credit = (of: Issued, { to_open, to_balance }: { to_open: bigint; to_balance: bigint }) => {
    of.remaining -= to_open
    balance += to_balance
  }
  for (const entry of sub.log) {
    if (entry.type === 'bill') {
      const of = issued.get(entry.bill)
      if (!of) continue
      of.applied = note.least(balance, BigInt(of.invoice.total))
      assert.equal(BigInt(of.invoice.credit_applied), of.applied, `${of.invoice.number}: credit`)
      balance -= of.applied
      of.remaining -= of.applied
    } else if (entry.type === 'touch') {
      const of = issued.get(made[entry.nth] as Bill) as Issued
      const amount = BigInt(entry.amounts[side] as number)
      if (entry.kind === 'pay') of.remaining -= amount
      else if (entry.kind === 'void') {
        of.isVoid = true
        balance += of.applied
      } else {
        const parts = note.credit(of.lines, of.notes, { amount })
        const money = note.moneyOf(note.figuresOf(parts).total, of.remaining)
        assertNote(take(of.invoice.id, false), of.invoice, { parts, money: money! })
        of.notes.push(parts)
        credit(of, money!)
      }
    } else {
      const bills = Map.groupBy(entry.returns, ({ charge }) =>
        billsOf(sub).find(({ charges }) => charges.includes(charge)),
      )
      for (const [bill, returns] of bills) {
        const of = issued.get(bill as Bill) as Issued
        if (of.isVoid) continue
        const { parts, periods } = expectedNote(of, returns, seen.keys)
        const { total } = note.figuresOf(parts)
        if (total === 0n) continue
        const money = note.moneyOf(total, of.remaining)!
        const found = take(of.invoice.id, true)
        assert.ok(found, `${of.invoice.number}: a note returns ${total}`)
        assertNote(found, of.invoice, { parts, money })
        const stretches = found.lines.map((line: Made) => [line.invoice_line_id, line.period])
        assert.deepEqual(new Map(stretches), periods, found.number)
        assert.deepEqual(
          [found.status, found.subscription_id],
          ['issued', of.invoice.subscription_id],
        )
        of.notes.push(parts)
        credit(of, money)
      }
    }
  }
  assert.deepEqual(
    [...left].map(({ number }) => number),
    [],
    'notes that nothing explains',
  )
  for (const { invoice, remaining, isVoid } of issued.values())
    if (!isVoid)
      assert.equal(BigInt(invoice.amount_remaining), remaining, `${invoice.number}: open`)
  assert.deepEqual(seen.events, sub.events, 'the events of pauses')
  assert.equal(Number(seen.credit_balance), Number(balance) / 100, 'the credit of the customer')
}

function issuedOf(invoice: Made): Issued {
  const remaining = BigInt(invoice.total)
  return {
    ...{ invoice, remaining, lines: linesOf(invoice), notes: [] },
    applied: 0n,
    isVoid: false,
  }
}

/** Compares the sums of each item and period with the closed form. */
export function assertClosedForm(sub: Sub, until: number): void {
  const { rows } = evaluate(sub.life, until)
  const net = rows
    .map(
      ({ item, period, charged, returned }) =>
        [[item, ...period].join(), charged - returned] as const,
    )
    .filter(([, sum]) => sum !== 0)
  assert.deepEqual(new Map([...netOf(sub)].sort()), new Map([...net].sort()), 'the closed form')
  for (const { amount, returned } of billsOf(sub).flatMap(({ charges }) => charges))
    assert.ok((returned ?? 0) <= amount, 'no more is returned than was charged')
}

/** True if the current period is open: the documents do not define it in a pause, and after it ended one. */
const isPeriodOpen = ({ status, pauses, life }: Sub) =>
  status === 'paused' || (status === 'canceled' && pauses.at(-1)?.end === life.acts.at(-1)!.at)

/** The state that a response shows, and the one of the model. */
export function seenState(row: Made, sub: Sub, keys: Map<string, number>) {
  const { status, anchor, trial_end, pause, items, scheduled_changes } = row
  return {
    ...{ status: status === 'past_due' ? 'active' : status, anchor, trial_end, pause },
    items: items.map(({ id, price_id, quantity }: Made) => [keys.get(id), price_id, quantity]),
    scheduled: scheduled_changes.map(({ at }: Made) => at),
    current_period: isPeriodOpen(sub) ? null : row.current_period,
  }
}

export function expectedState(sub: Sub, prices: Map<string, string>) {
  const { year, month, day, time } = sub.anchor
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const { status, pause, period, life } = sub
  return {
    status,
    anchor: { ...{ year, month, day }, second: hour * 3600 + minute * 60 + second },
    trial_end: shown(life.trial_end ?? null),
    pause: pause && { from: shown(pause.from), resume_at: shown(pause.resume_at) },
    items: sub.items.map(({ key, price, quantity }) => [key, prices.get(price.name), quantity]),
    scheduled: sub.scheduled.map(({ at }) => shown(at)),
    current_period: isPeriodOpen(sub) ? null : period && shownPeriod(period),
  }
}

// Random acts on invoices and their credit notes.

import {
  type Bill,
  type Books,
  creditOf,
  DIGITS,
  partsOf,
  refundingOf,
  remainingOf,
  returnableOf,
  unitOf,
  voidFault,
} from './note-books.ts'
import * as model from './note-model.ts'
import { AGO, drawPay, drawPaymentAct, type Party, type PaymentAct } from './note-payment-acts.ts'
import { paidBy } from './note-payments.ts'
import { allLeft, drawAsked, partOf } from './note-random.ts'
import { allowedSteps, askedBy, STEPS, type Step } from './note-refunds.ts'
import { drawReturn, type ReturnAct } from './note-returns.ts'
import type { Random } from './random.ts'

/** Rates of taxes, and of those that a price includes. */
export const RATES = [
  { name: 'VAT', percentage: '21' },
  { name: 'QST', percentage: '9.975' },
  { name: 'GST', percentage: '5' },
  { name: 'Duty', percentage: '100' },
  { name: 'Zero', percentage: '0', category: 'zero' },
  { name: 'Included', percentage: '10', inclusive: true },
  { name: 'Part', percentage: '6.5', inclusive: true },
  { name: 'Fee', percentage: '25', inclusive: true },
]

const CURRENCIES = Object.keys(DIGITS)
const REASONS = ['duplicate', 'order_change', 'pricing_error', 'goodwill', 'fraud', 'other']

/** Requested ways to settle a note; empty for the default. */
type Money = Parameters<typeof model.moneyOf>[2] & object

export type Act =
  | { verb: 'bill' }
  /** In 10^-8 of the major unit. */
  | { verb: 'grant'; currency: string; amount: bigint }
  /** Credit pays a finalized invoice: as much as it covers without an amount. */
  | { verb: 'apply_credit'; at: number; amount: bigint | undefined }
  | PaymentAct
  | ReturnAct
  | { verb: 'void'; at: number }
  | {
      verb: 'note'
      at: number
      asked: model.Asked
      money: Money
      isPaid: boolean
      reason: string
    }
  | { verb: 'void_note'; at: number; nth: number }
  /** A step of a note's refund, both by position. */
  | { verb: 'refund'; at: number; nth: number; re: number; step: Step; ago: number }
  /** Another refund for a note; by default, of all that it still has to refund. */
  | { verb: 'again'; at: number; nth: number; of: number; amount: bigint | undefined }

/** The body of a new invoice. */
export function drawInvoice({ below, pick, some }: Random, ids: Map<string, string>): object {
  const line_items = Array.from({ length: 1 + below(4) }, () => {
    const isIncluded = below(4) === 0
    const names = RATES.filter(({ inclusive = false }) => inclusive === isIncluded)
    const rates = new Set(below(6) === 0 ? [] : some(names, 3).map(({ name }) => ids.get(name)))
    const priced =
      below(4) === 0
        ? { quantity_decimal: pick(['2.5', '0.333', '12.75']), unit_amount_decimal: '412.5' }
        : {
            quantity: pick([1, 1, 3, 7, 12]),
            unit_amount: pick([0, 1, 2, 7, 99, 333, 1999, 100_000, 70_000_001]),
          }
    return { description: 'Seats', tax_rates: [...rates], ...priced }
  })
  const discounts = below(3) === 0 ? { discounts: [{ coupon_id: ids.get('coupon') }] } : {}
  return { line_items, currency: pick(CURRENCIES), ...discounts }
}

/** The body of a new invoice of one small price that includes several taxes. */
export function drawIncluding({ pick, some }: Random, ids: Map<string, string>): object {
  const names = RATES.filter(({ inclusive }) => inclusive).map(({ name }) => name)
  const rates = new Set([...some(names, 3), ...some(names, 2)].map((name) => ids.get(name)))
  const unit_amount = pick([4, 13, 30, 120, 333])
  const line_items = [{ description: 'Seats', tax_rates: [...rates], quantity: 1, unit_amount }]
  return { line_items, currency: pick(CURRENCIES) }
}

/** A note for a few units of the only line, the void of a note, or at the end a note for the remainder. */
export function drawSmall({ below, pick }: Random, bill: Bill, isLast: boolean): Act | undefined {
  const live = [...bill.notes.keys()].filter((nth) => !bill.notes[nth]?.isVoid)
  if (!isLast && live.length > 0 && below(3) === 0)
    return { verb: 'void_note', at: 0, nth: pick(live) }
  const left = allLeft(bill.lines, partsOf(bill))
  if (left === 0n) return undefined
  const few = BigInt(1 + below(6))
  const amount = isLast || few > left ? left : few
  const id = bill.lines[0]?.id as string
  const asked = below(4) === 0 ? { amount } : { lines: [{ id, amount }] }
  return { verb: 'note', at: 0, asked, money: {}, isPaid: false, reason: pick(REASONS) }
}

/** A random act that the state allows, or that is refused for a reason that the model knows. */
export function drawAct(random: Random, party: Party): Act {
  const { below, pick } = random
  const { bills, books } = party
  if (bills.length === 0 || (bills.length < 4 && below(8) === 0)) return { verb: 'bill' }
  const moved = below(3) === 0 ? drawPaymentAct(random, party) : undefined
  if (moved) return moved
  const returned = below(4) === 0 ? drawReturn(random, books) : undefined
  if (returned) return returned
  if (below(8) === 0) {
    const currency = below(3) === 0 ? pick(CURRENCIES) : pick(bills).bill.currency
    const unit = unitOf(currency)
    const part = below(3) === 0 ? BigInt(below(Number(unit))) : 0n
    return {
      verb: 'grant',
      currency,
      amount: BigInt(1 + below(pick([3, 3000, 300_000]))) * unit + part,
    }
  }
  const covered = placesOf(
    bills,
    (bill) => remainingOf(bill) > 0n && creditOf(books, bill.currency) > 0n,
  )
  if (covered.length > 0 && below(3) === 0) return drawApply(random, bills, books, pick(covered))
  const applied = placesOf(
    bills,
    (bill) => bill.credit_applied_later > 0n && voidFault(bill) === undefined,
  )
  if (applied.length > 0 && below(5) === 0) return { verb: 'void', at: pick(applied) }
  const refunded = placesOf(bills, ({ notes }) => notes.some(({ refunds }) => refunds.length > 0))
  if (refunded.length > 0 && below(3) === 0) return drawRefund(random, bills, pick(refunded))
  const open = placesOf(bills, ({ isVoid }) => !isVoid)
  if (open.length === 0 && bills.length < 4) return { verb: 'bill' }
  const paid = placesOf(
    bills,
    (bill) => bill.amount_paid > 0n && allLeft(bill.lines, partsOf(bill)) > 0n,
  )
  if (paid.length > 0 && below(3) === 0) {
    const at = pick(paid)
    return drawNote(random, (bills[at] as { bill: Bill }).bill, at)
  }
  const at = open.length > 0 && below(8) > 0 ? pick(open) : below(bills.length)
  const { bill } = bills[at] as { bill: Bill }
  const settled = [...books.payments.keys()].filter((nth) => paysNow(bill, books.payments[nth]))
  switch (below(12)) {
    case 0:
      return { verb: 'void', at }
    case 1:
      if (settled.length > 0) return { verb: 'reverse', of: pick(settled) }
      break
    case 2:
    case 3:
      if (bill.notes.length > 0) return { verb: 'void_note', at, nth: below(bill.notes.length) }
      break
    case 4:
    case 5:
    case 6:
    case 7: {
      const act = drawPay(random, bill, at)
      if (act) return act
      break
    }
    case 8:
      return drawApply(random, bills, books, at)
  }
  return drawNote(random, bill, at)
}

const paysNow = (bill: Bill, payment: Books['payments'][number] | undefined): boolean =>
  payment !== undefined && paidBy(bill, payment) > 0n

const placesOf = (bills: { bill: Bill }[], isIt: (bill: Bill) => boolean): number[] =>
  bills.flatMap(({ bill }, at) => (isIt(bill) ? [at] : []))

/** Credit for an invoice: all, a part, as much as there is, or too much. */
function drawApply(random: Random, bills: { bill: Bill }[], books: Books, at: number): Act {
  const { below, pick } = random
  const { bill } = bills[at] as { bill: Bill }
  const [remaining, credit] = [remainingOf(bill), creditOf(books, bill.currency)]
  const most = model.least(remaining, credit)
  const amount = pick([
    undefined,
    partOf(random, most),
    most,
    most + BigInt(below(2)),
    remaining + 1n,
  ])
  return { verb: 'apply_credit', at, amount: amount || undefined }
}

/** A step of a refund, or another refund; most of them are allowed. */
function drawRefund(random: Random, bills: { bill: Bill }[], at: number): Act {
  const { below, pick } = random
  const { notes, payments } = (bills[at] as { bill: Bill }).bill
  const nth = pick([...notes.keys()].filter((each) => notes[each]?.refunds.length))
  const note = notes[nth] as Bill['notes'][number]
  const isFree = !note.isVoid && refundingOf(note) === 0n
  if (isFree && below(2) === 0) return { verb: 'void_note', at, nth }
  const left = askedBy(note)
  if (below(5) === 0 || (left > 0n && below(3) === 0)) {
    const amount = pick([undefined, partOf(random, left) || 1n, left + BigInt(below(2))])
    return { verb: 'again', at, nth, of: below(payments.length), amount: amount || undefined }
  }
  const re = below(note.refunds.length)
  const allowed = allowedSteps(note.refunds[re] as Bill['notes'][number]['refunds'][number])
  const step = pick(allowed.length > 0 && below(4) > 0 ? allowed : STEPS)
  return { verb: 'refund', at, nth, re, step, ago: pick(AGO) }
}

function drawNote(random: Random, bill: Bill, at: number): Act {
  const { below, pick } = random
  const reason = pick(REASONS)
  const head = { verb: 'note', at, reason } as const
  const notes = partsOf(bill)
  const usable = bill.lines.filter((line) => model.baseOf(line) > 0n)
  const left = allLeft(bill.lines, notes)
  const tooMuch = { ...head, asked: { amount: left + 1n }, money: {}, isPaid: false }
  if (left === 0n || usable.length === 0 || below(12) === 0) return tooMuch
  let asked = drawAsked(random, usable, notes)
  if ('amount' in asked) asked = { amount: asked.amount || 1n }
  else
    asked = {
      lines: asked.lines.map((each) =>
        each.quantity === undefined ? { ...each, amount: each.amount || 1n } : each,
      ),
    }
  return { ...head, asked, money: drawMoney(random, bill, asked), isPaid: below(3) === 0 }
}

/** Returns a part of the remainder, as a refund or outside; sometimes more than was left or received. */
function drawMoney(random: Random, bill: Bill, asked: model.Asked): Money {
  const { below, pick } = random
  if (below(3) === 0) return {}
  try {
    const { total } = model.figuresOf(model.credit(bill.lines, partsOf(bill), asked))
    const remaining = remainingOf(bill)
    const rest = total > remaining ? total - remaining : 0n
    const received = returnableOf(bill)
    const most = below(4) === 0 || rest < received ? rest : received
    const back = below(8) === 0 ? rest + 1n : partOf(random, most < 0n ? 0n : most)
    const refund = pick([back, back, partOf(random, back), 0n])
    const outside = back - refund
    return { ...(refund > 0n && { refund }), ...(outside > 0n && { outside }) }
  } catch (error) {
    if (error instanceof model.Exceeded) return {}
    throw error
  }
}

// The figures of credit notes. The taxes of a line are computed from all that has been credited on it, so that the
// notes of an invoice add up to it for each line and tax, however it is split (credit notes, section 2).

import { applicable } from './credit.ts'
import {
  compare,
  type Decimal,
  exactText,
  minus,
  parseExact,
  plus,
  times,
  whole,
} from './decimal.ts'
import type { ErrorCode } from './error-catalogue.ts'
import { billingError } from './errors.ts'
import { amountRemaining, type Owed } from './invoice.ts'
import type { LineItem } from './invoice-lines.ts'
import { allocate, formatMoney, roundHalfAwayFromZero, sumAmounts } from './money.ts'
import type { Credited, InvoiceTax, LineTax } from './parts.ts'

export const CREDIT_NOTE_STATUSES = ['issued', 'void'] as const
export type CreditNoteStatus = (typeof CREDIT_NOTE_STATUSES)[number]

/** The fields of an invoice that credit notes read. */
export interface Creditable {
  number: string
  currency: string
  line_items: readonly LineItem[]
  taxes: readonly InvoiceTax[] | null
  /** Per line; null before its first note. */
  credited: readonly Credited[] | null
}

/** The credit requested for a line: `at` is its position from 0, `index` its position in the request. */
export type LineSent = { at: number; index: number } & ({ amount: number } | { quantity: string })

/** What to credit: amounts or quantities of some lines, or an amount of the whole invoice with its taxes. */
export type CreditSent = { lines: readonly LineSent[] } | { amount: number }

const lineTaxes = ({ taxes }: LineItem): readonly LineTax[] => taxes ?? []

/** The creditable amount of a line: after its discounts, before exclusive taxes. */
export const baseOf = ({ amount, discount }: LineItem): number => amount - discount

const isInclusive = ({ taxes }: Pick<Creditable, 'taxes'>, line: LineItem): boolean => {
  const [first] = lineTaxes(line)
  return first !== undefined && taxes?.[first.t]?.inclusive === true
}

/** The amount by which crediting a line reduces the total: its base and its exclusive taxes. */
const totalOf = (invoice: Creditable, line: LineItem, { base, taxes }: Credited): number =>
  isInclusive(invoice, line) ? base : sumAmounts([base, ...taxes])

/** The amounts credited on each line so far. */
const creditedOf = ({ line_items: lines, credited }: Creditable): readonly Credited[] =>
  credited ?? lines.map(nothingOf)

const nothingOf = (line: LineItem): Credited => ({
  quantity: '0',
  base: 0,
  taxes: lineTaxes(line).map(() => 0),
})

const allOf = (line: LineItem): Credited => ({
  quantity: line.quantity,
  base: baseOf(line),
  taxes: lineTaxes(line).map(({ amount }) => amount),
})

const remainderOf = (line: LineItem, before: Credited): Credited => {
  const all = allOf(line)
  return {
    quantity: exactText(minus(parseExact(all.quantity), parseExact(before.quantity))),
    base: all.base - before.base,
    taxes: all.taxes.map((tax, n) => tax - (before.taxes[n] ?? 0)),
  }
}

/** `amount × part / whole`, rounded once, halves away from zero. */
export const shareOf = (amount: number, part: number, of: number): number =>
  of === 0 ? 0 : Number(roundHalfAwayFromZero(BigInt(amount) * BigInt(part), BigInt(of)))

/**
 * The taxes for a base: the share for everything credited on the line, less the tax credited before. Never negative:
 * after a note is voided, more tax can be credited than the share.
 */
function taxesFor(line: LineItem, before: Credited, base: number): number[] {
  return lineTaxes(line).map(({ amount }, n) => {
    const was = before.taxes[n] ?? 0
    return Math.max(0, shareOf(amount, before.base + base, baseOf(line)) - was)
  })
}

/**
 * The taxes included in a base. They are rounded together, so that neither the net of a note nor the remaining net is
 * negative; each tax then gets its own share, as far as the sum allows.
 */
function includedTaxesFor(line: LineItem, before: Credited, base: number): number[] {
  const { base: baseLeft, taxes: most } = remainderOf(line, before)
  const left = sumAmounts(most)
  const was = sumAmounts(before.taxes)
  const share = shareOf(left + was, before.base + base, baseOf(line)) - was
  const together = Math.max(Math.min(share, base), 0, left - (baseLeft - base))
  const taxes = cutTo(together, taxesFor(line, before, base))
  return raised(taxes, most, together - sumAmounts(taxes))
}

/** Credits a base of a line, at most its remainder. */
function byBase(invoice: Creditable, line: LineItem, before: Credited, base: number): Credited {
  const taxesOf = isInclusive(invoice, line) ? includedTaxesFor : taxesFor
  return { quantity: '0', base, taxes: taxesOf(line, before, base) }
}

/** Credits units of a line: the share for all units credited so far, at most the remaining base. */
function byQuantity(
  invoice: Creditable,
  line: LineItem,
  before: Credited,
  quantity: string,
): Credited {
  const units = parseExact(line.quantity)
  const was = parseExact(before.quantity)
  const all = baseOf(line)
  const until = (counted: Decimal) => ratioOf(all, counted, units)
  const share = until(plus(was, parseExact(quantity))) - until(was)
  const base = Math.min(share, all - before.base)
  return { ...byBase(invoice, line, before, base), quantity }
}

/** `amount × counted / units`, rounded. */
function ratioOf(amount: number, counted: Decimal, units: Decimal): number {
  const scale = Math.max(counted.scale, units.scale)
  const at = (decimal: Decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale)
  return Number(roundHalfAwayFromZero(BigInt(amount) * at(counted), at(units)))
}

/** Credits an amount of a line including taxes: the largest base that fits, then the units that are still missing. */
function byTotal(invoice: Creditable, line: LineItem, before: Credited, share: number): Credited {
  const rest = remainderOf(line, before)
  if (isInclusive(invoice, line)) return byBase(invoice, line, before, share)
  const fits = (base: number) => sumAmounts([base, ...taxesFor(line, before, base)]) <= share
  if (!fits(0)) return { quantity: '0', base: 0, taxes: cutTo(share, taxesFor(line, before, 0)) }
  let [low, high] = [0, Math.min(rest.base, share)]
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  const taxes = taxesFor(line, before, low)
  const missing = share - sumAmounts([low, ...taxes])
  const base = Math.min(rest.base, low + missing)
  return { quantity: '0', base, taxes: raised(taxes, rest.taxes, missing - (base - low)) }
}

/** Cuts taxes to a sum, starting with the last. */
function cutTo(amount: number, taxes: readonly number[]): number[] {
  let left = amount
  return taxes.map((tax) => {
    const kept = Math.min(tax, left)
    left -= kept
    return kept
  })
}

/** Adds an amount to the taxes, at most the remainder of each, starting with the first. */
function raised(taxes: readonly number[], most: readonly number[], by: number): number[] {
  let left = by
  return taxes.map((tax, n) => {
    const added = Math.min(left, (most[n] ?? 0) - tax)
    left -= added
    return tax + added
  })
}

/**
 * The amounts that a note credits per line; null for lines it does not credit. Throws `credit_exceeds_invoice` if they
 * exceed the remainder of a line or of the invoice.
 */
export function creditOf(invoice: Creditable, sent: CreditSent): (Credited | null)[] {
  const { line_items: lines } = invoice
  const before = creditedOf(invoice)
  const was = (at: number) => before[at] as Credited
  if ('lines' in sent) {
    const named = new Map(sent.lines.map((each) => [each.at, each]))
    return lines.map((line, at) => {
      const each = named.get(at)
      if (!each) return null
      assertLeft(invoice, each, remainderOf(line, was(at)))
      if ('quantity' in each) return byQuantity(invoice, line, was(at), each.quantity)
      return byBase(invoice, line, was(at), each.amount)
    })
  }
  const left = lines.map((line, at) => totalOf(invoice, line, remainderOf(line, was(at))))
  const most = sumAmounts(left)
  if (sent.amount > most) {
    throw exceeds('amount', sent.amount, most, `invoice ${invoice.number}`, invoice.currency)
  }
  const shares = allocate(sent.amount, left)
  return lines.map((line, at) => {
    const share = shares[at] as number
    return share === 0 ? null : byTotal(invoice, line, was(at), share)
  })
}

function assertLeft(invoice: Creditable, sent: LineSent, left: Credited): void {
  const { number, currency } = invoice
  const line = `line ${sent.at + 1} of invoice ${number}`
  const param = `lines[${sent.index}]`
  if ('amount' in sent) {
    if (sent.amount <= left.base) return
    throw exceeds(`${param}.amount`, sent.amount, left.base, line, currency)
  }
  if (left.base > 0 && compare(parseExact(sent.quantity), parseExact(left.quantity)) <= 0) return
  throw billingError(
    'credit_exceeds_invoice',
    left.base > 0
      ? `${sent.quantity} units are more than the ${left.quantity} that can still be credited of ${line}. Credit at most ${left.quantity}, or an amount of at most ${left.base}.`
      : `All of ${line} is credited already. Credit another line.`,
    { param: `${param}.quantity` },
  )
}

function exceeds(param: string, sent: number, most: number, what: string, currency: string) {
  return billingError(
    'credit_exceeds_invoice',
    `${formatMoney(sent, currency)} is more than the ${formatMoney(most, currency)} that can still be credited of ${what}. Credit at most ${most}.`,
    { param, constraint: { kind: 'integer', min: 1, max: most } },
  )
}

/** The credited amounts after a note is issued or voided; null if none are left. */
export function creditedAfter(
  invoice: Creditable,
  note: readonly (Credited | null)[],
  sign: 1 | -1,
): Credited[] | null {
  const after = creditedOf(invoice).map((before, at) => {
    const more = note[at]
    if (!more) return before
    const signed = times(parseExact(more.quantity), whole(sign))
    return {
      quantity: exactText(plus(parseExact(before.quantity), signed)),
      base: before.base + sign * more.base,
      taxes: before.taxes.map((tax, n) => tax + sign * (more.taxes[n] ?? 0)),
    }
  })
  return after.some(({ base, taxes }) => sumAmounts([base, ...taxes]) > 0) ? after : null
}

/** A credited line with its tax amounts, in the form of a line of an invoice. */
function asLine(line: LineItem, { base, taxes }: Credited, inclusive: boolean): LineItem {
  const tax = sumAmounts(taxes)
  const taxable = inclusive ? base - tax : base
  return {
    ...line,
    amount: base,
    discount: 0,
    tax,
    discounts: null,
    taxes: line.taxes?.map(({ t }, n) => ({ t, taxable, amount: taxes[n] ?? 0 })) ?? null,
  }
}

/** A note as a separate document: the lines and taxes of its invoice with the credited amounts. */
export interface NoteFigures {
  line_items: LineItem[]
  taxes: InvoiceTax[] | null
  subtotal: number
  tax: number
  tax_included: number
  total: number
}

export function noteFigures(
  invoice: Pick<Creditable, 'line_items' | 'taxes'>,
  note: readonly (Credited | null)[],
): NoteFigures {
  const lines = invoice.line_items.map((line, at) =>
    asLine(line, note[at] ?? nothingOf(line), isInclusive(invoice, line)),
  )
  const taxes = (invoice.taxes ?? []).map((each, t) => {
    const own = lines.flatMap((line) => lineTaxes(line).filter((tax) => tax.t === t))
    const taxable = sumAmounts(own.map((tax) => tax.taxable))
    return { ...each, taxable, amount: sumAmounts(own.map(({ amount }) => amount)) }
  })
  const subtotal = sumAmounts(lines.map(({ amount }) => amount))
  const tax = sumAmounts(taxes.map(({ amount }) => amount))
  const included = taxes.filter(({ inclusive }) => inclusive)
  const tax_included = sumAmounts(included.map(({ amount }) => amount))
  const total = subtotal + tax - tax_included
  return {
    ...{ line_items: lines, taxes: invoice.taxes && taxes },
    ...{ subtotal, tax, tax_included, total },
  }
}

/** How the total of a note is settled. */
export interface NoteParts {
  /** Reduces the invoice's balance due, as far as possible. */
  to_open: number
  /** Becomes customer credit: the rest. */
  to_balance: number
  /** Refunded from the payments of the invoice. */
  refund: number
  /** Returned to the customer outside of this program. */
  outside: number
}

/** The part of a note that is returned to the customer as money. */
export type Returned = Pick<NoteParts, 'refund' | 'outside'>

/**
 * Splits the total of a note. Throws `refund_exceeds_payment` for more than the money received for the invoice (credit
 * that paid it becomes credit again), and 400 for more than the open amount leaves.
 */
export function partsOf(
  invoice: Owed & { number: string; currency: string; amount_returned: number },
  total: number,
  { refund, outside }: Returned,
): NoteParts {
  const { number, currency, amount_paid, amount_returned } = invoice
  const to_open = Math.min(total, amountRemaining(invoice))
  const rest = total - to_open
  const received = Math.max(0, amount_paid - amount_returned)
  const returned = refund + outside
  const param = refund > 0 ? 'refund' : 'outside'
  const exceeds = (code: ErrorCode, most: number, what: string) =>
    billingError(
      code,
      `${formatMoney(returned, currency)} is more than the ${formatMoney(most, currency)} ${what} Return at most ${most}.`,
      { param, constraint: { kind: 'integer', min: 1, max: most } },
    )
  if (returned > rest) {
    throw exceeds(
      'parameter_invalid',
      rest,
      `that this note leaves after what was still to be paid of invoice ${number}.`,
    )
  }
  if (returned > received) {
    throw exceeds(
      'refund_exceeds_payment',
      received,
      `of money received for invoice ${number} that was not returned yet; the rest goes to the customer's credit.`,
    )
  }
  return { to_open, to_balance: rest - returned, refund, outside }
}

/**
 * Throws `credit_note_used` if a note cannot be voided: it is void already, an amount was refunded or returned, or the
 * customer has spent its credit.
 */
export function assertVoidable(
  note: NoteParts & {
    number: string
    status: CreditNoteStatus
    currency: string
    reason: string
    refunding: number
  },
  balances: Readonly<Record<string, string>>,
): void {
  const { number, status, currency, reason, to_balance, outside, refunding } = note
  if (status === 'void') {
    throw billingError('credit_note_used', `Credit note ${number} is already void.`)
  }
  if (reason === 'unused_time') {
    throw billingError(
      'credit_note_used',
      `Credit note ${number} returned the unused time of a subscription. Bill the amount with a new invoice.`,
    )
  }
  if (outside > 0) {
    throw billingError(
      'credit_note_used',
      `Of credit note ${number}, ${formatMoney(outside, currency)} was returned to the customer. Bill the amount with a new invoice.`,
    )
  }
  if (refunding > 0) {
    throw billingError(
      'credit_note_used',
      `Of credit note ${number}, ${formatMoney(refunding, currency)} is being refunded or was. Cancel its refunds if they are not paid yet, or bill the amount with a new invoice.`,
    )
  }
  if (applicable(balances[currency] ?? '0', currency, to_balance) === to_balance) return
  throw billingError(
    'credit_note_used',
    `Credit note ${number} gave the customer ${formatMoney(to_balance, currency)}, which was used since. Bill the amount with a new invoice.`,
  )
}

/** The number of a note, in a separate series: `CN-000042`. */
export const creditNoteNumber = (counter: number): string =>
  `CN-${String(counter).padStart(6, '0')}`

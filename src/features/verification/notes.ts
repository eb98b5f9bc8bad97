// Verifies the credit notes of an invoice, in the order of the feed.

import { invariant } from '../../invariant.ts'
import { encodeId } from '../../platform/ids.ts'
import { same } from './canonical.ts'
import type { Differ } from './checks.ts'
import { readDecimal } from './fractions.ts'
import {
  baseOfQuantity,
  type CreditedLine,
  least,
  nothing,
  type Part,
  partsOfTotal,
  plus,
  taxesOf,
  totalOf,
} from './note-rules.ts'
import type { Replay } from './replay.ts'
import type { BooksInvoice, BooksLine, BooksNote, BooksTax } from './store-invoices.ts'
import { addedTo, type Unused, unusedOf } from './unused-rules.ts'

/** A line of the invoice, with the properties that notes show. */
interface Billed extends CreditedLine {
  ref: string
  line: BooksLine
  rates: BooksTax[]
}

const sum = (all: readonly bigint[]): bigint => all.reduce((one, other) => one + other, 0n)
const closed = ({ to_open }: BooksNote): bigint => BigInt(to_open)
const returned = ({ refund, outside }: BooksNote): bigint => BigInt(refund) + BigInt(outside)

/** True if an invoice has anything to do with credit notes. */
export const isCredited = (invoice: BooksInvoice): boolean =>
  invoice.notes.length > 0 ||
  invoice.credited !== null ||
  [invoice.amount_credited, invoice.amount_returned].some((amount) => amount !== '0')

export function checkNotes(invoice: BooksInvoice, differ: Differ, replay?: Replay): void {
  const live = invoice.notes.filter(({ status }) => status !== 'void')
  if (invoice.finalized_at === null) differ('it was never finalized, but has credit notes')
  if (invoice.status === 'void' && live.length > 0) differ('it is void, but has credit notes')
  for (const [name, amount] of [
    ['amount_credited', closed],
    ['amount_returned', returned],
  ] as const) {
    const expected = sum(live.map(amount))
    if (BigInt(invoice[name]) !== expected)
      differ(`${name} is ${invoice[name]}, but its notes add up to ${expected}`)
  }
  try {
    checkParts(invoice, differ, replay)
  } catch (error) {
    differ(`its credit notes cannot be recomputed: ${(error as Error).message}`)
  }
}

function billedLines({ lines, taxes }: BooksInvoice): Billed[] {
  return lines.map((line) => {
    const own = line.taxes ?? []
    const rates = own.map(({ t }) => {
      const tax = taxes?.[t]
      invariant(tax, `line ${line.position} has tax ${t}, which the invoice does not have`)
      return tax
    })
    return {
      ref: line.id === null ? '' : encodeId('il', line.id),
      base: BigInt(line.amount) - BigInt(line.discount),
      quantity: readDecimal(line.quantity),
      taxes: own.map(({ amount }) => BigInt(amount)),
      isInclusive: rates.some(({ inclusive }) => inclusive),
      ...{ line, rates },
    }
  })
}

/** Replays the events of the notes, and checks each against the credits before it. */
function checkParts(invoice: BooksInvoice, differ: Differ, replay?: Replay): void {
  const lines = billedLines(invoice)
  const notes = new Map(invoice.notes.map((note) => [encodeId('cn', note.id), note]))
  const parts = new Map<BooksNote, Part[]>()
  let so_far = lines.map(nothing)
  const unused = new Set<number>()
  let hasVoided = false
  const add = (more: readonly Part[], sign: 1n | -1n) => {
    so_far = so_far.map((part, at) => plus(part, more[at] as Part, sign))
  }
  for (const { ref, verb } of replay?.notes ?? []) {
    const note = notes.get(ref)
    // A missing note is reported by the comparison with its events.
    if (!note) continue
    if (verb === 'voided') {
      hasVoided = true
      add(parts.get(note) ?? [], -1n)
    } else {
      const own = readParts(note, lines)
      checkNote(note, own, { invoice, lines, so_far, unused, hasVoided }, (sentence) =>
        differ(`${note.number}: ${sentence}`),
      )
      if (note.reason === 'unused_time')
        for (const [at, { base }] of own.entries())
          if (base > 0n && stretchEnd(note, lines[at] as Billed) === undefined) unused.add(at)
      parts.set(note, own)
      add(own, 1n)
    }
  }
  const isNone = so_far.every(({ base, taxes }) => base === 0n && sum(taxes) === 0n)
  const credited = invoice.credited?.map(storedPart) ?? lines.map(nothing)
  if (!isNone !== (invoice.credited !== null) || !alike(credited, so_far))
    differ('the amounts credited on its lines are not those of its notes')
}

interface Before {
  invoice: BooksInvoice
  lines: readonly Billed[]
  so_far: readonly Part[]
  /** The positions of lines whose unused time earlier notes returned. */
  unused: ReadonlySet<number>
  /** True if an earlier note was voided. */
  hasVoided: boolean
}

function checkNote(note: BooksNote, parts: Part[], before: Before, differ: Differ): void {
  const { invoice, lines, so_far } = before
  for (const name of ['customer_id', 'currency', 'subscription_id'] as const) {
    if (note[name] !== invoice[name])
      differ(`its ${name} is ${note[name]}, but that of its invoice is ${invoice[name]}`)
  }
  for (const [at, line] of lines.entries()) {
    const [part, credited] = [parts[at] as Part, so_far[at] as Part]
    const left = line.base - credited.base
    if (part.base < 0n || part.base > left)
      differ(`it credits ${part.base} of line ${at + 1}, of which ${left} is left`)
    const own = line.taxes.map((tax, nth) => tax - (credited.taxes[nth] ?? 0n))
    if (part.taxes.some((tax, nth) => tax < 0n || tax > (own[nth] ?? 0n)))
      differ(`it credits taxes of ${part.taxes} of line ${at + 1}, of which ${own} are left`)
  }
  const off = lines.findIndex(
    (line, at) => !followsLine(line, so_far[at] as Part, parts[at] as Part),
  )
  const isUnused = note.reason === 'unused_time'
  if (off >= 0 && (isUnused || !followsTotal(note, parts, before)))
    differ(`line ${off + 1} is credited with ${shown(parts[off] as Part)}, which does not follow`)
  const periods = isUnused
    ? checkUnused(note, parts, before, differ).map((unused) => unused?.period ?? null)
    : lines.map(periodOf)
  checkShown(note, parts, { lines, periods }, differ)
  checkMoney(note, differ)
}

/**
 * Returns the unused time of each line. A line is returned once, with all of its unused time; a note for the end of a
 * subscription returns every line that was not returned before.
 */
function checkUnused(
  note: BooksNote,
  parts: Part[],
  { invoice, lines, so_far, unused: before, hasVoided }: Before,
  differ: Differ,
): (Unused | undefined)[] {
  const { ended, created_at, status } = note
  if (status === 'void') differ('it returns unused time, but is void')
  if (ended === null) {
    differ('it returns unused time, but its invoice has no subscription')
    return lines.map(() => undefined)
  }
  if (parts.every(({ base }) => base === 0n)) differ('it returns no unused time')
  const instant = instantOf(note)
  if (ended.canceled_at !== null && instant > ended.canceled_at)
    differ(`it is of ${created_at}, but its subscription ended at ${ended.canceled_at}`)
  // A change can have returned time at the instant of the end.
  const isEnd = ended.canceled_at === instant && !ended.is_divided && !hasVoided
  return lines.map(({ line, base }, at) => {
    const [part, credited] = [parts[at] as Part, so_far[at] as Part]
    const until = stretchEnd(note, lines[at] as Billed)
    // Only time until the note itself is returned without what follows it.
    if (until !== undefined && until > created_at)
      differ(`it returns line ${at + 1} until ${until}`)
    const added = addedTo(line, invoice.later)
    const unused = unusedOf(line, instant, { ...ended, added, ...(until && { until }) })
    const left = base - credited.base
    const isDue = unused && !before.has(at) && (isEnd || part.base !== 0n)
    const due = isDue ? least(unused.base, left) : 0n
    if (part.base !== due || part.quantity)
      differ(`it returns ${part.base} of line ${at + 1}, but ${due} of it was unused`)
    return unused
  })
}

/** When the returned time of a line ends, if it stays paid after that. */
function stretchEnd(note: BooksNote, { ref, line }: Billed): string | undefined {
  const own = note.lines.find(({ invoice_line_id }) => invoice_line_id === ref)
  const end = own?.period?.end
  return end && line.period_end && end < line.period_end ? end : undefined
}

/** The instant from which a note returns time: its own or, for a change with a preview or in the past, an earlier one. */
function instantOf({ created_at, lines, ended }: BooksNote): string {
  const issued = created_at.replace(/\.\d+Z$/, '.000Z')
  if (ended?.canceled_at === issued && !ended.is_divided) return issued
  const starts = lines.flatMap(({ period }) => (period ? [period.start] : []))
  const from = starts.sort().at(-1) ?? issued
  return from <= issued ? from : issued
}

const periodOf = ({ line: { period_start: start, period_end: end } }: Billed) =>
  start === null ? null : { start, end }

/** The total is the part that reduced the balance due plus the three kinds of returns. */
function checkMoney(note: BooksNote, differ: Differ): void {
  const ways = [note.to_open, note.to_balance, note.refund, note.outside].map(BigInt)
  if (ways.some((way) => way < 0n)) differ(`it gives ${ways.join(', ')}`)
  if (sum(ways) !== BigInt(note.total))
    differ(`its total is ${note.total}, but its parts add up to ${sum(ways)}`)
}

/** True if the taxes of a line match its base, and the base its quantity, if it has one. */
function followsLine(line: Billed, so_far: Part, { base, taxes, quantity }: Part): boolean {
  if (base === 0n && sum(taxes) === 0n && quantity === null) return true
  if (quantity && baseOfQuantity(line, so_far, quantity) !== base) return false
  return alike(
    [{ base, taxes, quantity: null }],
    [{ base, taxes: taxesOf(line, so_far, base), quantity: null }],
  )
}

/** True if the parts are those of the note's total, spread over the remainder of all lines. */
function followsTotal({ total }: BooksNote, parts: Part[], { lines, so_far }: Before): boolean {
  if (parts.some(({ quantity }) => quantity)) return false
  return alike(parts, partsOfTotal(lines, so_far, BigInt(total)))
}

const shown = ({ base, taxes, quantity }: Part): string =>
  `${base} and taxes of ${taxes.join(' and ') || 0}${quantity ? ' for a quantity' : ''}`

function alike(one: readonly Part[], other: readonly Part[]): boolean {
  const plain = ({ base, taxes, quantity }: Part) => [
    ...[base, ...taxes].map(String),
    String(quantity ? quantity.numerator : 0n),
  ]
  const whole = (part: Part, over: Part): Part => ({
    ...part,
    quantity: {
      numerator: (part.quantity?.numerator ?? 0n) * (over.quantity?.denominator ?? 1n),
      denominator: 1n,
    },
  })
  return (
    one.length === other.length &&
    one.every((part, at) => {
      const their = other[at] as Part
      return same(plain(whole(part, their)), plain(whole(their, part)))
    })
  )
}

/** The credits of a note per invoice line, from the lines that it shows. */
function readParts({ lines: shownLines }: BooksNote, lines: readonly Billed[]): Part[] {
  const refs = shownLines.map(({ invoice_line_id }) => invoice_line_id)
  invariant(new Set(refs).size === refs.length, 'a note has a line twice')
  for (const ref of refs) {
    const isKnown = lines.some((line) => line.ref === ref)
    invariant(isKnown, `a note has line ${ref}, which the invoice does not have`)
  }
  return lines.map((line) => {
    const own = shownLines.find(({ invoice_line_id }) => invoice_line_id === line.ref)
    if (!own) return { ...nothing(line), quantity: null }
    invariant(own.taxes.length === line.taxes.length, 'a note has other taxes than its lines')
    return {
      base: BigInt(own.amount),
      taxes: own.taxes.map(({ amount }) => BigInt(amount)),
      quantity: own.quantity === null ? null : quantityOf(own.quantity),
    }
  })
}

/** A quantity as sent, with optional trailing zeros. */
const quantityOf = (decimal: string) =>
  readDecimal(decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

const storedPart = ({ base, taxes, quantity }: Stored): Part => ({
  base: BigInt(base),
  taxes: taxes.map(BigInt),
  quantity: quantityOf(quantity),
})
type Stored = NonNullable<BooksInvoice['credited']>[number]

/** Everything that a note shows of these parts. */
function checkShown(
  note: BooksNote,
  parts: Part[],
  { lines, periods }: { lines: readonly Billed[]; periods: readonly Shown['period'][] },
  differ: Differ,
): void {
  const sums = { subtotal: 0n, tax: 0n, tax_included: 0n, total: 0n }
  const taxes = new Map<BooksTax, { taxable: bigint; amount: bigint }>()
  const expected = lines.flatMap((line, at) => {
    const part = parts[at] as Part
    const own = note.lines.find(({ invoice_line_id }) => invoice_line_id === line.ref)
    const tax = sum(part.taxes)
    const net = part.base - (line.isInclusive ? tax : 0n)
    sums.subtotal += part.base
    sums.tax += tax
    sums.tax_included += part.base - net
    sums.total += totalOf(line, part)
    if (!own) return []
    for (const [nth, rate] of line.rates.entries()) {
      const { taxable, amount } = taxes.get(rate) ?? { taxable: 0n, amount: 0n }
      taxes.set(rate, { taxable: taxable + net, amount: amount + (part.taxes[nth] ?? 0n) })
    }
    const period = periods[at] ?? null
    return [shownLine(line, part, { net, tax, quantity: own.quantity, period })]
  })
  if (!same(note.lines, expected)) differ('its lines do not show what it credits of the invoice')
  for (const [name, value] of Object.entries(sums)) {
    const own = note[name as keyof typeof sums]
    if (BigInt(own) !== value) differ(`${name} is ${own}, but its lines add up to ${value}`)
  }
  const whole = [...taxes].flatMap(([rate, { taxable, amount }]) =>
    taxable === 0n && amount === 0n
      ? []
      : [{ ...rate, taxable: Number(taxable), amount: Number(amount) }],
  )
  if (!same(inAnyOrder(note.taxes ?? []), inAnyOrder(whole)))
    differ('its taxes are not those of its lines')
  const stored = note.credits.map((part, at) =>
    part ? storedPart(part) : nothing(lines[at] as Billed),
  )
  if (!alike(stored, parts)) differ('the credited amounts are not those that its lines show')
}

/** Taxes as sorted texts. */
const inAnyOrder = (taxes: object[]) =>
  taxes.map((each) => JSON.stringify(Object.entries(each).sort())).sort()

interface Shown {
  net: bigint
  tax: bigint
  quantity: string | null
  period: { start: string; end: string | null } | null
}

function shownLine(
  { ref, line, rates }: Billed,
  { base, taxes }: Part,
  { net, tax, quantity, period }: Shown,
) {
  return {
    ...{ invoice_line_id: ref, description: line.description, quantity },
    ...{ amount: Number(base), net: Number(net), tax: Number(tax) },
    taxes: rates.map(({ rate, name, percentage, inclusive }, at) => ({
      ...{ rate, name, percentage, inclusive },
      ...{ taxable: Number(net), amount: Number(taxes[at]) },
    })),
    period,
  }
}

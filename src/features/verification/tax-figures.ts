// Compares the discounts and taxes of lines and invoices, and the steps of the derivation, with values recomputed from
// the stored ones.

import { invariant } from '../../invariant.ts'
import { same } from './canonical.ts'
import type { Differ } from './checks.ts'
import {
  endOf,
  findDisorder,
  plainOf,
  type Ruled,
  type RuledLine,
  recomputeDiscounts,
} from './discount-rules.ts'
import type { BooksInvoice, BooksLine, BooksTax } from './store-invoices.ts'
import { checkFrozen } from './tax-places.ts'
import { type RuledTax, recomputeTaxes } from './tax-rules.ts'

/** A node as stored, possibly forged. */
export interface Node {
  rule: unknown
  inputs: Record<string, unknown>
  steps: Node[]
  result: unknown
  untaxed?: unknown
}

interface Recomputed {
  discounts: Ruled[]
  taxes: RuledTax[]
  left: Map<number, bigint>
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)
const resultOf = (all: readonly Ruled[]): bigint => sum(all.map(({ result }) => result))
const included = (taxes: readonly RuledTax[]) => taxes.filter(({ tax }) => tax.inclusive)

/** When the period of a subscription's line begins: the whole period, if the line bills a part of it. */
function beginOf({ subscription_item_id, period_start, pricing }: BooksLine): number | null {
  if (!subscription_item_id) return null
  const begins = Date.parse(String(pricing?.part ? pricing.part.start : period_start))
  invariant(!Number.isNaN(begins), 'the period of a line has no start')
  return begins
}

/** A line as input to the rules, with its rates taken from its stored taxes. */
function ruledLine(line: BooksLine, { taxes }: BooksInvoice, index: number): RuledLine {
  const own = (line.taxes ?? []).map(({ t }) => {
    const tax = taxes?.[t]
    invariant(tax, `line ${line.position} has tax ${t}, which the invoice does not have`)
    return tax
  })
  const kinds = new Set(own.map(({ inclusive }) => inclusive === true))
  invariant(kinds.size < 2, `line ${line.position} has both inclusive and exclusive taxes`)
  const rates = new Set(own.map(({ rate }) => String(rate)))
  invariant(rates.size === own.length, `line ${line.position} has the same tax twice`)
  return {
    number: index + 1,
    amount: BigInt(line.amount),
    product: line.product_id,
    price: line.price_id,
    begins: beginOf(line),
    rates: [...rates].sort().join(' '),
    isInclusive: kinds.has(true),
  }
}

function recompute(invoice: BooksInvoice): Recomputed {
  const lines = invoice.lines.map((line, index) => ruledLine(line, invoice, index))
  const { ruled, left } = recomputeDiscounts(invoice.discounts ?? [], lines)
  return { discounts: ruled, taxes: recomputeTaxes(invoice.taxes ?? [], lines, left), left }
}

/** Runs a check on the recomputed values; a failure to recompute is itself a difference. */
function withRecomputed(
  invoice: BooksInvoice,
  differ: Differ,
  check: (recomputed: Recomputed) => void,
): void {
  let recomputed: Recomputed
  try {
    recomputed = recompute(invoice)
  } catch (error) {
    differ(`its discounts and taxes cannot be recomputed: ${(error as Error).message}`)
    return
  }
  check(recomputed)
}

/** Checks the discounts and taxes of each line. */
export function checkLineFigures(invoice: BooksInvoice, differ: Differ): void {
  withRecomputed(invoice, differ, ({ discounts, taxes, left }) => {
    for (const [index, line] of invoice.lines.entries()) {
      const { position } = line
      const partOf = ({ parts }: Ruled): bigint => parts.get(index + 1) ?? 0n
      const off = BigInt(line.amount) - (left.get(index + 1) ?? 0n)
      if (line.discount !== String(off)) {
        const applies = off === 0n ? 'none' : off
        differ(`line ${position} has a discount of ${line.discount}, but ${applies} applies`)
      }
      const own = taxes.filter(({ parts }) => parts.has(index + 1))
      const tax = sum(own.map(partOf))
      if (line.tax !== String(tax)) {
        const applies = own.length === 0 ? 'none' : tax
        differ(`line ${position} has a tax of ${line.tax}, but ${applies} applies`)
      }
      const taken = discounts.flatMap((each, at) => {
        const id = invoice.discounts?.[at]?.id
        return partOf(each) === 0n ? [] : [{ id, amount: plainOf(partOf(each)) }]
      })
      if (!same(line.discounts ?? [], taken)) {
        differ(`line ${position} does not have the discounts that apply`)
      }
      const taxable = plainOf((left.get(index + 1) ?? 0n) - sum(included(own).map(partOf)))
      const due = own.map((each) => {
        const t = invoice.taxes?.indexOf(each.tax as BooksTax)
        return { t, taxable, amount: plainOf(partOf(each)) }
      })
      if (!same(line.taxes ?? [], due))
        differ(`line ${position} does not have the taxes that apply`)
      checkNamedRates(line, own, differ)
    }
  })
}

/** A line that names rates has exactly these, unless it is exempt; and every rate it names exists. */
function checkNamedRates(
  { position, taxing }: BooksLine,
  own: readonly RuledTax[],
  differ: Differ,
): void {
  const unknown = Object.keys(taxing ?? {}).find(
    (name) => !['rates', 'code', 'inclusive'].includes(name),
  )
  if (unknown) differ(`line ${position} has an unknown tax property, ${unknown}`)
  const named = own.map(({ tax }) => tax.rate).sort()
  const isNamed = own.some(({ tax: { reason } }) => (reason as Reason)?.code === 'rate_named')
  if (isNamed && !same(named, [...(taxing?.rates ?? [])].sort())) {
    differ(`line ${position} has other rates than it requests`)
  }
}

type Reason = { code?: unknown } | undefined

/** Checks the totals of discounts and taxes. */
export function checkInvoiceFigures(invoice: BooksInvoice, differ: Differ): void {
  withRecomputed(invoice, differ, ({ discounts, taxes }) => {
    const within = included(taxes)
    if (taxes.length === 0 && invoice.tax !== '0') {
      differ(`the tax is ${invoice.tax}, but no tax applies`)
    }
    const figures = [
      ['discount', -resultOf(discounts)],
      ['tax', resultOf(taxes)],
      ['tax_included', resultOf(within)],
    ] as const
    for (const [name, due] of figures) {
      if (invoice[name] !== String(due))
        differ(`the ${name} is ${invoice[name]}, but should be ${due}`)
    }
    checkDiscounts(invoice, discounts, differ)
    const sums = new Map<unknown, { taxable: bigint; amount: bigint }>()
    for (const { tax, taxable, result } of taxes) {
      const before = sums.get(tax) ?? { taxable: 0n, amount: 0n }
      sums.set(tax, { taxable: before.taxable + taxable, amount: before.amount + result })
    }
    const due = [...sums].map(([tax, { taxable, amount }]) => ({
      ...(tax as object),
      taxable: plainOf(taxable),
      amount: plainOf(amount),
    }))
    if (!same(invoice.taxes ?? [], due)) differ('its taxes are not those of its lines')
  })
}

function checkDiscounts(
  { discounts, currency, subscription_id, finalized_at }: BooksInvoice,
  ruled: readonly Ruled[],
  differ: Differ,
): void {
  for (const [at, discount] of (discounts ?? []).entries()) {
    const due = -(ruled[at]?.result ?? 0n)
    if (discount.amount !== Number(due)) {
      differ(`discount ${at + 1} is ${discount.amount}, but should be ${due}`)
    }
    if (discount.amount_off !== undefined && discount.currency !== currency) {
      differ(`discount ${at + 1} is in ${discount.currency}, the invoice in ${currency}`)
    }
    const end = endOf(discount)
    if (end !== undefined && !subscription_id && finalized_at && Date.parse(finalized_at) >= end) {
      differ(`discount ${at + 1} ended before the invoice was finalized`)
    }
  }
  const disorder = findDisorder(discounts ?? [])
  if (disorder) differ(disorder)
}

/** Checks the derivation steps of discounts and taxes, and the values frozen for each tax. */
export function checkTaxes(invoice: BooksInvoice, root: Node, differ: Differ): void {
  const stepOf = (node: Node | undefined, rule: string): Node | undefined =>
    node?.steps.find((step) => step.rule === rule)
  const total = stepOf(root, 'total')
  const [discount, tax] = [stepOf(total, 'discount'), stepOf(total, 'tax')]
  withRecomputed(invoice, differ, ({ discounts, taxes }) => {
    checkSteps(discount, discounts, differ)
    checkSteps(tax, taxes, differ)
    checkIncluded(stepOf(total, 'tax_included'), included(taxes), differ)
  })
  checkUntaxed(invoice, tax?.untaxed, differ)
  for (const each of Array.isArray(invoice.taxes) ? invoice.taxes : []) {
    if (typeof each === 'object' && each !== null) checkFrozen(invoice, each, differ)
    else differ(`one of its taxes is ${JSON.stringify(each)}`)
  }
}

function checkSteps(node: Node | undefined, ruled: readonly Ruled[], differ: Differ): void {
  const steps = node?.steps ?? []
  if (steps.length !== ruled.length) {
    differ(`its derivation has ${steps.length} steps of ${node?.rule}, not ${ruled.length}`)
  }
  for (const [index, { node: due }] of ruled.entries()) {
    const path = differing(steps[index], due)
    if (path === undefined) continue
    const [is, not] = [valueAt(steps[index], path), valueAt(due, path)].map((value) =>
      JSON.stringify(value),
    )
    const where = [`step ${index + 1} of ${node?.rule}`, ...path].join(' ')
    differ(`${where} is ${is ?? 'missing'} in its derivation, not ${not ?? 'there'}`)
  }
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], value)

/** Where two values first differ. */
function differing(one: unknown, other: unknown): string[] | undefined {
  if (same(one, other)) return undefined
  const areBoth = [one, other].every((value) => typeof value === 'object' && value !== null)
  if (!areBoth || Array.isArray(one) !== Array.isArray(other)) return []
  const names = new Set([...Object.keys(other as object), ...Object.keys(one as object)])
  for (const name of names) {
    const inner = differing(valueAt(one, [name]), valueAt(other, [name]))
    if (inner) return [name, ...inner]
  }
  return []
}

/** Taxes that prices include are subtracted from the total once. */
function checkIncluded(step: Node | undefined, taxes: readonly RuledTax[], differ: Differ): void {
  const due = taxes.length > 0 ? -resultOf(taxes) : undefined
  const subtracted = step && String(step.result)
  if (subtracted !== (due === undefined ? undefined : String(due))) {
    differ(`${subtracted ?? 'nothing'} of tax is included in its derivation, not ${due ?? 'any'}`)
  }
}

const WHY_NONE = [
  'not_registered',
  'address_missing',
  'rate_unknown',
  'outside_vat_area',
  'none_named',
  'automatic_off',
]

/** True if the line names other rates: `none_named` needs an empty list of rates, all other reasons no list. */
const namesOther = ({ taxing }: BooksLine, code: unknown): boolean =>
  code === 'none_named' ? taxing?.rates?.length !== 0 : Boolean(taxing?.rates)

/** Lines that the derivation lists as untaxed have no tax, and each is listed once. */
function checkUntaxed({ lines }: BooksInvoice, untaxed: unknown, differ: Differ): void {
  if (untaxed === undefined) return
  const named = new Set<unknown>()
  for (const each of Array.isArray(untaxed) ? untaxed : [null]) {
    if (!WHY_NONE.includes(each?.because?.code) || !Array.isArray(each.lines)) {
      differ('its derivation does not say why lines have no tax')
      continue
    }
    for (const number of each.lines) {
      const line = lines[number - 1]
      const isFree = line && !named.has(number) && (line.taxes ?? []).length === 0
      if (!isFree) differ(`its derivation says that line ${number} has no tax`)
      else if (namesOther(line, each.because.code)) {
        differ(
          `line ${number} is untaxed because of ${each.because.code}, which does not fit its rates`,
        )
      }
      named.add(number)
    }
  }
}

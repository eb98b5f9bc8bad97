// Holds the discounts and taxes that lines and invoices show against those of the derivation, and against what was
// frozen with them: the customer's place, the day, and the rates of tax-tables.ts.

import { same } from './actions-canonical.ts'
import type { Differ } from './checks.ts'
import type { BooksInvoice, BooksTax, Frozen } from './store-invoices.ts'
import type { Node } from './tax-rules.ts'
import { isBuiltIn } from './tax-tables.ts'

const stepOf = (node: Node | undefined, rule: string): Node | undefined =>
  node?.steps?.find((step) => step.rule === rule)

const partsOf = (root: Node, rule: string): Node[] =>
  stepOf(stepOf(root, 'total'), rule)?.steps ?? []

/** Everything that is told of discounts and taxes apart from the derivation. */
export function checkTaxes(invoice: BooksInvoice, root: Node, differ: Differ): void {
  const [discounts, taxes] = [partsOf(root, 'discount'), partsOf(root, 'tax')]
  checkDiscounts(invoice, discounts, differ)
  checkInvoiceTaxes(invoice, taxes, differ)
  checkLines(invoice, { discounts, taxes }, differ)
  checkIncluded(root, taxes, differ)
  checkOrder(invoice, [...discounts, ...taxes], taxes, differ)
  for (const tax of invoice.taxes ?? []) checkFrozen(invoice, tax, differ)
}

/** What prices include is taken out of the total once. */
function checkIncluded(root: Node, taxes: readonly Node[], differ: Differ): void {
  const included = taxes.filter(({ rule }) => rule === 'tax_inclusive')
  const step = stepOf(stepOf(root, 'total'), 'tax_included')
  const sum = included.reduce((all, { result }) => all + Number(result), 0)
  if ((step !== undefined) !== included.length > 0) {
    differ(`${included.length} of its taxes are included, but its total says otherwise`)
  } else if (step && Number(step.result) !== -sum) {
    differ(`${-Number(step.result)} of tax counts as included, but ${sum} is`)
  }
}

function checkDiscounts({ discounts }: BooksInvoice, nodes: readonly Node[], differ: Differ): void {
  const shown = (discounts ?? []).map(({ id, name, amount, percent_off, amount_off }) => ({
    ...{ discount: id, name, amount, percent_off, amount_off },
  }))
  const derived = nodes.map(({ inputs: { discount, name, percent_off, amount_off }, result }) => ({
    ...{ discount, name, amount: Math.abs(Number(result)), percent_off, amount_off },
  }))
  if (!same(shown, derived)) differ('its discounts are not those of its derivation')
}

const MEMBERS = ['rate', 'name', 'percentage', 'category'] as const

function checkInvoiceTaxes({ taxes }: BooksInvoice, nodes: readonly Node[], differ: Differ): void {
  const sums = new Map<string, Record<string, unknown> & { taxable: number; amount: number }>()
  for (const { rule, inputs, because, result } of nodes) {
    const inclusive = rule === 'tax_inclusive'
    const key = `${inputs.rate} ${inclusive}`
    const { rate, name, percentage, category } = inputs
    const sum = sums.get(key) ?? {
      ...{ rate, name, percentage, category, inclusive, reason: because },
      ...{ taxable: 0, amount: 0 },
    }
    sum.taxable += Number(inputs.taxable)
    sum.amount += Number(result)
    sums.set(key, sum)
  }
  const shown = (taxes ?? []).map((tax) => ({
    ...Object.fromEntries(MEMBERS.map((name) => [name, tax[name]])),
    ...{ inclusive: tax.inclusive, reason: tax.reason },
    ...{ taxable: tax.taxable, amount: tax.amount },
  }))
  if (!same(shown, [...sums.values()])) differ('its taxes are not those of its derivation')
}

interface Parts {
  discounts: readonly Node[]
  taxes: readonly Node[]
}

/** What each line takes of discounts and taxes, as the shares of the derivation have it. */
function checkLines(invoice: BooksInvoice, { discounts, taxes }: Parts, differ: Differ): void {
  const all = invoice.taxes ?? []
  for (const line of invoice.lines) {
    const { position } = line
    const taken = discounts.flatMap(({ inputs, shares = [] }) =>
      shares
        .filter((share) => share.line === position && share.amount !== 0)
        .map(({ amount }) => ({ id: inputs.discount, amount })),
    )
    if (!same(line.discounts ?? [], taken)) {
      differ(`line ${position} has other discounts than its derivation`)
    }
    const off = taken.reduce((sum, { amount }) => sum + Number(amount), 0)
    if (Number(line.discount) !== off) {
      differ(`line ${position} has a discount of ${line.discount}, but ${off} is taken`)
    }
    const own = taxes.flatMap((node) => ownOf(node, position, all))
    const included = own.reduce((sum, each) => sum + (each.inclusive ? each.amount : 0), 0)
    const expected = own.map(({ t, of, amount, inclusive }) => {
      return { t, taxable: of - (inclusive ? included : 0), amount }
    })
    if (!same(line.taxes ?? [], expected)) {
      differ(`line ${position} has other taxes than its derivation`)
    }
    const tax = own.reduce((sum, { amount }) => sum + amount, 0)
    if (Number(line.tax) !== tax) {
      differ(`line ${position} has a tax of ${line.tax}, but its taxes come to ${tax}`)
    }
  }
}

function ownOf({ rule, inputs, shares = [] }: Node, position: number, taxes: readonly BooksTax[]) {
  const inclusive = rule === 'tax_inclusive'
  const t = taxes.findIndex((tax) => tax.rate === inputs.rate && tax.inclusive === inclusive)
  return shares
    .filter(({ line }) => line === position)
    .map(({ of, amount }) => ({ t, inclusive, of: Number(of), amount: Number(amount) }))
}

/** Shares are listed by rates, product, price and amount, so that the order of lines moves no cent. */
function checkOrder(
  { lines }: BooksInvoice,
  nodes: readonly Node[],
  taxes: readonly Node[],
  differ: Differ,
): void {
  const keys = new Map(
    lines.map((line) => {
      const own = taxes.filter(({ shares = [] }) =>
        shares.some((share) => share.line === line.position),
      )
      const rates = own.map(({ inputs }) => String(inputs.rate)).sort()
      const kind = own.some(({ rule }) => rule === 'tax_inclusive') ? 'inclusive' : ''
      const named = [line.product_id ?? '', line.price_id ?? '']
      return [
        line.position,
        { texts: [rates.join(' '), kind, ...named], amount: BigInt(line.amount) },
      ]
    }),
  )
  for (const { rule, shares = [] } of nodes) {
    const listed = shares.map(({ line }) => Number(line))
    const sorted = [...listed].sort((a, b) => {
      const [one, other] = [keys.get(a), keys.get(b)]
      const at = one?.texts.findIndex((text, index) => text !== other?.texts[index]) ?? -1
      if (one && other && at >= 0) return (one.texts[at] ?? '') < (other.texts[at] ?? '') ? -1 : 1
      if (one && other && one.amount !== other.amount) return one.amount > other.amount ? -1 : 1
      return a - b
    })
    if (!same(listed, sorted)) differ(`the shares of ${rule} are not in their order`)
  }
}

const ZERO: Record<string, string> = {
  customer_exempt: 'exempt',
  product_exempt: 'exempt',
  export: 'export',
  reverse_charge: 'reverse_charge',
  outside_eu: 'outside_scope',
  outside_vat_area: 'outside_scope',
}

/** What a tax says of itself fits the customer and the day that were frozen with it. */
function checkFrozen(
  { finalized_at, snapshot }: BooksInvoice,
  tax: BooksTax,
  differ: Differ,
): void {
  const { rate, name, percentage, category, country, region } = tax
  const reason = (tax.reason ?? {}) as Record<string, unknown>
  const { code, place, date } = reason
  const zero = ZERO[String(code)]
  if (zero !== undefined && (category !== zero || percentage !== '0' || tax.amount !== 0)) {
    differ(`${rate} is ${category} of ${percentage}% because of ${code}`)
  }
  const isOwn = String(rate).startsWith('txr_')
  const isTable = zero === undefined && !isOwn
  if (isTable && !isBuiltIn({ rate, name, percentage, country, region }, String(date))) {
    differ(`${rate} of ${percentage}% is not built in for ${date}`)
  }
  const day = finalized_at && issueDay(finalized_at, snapshot)
  if (day && date !== day) differ(`${rate} is of ${date}, but it was issued on ${day}`)
  const expected = placeOf(snapshot)
  if (expected !== undefined && place !== expected) {
    differ(`${rate} is for ${place}, but the customer is in ${expected}`)
  }
  if (code === 'reverse_charge' && !hasUnionNumber(snapshot)) {
    differ(`${rate} is reverse charge, but the customer had no number of the Union`)
  }
  if (code === 'customer_exempt' && snapshot?.customer?.tax_exempt !== true) {
    differ(`${rate} is exempt, but the customer was not`)
  }
}

/** The civil day of issue in the zone that the seller had. */
function issueDay(finalized_at: string, snapshot: Frozen | null): string | undefined {
  const timeZone = snapshot?.seller?.time_zone
  if (typeof timeZone !== 'string') return undefined
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return format.format(new Date(finalized_at))
}

/** Where the customer was, where its country alone says so. */
function placeOf(snapshot: Frozen | null): string | undefined {
  const country = snapshot?.customer?.country
  if (typeof country !== 'string' || SEVERAL.includes(country)) return undefined
  return country
}

/** Countries with provinces or states, and those that belong to another for tax. */
const SEVERAL = 'CA US MC AX BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ')

function hasUnionNumber(snapshot: Frozen | null): boolean {
  const numbers = snapshot?.customer?.tax_ids
  if (!Array.isArray(numbers)) return false
  return numbers.some(({ type, status }) => type === 'eu_vat' && status === 'well_formed')
}

// Judges the discounts and taxes of a derivation by docs/guide/derivations.md alone: nothing of the product is imported.

type Json = ReturnType<typeof JSON.parse>

const list = (value: Json): Json[] => (Array.isArray(value) ? value : [])
const add = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)
const big = (value: Json): bigint => BigInt(Number.isSafeInteger(value) ? value : 0)
const away = (top: bigint, bottom: bigint) =>
  (top < 0n ? -1n : 1n) * ((2n * (top < 0n ? -top : top) + bottom) / (2n * bottom))

/** A decimal in units of 10^-12; percentages have four digits at most. */
function units(text: Json): bigint {
  const [, whole = '0', rest = ''] = /^(\d+)(?:\.(\d{1,12}))?$/.exec(String(text)) ?? []
  return BigInt(whole + rest.padEnd(12, '0'))
}
const ONE = 10n ** 12n

/** So many 10^-14 as a decimal; undefined where it is a whole number. */
function exactOf(value: bigint): string | undefined {
  const scale = 10n ** 14n
  if (value % scale === 0n) return undefined
  const digits = String(value < 0n ? -value : value).padStart(15, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -14)}.${digits.slice(-14)}`.replace(/0+$/, '')
}

/** Splits by largest remainder: everybody's remainder is compared with everybody else's. */
function parts(total: bigint, weights: bigint[]): bigint[] {
  if (total < 0n) return parts(-total, weights).map((part) => -part)
  const all = add(weights)
  if (all === 0n) return weights.map(() => 0n)
  const sign = all < 0n ? -1n : 1n
  const exact = weights.map((weight) => total * weight * sign)
  const floors = exact.map((value) => {
    const down = value / (all * sign)
    return value < 0n && down * all * sign !== value ? down - 1n : down
  })
  const rest = (at: number) => (exact[at] ?? 0n) - (floors[at] ?? 0n) * all * sign
  const missing = Number(total - add(floors))
  const isAhead = (a: number, b: number) => {
    if (rest(a) !== rest(b)) return rest(a) > rest(b)
    const [one = 0n, other = 0n] = [exact[a], exact[b]]
    return one === other ? a < b : one > other
  }
  return floors.map((floor, at) => {
    const ahead = floors.filter((_, other) => other !== at && isAhead(other, at)).length
    return ahead < missing ? floor + 1n : floor
  })
}

interface Judging {
  faults: string[]
  /** What is left of each line, the first at 1. */
  left: bigint[]
}

const NODE = 'rule inputs steps result shares'

function members(node: Json, names: string, where: string, faults: string[]): void {
  const known = names.split(' ')
  for (const name of Object.keys(node ?? {})) {
    if (!known.includes(name)) faults.push(`${where} has ${name}`)
  }
  for (const name of known.filter((each) => each !== 'exact')) {
    if (!Object.hasOwn(node ?? {}, name)) faults.push(`${where} has no ${name}`)
  }
}

const expect = (told: Json, due: Json, where: string, faults: string[]) => {
  if (told !== due) faults.push(`${where} is ${JSON.stringify(told)}, not ${String(due)}`)
}

/** The shares of a node: of what is left, each once, and taking the result. */
function judgeShares(node: Json, total: bigint, where: string, { faults, left }: Judging): void {
  const shares = list(node.shares)
  const due = parts(
    total,
    shares.map(({ of }) => big(of)),
  )
  const seen = new Set()
  for (const [at, share] of shares.entries()) {
    members(share, 'line of amount', `${where} share ${at + 1}`, faults)
    if (seen.has(share.line)) faults.push(`${where} has line ${share.line} twice`)
    seen.add(share.line)
    expect(share.of, Number(left[share.line] ?? -1n), `${where} line ${share.line} of`, faults)
    expect(share.amount, Number(due[at]), `${where} line ${share.line} amount`, faults)
  }
}

function judgeDiscount(node: Json, where: string, judging: Judging): void {
  const { faults, left } = judging
  members(node, `${NODE} exact`, where, faults)
  const { percent_off, amount_off, minimum_amount } = node.inputs
  const kind = percent_off === undefined ? 'amount_off' : 'percent_off'
  const more = minimum_amount === undefined ? '' : ' minimum_amount'
  members(node.inputs, `discount name ${kind} base${more}`, `${where} inputs`, faults)
  const shares = list(node.shares)
  if (shares.some(({ of }) => !(of > 0))) faults.push(`${where} takes from nothing`)
  const base = add(shares.map(({ of }) => big(of)))
  expect(node.inputs.base, Number(base), `${where} base`, faults)
  const isShort = minimum_amount !== undefined && base < big(minimum_amount)
  const exact = percent_off === undefined || isShort ? 0n : units(percent_off) * base
  const fixed = big(amount_off) < base ? big(amount_off) : base
  const value = isShort ? 0n : percent_off === undefined ? fixed : away(exact, ONE * 100n)
  expect(node.exact, exactOf(exact), `${where} exact`, faults)
  expect(node.result, -Number(value) + 0, `${where} result`, faults)
  judgeShares(node, value, where, judging)
  for (const { line, amount } of shares) left[line] = (left[line] ?? 0n) - big(amount)
}

const TAX_INPUTS = 'rate name percentage category taxable'

function judgeExclusive(node: Json, where: string, judging: Judging): void {
  const { faults } = judging
  members(node, `${NODE} because exact`, where, faults)
  members(node.inputs, TAX_INPUTS, `${where} inputs`, faults)
  const taxable = add(list(node.shares).map(({ of }) => big(of)))
  const exact = units(node.inputs.percentage) * taxable
  const result = away(exact, ONE * 100n)
  expect(node.inputs.taxable, Number(taxable), `${where} taxable`, faults)
  expect(node.exact, exactOf(exact), `${where} exact`, faults)
  expect(node.result, Number(result), `${where} result`, faults)
  judgeShares(node, result, where, judging)
}

const linesOf = (node: Json) =>
  String(
    list(node.shares)
      .map(({ line }) => line)
      .sort(),
  )

function judgeGroup(nodes: Json[], judging: Judging): void {
  const { faults } = judging
  const rates = nodes.map(({ inputs }) => units(inputs.percentage))
  const together = add(rates)
  const gross = add(list(nodes[0].shares).map(({ of }) => big(of)))
  const tax = away(gross * together, ONE * 100n + together)
  const results = together === 0n ? rates.map(() => 0n) : parts(tax, rates)
  for (const [at, node] of nodes.entries()) {
    const { inputs } = node
    const where = `tax_inclusive ${inputs.rate}`
    members(node, `${NODE} because`, where, faults)
    members(inputs, `${TAX_INPUTS} gross together group_tax`, `${where} inputs`, faults)
    expect(inputs.gross, Number(gross), `${where} gross`, faults)
    expect(inputs.group_tax, Number(tax), `${where} group_tax`, faults)
    expect(inputs.taxable, Number(gross - tax), `${where} taxable`, faults)
    expect(units(inputs.together), together, `${where} together`, faults)
    expect(node.result, Number(results[at]), `${where} result`, faults)
    judgeShares(node, results[at] as bigint, where, judging)
  }
}

/** Every problem of the discounts and taxes below a total, whose lines come to these amounts. */
export function judgeTaxes(total: Json, amounts: bigint[]): string[] {
  const judging: Judging = { faults: [], left: [0n, ...amounts] }
  const { faults } = judging
  const find = (rule: string) => list(total?.steps).find((step) => step?.rule === rule)
  for (const [at, node] of list(find('discount')?.steps).entries()) {
    if (node.rule !== 'discount_amount') faults.push(`discount has ${node.rule}`)
    else judgeDiscount(node, `discount ${at + 1}`, judging)
  }
  const taxes = list(find('tax')?.steps)
  const groups = new Map<string, Json[]>()
  for (const node of taxes) {
    const { code, place, date } = node.because ?? {}
    if (![code, place, date].every((text) => typeof text === 'string')) faults.push('no because')
    if (node.rule === 'tax_exclusive')
      judgeExclusive(node, `tax_exclusive ${node.inputs.rate}`, judging)
    else if (node.rule === 'tax_inclusive')
      groups.set(linesOf(node), [...(groups.get(linesOf(node)) ?? []), node])
    else faults.push(`tax has ${node.rule}`)
  }
  for (const nodes of groups.values()) judgeGroup(nodes, judging)
  const included = taxes.filter(({ rule }) => rule === 'tax_inclusive')
  const within = add(included.map(({ result }) => big(result)))
  const step = find('tax_included')
  if (included.length > 0 || step) {
    expect(step?.result, -Number(within) + 0, 'tax_included', faults)
    if (included.length === 0) faults.push('tax_included of nothing')
  }
  return faults
}

/** Every problem of the discounts and taxes that an invoice shows, against its derivation. */
export function judgeShown(total: Json, told: Json): string[] {
  if (!Array.isArray(told?.taxes)) return []
  const faults: string[] = []
  const find = (rule: string) => list(list(total?.steps).find((step) => step?.rule === rule)?.steps)
  const [discounts, taxes] = [find('discount'), find('tax')]
  const isIn = ({ rule }: Json) => rule === 'tax_inclusive'
  expect(
    told.discount,
    -Number(add(discounts.map(({ result }) => big(result)))) + 0,
    'discount',
    faults,
  )
  const within = add(taxes.filter(isIn).map(({ result }) => big(result)))
  expect(told.tax_included, Number(within), 'tax_included', faults)
  for (const [at, line] of list(told.line_items).entries()) {
    const shareOf = (node: Json) => list(node.shares).filter((share) => share.line === at + 1)
    const taken = (nodes: Json[]) => Number(add(nodes.flatMap(shareOf).map((s) => big(s.amount))))
    expect(line.discount, taken(discounts), `line ${at + 1} discount`, faults)
    expect(line.tax, taken(taxes), `line ${at + 1} tax`, faults)
    const net = line.amount - taken(discounts) - taken(taxes.filter(isIn))
    expect(line.net, net, `line ${at + 1} net`, faults)
  }
  for (const { rate, inclusive, taxable, amount } of told.taxes) {
    const same = taxes.filter((node) => node.inputs.rate === rate && isIn(node) === inclusive)
    expect(amount, Number(add(same.map(({ result }) => big(result)))), `${rate} amount`, faults)
    expect(taxable, Number(add(same.map((n) => big(n.inputs.taxable)))), `${rate} taxable`, faults)
  }
  return faults
}

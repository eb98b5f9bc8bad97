// Checks taxes against the guide to derivations. Imports nothing from the product.

import {
  decimal,
  exactOf,
  find,
  fits,
  type Json,
  json,
  list,
  NODE,
  read,
  rounded,
  safe,
  split,
  stepsOf,
  text,
  total,
} from './evaluator-basics.ts'
import {
  amountOf,
  exact,
  judgeDiscount,
  type Line,
  linesOf,
  ratesOf,
  type Shape,
  sharesOf,
  words,
} from './evaluator-shares.ts'
import { judgeShown } from './evaluator-shown.ts'

const BECAUSE = {
  ...{ code: text(/^[a-z_]+$/), place: words },
  date: text(/^\d{4}-(0[1-9]|1[012])-(0[1-9]|[12]\d|3[01])$/),
}
const RATE = { rate: text(/./), name: words, percentage: decimal, category: text(/^[a-z_]+$/) }
const TAX = { ...NODE, because: BECAUSE, shares: list }
const TAXES: Shape = {
  tax_exclusive: { ...TAX, inputs: { ...RATE, taxable: safe }, exact },
  tax_inclusive: {
    ...TAX,
    inputs: { ...RATE, gross: safe, taxable: safe, group_tax: safe },
  },
}
/** Checks each tax node separately, and adds its rate to each of its lines. */
function readTaxes(nodes: Json[], lines: Line[]): string[] {
  return nodes.flatMap((node, at) => {
    const rule = String(node?.rule)
    const where = `tax ${at + 1}:`
    if (!Object.hasOwn(TAXES, rule)) return [`tax steps ${at + 1} rule is ${rule}`]
    const faults = fits(node, { ...TAXES[rule], rule }, where)
    if (faults.length > 0) return faults
    const own = rule === 'tax_exclusive' ? 'exclusive' : 'inclusive'
    for (const share of node.shares) {
      const line = lines.find(({ number }) => number === share?.line)
      if (line) line[own].push(node.inputs.rate)
    }
    const twin = nodes.find((other) => other?.inputs?.rate === node.inputs.rate)
    const { name, percentage, category } = twin.inputs
    return fits(
      { ...node.inputs, name: node.inputs.name },
      { ...node.inputs, name, percentage, category },
      `${where} inputs`,
    )
  })
}

/** The required steps, in order: one per exclusive rate, and one per rate of each group of inclusive rates. */
function stepsDue(lines: Line[]): string[] {
  const groups = new Set(lines.flatMap((line) => (line.inclusive[0] ? ratesOf(line) : [])))
  const exclusive = [...new Set(lines.flatMap((line) => line.exclusive))].sort()
  return [
    ...exclusive.map((rate) => `tax_exclusive ${rate}`),
    ...[...groups]
      .sort()
      .flatMap((group) => group.split(' ').map((rate) => `tax_inclusive ${rate} of ${group}`)),
  ]
}

function judgeTax(
  node: Json,
  at: number,
  nodes: Json[],
  lines: Line[],
  isShown: boolean,
): string[] {
  const [where, { inputs }] = [`tax ${at + 1}:`, node]
  const isInclusive = node.rule === 'tax_inclusive'
  const [shared, faults] = linesOf(node, lines, where, isShown)
  const first = shared[0]
  if (!first) return [...faults, `${where} shares are of no line`]
  const group = lines.filter((line) => line.inclusive[0] && ratesOf(line) === ratesOf(first))
  if (isInclusive) {
    const numbers = (all: Line[]) => all.map(({ number }) => number).sort((a, b) => a - b)
    faults.push(...fits(numbers(shared), numbers(group), `${where} lines of shares`))
  }
  const sum = total(shared.map(({ left }) => left))
  const mates = nodes.filter(
    (other) =>
      other.rule === 'tax_inclusive' &&
      Array.from(other.shares, (s: Json) => s?.line)[0] === first.number,
  )
  const rates = isInclusive ? mates : [node]
  const points = rates.map((each) => each.inputs.percentage.split('.')[1]?.length ?? 0)
  const places = Math.max(0, ...points)
  const weights = rates.map((each) => read(each.inputs.percentage, places))
  const [together, hundred] = [total(weights), read(100, places)]
  const digits = sum * together
  const tax = rounded(digits, isInclusive ? hundred + together : hundred)
  const result = isInclusive ? (split(tax, weights)[mates.indexOf(node)] ?? 0n) : tax
  const figures: Shape = isInclusive
    ? { gross: json(sum), taxable: json(sum - tax), group_tax: json(tax) }
    : { taxable: json(sum) }
  const shares = sharesOf(result, shared)
  for (const [n, line] of shared.entries()) {
    const amount = amountOf(shares[n])
    line.tax += amount
    if (isInclusive) line.included += amount
    line.taxes.push({ rate: inputs.rate, inclusive: isInclusive, amount: shares[n].amount })
  }
  return faults.concat(
    fits(inputs, { ...inputs, ...figures }, `${where} inputs`),
    fits(node.exact, isInclusive ? undefined : exactOf(digits, places + 2), `${where} exact`),
    fits(node.result, json(result), `${where} result`),
    fits(Array.from(node.shares), shares, `${where} shares`),
  )
}

function judgeIncluded(whole: Json, lines: Line[]): string[] {
  const node = find(whole, 'tax_included')
  const included = total(lines.map((line) => line.included))
  const shape = { ...NODE, rule: 'tax_included', result: json(-included) }
  return node ? fits(node, shape, 'tax_included') : []
}

/** Checks the lines without tax and their reasons; lines with the same reason are listed together. */
function judgeUntaxed(untaxed: Json, lines: Line[]): string[] {
  if (untaxed === undefined) return []
  if (!list(untaxed)) return ['tax untaxed is no list']
  const all: Json[] = Array.from(untaxed)
  const numbers: Json[] = all.flatMap((each) => (list(each?.lines) ? Array.from(each.lines) : []))
  const isFree = (number: Json) => safe(number) && lines[number - 1]?.taxes.length === 0
  const isEach = numbers.every(isFree) && new Set(numbers).size === numbers.length
  const some = (value: Json) =>
    list(value) && value.length > 0 && value.every((each, at) => at === 0 || each > value[at - 1])
  return [
    ...all.flatMap((each) => fits(each, { lines: some, because: BECAUSE }, 'tax untaxed')),
    ...(isEach && all.length > 0 ? [] : [`tax untaxed lines are ${numbers.join()}`]),
  ]
}

/** Checks discounts and taxes of the node `total`, whose lines have these amounts. */
export function judgeAfterLines(whole: Json, amounts: bigint[], invoice?: Json): string[] {
  const lines = amounts.map((amount, at) => ({
    ...{
      number: at + 1,
      amount,
      left: amount,
      tax: 0n,
      included: 0n,
      shown: invoice?.line_items?.[at],
    },
    ...{ exclusive: [], inclusive: [], discounts: [], taxes: [] },
  }))
  const [taking, tax] = [stepsOf(find(whole, 'discount')), find(whole, 'tax')]
  const nodes = stepsOf(tax)
  const faults = readTaxes(nodes, lines)
  if (faults.length > 0) return faults
  for (const { number, exclusive, inclusive } of lines) {
    if (exclusive[0] && inclusive[0]) faults.push(`tax is on and in line ${number}`)
  }
  const steps = nodes.map(({ rule, inputs, shares }) => {
    const first = lines[shares[0]?.line - 1]
    return `${rule} ${inputs.rate}${rule === 'tax_inclusive' ? ` of ${first && ratesOf(first)}` : ''}`
  })
  faults.push(
    ...taking.flatMap((node, at) => judgeDiscount(node, at, lines, invoice)),
    ...fits(steps, stepsDue(lines), 'tax steps'),
    ...nodes.flatMap((node, at) => judgeTax(node, at, nodes, lines, Boolean(invoice))),
    ...judgeUntaxed(tax?.untaxed, lines),
    ...judgeIncluded(whole, lines),
  )
  return invoice ? faults.concat(judgeShown(invoice, taking, nodes, lines)) : faults
}

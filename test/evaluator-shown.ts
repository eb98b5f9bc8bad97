// Checks discounts and taxes as invoices show them, by the guide to derivations. Imports nothing from the product.

import { fits, type Json, json, total } from './evaluator-basics.ts'
import { type Line, type Shape, words } from './evaluator-shares.ts'

/** Checks a line as the invoice shows it. */
function judgeShownLine({ shown: shownLine, number, ...line }: Line, nodes: Json[]): string[] {
  const discount = line.amount - line.left
  const net = line.left - line.included
  const figures: Shape = { discount: json(discount), net: json(net), tax: json(line.tax) }
  // A discount that takes nothing off a line is not shown there.
  figures.discounts = line.discounts.filter(({ amount }) => amount !== 0)
  figures.taxes = line.taxes.map(({ rate, inclusive, amount }) => {
    const { name, percentage } = nodes.find(({ inputs }) => inputs.rate === rate).inputs
    return { rate, name, percentage, inclusive, taxable: json(net), amount }
  })
  const shown = Object.keys(figures).filter((name) => shownLine?.[name] !== undefined)
  return shown.flatMap((name) =>
    fits(shownLine[name], figures[name], `line ${number}: shown ${name}`),
  )
}

/** Checks the shown taxes: one per rate included in prices, and one per rate added to them. */
function judgeShownTaxes(shown: Json, nodes: Json[]): string[] {
  const due = new Map<string, { node: Json; taxable: bigint; amount: bigint }>()
  for (const node of nodes) {
    const key = `${node.rule} ${node.inputs.rate}`
    const { taxable, amount } = due.get(key) ?? { taxable: 0n, amount: 0n }
    const more = BigInt(node.inputs.taxable)
    due.set(key, { node, taxable: taxable + more, amount: amount + BigInt(node.result) })
  }
  const taxes = [...due.values()].map(({ node, taxable, amount }) => {
    const { rate, name, percentage, category } = node.inputs
    return {
      ...{ rate, name, percentage, category, inclusive: node.rule === 'tax_inclusive' },
      ...{ country: words, region: (value: Json) => value === null || words(value) },
      ...{ reference: words, registration: words, reason: node.because },
      ...{ taxable: json(taxable), amount: json(amount) },
    }
  })
  return fits(shown, taxes, 'shown taxes')
}

/** In the order in which discounts apply. */
const SOURCES = ['subscription', 'customer', 'invoice']

/**
 * Checks the properties of the invoice beyond its lines; properties that an older version did not have are not
 * required.
 */
export function judgeShown(invoice: Json, taking: Json[], nodes: Json[], lines: Line[]): string[] {
  const shown = (name: string, due: Json) =>
    invoice[name] === undefined ? [] : fits(invoice[name], due, `${name} shown`)
  const off = (all: Json[] | undefined, of: (each: Json) => Json) =>
    all?.some((each, at) => at > 0 && of(each) < of(all[at - 1])) ?? false
  const sources = off(invoice.discounts, ({ source }) => SOURCES.indexOf(source))
  return [
    ...shown('discount', json(total(lines.map(({ amount, left }) => amount - left)))),
    ...shown('tax_included', json(total(lines.map(({ included }) => included)))),
    ...(invoice.discounts ? fits(invoice.discounts.length, taking.length, 'shown discounts') : []),
    ...(sources ? ['shown discounts are not those of the subscription, customer and invoice'] : []),
    ...(invoice.taxes ? judgeShownTaxes(invoice.taxes, nodes) : []),
    ...lines.flatMap((line) => judgeShownLine(line, nodes)),
  ]
}

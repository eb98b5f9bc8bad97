// Derivations checked against stored invoices: a correct one passes, a wrong one is reported in a sentence.

import assert from 'node:assert/strict'
import test from 'node:test'
import { at, type Json, parted, total, tree, whole } from '../../../test/evaluator-trees.ts'
import { checkDerivation } from './derivation.ts'
import type { BooksInvoice } from './store-invoices.ts'

/** A stored invoice with this derivation and CA$20.00 of credit. */
function stored(
  derivation: Json,
  lines: [string, string | null, string, Json?][],
  subtotal: string,
): Json {
  return {
    currency: 'cad',
    subtotal,
    discount: '0',
    discounts: null,
    tax: '0',
    tax_included: '0',
    taxes: null,
    total: subtotal,
    credit_applied: '0',
    amount_due: subtotal,
    derivation,
    lines: lines.map(([quantity, unit_price, amount, pricing = null], index) => ({
      position: index + 1,
      description: 'Hosting',
      quantity,
      unit_price,
      amount,
      product_id: null,
      price_id: null,
      pricing,
      discount: '0',
      discounts: null,
      tax: '0',
      taxes: null,
    })),
  }
}

/** The derivation that forgeries start from, and its invoice. */
function latest(): Json {
  const derivation = whole()
  const terms = (number: number, events?: string[]) => {
    const { pricing } = at(derivation, number)
    return structuredClone({ terms: pricing, ...(events && { events }) })
  }
  const invoice = stored(
    derivation,
    [
      ['3', '1999', '5997'],
      ['1', null, '1999', terms(2)],
      ['13.5', '0.07', '1'],
      ['11', null, '153', terms(4)],
      ['20', null, '150', terms(5)],
      ['151', null, '500', terms(6)],
      ['300', null, '36', terms(7, ['100', '200'])],
    ],
    '8836',
  )
  return { ...invoice, credit_applied: '2000', amount_due: '6836' }
}

/** An invoice with a line for a part of a period. */
function ofPart(): Json {
  const { part, ...terms } = parted().pricing
  return stored(tree([parted()], 97), [['11', null, '97', { terms, part }]], '97')
}

function found(invoice: Json): string[] {
  const sentences: string[] = []
  checkDerivation(invoice as BooksInvoice, (sentence) => sentences.push(sentence))
  return sentences
}

const CASES: [make: () => Json, forge: (invoice: Json) => unknown, says: string[]][] = [
  [latest, () => null, []],
  [
    latest,
    (it) =>
      it.derivation.steps.reverse() && total({ steps: [it.derivation.steps[1]] }).steps.reverse(),
    [],
  ],
  [latest, (it) => Object.assign(it.derivation, { version: 3 }), ['its derivation has version 3']],
  [
    latest,
    (it) => Object.assign(it.derivation, { exponent: 0 }),
    ['its derivation has 0 digits of cad, not 2'],
  ],
  [
    latest,
    (it) => Object.assign(it.derivation, { currency: 'usd' }),
    ['it is in cad, but its derivation is in usd'],
  ],
  [
    latest,
    (it) => total(it.derivation).steps.splice(1, 1),
    ['its derivation cannot be computed: total has 2 steps'],
  ],
  [
    latest,
    (it) => Object.assign(total(it.derivation).steps[1], { rule: 'fee' }),
    ['its derivation cannot be computed: it has fee instead of subtotal'],
  ],
  [
    latest,
    (it) => Object.assign(it.derivation.steps[1].inputs, { balance: '19.99999999' }),
    ['2000 of credit is applied from a balance of 19.99999999'],
  ],
  [
    latest,
    (it) => Object.assign(it.derivation.steps[1].inputs, { balance: '20.01000000' }),
    ['2000 of credit is applied from a balance of 20.01000000'],
  ],
  [
    latest,
    (it) => Object.assign(at(it.derivation, 4), { exact: '152.6' }),
    ['its derivation cannot be computed: its exact value is recorded as "152.6", but is 152.5'],
  ],
  [
    latest,
    (it) => Object.assign(it.lines[3].pricing.terms.tiers[0], { unit_amount_decimal: '4' }),
    ['its derivation has other lines'],
  ],
  [
    latest,
    (it) => Object.assign(it.lines[3], { quantity: '12' }),
    ['its derivation has other lines'],
  ],
  [
    latest,
    (it) => Object.assign(it.lines[2], { unit_price: '0.08' }),
    ['its derivation has other lines'],
  ],
  [latest, (it) => it.lines[6].pricing.events.reverse(), ['its derivation has other lines']],
  [
    latest,
    (it) => Object.assign(it.lines[1], { pricing: null }),
    ['its derivation has other lines'],
  ],
  [latest, (it) => it.lines.pop(), ['its derivation has other lines']],
  [
    latest,
    (it) => Object.assign(it.lines[1], { amount: '2000' }),
    ['line 2 is 2000, but its derivation gives 1999'],
  ],
  [ofPart, () => null, []],
  [ofPart, (it) => delete it.lines[0].pricing.part, ['its derivation has other lines']],
  [
    ofPart,
    (it) => Object.assign(it.lines[0].pricing.part, { start: '2027-06-02T00:00:00.000Z' }),
    ['its derivation has other lines'],
  ],
  [
    ofPart,
    (it) => Object.assign(at(it.derivation, 1).rests, { rests: [96, 0] }),
    ['its derivation cannot be computed: its rests have rests [96,0], not [97,0]'],
  ],
]
for (const [number, [make, forge, says]] of CASES.entries()) {
  test(`case ${number + 1} of ${make.name} is reported as: ${says[0] ?? 'sound'}`, () => {
    const invoice = make()
    forge(invoice)
    assert.deepEqual(found(invoice), says)
  })
}

test('the derivation of a line with a price in whole numbers has the terms of the price', () => {
  const invoice = latest()
  const terms = { model: 'per_unit', unit_amount_decimal: '1' }
  Object.assign(invoice.lines[2], { price_id: 'price', quantity: '1', unit_price: '1' })
  const line = at(invoice.derivation, 3)
  Object.assign(line, { pricing: terms, inputs: { quantity: '1' } })
  delete line.exact
  assert.deepEqual(found(invoice), [])
})

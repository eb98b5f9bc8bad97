// The same figures in the answer, the explanation, the event and on paper: random invoices, seeded.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { INVOICES, makeCustomer, makeInvoice } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { needsPoppler, textOf } from '../../../test/poppler.ts'
import { type Random, randomFrom, SUITE_SEED } from '../../../test/random.ts'

const SEED = Number(process.env.SEED ?? SUITE_SEED)
const INVOICES_MADE = 24
/** Digits of the smallest unit, by ISO 4217. */
const DIGITS = { cad: 2, eur: 2, jpy: 0, kwd: 3, clf: 4, huf: 2 } as const
/** Thousands and decimals, by the CLDR: no-break spaces come as plain ones from `shownBy`. */
const MARKS = { en: [',', '.'], fr: [' ', ','] } as const

/** Written by hand, from the whole number: nothing of the product's has a part in it. */
function written(amount: bigint, currency: keyof typeof DIGITS, language: keyof typeof MARKS) {
  const [thousands, decimal] = MARKS[language]
  const digits = DIGITS[currency]
  const text = String(amount).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return digits === 0 ? grouped : `${grouped}${decimal}${text.slice(-digits)}`
}

function randomInvoice(random: Random) {
  const [currency, language] = [
    random.pick(['cad', 'eur', 'jpy', 'kwd', 'clf', 'huf'] as const),
    random.pick(['en', 'fr'] as const),
  ]
  const line_items = Array.from({ length: 1 + random.below(30) }, (_, index) => ({
    description: `Item ${index + 1}`,
    quantity: 1 + random.below(10 ** (1 + random.below(5))),
    unit_amount: random.below(10 ** (1 + random.below(9))),
  }))
  return { currency, language, line_items }
}

const w = await world({ after })

test(`figures agree wherever they are shown (SEED=${SEED})`, needsPoppler, async () => {
  const random = randomFrom(SEED)
  for (let round = 0; round < INVOICES_MADE; round += 1) {
    const { currency, language, line_items } = randomInvoice(random)
    const customer = await makeCustomer(w.api, { language })
    const draft = await makeInvoice(w.api, { customer_id: customer.id, currency, line_items })
    const path = `${INVOICES}/${draft.id}`
    const { body: invoice } = await w.api.post(`${path}/finalize`)
    const amounts = line_items.map((line) => BigInt(line.quantity) * BigInt(line.unit_amount))
    const total = amounts.reduce((sum, amount) => sum + amount, 0n)
    assert.equal(BigInt(draft.total), total)
    assert.equal(BigInt(invoice.amount_due), total)
    const { body: explanation } = await w.api.get(`${path}/explain`)
    assert.equal(BigInt(explanation.amount_due), total)
    const { bytes } = await w.api.get(`${path}/pdf`)
    const text = (await textOf(bytes)).replace(/[ \u00a0\u202f]+/g, ' ')
    const shown = (amount: bigint) => written(amount, currency, language)
    for (const [index, amount] of amounts.entries()) {
      const unit = shown(BigInt(line_items[index]?.unit_amount ?? 0))
      const row = text.split('\n').find((line) => line.trim().startsWith(`Item ${index + 1} `))
      assert.ok(row?.includes(shown(amount)) && row.includes(unit), `${unit}, ${amount}: ${row}`)
    }
    // Subtotal, total, amount due at the top and at the foot; and in the terms, if anything is due.
    const times = total > 0n ? 5 : 4
    assert.ok(
      text.split(shown(total)).length - 1 >= times,
      `${shown(total)} is too rare in:\n${text}`,
    )
  }
})

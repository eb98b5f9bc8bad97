// Consistency of amounts: random, seeded invoices, compared to the cent in every place that shows their figures.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readCsv } from '../../../test/csv.ts'
import {
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  makePayment,
} from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { hookWorld } from '../../../test/hooks.ts'
import { needsPoppler, textOf } from '../../../test/poppler.ts'
import { type Random, randomFrom, SUITE_SEED } from '../../../test/random.ts'
import { startReceiver } from '../../../test/receiver.ts'

const SEED = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const INVOICES_MADE = Number(process.env.FIGURES_INVOICES ?? 12)
/** Well below the largest credit grant, in the smallest unit. */
const CREDIT_MOST = 10n ** 9n
/** Decimals of each currency, by ISO 4217. */
const DIGITS = { cad: 2, eur: 2, jpy: 0, kwd: 3, clf: 4, huf: 2 } as const
/** Separators of thousands and decimals, by CLDR: `shownBy` returns no-break spaces as plain ones. */
const MARKS = { en: [',', '.'], fr: [' ', ','] } as const

/** Formats the whole number by hand, without any code of the product. */
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

const w = await hookWorld({ after })
const { api } = w

/** A plain decimal number, as in CSV and credit. */
function decimal(amount: bigint, currency: keyof typeof DIGITS): string {
  const digits = DIGITS[currency]
  const text = String(amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Replaces no-break spaces by plain ones. */
const plain = (text: string) => text.replace(/&nbsp;|&#160;|[ \u00a0\u202f]+/g, ' ')

const occurrences = (text: string, shown: string) => plain(text).split(shown).length - 1

interface Expected {
  total: bigint
  due: bigint
  remaining: bigint
}

/** Machine-readable figures: the response, the list and its CSV, and the event in the feed and as delivered. */
async function assertRead(invoice: Made, expected: Expected, delivered: Made): Promise<void> {
  const { total, due, remaining } = expected
  const { id, customer_id, currency } = invoice
  const figures = (of: Made) => [of.total, of.amount_due, of.amount_remaining].map(BigInt)
  assert.deepEqual(figures(await get(api, `${INVOICES}/${id}`)), [total, due, remaining])
  const { data } = await get(api, `${INVOICES}?customer_id=${customer_id}`)
  assert.deepEqual(data.map(figures), [[total, due, remaining]])
  const { text } = await api.get(`${INVOICES}.csv?customer_id=${customer_id}`)
  assert.deepEqual(
    readCsv(text).map((row) => [row.total_major, row.amount_due_major, row.amount_remaining_major]),
    [[total, due, remaining].map((amount) => decimal(amount, currency))],
  )
  const { data: events } = await get(api, `/v1/events?object_id=${id}&type=invoice.finalized`)
  for (const event of [...events, delivered]) {
    assert.deepEqual(figures(event.data.object), [total, due, due], 'as it was finalized')
  }
  const explained = await get(api, `${INVOICES}/${id}/explain`)
  assert.deepEqual([explained.amount_due, explained.derivation.result].map(BigInt), [due, due])
}

/** Figures for people: the email, the hosted page and the PDF. */
async function assertShown(
  invoice: Made,
  lines: readonly { unit: bigint; amount: bigint }[],
  { total, due, remaining }: Expected,
  shown: (amount: bigint) => string,
): Promise<void> {
  const [{ id }] = (await get(api, `/v1/emails?invoice_id=${invoice.id}&kind=invoice`)).data
  const mail = await get(api, `/v1/emails/${id}`)
  for (const text of [mail.text, mail.html]) assert.ok(occurrences(text, shown(due)), plain(text))
  const answer = await fetch(`${w.url}${new URL(invoice.hosted_url).pathname}`)
  const page = await answer.text()
  const { bytes } = await api.get(`${INVOICES}/${invoice.id}/pdf`)
  const paper = plain(await textOf(bytes))
  // The PDF shows the amount due at finalize, regardless of later payments.
  for (const [text, left] of [
    [page, remaining],
    [paper, due],
  ] as const) {
    for (const amount of [total, left]) {
      assert.ok(occurrences(text, shown(amount)) >= 2, `${shown(amount)} is too rare in:\n${text}`)
    }
  }
  for (const [index, { unit, amount }] of lines.entries()) {
    const row = paper.split('\n').find((line) => line.trim().startsWith(`Item ${index + 1} `))
    assert.ok(
      row?.includes(shown(amount)) && row.includes(shown(unit)),
      `${unit}, ${amount}: ${row}`,
    )
  }
}

test(`figures agree wherever they are shown (seed ${SEED})`, needsPoppler, async (t) => {
  const random = randomFrom(SEED)
  const receiver = await startReceiver(t)
  await w.hooks.endpointFor(receiver, { enabled_events: ['invoice.finalized'] })
  for (let round = 0; round < INVOICES_MADE; round += 1) {
    const { currency, language, line_items } = randomInvoice(random)
    const lines = line_items.map(({ quantity, unit_amount }) => ({
      unit: BigInt(unit_amount),
      amount: BigInt(quantity) * BigInt(unit_amount),
    }))
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n)
    const third = total / 3n
    const credit = random.below(3) > 0 ? 0n : third < CREDIT_MOST ? third : CREDIT_MOST
    const paid = random.below(3) === 0 ? total / 4n : 0n
    const expected = { total, due: total - credit, remaining: total - credit - paid }

    const { id: customer_id } = await makeCustomer(api, { language, email: 'ada@maple.example' })
    if (credit > 0n) await grantCredit(api, customer_id, decimal(credit, currency), currency)
    const body = { customer_id, currency, line_items }
    const foreseen = await api.post(`${INVOICES}?dry_run=true`, { body })
    assert.equal(BigInt(foreseen.body.result.total), total, 'as the editor shows it')
    const draft = await makeInvoice(api, body)
    assert.equal(BigInt(draft.total), total)
    const { body: invoice } = await api.post(`${INVOICES}/${draft.id}/finalize`)
    assert.equal(BigInt(invoice.amount_due), expected.due)
    if (paid > 0n) await makePayment(api, invoice, { amount: Number(paid) })
    const delivered = await until('the webhook', () =>
      receiver.received.find(({ event }) => event.data.object.id === draft.id),
    )
    await assertRead(invoice, expected, delivered.event)
    await assertShown(invoice, lines, expected, (amount) => written(amount, currency, language))
  }
})

// Credit notes over HTTP: issued, previewed, refused and voided, with the invoice, the balance, the ledger and the tax
// report. Figures are those of credit.md, unless a comment computes them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const NOTES = '/v1/credit_notes'
const w = await world({ after })
const { api } = w

const read = (invoice: Made) => get(api, `${INVOICES}/${invoice.id}`)
const send = (invoice: Made, body: object) =>
  api.post(NOTES, { body: { invoice_id: invoice.id, reason: 'goodwill', ...body } })
const issue = (invoice: Made, body: object) => bodyOf(send(invoice, body), 201)
const preview = (invoice: Made, body: object) =>
  api.post(`${NOTES}/preview`, { body: { invoice_id: invoice.id, ...body } })
const voided = (note: Made) => api.post(`${NOTES}/${note.id}/void`)
const creditOf = async (invoice: Made) => {
  const { credit_balances } = await get(api, `/v1/customers/${invoice.customer_id}`)
  return credit_balances
}

const rate = await bodyOf(
  api.post('/v1/tax_rates', {
    body: { name: 'VAT', country: 'NL', percentage: '21', valid_from: '2020-01-01' },
  }),
  201,
)
const billed = (unit_amount: number, more: object = {}) =>
  makeFinalized(api, {
    currency: 'eur',
    line_items: [{ description: 'Seats', quantity: 1, unit_amount, ...more }],
  })
const taxed = (unit_amount: number, more: object = {}) =>
  billed(unit_amount, { tax_rates: [rate.id], ...more })

test('the net of a note is never negative, however many taxes the price includes', async () => {
  const tax = { country: 'NL', percentage: '10', valid_from: '2020-01-01', inclusive: true }
  const rates: string[] = []
  for (const name of ['State', 'City']) {
    const { id } = await bodyOf(api.post('/v1/tax_rates', { body: { ...tax, name } }), 201)
    rates.push(id)
  }
  // 1.00 and two taxes of 0.10.
  const invoice = await billed(120, { tax_rates: rates })
  assert.equal(invoice.tax_included, 20)
  const [{ id: line_id }] = invoice.line_items
  const shown: object[] = []
  for (const amount of [5, 1, 114]) {
    const { lines } = await issue(invoice, { lines: [{ line_id, amount }] })
    shown.push([lines[0].net, ...lines[0].taxes.map(({ amount }: Made) => amount)])
  }
  // 5 has taxes of 0.83, rounded to 1; 6 also has taxes of 1.
  assert.deepEqual(shown, [
    [4, 1, 0],
    [1, 0, 0],
    [95, 9, 10],
  ])
})

test('partial notes add up to the invoice for each line and rate', async () => {
  const invoice = await taxed(5290)
  assert.equal(invoice.tax, 1111)
  const [line] = invoice.line_items
  const taxes: number[] = []
  for (const amount of [1763, 1763, 1764]) {
    const note = await issue(invoice, { lines: [{ line_id: line.id, amount }] })
    taxes.push(note.tax)
  }
  assert.deepEqual(taxes, [370, 371, 370])
  const { status, amount_credited, amount_remaining } = await read(invoice)
  assert.deepEqual(
    { status, amount_credited, amount_remaining },
    {
      ...{ status: 'paid', amount_credited: 6401, amount_remaining: 0 },
    },
  )
})

test('a note shows what it credits, and its events are recorded', async () => {
  const invoice = await billed(24_000)
  await makePayment(api, invoice, { amount: 9000 })
  const [line] = invoice.line_items
  const note = await issue(invoice, {
    ...{ lines: [{ line_id: line.id, amount: 20_000 }], reason: 'pricing_error' },
    ...{ note: 'Wrong list', metadata: { case: '17' } },
  })
  assert.deepEqual(note, {
    ...{ id: note.id, object: 'credit_note', number: note.number, status: 'issued' },
    ...{ invoice_id: invoice.id, customer_id: invoice.customer_id, subscription_id: null },
    ...{ currency: 'eur', reason: 'pricing_error' },
    lines: [
      {
        ...{ invoice_line_id: line.id, description: 'Seats', quantity: null, amount: 20_000 },
        ...{ net: 20_000, tax: 0, taxes: [], period: null },
      },
    ],
    ...{ subtotal: 20_000, tax: 0, tax_included: 0, taxes: [], total: 20_000 },
    ...{ to_open: 15_000, to_balance: 5000, refund: 0, outside: 0, outside_reference: '' },
    ...{ note: 'Wrong list', metadata: { case: '17' } },
    ...{ created_at: note.created_at, updated_at: note.created_at, voided_at: null },
    ...{ email_status: null, sent_at: null },
  })
  assert.match(note.number, /^CN-0{5}\d$/)
  assert.equal((await read(invoice)).status, 'paid')
  assert.deepEqual(await creditOf(invoice), { eur: '50.00000000' })
  for (const q of [note.number, `cn-${Number(note.number.slice(3))}`]) {
    const { data } = await get(api, `/v1/search?q=${q}`)
    assert.deepEqual(
      data.map(({ id }: Made) => id),
      [note.id],
      q,
    )
  }
  const { data: told } = await get(api, `${INVOICES}/${invoice.id}/timeline`)
  assert.deepEqual(
    told.slice(-3).map(({ summary }: Made) => summary),
    [
      `Credit note ${note.number} issued, for €200.00.`,
      'Credited: balance due €0.00.',
      'Settled: €90.00 paid, €150.00 credited.',
    ],
  )
  const events = await allEvents(api)
  const issued = events.findIndex(({ data }) => data.object.id === note.id)
  assert.deepEqual(
    events.slice(issued, issued + 5).map(({ type }) => type),
    [
      ...['credit_note.issued', 'invoice.credited', 'invoice.paid'],
      ...['credit_transaction.created', 'customer.updated'],
    ],
  )
  const entries = await get(api, `/v1/ledger/entries?invoice_id=${invoice.id}`)
  const posted = entries.data.find((each: Made) => each.kind === 'credit_note_issued')
  assert.deepEqual(await get(api, `/v1/ledger/entries?object_id=${note.id}`), {
    ...entries,
    data: [posted],
    total_count: 1,
  })
  assert.equal(posted.object_id, note.id)
  assert.deepEqual(
    posted.postings.map(({ account, debit, credit }: Made) => [account, debit, credit]),
    [
      ['revenue', '200.00000000', '0.00000000'],
      ['receivable', '0.00000000', '150.00000000'],
      ['customer_credit', '0.00000000', '50.00000000'],
    ],
  )
})

test('units are credited by their share of the line', async () => {
  // A third of 100.00 is 33.33, two thirds are 66.67.
  const three = await makeFinalized(api, {
    currency: 'eur',
    line_items: [{ description: 'Hours', quantity_decimal: '3', unit_amount_decimal: '3333.4' }],
  })
  assert.equal(three.total, 10_000)
  const [line] = three.line_items
  const amounts: number[] = []
  for (let n = 0; n < 3; n++) {
    const note = await issue(three, { lines: [{ line_id: line.id, quantity: '1' }] })
    assert.equal(note.lines[0].quantity, '1')
    amounts.push(note.total)
  }
  assert.deepEqual(amounts, [3333, 3334, 3333])
})

test('an amount of the whole invoice is spread over its lines, with their taxes', async () => {
  const invoice = await makeFinalized(api, {
    currency: 'eur',
    line_items: [
      { description: 'Taxed', quantity: 1, unit_amount: 10_000, tax_rates: [rate.id] },
      { description: 'Untaxed', quantity: 1, unit_amount: 7900, tax_rates: [] },
    ],
  })
  // 121.00 and 79.00 of 200.00: of 100.00 they get 60.50 and 39.50, and 50.00 × 1.21 is 60.50.
  const note = await issue(invoice, { amount: 10_000 })
  assert.deepEqual(
    note.lines.map(({ amount, tax }: Made) => [amount, tax]),
    [
      [5000, 1050],
      [3950, 0],
    ],
  )
  assert.deepEqual([note.subtotal, note.tax, note.total], [8950, 1050, 10_000])
})

test('a note equals its preview, which binds it', async () => {
  const invoice = await taxed(5290)
  const wanted = { amount: 2000 }
  const seen = await bodyOf(preview(invoice, wanted), 200)
  assert.deepEqual([seen.total, seen.to_open, seen.amount_remaining], [2000, 2000, 4401])
  assert.equal((await read(invoice)).amount_credited, 0)
  const { at, hash } = seen
  const note = await issue(invoice, { ...wanted, preview: { at, hash } })
  assert.deepEqual(note.lines, seen.lines)
  const outdated = await send(invoice, { amount: 2001, preview: { at, hash } })
  refused(outdated, 409, 'preview_outdated', 'preview')
})

test('crediting more than the remainder is refused, with the largest possible amount', async () => {
  const invoice = await taxed(5290)
  const [line] = invoice.line_items
  await issue(invoice, { lines: [{ line_id: line.id, amount: 5000 }] })
  for (const [body, param] of [
    [{ lines: [{ line_id: line.id, amount: 291 }] }, 'lines[0].amount'],
    [{ lines: [{ line_id: line.id, quantity: '2' }] }, 'lines[0].quantity'],
    // 64.01 less 50.00 and its tax of 10.50.
    [{ amount: 352 }, 'amount'],
  ] as const) {
    refused(await send(invoice, body), 409, 'credit_exceeds_invoice', param)
  }
  assert.match((await send(invoice, { amount: 352 })).text, /at most 351/)
  assert.equal((await read(invoice)).amount_credited, 6050)
  await issue(invoice, { amount: 351 })
})

test('a note needs a finalized invoice that is not void, one of its lines, and one amount', async () => {
  const draft = await makeInvoice(api)
  const lines = [{ line_id: draft.line_items[0].id, amount: 1 }]
  refused(await send(draft, { lines }), 409, 'invoice_not_creditable', 'invoice_id')
  const other = await billed(100)
  refused(await send(other, { lines }), 400, 'resource_missing', 'lines[0].line_id')
  await bodyOf(api.post(`${INVOICES}/${other.id}/void`), 200)
  refused(await send(other, { amount: 1 }), 409, 'invoice_not_creditable', 'invoice_id')
  const invoice = await billed(100)
  const line_id = invoice.line_items[0].id
  refused(await send(invoice, {}), 400, 'parameter_missing', 'lines')
  refused(await send(invoice, { lines: [{ line_id }] }), 400, 'parameter_missing')
  refused(await send(invoice, { amount: 1, lines }), 400, 'parameters_exclusive', 'lines')
  const both = { lines: [{ line_id, amount: 1, quantity: '1' }] }
  refused(await send(invoice, both), 400, 'parameters_exclusive', 'lines[0].amount')
  const twice = [1, 2].map((amount) => ({ line_id, amount }))
  refused(await send(invoice, { lines: twice }), 400, 'parameter_invalid', 'lines[1].line_id')
  const little = { lines: [{ line_id, quantity: '0.001' }] }
  refused(await send(invoice, little), 400, 'parameter_invalid', 'lines')
  const nothing = await api.get(`${NOTES}?invoice_id=${invoice.id}`)
  assert.deepEqual(nothing.body.data, [])
})

test('voiding a note restores the balance due of its invoice', async () => {
  const invoice = await taxed(5290)
  const note = await issue(invoice, { amount: 6401 })
  assert.equal((await read(invoice)).status, 'paid')
  refused(await api.post(`${INVOICES}/${invoice.id}/void`), 409, 'invoice_has_credit_notes')
  const after = await bodyOf(voided(note), 200)
  assert.equal(after.status, 'void')
  assert.equal(after.voided_at, after.updated_at)
  const { status, amount_credited, amount_remaining } = await read(invoice)
  assert.deepEqual([status, amount_credited, amount_remaining], ['posted', 0, 6401])
  refused(await voided(note), 409, 'credit_note_used')
  await issue(invoice, { amount: 6401 })
})

test('a note whose credit was used cannot be voided', async () => {
  const invoice = await billed(5000)
  await makePayment(api, invoice)
  const note = await issue(invoice, { amount: 3000 })
  assert.deepEqual(await creditOf(invoice), { eur: '30.00000000' })
  const next = await makeFinalized(api, {
    ...{ currency: 'eur', customer_id: invoice.customer_id },
    line_items: [{ description: 'Seats', quantity: 1, unit_amount: 1 }],
  })
  assert.equal(next.credit_applied, 1)
  refused(await voided(note), 409, 'credit_note_used')
  await bodyOf(api.post(`${INVOICES}/${next.id}/void`), 200)
  await bodyOf(voided(note), 200)
  assert.deepEqual(await creditOf(invoice), { eur: '0.00000000' })
})

test('the tax report subtracts notes at their rate, and the books agree', async () => {
  const report = async () => {
    const path = '/v1/tax/report?from=2020-01-01&to=2099-12-31&currency=eur'
    const { currencies } = await get(api, path)
    const { net_taxable, net_tax } = currencies[0].data.find((each: Made) => each.rate === rate.id)
    return [net_taxable, net_tax]
  }
  const [taxable = 0, tax = 0] = await report()
  const invoice = await taxed(5290)
  const note = await issue(invoice, { amount: 6401 })
  assert.deepEqual(await report(), [taxable, tax])
  await bodyOf(voided(note), 200)
  assert.deepEqual(await report(), [taxable + 5290, tax + 1111])
})

test('the hosted page of an invoice leads to its notes, as a page and as PDF', async () => {
  const invoice = await taxed(5290)
  const note = await issue(invoice, { amount: 2000, note: 'Two hours less' })
  const visit = async (path: string) => {
    const answer = await fetch(`${invoice.hosted_url}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  const page = await visit('')
  // 64.01 less 20.00.
  for (const shown of [`/${note.number}">${note.number}</a>`, '€44.01', 'Credit notes']) {
    assert.ok(page.text.includes(shown), shown)
  }
  const { text } = await visit(`/${note.number}`)
  for (const shown of [
    ...['<h1>Credit note</h1>', note.number, invoice.number, '€16.53', 'Two hours less'],
    ...[`€20.00 is taken off what is to be paid of invoice ${invoice.number}.`],
  ]) {
    assert.ok(text.includes(shown), shown)
  }
  for (const path of [
    `${invoice.hosted_url}/${note.number}/pdf`,
    `${api.url}${NOTES}/${note.id}/pdf`,
  ]) {
    const answer = await fetch(path, { headers: { authorization: `Bearer ${w.keys.test}` } })
    assert.equal(answer.status, 200, path)
    assert.match(await answer.text(), /^%PDF-1/)
  }
  await bodyOf(voided(note), 200)
  assert.equal((await visit(`/${note.number}`)).status, 404)
  assert.doesNotMatch((await visit('')).text, /Credit notes/)
})

test('returned money leaves the books, and never exceeds the money received', async () => {
  const customer = await makeCustomer(api)
  const credit = { amount: '30', currency: 'eur' }
  await bodyOf(api.post(`/v1/customers/${customer.id}/credit_transactions`, { body: credit }), 201)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 8000 }]
  const body = { currency: 'eur', customer_id: customer.id, line_items }
  const invoice = await makeFinalized(api, body)
  await makePayment(api, invoice)
  // Total 80.00, 30.00 paid by credit: at most 50.00 can be returned, and at least 30.00 goes to the balance.
  const whole = { amount: 8000, outside_reference: 'SEPA 4711' }
  for (const [outside, code] of [
    [5001, 'refund_exceeds_payment'],
    [4000, undefined],
  ] as const) {
    const answer = await send(invoice, { ...whole, outside })
    if (code) refused(answer, 409, code, 'outside')
    else assert.deepEqual([answer.body.to_balance, answer.body.outside], [4000, 4000])
  }
  assert.deepEqual(await creditOf(invoice), { eur: '40.00000000' })
  const { data } = await get(api, `/v1/ledger/entries?invoice_id=${invoice.id}`)
  const posted = data.find((each: Made) => each.kind === 'credit_note_issued')
  assert.deepEqual(
    posted.postings.map(({ account, debit, credit }: Made) => [account, debit, credit]),
    [
      ['revenue', '80.00000000', '0.00000000'],
      ['customer_credit', '0.00000000', '40.00000000'],
      ['cash_other', '0.00000000', '40.00000000'],
    ],
  )
  const notes = await get(api, `${NOTES}?invoice_id=${invoice.id}`)
  refused(await voided(notes.data[0]), 409, 'credit_note_used')
  const open = await billed(100)
  refused(await send(open, { amount: 100, outside: 1 }), 400, 'parameter_invalid', 'outside')
  await makePayment(api, open, { amount: 60 })
  const more = await send(open, { amount: 80, outside: 41 })
  refused(more, 400, 'parameter_invalid', 'outside')
})

test('a note explains its taxes by what was credited when it was issued', async () => {
  const invoice = await taxed(5290)
  const [{ id: line_id }] = invoice.line_items
  const notes: Made[] = []
  for (const amount of [1763, 1763])
    notes.push(await issue(invoice, { lines: [{ line_id, amount }] }))
  const [first, second] = notes as [Made, Made]
  await voided(first)
  const third = await issue(invoice, { lines: [{ line_id, amount: 100 }] })
  const explained = async ({ id }: Made) => get(api, `${NOTES}/${id}/explain`)
  // 11.11 × 35.26 ÷ 52.90 = 7.405; the first note was not void yet.
  const { lines, sentences } = await explained(second)
  assert.deepEqual(sentences, [
    'Line 1, Seats: €17.63 of €52.90. €17.63 was credited before.',
    'Line 1, VAT 21%: €11.11 × €35.26 ÷ €52.90 = €7.41 rounded, less €3.70 credited before: €3.71.',
    'Total: €17.63 + €3.71 of tax = €21.34.',
    'Of it, €21.34 reduces what was still to be paid.',
  ])
  const [tax] = lines[0].taxes
  assert.deepEqual(
    [tax.tax, tax.share, tax.credited_before, tax.adjustment, tax.amount],
    [1111, 741, 370, 0, 371],
  )
  // 11.11 × 18.63 ÷ 52.90 = 3.913, less the 3.71 of the second note.
  const later = await explained(third)
  assert.match(later.sentences[1], /€18\.63 ÷ €52\.90 = €3\.91 rounded, less €3\.71 .*: €0\.20\./)
})

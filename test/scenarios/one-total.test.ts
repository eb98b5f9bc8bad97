// One invoice has one total: every place shows the same figure.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { get, INVOICES, LINE, type Made, makeCustomer, makeInvoice } from '../fixtures.ts'
import { needsPoppler, textOf } from '../poppler.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w

// 3 × 19.99 = 59.97 and 1 234 × 123.45 = 152 337.30, together 152 397.27.
const TOTAL = 15_239_727
const SHOWN = 'CA$152,397.27'
const DECIMAL = '152397.27000000'

let draft: Made
let finalized: Made
before(async () => {
  const customer = await makeCustomer(api, { email: 'ada@maple.example' })
  const hours = { description: 'Hours', quantity: 1234, unit_amount: 12_345 }
  draft = await makeInvoice(api, { customer_id: customer.id, line_items: [LINE, hours] })
  finalized = (await api.post(`${INVOICES}/${draft.id}/finalize`)).body
})

/** Strips the spaces around figures. */
const plain = (text: string) => text.replace(/&nbsp;|&#160;|[\u00a0\u202f]/g, ' ')
const assertShows = (text: string, where: string) =>
  assert.ok(plain(text).includes(SHOWN), `${SHOWN} is not in the ${where}:\n${text.slice(0, 2000)}`)

test('every response shows the total', async () => {
  assert.equal(draft.total, TOTAL)
  assert.equal(draft.amount_due, TOTAL)
  assert.deepEqual([finalized.total, finalized.amount_due], [TOTAL, TOTAL])
  assert.equal((await get(api, `${INVOICES}/${draft.id}`)).total, TOTAL)
  const [listed] = (await get(api, INVOICES)).data
  assert.deepEqual([listed.id, listed.total], [draft.id, TOTAL])
})

test('the explanation shows the total', async () => {
  const explained = await get(api, `${INVOICES}/${draft.id}/explain`)
  assert.equal(explained.amount_due, TOTAL)
  assert.equal(explained.derivation.result, TOTAL)
  assertShows(explained.sentences.at(-1), 'last sentence')
})

test('the document shows the total', needsPoppler, async () => {
  const { bytes } = await api.get(`${INVOICES}/${draft.id}/pdf`)
  assertShows(await textOf(bytes), 'PDF')
})

test("the customer's page shows the total", async () => {
  const { pathname } = new URL(finalized.hosted_url)
  const answer = await fetch(`${w.url}${pathname}`)
  assert.equal(answer.status, 200)
  assertShows(await answer.text(), 'hosted page')
})

test('the email shows the total', async () => {
  const [{ id }] = (await get(api, `/v1/emails?invoice_id=${draft.id}`)).data
  const mail = await get(api, `/v1/emails/${id}`)
  assertShows(mail.text, 'text of the mail')
  assertShows(mail.html, 'formatted mail')
})

test('the timeline shows the total', async () => {
  const { data } = await get(api, `${INVOICES}/${draft.id}/timeline`)
  const finalized = data.find(({ type }: Made) => type === 'invoice.finalized')
  assertShows(finalized.summary, 'timeline')
})

test('the ledger shows the total', async () => {
  const { data } = await get(api, `/v1/ledger/entries?invoice_id=${draft.id}`)
  assert.deepEqual(
    data.map(({ kind, postings }: Made) => [
      kind,
      postings.map(({ account, debit, credit }: Made) => [account, debit, credit]),
    ]),
    [
      [
        'invoice_finalized',
        [
          ['receivable', DECIMAL, '0.00000000'],
          ['revenue', '0.00000000', DECIMAL],
        ],
      ],
    ],
  )
})

test('the event shows the total', async () => {
  const { data } = await get(api, `/v1/events?object_id=${draft.id}&type=invoice.finalized`)
  assert.deepEqual(
    data.map((event: Made) => event.data.object.total),
    [TOTAL],
  )
})

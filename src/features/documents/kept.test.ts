// Stored PDFs: the bytes of the first delivery, whatever happens later and whichever version delivers them.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import test, { after } from 'node:test'
import { changedProgram } from '../../../test/changed-program.ts'
import type { Api } from '../../../test/client.ts'
import { advanceTo } from '../../../test/clock.ts'
import {
  INVOICES,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { needsPoppler, textOf } from '../../../test/poppler.ts'
import { startProcess } from '../../../test/process.ts'

const w = await world({ after }, { tampers: true })

async function pdfOf(id: string, api: Api = w.api): Promise<Buffer> {
  const answer = await api.get(`${INVOICES}/${id}/pdf`)
  assert.equal(answer.status, 200, answer.text)
  return answer.bytes
}

test('a changed template, font, typesetter and wording change no delivered PDF', async (t) => {
  const program = changedProgram(t, [
    ['templates/invoice.typ', 'size: 9.2pt', 'size: 9.4pt'],
    [
      'src/features/documents/fonts.ts',
      "'inter', 'Inter', 'Paper', ALL",
      "'sarabun', 'Sarabun', 'PaperSb', TWO",
    ],
    [
      'src/platform/render/typesetter.ts',
      "'a-3b', creationTimestamp }",
      "'a-3b', creationTimestamp: creationTimestamp + 1 }",
    ],
    ['src/domain/languages/en.ts', "amount_due: 'Amount due'", "amount_due: 'Sum due'"],
  ])
  const delivered = await makeFinalized(w.api)
  const draft = await makeInvoice(w.api)
  const before = await pdfOf(delivered.id)
  const env = {
    DATABASE_URL: w.config.databaseUrl ?? '',
    SECRET_KEY: w.secretKey.toString(),
    DATA_DIR: '/nonexistent',
    PORT: '0',
  }
  const other = await startProcess(env, w.keys.test, undefined, program)
  t.after(() => other.stop())
  const again = await pdfOf(delivered.id, other.api)
  assert.ok(again.equals(before))
  assert.ok(
    !(await pdfOf(draft.id, other.api)).equals(await pdfOf(draft.id)),
    'a draft is not kept',
  )

  // Two programs that make different bytes get concurrent requests: one is first, and both deliver its bytes.
  for (let nth = 0; nth < 5; nth++) {
    const { id } = await makeFinalized(w.api)
    const [one, two] = await Promise.all([pdfOf(id), pdfOf(id, other.api)])
    assert.ok(one.equals(two), 'two first deliveries at once')
  }
})

test('later payments and a passed due date are not on a PDF', needsPoppler, async () => {
  const [early, late] = [await makeFinalized(w.api), await makeFinalized(w.api)]
  const before = await pdfOf(early.id)
  await makePayment(w.api, early, { amount: 100 })
  await makePayment(w.api, late, { amount: 100 })
  await advanceTo(w.api, `${Number(early.due_date.slice(0, 4)) + 1}-01-01T00:00:00.000Z`)
  assert.equal((await w.api.get(`${INVOICES}/${late.id}`)).body.status, 'overdue')
  assert.ok(before.equals(await pdfOf(early.id)))
  assert.doesNotMatch(await textOf(await pdfOf(late.id)), /Paid|Balance|Overdue/)
})

test('the ETag is the SHA-256 of the bytes', async () => {
  const { id } = await makeFinalized(w.api)
  const { bytes, headers } = await w.api.get(`${INVOICES}/${id}/pdf`)
  const digest = hash('sha256', bytes)
  assert.equal(headers.etag, `"${digest}"`)
  const rows = await w.sql<{ sha256: string }>(
    'select sha256, kind from invoice_documents where sha256 = $1',
    [digest],
  )
  assert.deepEqual(rows, [{ sha256: digest, kind: 'invoice' }])
})

test('a void invoice has another PDF, and the one delivered before is kept', async () => {
  const { id } = await makeFinalized(w.api)
  const finalized = await pdfOf(id)
  await w.api.post(`${INVOICES}/${id}/void`)
  const voided = await pdfOf(id)
  assert.ok(voided.equals(await pdfOf(id)))
  const rows = await w.sql<{ pdf: Buffer }>(
    'select pdf from invoice_documents where pdf = any($1) order by kind',
    [[finalized, voided]],
  )
  assert.deepEqual(
    rows.map(({ pdf }) => pdf),
    [finalized, voided],
  )
})

test('an erasure deletes PDFs, including those made while it runs', needsPoppler, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api, { name: 'Quellmund' })
  const free = { customer_id, line_items: [{ description: 'Gift', quantity: 1, unit_amount: 0 }] }
  const [delivered, underWay] = [await makeFinalized(w.api, free), await makeFinalized(w.api, free)]
  assert.match(await textOf(await pdfOf(delivered.id)), /Quellmund/)
  // Pauses the erasure's step for invoices after it has locked them.
  const client = await w.pool.connect()
  t.after(() => client.release())
  await client.query('begin')
  await client.query('lock table invoice_lines in share mode')
  const erase = { body: { documents: 'erase' } }
  assert.equal((await w.api.post(`/v1/customers/${customer_id}/erase`, erase)).status, 200)
  const waiting = (text: string) =>
    until(`a statement that waits: ${text}`, async () => {
      const rows = await w.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
        [`%${text}%`],
      )
      return rows.length > 0
    })
  await waiting('update invoice_lines')
  const made = pdfOf(underWay.id)
  await waiting('insert into invoice_documents')
  await client.query('rollback')
  assert.doesNotMatch(await textOf(await made), /Quellmund/)
  assert.doesNotMatch(await textOf(await pdfOf(underWay.id)), /Quellmund/)
  assert.match(await textOf(await pdfOf(delivered.id)), /Erased/)
})

// Documents over the SDK: streams that a program can pass on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Reckoner } from '../../sdk/src/reckoner.ts'
import { sharedWorld } from '../shared.ts'

test('a PDF and the journal are streams', async (t) => {
  const here = await sharedWorld(t)
  const reckoner = new Reckoner({ apiKey: here.keys.test, baseUrl: here.url })
  const { id: customer_id } = await reckoner.customers.create({ name: 'Acme' })
  const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
  const { id } = await reckoner.invoices.create({ customer_id, line_items })
  await reckoner.invoices.finalize(id)

  const { data: pdf, etag } = await reckoner.invoices.retrievePdf(id).withResponse()
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.ok(etag)
  const chunks: Uint8Array[] = []
  for await (const chunk of pdf.body ?? assert.fail('there is a body')) chunks.push(chunk)
  assert.match(Buffer.concat(chunks).toString('latin1'), /^%PDF-1\.7\n.*%%EOF\s*$/s)

  const today = new Date().toISOString().slice(0, 10)
  const journal = await reckoner.ledger.exportJournal({ from: today, to: today })
  assert.match(await journal.text(), /^date,entry,/)
  await assert.rejects(reckoner.invoices.retrievePdf('inv_none'), { code: 'resource_missing' })
})

// A process that sends emails is killed at each step: the next one continues, and an email sent before arrives again
// under the same Message-ID, never under another. The gate tries one step, `npm run test:crash` all.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until, world } from '../harness.ts'
import { startMailServer } from '../mail-server.ts'
import { headerOf } from '../mime.ts'
import { partOf } from './deaths.ts'
import { assertDies } from './lives.ts'

const w = await world({ after })
const server = await startMailServer({ after })
const key = w.keys.live
const mail = { SMTP_URL: server.url, MAIL_FROM: 'billing@nordlicht.example' }

const DEATHS: [fault: string, dies: () => Promise<void>][] = [
  ['mail.leased', () => dieSending('mail.leased', 0)],
  ['mail.kept', () => dieSending('mail.kept', 0)],
  ['mail.sent', () => dieSending('mail.sent', 1)],
  ['sweep.done@emails.send', dieSweeping],
]

for (const [fault, die] of partOf(DEATHS, 4))
  test(`an email is sent even if its process is killed at ${fault}`, die)

/** `before`: how often the email has been sent by then. */
async function dieSending(fault: string, before: number): Promise<void> {
  const from = server.received.length
  const dying = await w.secondProcess({ ...mail, RECKONER_FAULT: `${fault}:1` })
  const body = { name: 'Maple Inc.', email: 'ada@maple.example' }
  const customer = await dying.api.post('/v1/customers', { body, key })
  const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
  const draft = await dying.api.post('/v1/invoices', {
    body: { customer_id: customer.body.id, line_items },
    key,
  })
  const { id } = draft.body
  // The response can be lost, because the process dies of what follows.
  await dying.api.post(`/v1/invoices/${id}/finalize`, { key }).catch(() => undefined)
  assert.equal(await dying.ended, 'SIGKILL', dying.output())
  assert.equal(server.received.length - from, before)
  const [row] = await w.sql<{ status: string; leased: boolean }>(
    'select status, lease_token is not null as leased from emails order by created_at desc limit 1',
  )
  assert.deepEqual(row, { status: 'pending', leased: true })
  const heir = await w.secondProcess(mail)
  // A dead process's lease ends after four minutes; this ends it now.
  await w.sql("update emails set lease_until = now() where status = 'pending'")
  await until('the heir to send it', async () => {
    const { body } = await heir.api.get(`/v1/invoices/${id}`, { key })
    return body.email_status === 'sent'
  })
  await heir.stop()
  const sent = server.received.slice(from)
  assert.equal(sent.length, before + 1)
  assert.equal(new Set(sent.map(({ mime }) => headerOf(mime, 'message-id'))).size, 1)
  assert.equal(new Set(sent.map(({ raw }) => raw)).size, 1, 'the same bytes')
}

/** Kills a sweep that has just leased an email of a dead process. */
async function dieSweeping(): Promise<void> {
  const from = server.received.length
  server.onMail = () => 'hang'
  const first = await w.secondProcess(mail)
  const customer = await first.api.post('/v1/customers', {
    body: { name: 'Birch Inc.', email: 'ada@birch.example' },
    key,
  })
  const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
  const body = { customer_id: customer.body.id, line_items }
  const { id } = (await first.api.post('/v1/invoices', { body, key })).body
  await first.api.post(`/v1/invoices/${id}/finalize`, { key })
  await until('it to be handed over', () => server.received.length > from)
  first.kill('SIGKILL')
  await first.ended
  server.onMail = () => 'take'
  const letLeaseRunOut = "update emails set lease_until = now() where status = 'pending'"
  await w.sql(letLeaseRunOut)
  await assertDies(w.secondProcess({ ...mail, RECKONER_FAULT: 'sweep.done@emails.send' }))
  await w.sql(letLeaseRunOut)
  const heir = await w.secondProcess(mail)
  await until('the heir to send it', async () => {
    const { email_status } = (await heir.api.get(`/v1/invoices/${id}`, { key })).body
    return email_status === 'sent'
  })
  await heir.stop()
  const sent = server.received.slice(from)
  assert.equal(sent.length, 2)
  assert.equal(new Set(sent.map(({ raw }) => raw)).size, 1, 'the same bytes')
}

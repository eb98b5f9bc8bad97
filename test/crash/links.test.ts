// A process that emails a one-time link is killed at each step, and the next process continues. The link arrives at
// least once, under one Message-ID, works once, and its token is deleted after it was sent. The gate tries one step,
// `npm run test:crash` all.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, PASSWORD } from '../browser-like.ts'
import { until, world } from '../harness.ts'
import { startMailServer } from '../mail-server.ts'
import { headerOf } from '../mime.ts'
import { partOf } from './deaths.ts'
import { assertDies } from './lives.ts'

const w = await world({ after })
const server = await startMailServer({ after })
const METRICS_TOKEN = 'metrics-of-a-process-that-mails-links'
const mail = {
  SMTP_URL: server.url,
  MAIL_FROM: 'billing@nordlicht.example',
  // Otherwise links would contain the port of each process.
  PUBLIC_URL: 'https://billing.nordlicht.example',
  METRICS_TOKEN,
}

const DEATHS: [fault: string, dies: () => Promise<void>][] = [
  ['link.leased', () => dieSending('link.leased', 0)],
  ['link.sent', () => dieSending('link.sent', 1)],
  ['sweep.done@links.mail', dieSweeping],
]

for (const [fault, die] of partOf(DEATHS, 3))
  test(`a link is emailed even if its process is killed at ${fault}`, die)

/** `before`: how often the link has been sent by then. */
async function dieSending(fault: string, before: number): Promise<void> {
  const email = `${fault}@example.com`
  const from = server.received.length
  const dying = await w.secondProcess({ ...mail, RECKONER_FAULT: `${fault}:1` })
  // The response can be lost, because the process dies of what follows.
  const body = { email, role: 'viewer' }
  await dying.api.post('/v1/members', { body, key: w.keys.live }).catch(() => undefined)
  assert.equal(await dying.ended, 'SIGKILL', dying.output())
  assert.equal(server.received.length - from, before)
  const heir = await w.secondProcess(mail)
  await until('the heir to have looked for what is due', async () => {
    const { text } = await heir.api.get('/metrics', { key: METRICS_TOKEN })
    return text.includes('sweep="links.mail"')
  })
  assert.equal(server.received.length - from, before, 'a lease is kept until its end')
  // A dead process's lease ends after four minutes; this ends it now.
  await w.sql('update one_time_links set lease_until = created_at where lease_until is not null')
  const [member] = await until('the heir to have mailed it', async () => {
    const { data } = (await heir.api.get('/v1/members?limit=1', { key: w.keys.live })).body
    return data[0]?.mail_status === 'sent' && data
  })
  assert.equal(member.email, email)
  const kept = await w.sql('select 1 from one_time_links where sealed_token is not null')
  assert.deepEqual(kept, [])
  const sent = server.received.slice(from)
  assert.equal(sent.length, before + 1)
  assert.equal(new Set(sent.map(({ mime }) => headerOf(mime, 'message-id'))).size, 1)
  const token = /welcome#(\w{40})/.exec(sent[0]?.raw.replace(/=\r\n/g, '') ?? '')?.[1]
  const redeem = () =>
    browser({ url: heir.api.url, api: heir.api }).send('POST', '/session/v1/links/redeem', {
      body: { token, password: PASSWORD },
    })
  assert.deepEqual([(await redeem()).status, (await redeem()).status], [201, 400])
  await heir.stop()
}

/** Kills a sweep that has just sent a link of a dead process. */
async function dieSweeping(): Promise<void> {
  const from = server.received.length
  server.onMail = () => 'hang'
  const first = await w.secondProcess(mail)
  const body = { email: 'birch@example.com', role: 'viewer' }
  const { id } = (await first.api.post('/v1/members', { body, key: w.keys.live })).body
  await until('it to be handed over', () => server.received.length > from)
  first.kill('SIGKILL')
  await first.ended
  server.onMail = () => 'take'
  await w.sql('update one_time_links set lease_until = created_at where lease_until is not null')
  await assertDies(w.secondProcess({ ...mail, RECKONER_FAULT: 'sweep.done@links.mail' }))
  const heir = await w.secondProcess(mail)
  const member = (await heir.api.get(`/v1/members/${id}`, { key: w.keys.live })).body
  assert.equal(member.mail_status, 'sent')
  await heir.stop()
  const sent = server.received.slice(from)
  assert.equal(sent.length, 2)
  assert.equal(new Set(sent.map(({ raw }) => raw)).size, 1, 'the same bytes')
}

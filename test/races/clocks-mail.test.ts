// A machine whose clock is an hour off: its process uses the database's clock, so leases of other processes stay valid
// and its rows have correct timestamps.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CUSTOMERS, INVOICES, makeInvoice, makeProduct } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { startMailServer, type Verdict } from '../mail-server.ts'
import type { Process } from '../process.ts'
import { times } from './pair.ts'

/** As many as a process sends at once. */
const MAILS = 8
const HOUR_MS = 3_600_000

const server = await startMailServer({ after })
const settings = {
  SMTP_URL: server.url,
  MAIL_FROM: 'billing@nordlicht.example',
  SHUTDOWN_TIMEOUT_SECONDS: '1',
}
const w = await world({ after }, { settings })
const live = { key: w.keys.live }
let ahead: Process

function startShifted(ms: number): Promise<Process> {
  const preload = `const{now}=Date;Date.now=()=>now()+(${ms})`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload)}`
  return w.secondProcess({ LOG_LEVEL: 'error', NODE_OPTIONS })
}

async function makeFinal(api: typeof w.api): Promise<void> {
  const body = { name: 'Maple Inc.', email: 'ada@maple.example' }
  const { body: customer } = await api.post(CUSTOMERS, { body, ...live })
  const draft = await makeInvoice(api, { customer_id: customer.id }, live)
  const finalized = await api.post(`${INVOICES}/${draft.id}/finalize`, live)
  assert.equal(finalized.status, 200, finalized.text)
}

test('an email being sent is not sent again by a process whose clock is an hour ahead', async () => {
  let answer: (verdict: Verdict) => void = () => undefined
  const slow = new Promise<Verdict>((resolve) => {
    answer = resolve
  })
  server.onMail = () => slow
  await times(MAILS, () => makeFinal(w.api))
  await until('them to be under way', () => server.received.length === MAILS)
  ahead = await startShifted(HOUR_MS)
  const { api } = ahead
  await until('it to have looked for what is due', async () => {
    const { text } = await api.get('/metrics', { key: null })
    return text.includes('sweep="emails.send"')
  })
  answer('take')
  await makeFinal(api)
  await until('all to be sent', async () => {
    const open = await w.sql("select from emails where status <> 'sent'")
    return open.length === 0
  })
  assert.equal(server.received.length, MAILS + 1)
})

for (const [ms, start] of [
  [HOUR_MS, async () => ahead],
  [-HOUR_MS, () => startShifted(-HOUR_MS)],
] as const) {
  test(`a process whose clock is ${ms / 1_000} s off writes correct timestamps`, async () => {
    const off = await start()
    const { created_at } = await makeProduct(off.api)
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < HOUR_MS / 2, created_at)
    // The process also reports that its clock is off.
    const { text } = await off.api.get('/metrics', { key: null })
    const seconds = Number(/^reckoner_clock_ahead_seconds (\S+)$/m.exec(text)?.[1])
    assert.ok(Math.abs(seconds - ms / 1_000) < 60, `${seconds}`)
  })
}

// Card numbers that customers type into the page of the simulated gateway are kept nowhere: in no log, table, event,
// email, webhook, audit entry, response or error. Only the last four digits of test numbers are.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, get, type Made, makeCustomer, makeFinalized, PAYMENTS } from './fixtures.ts'
import { until, world } from './harness.ts'
import { type Browsed, browse, CARD, pressPay } from './online.ts'
import { startReceiver } from './receiver.ts'

// Either process can send a webhook.
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const w = await world({ after }, { settings })
const receiver = await startReceiver({ after })
// Another process, which logs as much as it can.
const service = await w.secondProcess({ ...settings, LOG_LEVEL: 'trace' })
const { api } = service

/** Numbers that the page takes; the last one is of an account. */
const TAKEN = [CARD.pays, '5555 5555 5555 4444', '4000-0000-0000-9995', CARD.lostAnswer, CARD.debit]
/** Numbers that look like real cards, and what people type instead of one. */
const REFUSED = [
  '4111111111111111',
  '3782 822463 10005',
  '6011-1111-1111-1117',
  '5105105105105100x',
  'card 4012888888881881 exp 12/30 cvc 987',
  `${'4'.repeat(600)}1881888888882104`,
]

const digitsOf = (typed: string): string => typed.replace(/\D/g, '')
/** Finds a number in any grouping. */
const patternOf = (typed: string): string => [...digitsOf(typed).slice(0, 12)].join('[ .-]?')

/** Every text that the service has stored; binary columns are written in hexadecimal. */
async function stored(): Promise<string> {
  const tables = await w.sql<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
  )
  const texts = await Promise.all(
    tables.map(({ name }) => w.sql<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** A browser that sends something else than the form. */
async function sendOther(page: string, number: string): Promise<string[]> {
  const body = JSON.stringify({ number })
  const headers = { 'content-type': 'application/json' }
  const answers = [
    await fetch(page, { method: 'POST', headers, body }),
    await fetch(page, { method: 'PUT', headers, body }),
    await fetch(page.replace(/[^/]+$/, 'none'), {
      method: 'POST',
      body: new URLSearchParams({ number }),
    }),
    await fetch(`${page}?${new URLSearchParams({ number })}`),
    await fetch(page, { method: 'POST', body: new URLSearchParams({ confirm: number }) }),
    await fetch(page, { method: 'POST', body: new URLSearchParams({ number, save: number }) }),
  ]
  return Promise.all(answers.map(async (each) => `${[...each.headers]} ${await each.text()}`))
}

test('no number that is typed into the page of the gateway is kept or shown', async () => {
  const url = `${receiver.url}/`
  await bodyOf(api.post('/v1/webhook_endpoints', { body: { url, enabled_events: ['*'] } }), 201)
  const customer = await makeCustomer(api, { email: 'ada@maple.example', auto_pay_enabled: true })
  const invoiced = () => makeFinalized(api, { customer_id: customer.id })
  const shown: string[] = []
  const type = async (page: string, number: string): Promise<Browsed> => {
    const answer = await browse(page, { number, save: 'yes' })
    shown.push(`${answer.to} ${answer.text}`)
    return answer
  }

  const page = await pressPay(await invoiced())
  // Its list of test numbers is the same before and after.
  const { text: list } = await browse(page)
  for (const number of REFUSED) {
    const { status, text } = await type(page, number)
    assert.ok([200, 413].includes(status), number)
    if (status === 200) assert.match(text, /This is not a test number/)
    shown.push(...(await sendOther(page, number)))
  }
  const paid: Made[] = []
  for (const number of TAKEN) {
    // Each later invoice would be charged to the card that was saved first.
    const [method] = (await get(api, '/v1/payment_methods?status=active')).data
    if (method) await bodyOf(api.post(`/v1/payment_methods/${method.id}/detach`), 200)
    const invoice = await invoiced()
    const { status } = await type(await pressPay(invoice), number)
    assert.equal(status, 303, number)
    paid.push(invoice)
  }
  const body = { customer_id: `cus_${customer.id}` }
  const setup = await bodyOf(api.post('/v1/payment_methods/setup', { body }), 200)
  await type(setup.url, REFUSED[0] as string)
  await type(setup.url, CARD.confirms)

  const seen = (await get(api, `${PAYMENTS}?method=gateway&limit=100`)).data
  assert.deepEqual(
    new Set(seen.map(({ status }: Made) => status)),
    new Set(['requires_action', 'settled', 'failed', 'processing']),
  )
  await until('the webhooks', () =>
    receiver.received.some(({ event }) => event.data.object.invoice_id === paid.at(-1)?.id),
  )
  await until('the request log', async () => {
    const [count] = await w.sql<{ count: number }>('select count(*) from requests')
    return (count?.count ?? 0) > 20
  })
  const places = {
    'the log': service.output(),
    'the database': await stored(),
    'a webhook': JSON.stringify(receiver.received),
    // The page lists the test numbers itself.
    'a page': shown
      .map((each) => each.replaceAll(/<table class="numbers">.*<\/table>/gs, ''))
      .join('\n'),
  }
  assert.match(list, /<table class="numbers">/)
  const planted = new RegExp(patternOf(CARD.pays))
  assert.match('4242 4242-4242.4242', planted)
  for (const [place, text] of Object.entries(places)) {
    assert.ok(text.length > 1_000, `${place} was read`)
    for (const typed of [...REFUSED, ...TAKEN]) {
      const pattern = patternOf(typed)
      const found = new RegExp(pattern).exec(text)
      const near = found ? text.slice(Math.max(0, found.index - 200), found.index + 80) : ''
      assert.equal(found, null, `${place} has a number: ${near}`)
      const hex = Buffer.from(digitsOf(typed).slice(0, 12)).toString('hex')
      assert.ok(!text.includes(hex), `${place} has a number in hexadecimal`)
    }
  }
  // What is kept of those that were taken.
  assert.match(places['the log'], /"\/simulated\/:payment"/)
  for (const table of ['emails', 'events', 'webhook_deliveries', 'audit_log', 'requests'])
    assert.ok((await w.sql(`select from ${table}`)).length > 0, table)
  assert.match(places['the database'], /\b4242\b/)
})

// The request log and the events: found by filters and by ID, read, and followed live.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeCustomer, makeFinalized, makeProduct, PRODUCTS } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { counts, eventually, launch, needsChromium, says, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)
const MARKUP = '<img src=x onerror=alert(1)>'
const SECRET = 'hush-4711'

/** Waits until the log, which is written in the background, has this many requests of keys. */
const written = (number: number) =>
  until('the log', async () => {
    const rows = await w.sql("select from requests where environment_id = 1 and actor_kind = 'key'")
    return rows.length === number
  })

test('a failed request is found, read and copied as cURL', needsChromium, async (t) => {
  await makeProduct(w.api)
  const body = { name: MARKUP, nome: 'x', metadata: { api_token: SECRET } }
  const refused = await w.api.post(`${PRODUCTS}?dry_run=true`, {
    body,
    headers: { 'idempotency-key': 'mine-1', 'user-agent': 'shop/1.0' },
  })
  const id = String(refused.headers['request-id'])
  await written(2)
  const { page, go } = await ownersWindow(t)
  const main = page.getByRole('main')
  await go('developers/requests')
  await main.getByLabel('Status').selectOption('4xx')
  await eventually(() => new URL(page.url()).searchParams.get('status'), '4xx')
  const rows = main.locator('tbody tr')
  await counts(rows, 1)
  await main.getByLabel('Method').selectOption('DELETE')
  await main.getByText('No results match these filters').waitFor()
  await page.goBack()
  await main.getByRole('link', { name: `POST ${PRODUCTS}` }).click()

  await page.getByRole('heading', { level: 1, name: `POST ${PRODUCTS}` }).waitFor()
  await main.locator('[data-status="400"]').waitFor()
  const sent = main.getByLabel('Request body')
  await says(sent, JSON.stringify({ ...body, metadata: { api_token: '[redacted]' } }, undefined, 2))
  await main.getByLabel('Response body').getByText(`"request_id": "${id}"`).waitFor()
  for (const text of [id, 'parameter_unknown', 'createProduct', 'shop/1.0', 'mine-1']) {
    await main.getByText(text, { exact: true }).first().waitFor()
  }
  assert.equal(
    await main.getByText('Audit log').count(),
    0,
    'a refused request has changed nothing',
  )
  const call = main.getByText(/^# KEY=svc_test_…/)
  assert.match((await call.textContent()) ?? '', /curl -X POST '.*\/v1\/products\?dry_run=true'/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await main.getByRole('button', { name: 'Copy as cURL' }).click()
  await main.getByRole('button', { name: 'Copied' }).first().waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(copied, /Bearer \$RECKONER_KEY"/)
  assert.ok(
    copied.includes('"name": "<img src=x onerror=alert(1)>"'),
    'with the body that was kept',
  )
  assert.ok(!(await page.content()).includes(SECRET), 'a secret is nowhere on the page')
  assert.equal(await main.locator('img').count(), 0, 'what was sent is shown as text')

  await main.getByRole('link', { name: 'test', exact: true }).click()
  await page.waitForURL('**/developers/keys/svc_test_*')
})

test('a request is found by its ID, and links to what it changed', needsChromium, async (t) => {
  const made = await w.api.post(PRODUCTS, { body: { name: 'Found again' } })
  const id = String(made.headers['request-id'])
  await written(3)
  const { page, go } = await ownersWindow(t)
  const main = page.getByRole('main')
  await go('products')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill(id)
  await page.getByRole('option', { name: id }).click()
  await page.waitForURL(`**/developers/requests/${id}`)
  await main.getByLabel('Request body').getByText('"name": "Found again"').waitFor()
  await main.getByRole('link', { name: 'Related changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await main.getByRole('cell', { name: 'Created a product' }).first().waitFor()
  await page.goBack()
  await main.getByRole('link', { name: made.body.id }).click()
  await page.waitForURL(`**/products/${made.body.id}`)
})

test('following the log shows new requests', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  const main = page.getByRole('main')
  await go('developers/requests?actor_kind=key&operation=retrieveAccount')
  await main.getByText('No results match these filters').waitFor()
  await page.getByRole('button', { name: 'Live tail', exact: true }).click()
  await w.api.get('/v1/account')
  await main.getByRole('link', { name: 'GET /v1/account' }).waitFor()
  await page.getByRole('button', { name: 'Stop live tail' }).click()
  await main.getByRole('link', { name: 'GET /v1/account' }).click()
  await main.getByText('Response bodies of GET requests are not kept.', { exact: false }).waitFor()
})

test(
  'requests of keys are listed, and those of the dashboard on demand',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    const main = page.getByRole('main')
    await go('products')
    await until('a request of the dashboard', async () => {
      const rows = await w.sql(
        "select from requests where environment_id = 1 and actor_kind = 'user'",
      )
      return rows.length > 0
    })
    await go('developers/requests')
    await main.getByRole('cell', { name: 'test', exact: true }).first().waitFor()
    const ofKey = page.getByRole('cell', { name: 'test', exact: true })
    const ofPeople = main.locator('tbody tr').filter({ hasNot: ofKey })
    assert.equal(await ofPeople.count(), 0)
    await main.getByLabel('Source').selectOption('API keys and dashboard')
    await ofPeople.first().waitFor()
  },
)

test('events are found by type, by customer and by object', needsChromium, async (t) => {
  const maple = await makeCustomer(w.api, { name: 'Maple Ltd.' })
  await makeCustomer(w.api, { name: 'Birch Ltd.' })
  const invoice = await makeFinalized(w.api, { customer_id: maple.id })
  const { page, go } = await ownersWindow(t)
  const rows = page.getByRole('main').locator('details')
  const feed = page.getByRole('main')
  await go('events')
  await feed.getByLabel('Type').selectOption('customer.created')
  await page.waitForURL('**/events?type=customer.created')
  await counts(rows, 2)
  await go(`events?type=customer.created&customer_id=${maple.id}`)
  await counts(rows, 1)
  await feed.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL('**/events')
  await feed.getByLabel('Object ID').fill(invoice.id)
  await feed.getByLabel('Object ID').press('Enter')
  await page.waitForURL(`**/events?object_id=${invoice.id}`)
  await rows.filter({ hasText: 'invoice.finalized' }).waitFor()
  await counts(rows.filter({ hasText: 'customer.' }), 0)
  // No event of that type: the filters can be cleared.
  await feed.getByLabel('Type').selectOption('product.*')
  await feed.getByText('No events match these filters.').waitFor()
  await feed.getByRole('button', { name: 'Clear filters' }).last().click()
  await rows.filter({ hasText: 'customer.created' }).first().waitFor()
})

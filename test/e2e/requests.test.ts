// The request log at the dashboard: from a refusal that a program got to what it had sent.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeProduct, PRODUCTS } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { counts, eventually, launch, needsChromium, says, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const MARKUP = '<img src=x onerror=alert(1)>'
const SECRET = 'hush-4711'

/** Waits until so many of our requests are in the log, which is written a moment later. */
const written = (number: number) =>
  until('the log', async () => {
    const rows = await w.sql("select from requests where environment_id = 1 and actor_kind = 'key'")
    return rows.length === number
  })

test('a refusal is found, read and tried again', needsChromium, async (t) => {
  await makeProduct(w.api)
  const body = { name: MARKUP, nome: 'x', metadata: { api_token: SECRET } }
  const refused = await w.api.post(`${PRODUCTS}?dry_run=true`, {
    body,
    headers: { 'idempotency-key': 'mine-1', 'user-agent': 'shop/1.0' },
  })
  const id = String(refused.headers['request-id'])
  await written(2)
  const { page, open } = await visitAsOwner(chromium, t, w)
  const main = page.getByRole('main')
  await open('developers/requests')
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
  assert.equal(await main.getByText('Audit log').count(), 0, 'a refusal has changed nothing')
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

test('whoever has the id of a request gets to it from anywhere', needsChromium, async (t) => {
  const made = await w.api.post(PRODUCTS, { body: { name: 'Found again' } })
  const id = String(made.headers['request-id'])
  await written(3)
  const { page, open } = await visitAsOwner(chromium, t, w)
  const main = page.getByRole('main')
  await open('products')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill(id)
  await page.getByRole('option', { name: id }).click()
  await page.waitForURL(`**/developers/requests/${id}`)
  await main.getByLabel('Request body').getByText('"name": "Found again"').waitFor()
  // From there to what it made, and to what the audit log says of it.
  await main.getByRole('link', { name: 'Related changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await main.getByRole('cell', { name: 'Created a product' }).first().waitFor()
  await page.goBack()
  await main.getByRole('link', { name: made.body.id }).click()
  await page.waitForURL(`**/products/${made.body.id}`)
})

test('who follows the log sees what is asked meanwhile', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA' })
  const main = page.getByRole('main')
  await open('developers/requests?actor_kind=key&operation=retrieveAccount')
  await main
    .getByText('Aucun élément ne correspond')
    .or(main.getByText(/filtres/))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Suivi en direct', exact: true }).click()
  await w.api.get('/v1/account')
  await main.getByRole('link', { name: 'GET /v1/account' }).waitFor()
  await page.getByRole('button', { name: 'Arrêter le suivi' }).click()
  await main.getByRole('link', { name: 'GET /v1/account' }).click()
  await main.getByText('Le corps de la réponse à un GET n’est pas conservé.').waitFor()
})

test('calls of keys are listed, those of the dashboard on request', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w)
  const main = page.getByRole('main')
  await open('products')
  await until('a call of the dashboard', async () => {
    const rows = await w.sql(
      "select from requests where environment_id = 1 and actor_kind = 'user'",
    )
    return rows.length > 0
  })
  await open('developers/requests')
  await main.getByRole('cell', { name: 'test', exact: true }).first().waitFor()
  const ofKey = page.getByRole('cell', { name: 'test', exact: true })
  const ofPeople = main.locator('tbody tr').filter({ hasNot: ofKey })
  assert.equal(await ofPeople.count(), 0)
  await main.getByLabel('Source').selectOption('API keys and dashboard')
  await ofPeople.first().waitFor()
})

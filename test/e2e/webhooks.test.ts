// A webhook endpoint: fails, recovers and catches up; is paused, edited and deleted.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer, makeProduct } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { startReceiver } from '../receiver.ts'
import { counts, holds, launch, needsChromium, says, sharedWindow } from './browser.ts'

const w = await world({ after }, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const receiver = await startReceiver({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function confirm(page: Page, action: string, done: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(done, { exact: true }).first().waitFor()
}

test('a failed delivery is shown and retried', needsChromium, async (t) => {
  receiver.answer = (_, response) => response.writeHead(500).end('<b>not today</b>')
  const { page, go } = await ownersWindow(t)
  await go('webhooks/new')
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('combobox', { name: 'Events', exact: true }).fill('product')
  await page.getByRole('option', { name: 'product.*', exact: true }).click()
  await page.keyboard.press('Escape')
  await press(page, 'Create endpoint')
  await page.getByText(/^whsec_/).waitFor()
  await press(page, 'Done')
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor()
  assert.equal(await page.getByText(/whsec_/).count(), 0, 'the secret is shown once')

  const product = await makeProduct(w.api, { name: 'Missed' })
  await until('the response to be recorded', async () => {
    const { data } = await get(w.api, '/v1/webhook_deliveries')
    return data[0]?.response_status === 500
  })
  await page.reload()
  await page.getByRole('link', { name: 'product.created' }).click()
  await page.getByRole('heading', { level: 2, name: 'Attempt 1: 500' }).waitFor()
  // Markup in a response is text.
  await page.getByText('<b>not today</b>').first().waitFor()
  await page.getByText('"name": "Missed"').waitFor()

  receiver.answer = 200
  await press(page, 'Retry')
  await confirm(page, 'Retry', 'Retrying delivery')
  await page.locator('[data-status=delivered]').waitFor()
  await page
    .getByRole('heading', { level: 2, name: /^Attempt \d: 200$/ })
    .first()
    .waitFor()
  assert.equal(receiver.received.at(-1)?.event.data.object.id, product.id)
})

test('a paused endpoint catches up when it is resumed', needsChromium, async (t) => {
  const [endpoint] = (await get(w.api, '/v1/webhook_endpoints')).data
  const before = receiver.received.length
  const { page, go } = await ownersWindow(t)
  await go(`webhooks/${endpoint.id}`)
  await press(page, 'Pause')
  await confirm(page, 'Pause', 'Endpoint paused')
  await page.locator('main [data-status=paused]').waitFor()
  await makeProduct(w.api, { name: 'Meanwhile' })
  await press(page, 'Resume')
  assert.equal(receiver.received.length, before, 'nothing is sent while it is paused')
  await confirm(page, 'Resume', 'Endpoint resumed')
  const received = await receiver.count(before + 1)
  assert.equal(received.at(-1)?.event.data.object.name, 'Meanwhile')
  await press(page, 'Send test event')
  await confirm(page, 'Send test event', 'Test event sent')
  await receiver.count(before + 2)
})

test('an endpoint is edited and deleted', needsChromium, async (t) => {
  const [endpoint] = (await get(w.api, '/v1/webhook_endpoints')).data
  const { page, go, expect } = await ownersWindow(t)
  await go(`webhooks/${endpoint.id}`)
  await press(page, 'Edit')
  await holds(page.getByLabel('URL'), receiver.url)
  const events = page.getByRole('combobox', { name: 'Events', exact: true })
  const chips = page.locator('[data-with-remove]')
  await says(chips, 'product.*')
  // An endpoint without events is rejected at its field.
  expect(400)
  await events.press('Backspace')
  await counts(chips, 0)
  await page.keyboard.press('Escape')
  await press(page, 'Save')
  await page.locator('main [aria-invalid=true]').waitFor()
  await page.getByLabel('URL').fill(`${receiver.url}/second`)
  await events.fill('nothing like it')
  await page.getByText('No matching events').waitFor()
  const pick = async (typed: string, name: string) => {
    await events.fill(typed)
    await page.getByRole('option', { name, exact: true }).click()
  }
  // A wildcard replaces the events it covers, and vice versa.
  await pick('all', 'All events')
  await pick('customer.cr', 'customer.created')
  await pick('invoice.paid', 'invoice.paid')
  await pick('invoice', 'invoice.*')
  await counts(chips, 2)
  await page.getByLabel('Description').fill('The <b>shop</b>')
  await press(page, 'Save')
  await page.getByText('Endpoint saved').waitFor()
  await page.getByText('customer.created invoice.*').first().waitFor()
  await page.getByText('The <b>shop</b>').waitFor()
  const changed = await get(w.api, `/v1/webhook_endpoints/${endpoint.id}`)
  assert.deepEqual(
    [changed.url, changed.enabled_events, changed.description],
    [`${receiver.url}/second`, ['customer.created', 'invoice.*'], 'The <b>shop</b>'],
  )
  const before = receiver.received.length
  await makeProduct(w.api)
  await makeCustomer(w.api, { name: 'Wanted' })
  const received = await receiver.count(before + 1)
  assert.equal(received.at(-1)?.event.type, 'customer.created')

  await press(page, 'Delete')
  await confirm(page, 'Delete', 'Endpoint deleted')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  assert.equal((await w.api.get(`/v1/webhook_endpoints/${endpoint.id}`)).status, 404)
})

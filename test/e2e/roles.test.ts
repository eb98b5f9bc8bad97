// A viewer at the dashboard: reads all that the role may, is offered no change, and gets none from the API either.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  get,
  makeCustomer,
  makeInvoice,
  makeIssued,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, launch, needsChromium, settled, visitAs } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** What changes nothing on the server, or only how one signs in oneself. Any other button that could be pressed is one too many. */
const HARMLESS =
  /^(Copy|Export CSV|PDF|Deliveries|Filters|API request|More|More filters|Clear filters|Months|Days|Show figures|Verify the books|Show|1 month|3 months|1 year|Change password|Save name|Journal \(CSV\)|Set up|Show password|Sign out|Sign out everywhere)$/

/** The names of buttons on the page that can be pressed, and look as if they did something. */
async function offered(page: Page): Promise<string[]> {
  await settled(page)
  const names: string[] = await page.evaluate(`[...document.querySelectorAll(
    'main button:not(:disabled, [aria-disabled=true], [role=tab], .list-tab), main a.mantine-Button-root')]
    .map((each) => each.getAttribute('aria-label') ?? each.textContent.trim())`)
  return names.filter((name) => name !== '' && !HARMLESS.test(name))
}

test('a viewer reads every page of theirs, and is offered no change', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Maple Ltd.', email: 'ap@maple.example' })
  const issued = await makeIssued(w.api, { customer_id: customer.id })
  const payment = await makePayment(w.api, issued, { amount: 100 })
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const product = await makeProduct(w.api)
  const [mail] = (await get(w.api, '/v1/emails')).data
  const hook = { url: 'https://hooks.invalid/reckoner' }
  const endpoint = (await w.api.post('/v1/webhook_endpoints', { body: hook })).body
  const { page, open } = await visitAs('viewer', chromium, t, w)
  /** Each page, and a text that only who may read it sees there. */
  const readable: [path: string, text: string | RegExp][] = [
    ['', 'Payments received'],
    ['customers', 'Maple Ltd.'],
    [`customers/${customer.id}?tab=details`, 'ap@maple.example'],
    ['products', 'Team plan'],
    [`products/${product.id}`, product.id],
    ['invoices', issued.number],
    [`invoices/${issued.id}`, 'CA$59.97'],
    [`invoices/${draft.id}`, 'CA$59.97'],
    [`invoices/${issued.id}?tab=payments`, 'CA$1.00'],
    [`customers/${customer.id}?tab=credit`, 'No credit yet'],
    ['payments', 'CA$1.00'],
    [`payments/${payment.id}`, issued.number],
    ['ledger', 'Payment received'],
    ['emails', 'ap@maple.example'],
    [`emails/${mail.id}`, issued.number],
    ['events', 'invoice.finalized'],
    ['webhooks', hook.url],
    [`webhooks/${endpoint.id}`, endpoint.id],
    ['audit-log', 'Finalized an invoice'],
    ['developers/limits', 'Lines per invoice'],
    ['developers/test-clock', 'Current test time'],
    ['settings/account', 'You can view but not edit settings. Ask an admin.'],
    ['settings/branding', 'Document preview'],
    ['settings/members', /viewer\d+@example\.com/],
    ['profile', 'Password'],
  ]
  const offers: Record<string, string[]> = {}
  for (const [path, text] of readable) {
    await open(path)
    await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor()
    const names = await offered(page)
    if (names.length > 0) offers[path] = names
  }
  assert.deepEqual(offers, {})
  // A button that is there and cannot be pressed says why, to eyes and to ears.
  await open(`invoices/${draft.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const finalize = page.getByRole('menuitem', { name: /^Finalize/ })
  await finalize.getByText('You can view but not edit invoices. Ask an admin.').waitFor()
  assert.equal(await finalize.getAttribute('aria-disabled'), 'true')
  await finalize.focus()
  await page.keyboard.press('Enter')
  await counts(page.getByRole('dialog'), 0)
  // An address that opens a dialog opens none that could be pressed.
  await open(`invoices/${draft.id}?do=finalize`)
  await settled(page)
  await counts(page.getByRole('dialog'), 0)
})

test('pages that are for others say so at their address', needsChromium, async (t) => {
  const draft = await makeInvoice(w.api)
  const { page, open, assertAccessible } = await visitAs('viewer', chromium, t, w)
  const closed = {
    'customers/new': 'You can view but not edit customers. Ask an admin.',
    'products/new': 'You can view but not edit products. Ask an admin.',
    'invoices/new': 'You can view but not edit invoices. Ask an admin.',
    [`invoices/${draft.id}/edit`]: 'You can view but not edit invoices. Ask an admin.',
    'webhooks/new': 'You can view but not edit webhooks. Ask an admin.',
    'developers/keys': 'You don’t have access to API keys. Ask an admin.',
    'developers/keys/new': 'You don’t have access to API keys. Ask an admin.',
  }
  for (const [path, why] of Object.entries(closed)) {
    await open(path)
    await page
      .getByRole('heading', { level: 1, name: 'You don’t have access to this page' })
      .waitFor()
    await page.locator('[data-state=forbidden]').getByText(why).waitFor()
    await counts(page.locator('main form, main input'), 0)
  }
  await assertAccessible('a page for others')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Developers' }).click()
  await menu.getByRole('link', { name: 'Limits' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'API keys' }).count(), 0)
})

test('the API refuses a session what its pages do not offer', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Untouched' })
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const { page, open, expect } = await visitAs('viewer', chromium, t, w)
  await open('customers')
  expect(403)
  const writes: [method: string, path: string, body?: object][] = [
    ['POST', '/customers', { name: 'Mine' }],
    ['PATCH', `/customers/${customer.id}`, { name: 'Mine' }],
    ['DELETE', `/customers/${customer.id}`],
    ['POST', `/customers/${customer.id}/credit_transactions`, { amount: '5', currency: 'cad' }],
    ['POST', `/invoices/${draft.id}/finalize`],
    ['POST', `/invoices/${draft.id}/void?dry_run=true`],
    ['POST', '/payments', { invoice_id: draft.id, amount: 1, currency: 'cad', method: 'cash' }],
    ['POST', '/api_keys', { name: 'Mine', scopes: ['*'] }],
    ['GET', '/api_keys'],
    ['PATCH', '/account', { name: 'Mine' }],
    ['POST', '/members', { email: 'friend@example.com', role: 'owner' }],
    ['POST', '/webhook_endpoints', { url: 'https://mine.example' }],
    ['POST', '/test_clock/reset'],
  ]
  const answers = await page.evaluate(`Promise.all(${JSON.stringify(writes)}.map(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const sent = body && { headers, body: JSON.stringify(body) }
      const answer = await fetch('/session/1/test/v1' + path, { method, ...sent })
      return answer.status + ' ' + (await answer.json()).error.code
    }))`)
  assert.deepEqual(
    answers,
    writes.map(() => '403 permission_denied'),
  )
  assert.equal((await get(w.api, `/v1/customers/${customer.id}`)).name, 'Untouched')
  assert.equal((await get(w.api, `/v1/invoices/${draft.id}`)).status, 'draft')
})

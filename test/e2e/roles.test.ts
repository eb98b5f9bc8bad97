// Roles: what a viewer can read, is not offered and is rejected; the steps an accountant is shown.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  get,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, launch, needsChromium, settled, visitAs } from './browser.ts'
import { makeRefund } from './refunds.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** Buttons that change nothing on the server, or only the user's own sign-in. */
const HARMLESS =
  /^(Copy|Export CSV|PDF|Deliveries|Filters|API request|More|More filters|Clear filters|Months|Days|Show figures|Verify the books|Show|1 month|3 months|1 year|Change password|Save name|Journal \(CSV\)|Set up|Show password|Statement|Sign out|Sign out everywhere)$/

/** Names of the other enabled buttons on the page. */
async function offered(page: Page): Promise<string[]> {
  await settled(page)
  const names: string[] = await page.evaluate(`[...document.querySelectorAll(
    'main button:not(:disabled, [aria-disabled=true], [role=tab], .list-tab), main a.mantine-Button-root')]
    .map((each) => each.getAttribute('aria-label') ?? each.textContent.trim())`)
  return names.filter((name) => name !== '' && !HARMLESS.test(name))
}

test('an accountant is shown only the steps they can do', needsChromium, async (t) => {
  const { page, go } = await visitAs('accountant', chromium, t, w)
  await go('')
  const steps = page.locator('[data-step]')
  await steps.first().waitFor()
  const names = await steps.evaluateAll((all) => all.map((step) => step.getAttribute('data-step')))
  assert.deepEqual(names, ['product', 'customer', 'invoice'])
})

test('a viewer reads every page and is offered no change', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Maple Ltd.', email: 'ap@maple.example' })
  const finalized = await makeFinalized(w.api, { customer_id: customer.id })
  const payment = await makePayment(w.api, finalized, { amount: 100 })
  const credited = { invoice_id: finalized.id, amount: 100, reason: 'goodwill' }
  const note = (await w.api.post('/v1/credit_notes', { body: credited })).body
  const refund = await makeRefund(w)
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const product = await makeProduct(w.api)
  const [mail] = (await get(w.api, '/v1/emails')).data
  const hook = { url: 'https://hooks.invalid/reckoner' }
  const endpoint = (await w.api.post('/v1/webhook_endpoints', { body: hook })).body
  const { page, go } = await visitAs('viewer', chromium, t, w)
  /** Each page, and a text that it shows once loaded. */
  const readable: [path: string, text: string | RegExp][] = [
    ['', 'Payments received'],
    ['customers', 'Maple Ltd.'],
    [`customers/${customer.id}?tab=details`, 'ap@maple.example'],
    ['products', 'Team plan'],
    [`products/${product.id}`, product.id],
    ['invoices', finalized.number],
    [`invoices/${finalized.id}`, 'CA$59.97'],
    [`invoices/${draft.id}`, 'CA$59.97'],
    [`invoices/${finalized.id}?tab=payments`, 'CA$1.00'],
    [`customers/${customer.id}?tab=credit`, 'No credit yet'],
    ['credit-notes', note.number],
    [`credit-notes/${note.id}`, finalized.number],
    ['payments', 'CA$1.00'],
    [`payments/${payment.id}`, finalized.number],
    ['refunds', 'CA$10.00'],
    [`refunds/${refund.id}`, refund.id],
    [`credit-notes/${refund.credit_note_id}?tab=refunds`, 'CA$10.00'],
    ['ledger', 'Payment received'],
    ['emails', 'ap@maple.example'],
    [`emails/${mail.id}`, finalized.number],
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
    await go(path)
    await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor()
    const names = await offered(page)
    if (names.length > 0) offers[path] = names
  }
  assert.deepEqual(offers, {})
  await go('invoices')
  await page.getByRole('link', { name: finalized.number }).waitFor()
  await counts(page.getByRole('main').getByRole('checkbox'), 0)
  // An address that opens a dialog for other roles opens none.
  await go(`invoices/${draft.id}?do=finalize`)
  await settled(page)
  await counts(page.getByRole('dialog'), 0)
  // A disabled action says why.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const finalize = page.getByRole('menuitem', { name: /^Finalize/ })
  await finalize.getByText('You can view but not edit invoices. Ask an admin.').waitFor()
  assert.equal(await finalize.getAttribute('aria-disabled'), 'true')
  await finalize.focus()
  await page.keyboard.press('Enter')
  await counts(page.getByRole('dialog'), 0)

  // Pages for other roles say so.
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
    await go(path)
    await page
      .getByRole('heading', { level: 1, name: 'You don’t have access to this page' })
      .waitFor()
    await page.locator('[data-state=forbidden]').getByText(why).waitFor()
    await counts(page.locator('main form, main input'), 0)
  }
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Developers' }).click()
  await menu.getByRole('link', { name: 'Limits' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'API keys' }).count(), 0)
})

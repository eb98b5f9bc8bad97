// From an empty account to the first paid invoice.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeProduct } from '../fixtures.ts'
import { world } from '../harness.ts'
import { holds, launch, needsChromium, says, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Waits for the preview in a dialog, then confirms it. */
async function confirm(page: Page, foreseen: string | RegExp, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').getByText(foreseen).first().waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('an empty account gets to its first paid invoice', needsChromium, async (t) => {
  await makeProduct(w.api, { name: 'Seats' })
  const { page, go } = await visitAsOwner(chromium, t, w)
  await go('customers/new')
  await page.getByLabel('Name').fill('Nordlicht Inc.')
  await page.getByLabel('Email').fill('ap@nordlicht.example')
  await press(page, 'Create customer')
  await page.getByRole('heading', { level: 1, name: 'Nordlicht Inc.' }).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/v1\/customers\?/, (route) => released.then(() => route.continue()))
  await page.getByRole('main').getByRole('link', { name: 'New invoice' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New invoice' }).waitFor()
  // The customer of the previous page is chosen, and never shown as an ID while it loads.
  const picker = page.locator('input[aria-haspopup=listbox]').first()
  await page.locator('[placeholder="Loading…"]').waitFor()
  await holds(picker, '')
  release()
  await holds(picker, 'Nordlicht Inc.')
  const description = page.getByLabel('Line 1, Description')
  await description.fill('Sea')
  await page.getByRole('option', { name: 'Seats' }).click()
  await page.getByText('Product: Seats').waitFor()
  await page.getByLabel('Line 1, Quantity').fill('3')
  await page.getByLabel('Line 1, Price').fill('19.99')
  // 3 × 19.99 = 59.97, before anything is sent.
  await says(page.getByTestId('total'), 'CA$59.97')
  await press(page, 'Save and finalize…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Email to ap@nordlicht.example', { exact: false }).waitFor()
  assert.equal(await dialog.getByText('The customer gets no email.').count(), 0)
  await confirm(page, 'Invoice INV-000001 finalized: CA$59.97 due by', 'Finalize')
  await page.getByRole('heading', { level: 1, name: 'INV-000001' }).waitFor()
  await press(page, 'Record payment')
  await confirm(page, 'Invoice INV-000001 paid in full: CA$59.97.', 'Record payment')
  await page.getByText('Paid in full: CA$59.97.').waitFor()
  const [invoice] = (await get(w.api, '/v1/invoices?number=INV-000001')).data
  assert.deepEqual([invoice.status, invoice.amount_paid], ['paid', 5997])
  assert.equal(invoice.line_items[0].description, 'Seats')
  assert.match(invoice.line_items[0].product_id, /^prod_/)
})

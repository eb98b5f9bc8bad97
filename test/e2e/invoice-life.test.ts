// An invoice's life at the dashboard: edited, explained, mailed, paid in part, reversed, copied, void.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, type Made, makeCustomer, makeInvoice, makeIssued } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  counts,
  eventually,
  holds,
  launch,
  needsChromium,
  settled,
  visitAsOwner,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const MARKUP = '<img src=x onerror="document.title=1"><b>bold</b>'

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Waits for what a dialog foretells, then does the deed it is named after. */
async function confirm(page: Page, foretold: string | RegExp, deed: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').getByText(foretold).first().waitFor()
  await dialog.getByRole('button', { name: deed, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('an invoice is edited, finalized, explained and voided', needsChromium, async (t) => {
  const invoice = await makeInvoice(w.api, {
    line_items: [
      { description: 'Seats', quantity: 3, unit_amount: 1999 },
      { description: 'Setup', quantity: 1, unit_amount: 5000 },
    ],
  })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open(`invoices/${invoice.id}`)
  await press(page, 'Edit')
  await page.getByLabel('Line 1, Quantity').fill('4')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Draft saved').waitFor()
  // 4 × 19.99 + 50.00 = 129.96
  assert.equal((await get(w.api, `/v1/invoices/${invoice.id}`)).total, 12996)
  await press(page, 'Finalize')
  await confirm(page, /finalized: CA\$129\.96/, 'Finalize')
  await page.getByText('Invoice finalized').waitFor()

  await page.getByRole('tab', { name: 'Calculation' }).click()
  const tree = page.locator('.explain')
  await tree.getByText('4 × CA$19.99').waitFor()
  const leaves = await tree.locator('.explain-leaf').allInnerTexts()
  assert.deepEqual(
    leaves.map((leaf) => leaf.replace(/\s+/g, ' ')),
    ['Seats 4 × CA$19.99 CA$79.96', 'Setup 1 × CA$50.00 CA$50.00', 'Tax no tax applies CA$0.00'],
  )
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByText(/^Draft INV-9\d+ created/).waitFor()

  // What the state forbids says why, and does nothing.
  await press(page, 'More')
  const edit = page.getByRole('menuitem', { name: /^Edit/ })
  await edit.getByText('Only drafts allow this.').waitFor()
  assert.equal(await edit.getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Escape')
  await press(page, 'Void')
  await confirm(page, /^Invoice INV-\d+ voided\.$/, 'Void')
  await page.getByText('Void. Nothing is due', { exact: false }).waitFor()
  assert.equal((await get(w.api, `/v1/invoices/${invoice.id}`)).status, 'void')
})

test('a payment in part, reversed with a reason', needsChromium, async (t) => {
  const issued = await makeIssued(w.api, {
    line_items: [{ description: 'Work', quantity: 1, unit_amount: 10000 }],
  })
  const { page, open, expect } = await visitAsOwner(chromium, t, w)
  await open(`invoices/${issued.id}?do=pay`)
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Amount')
  await holds(amount, '100.00')
  // More than is due is refused before it can be done.
  expect(409)
  await amount.fill('100.01')
  await dialog.getByRole('alert').waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Record payment' }).isDisabled(), true)
  await amount.fill('40')
  await confirm(page, /partially paid: CA\$40\.00 of CA\$100\.00/, 'Record payment')
  await page.getByText('CA$60.00 due by', { exact: false }).waitFor()
  await press(page, 'More')
  const voids = page.getByRole('menuitem', { name: /^Void/ })
  await voids.getByText('This invoice has payments. Reverse them first.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Payments' }).click()
  await press(page, 'Reverse')
  await page.getByRole('dialog').getByLabel('Reason').fill('Cheque returned')
  await confirm(page, 'Payment of CA$40.00 reversed.', 'Reverse')
  await page.getByText('CA$100.00 due by', { exact: false }).waitFor()
  const [payment] = (await get(w.api, `/v1/payments?invoice_id=${issued.id}`)).data
  assert.deepEqual([payment.status, payment.reversal_reason], ['reversed', 'Cheque returned'])
})

test('filters are the address, and an invoice is sent and copied', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Filtered', email: 'f@filter.example' })
  const issued = await makeIssued(w.api, { customer_id: customer.id })
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('invoices')
  await page.getByLabel('Search by invoice number').fill(issued.number)
  await page.waitForURL(/number=INV/)
  await page.getByRole('cell', { name: 'Filtered', exact: true }).waitFor()
  // Until they are there, the rows of before stay.
  await counts(page.locator('tbody tr'), 1)
  await page.getByRole('link', { name: issued.number }).click()
  await page.getByRole('heading', { level: 1, name: issued.number }).waitFor()
  await press(page, 'Send email')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To').fill('books@filter.example')
  await dialog.getByLabel('Message').fill('For <b>March</b>')
  const looks = dialog.frameLocator('iframe')
  await looks.getByText('For <b>March</b>').waitFor()
  // Set by hand, as the policy of the page forbids styles within a text.
  await looks.locator('body[style*="rgb(243, 245, 248)"]').waitFor()
  await assertAccessible('the email that would be sent', '[role=dialog]')
  await dialog.getByRole('tab', { name: 'Plain text' }).click()
  await dialog.getByText(issued.hosted_url).waitFor()
  await confirm(page, /^Email to books@filter\.example/, 'Send email')
  await page.getByRole('tab', { name: 'Emails' }).click()
  await page.getByRole('cell', { name: 'books@filter.example' }).waitFor()
  await press(page, 'Duplicate')
  await page.getByRole('heading', { level: 1, name: 'Duplicate invoice' }).waitFor()
  await press(page, 'Save draft')
  await page.getByText('Draft saved').waitFor()
  const copies = await get(w.api, `/v1/invoices?customer_id=${customer.id}&status=draft`)
  // A copy has lines of its own.
  const withoutIds = ({ line_items }: Made) => line_items.map(({ id: _, ...line }: Made) => line)
  assert.deepEqual(withoutIds(copies.data[0]), withoutIds(issued))
})

test('markup is text wherever an invoice is shown', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: MARKUP, email: 'm@markup.example' })
  const invoice = await makeIssued(w.api, {
    customer_id: customer.id,
    line_items: [{ description: MARKUP, quantity: 1, unit_amount: 100 }],
    notes: MARKUP,
    metadata: { note: MARKUP },
  })
  const { page, open } = await visitAsOwner(chromium, t, w)
  for (const tab of ['details', 'explain', 'payments', 'emails', 'timeline']) {
    await open(`invoices/${invoice.id}?tab=${tab}`)
    await settled(page)
    assert.equal(await page.locator('main img, main b').count(), 0, tab)
  }
  await open(`invoices/new?from=${invoice.id}`)
  await holds(page.getByLabel('Line 1, Description'), MARKUP)
  await page.getByLabel('Line 1, Quantity').fill(MARKUP)
  await page.getByText('is not a whole number').waitFor()
  assert.equal(await page.locator('main img, main b').count(), 0)
})

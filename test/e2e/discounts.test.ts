// Discounts at the dashboard: a coupon with a code, on a customer and on a draft, shown, taken back and explained.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer, makeInvoice } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, says, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

test(
  'a coupon and a code of it are made, and a customer has it by the code',
  needsChromium,
  async (t) => {
    const customer = await makeCustomer(w.api)
    const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
    await open('coupons')
    await page.getByText('Coupons take a percentage or an amount off invoices.').waitFor()
    await page.getByRole('link', { name: 'New coupon' }).click()
    await page.locator('input[name=name]').fill('Welcome')
    await press(page, 'Create coupon')
    await page.getByText('Enter how much it takes off.').waitFor()
    await page.getByLabel('Percent off').fill('12,5')
    await page.getByLabel('Duration').selectOption({ label: 'Several months' })
    await page.getByLabel('Maximum uses').fill('10')
    await assertAccessible('a new coupon')
    await press(page, 'Create coupon')
    await page.getByText('Coupon created').waitFor()
    await page.getByText('12.5% off, for 3 months').waitFor()
    await page.getByText('0 of 10').waitFor()
    await page.getByRole('tab', { name: 'Promotion codes' }).click()
    await press(page, 'New code')
    await dialog(page).getByLabel('Code').fill('WELCOME')
    await assertAccessible('a new promotion code')
    await confirm(page, 'New code')
    await main(page).getByText('WELCOME', { exact: true }).waitFor()
    await assertAccessible('a coupon')

    await open(`customers/${customer.id}?tab=discounts`)
    await page.getByText('No discounts.').waitFor()
    await press(page, 'Add discount')
    await dialog(page).getByLabel('By').selectOption({ label: 'Promotion code' })
    await dialog(page).getByLabel('Promotion code').fill('nothing')
    await dialog(page).getByText('No active promotion code is called that.').waitFor()
    await dialog(page).getByLabel('Promotion code').fill('welcome')
    await confirm(page, 'Add discount')
    await page.getByText('12.5% off, 0 of 3 months used').waitFor()
    await assertAccessible('the discounts of a customer')

    // 12.5 % of 100.00 is 12.50.
    await open(`invoices/new?customer_id=cus_${customer.id}`)
    await page.getByLabel('Line 1, Description').fill('Seats')
    await page.getByLabel('Line 1, Quantity').fill('1')
    await page.getByLabel('Line 1, Price').fill('100')
    await says(page.getByTestId('total'), 'CA$87.50')
    const [coupon] = (await get(w.api, '/v1/coupons')).data
    assert.equal(coupon.times_redeemed, 1)
  },
)

test('a draft has a discount of its own, which is taken back', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1000 }]
  const { id } = await makeInvoice(w.api, { customer_id: `cus_${customer.id}`, line_items })
  const terms = { name: 'Goodwill', amount_off: 500, currency: 'cad' }
  const { status, body: coupon, text } = await w.api.post('/v1/coupons', { body: terms })
  assert.equal(status, 201, text)
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open(`invoices/${id}`)
  await press(page, 'Add discount')
  await dialog(page).getByLabel('Coupon', { exact: true }).selectOption(coupon.id)
  await confirm(page, 'Add discount')
  // 30.00 − 5.00 = 25.00.
  await says(page.getByTestId('total'), 'CA$25.00')
  await main(page).getByText('Discount -CA$5.00 · Net CA$25.00').waitFor()
  await page.getByRole('tab', { name: 'Calculation' }).click()
  await page.getByText('CA$5.00 off CA$30.00').waitFor()
  await assertAccessible('an explanation with a discount')
  await page.getByRole('tab', { name: 'Invoice', exact: true }).click()
  await press(page, 'Remove Goodwill')
  await confirm(page, 'Remove')
  await says(page.getByTestId('total'), 'CA$30.00')
})

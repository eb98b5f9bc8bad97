// Subscriptions in the dashboard: a monthly price, a customer who is subscribed, and an end that is withdrawn.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, readAgain, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test(
  'a customer is subscribed with a preview, and the end of the subscription is withdrawn',
  needsChromium,
  async (t) => {
    const { id } = await makeCustomer(w.api, { name: 'Birch Café' })
    const { page, open, go, assertAccessible } = await visitAsOwner(chromium, t, w)
    await open('products/new')
    await page.locator('input[name=name]').fill('Pro')
    await press(page, 'Create and add a price')
    await page.getByText('Product created').waitFor()
    await page.getByLabel('Unit price').fill('30')
    await page.getByLabel('Billed', { exact: true }).selectOption({ label: 'Every month' })
    await press(page, 'Create price')
    await page.getByText('Price created').waitFor()
    await go(`customers/${id}`)
    await page.getByRole('link', { name: 'Subscribe', exact: true }).click()
    await page.getByLabel('Quantity').fill('3')
    await page.getByText('First invoice, at once').waitFor()
    const shown = page.getByRole('main').getByText('CA$90.00')
    await shown.nth(3).waitFor()
    assert.equal(await shown.count(), 4, 'the first invoice and the next three')
    await assertAccessible('subscribe')
    await press(page, 'Subscribe')
    await page.getByText('Subscribed', { exact: true }).waitFor()
    await page.getByText('3 × Pro').waitFor()
    await assertAccessible('a subscription')
    await press(page, 'Change')
    await page.getByLabel('Quantity of Pro').fill('5')
    await page.getByText(/^The invoice of .* will be CA\$150\.00\.$/).waitFor()
    await confirm(page, 'Change')
    await page.getByText('Pro, quantity 5').waitFor()
    await press(page, 'Withdraw')
    await confirm(page, 'Withdraw')
    await page.getByText('Change withdrawn').waitFor()
    await press(page, 'Change')
    await page.getByText('Now', { exact: true }).click()
    await page.getByLabel('Quantity of Pro').fill('5')
    await page.getByText('Due today: CA$60.00').waitFor()
    const sides = page.getByRole('table', { name: 'Before and after' }).getByRole('row').last()
    assert.deepEqual(await sides.getByRole('cell').allInnerTexts(), [
      '3 × Pro\nCA$90.00 · every month',
      '5 × Pro\nCA$150.00 · every month',
    ])
    await assertAccessible('a change')
    await confirm(page, 'Change')
    await page.getByText('5 × Pro').waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByText('Items changed: quantity of Pro 3 → 5.').waitFor()
    await page.getByText(/^Change scheduled for .*: quantity of Pro 3 → 5\.$/).waitFor()
    const body = { name: 'Launch', percent_off: '10', duration: 'forever' }
    assert.equal((await w.api.post('/v1/coupons', { body })).status, 201)
    await page.getByRole('tab', { name: 'Discounts' }).click()
    await press(page, 'Add discount')
    await page.getByRole('dialog').getByLabel('Coupon', { exact: true }).selectOption({ index: 1 })
    await confirm(page, 'Add discount')
    await page.getByText('10% off, forever', { exact: true }).waitFor()
    await press(page, 'Remove Launch')
    await confirm(page, 'Remove')
    await page.getByText('No discounts.').waitFor()
    await page.getByRole('tab', { name: 'One-off items' }).click()
    await press(page, 'Add an item')
    await page.getByLabel('Description').fill('Setup')
    await page.getByLabel('Unit price').fill('50')
    await page.getByText(/^Invoice item created\.?$/i).waitFor()
    await confirm(page, 'Add an item')
    await page.getByText('Item added').waitFor()
    await page.getByRole('cell', { name: 'CA$50.00' }).waitFor()
    await press(page, 'Delete Setup')
    await confirm(page, 'Delete')
    await page.getByText('Item deleted').waitFor()
    await page.getByText('is billed once by the next invoice').waitFor()
    await press(page, 'Cancel subscription')
    await page.getByText(/^Its last day is /).waitFor()
    await confirm(page, 'Cancel subscription')
    await page.getByText('Subscription canceled').waitFor()
    const [ending] = (await get(w.api, '/v1/subscriptions')).data
    assert.equal(ending.cancel_at, ending.current_period.end)
    await press(page, 'Keep')
    await confirm(page, 'Keep')
    await page.getByText('Subscription kept').waitFor()
    await press(page, 'Pause')
    await page.getByText('Now', { exact: true }).click()
    await confirm(page, 'Pause')
    await page.getByText('Subscription paused', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText(/^Paused since /).waitFor()
    await press(page, 'Resume')
    await page.getByText('Keep the billing day').waitFor()
    await confirm(page, 'Resume')
    await page.getByText('Subscription resumed', { exact: true }).waitFor()
    await page.getByText(/^Paused since /).waitFor({ state: 'detached' })
    const { data } = await get(w.api, '/v1/subscriptions')
    const [{ price_id }] = data[0].items
    const weekly = { product_id: data[0].items[0].product_id, model: 'flat', unit_amount: 700 }
    const price = await w.api.post('/v1/prices', { body: { ...weekly, interval: 'week' } })
    assert.equal(price.status, 201, price_id)
    await go(`subscriptions/new?customer_id=cus_${id}`)
    // The list of prices was read before this one was created.
    await readAgain(page)
    await page.getByLabel('Price').selectOption(price.body.id)
    await page.getByLabel('Periods begin on').selectOption({ label: 'Monday' })
    await page.getByLabel('Until then').selectOption({ label: 'Nothing' })
    await page.getByText('Nothing is billed at once.').waitFor()
    await page.getByLabel('Discount', { exact: true }).selectOption({ label: 'Coupon' })
    await page.getByLabel('Coupon', { exact: true }).selectOption({ index: 1 })
    await page.getByText('CA$6.30').first().waitFor()
    await assertAccessible('a billing day')
    await press(page, 'Subscribe')
    await page.getByText('Subscribed', { exact: true }).waitFor()
    await go('')
    await page.getByText('Billed within seven days').waitFor()
    await page.getByRole('link', { name: 'Show all 1' }).waitFor()
    await assertAccessible('home with renewals')
    assert.deepEqual(
      [data[0].status, data[0].cancel_at, data[0].items[0].quantity],
      ['active', null, 5],
    )
    await go(`subscriptions/${data[0].id}`)
    await press(page, 'Cancel subscription')
    await page.getByText('Now', { exact: true }).click()
    await page.getByLabel('Unused time').selectOption({ label: 'Credit to the balance' })
    await page.getByText(/Credit note CN-000001 issued/).waitFor()
    await confirm(page, 'Cancel subscription')
    await page.getByText('Subscription canceled', { exact: true }).waitFor()
    const [note] = (await get(w.api, '/v1/credit_notes')).data
    assert.equal(note.reason, 'unused_time')
  },
)

test(
  'the subscribers of a price are moved, with the totals shown first, until the migration is canceled',
  needsChromium,
  async (t) => {
    const made = async (path: string, body: object) => {
      const answer = await w.api.post(path, { body })
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    }
    const { id: product_id } = await made('/v1/products', { name: 'Team' })
    const terms = { product_id, model: 'per_unit', interval: 'month' }
    const from = await made('/v1/prices', { ...terms, unit_amount: 3000 })
    await made('/v1/prices', { ...terms, unit_amount: 3500 })
    const { id } = await makeCustomer(w.api, { name: 'Maple Bakery' })
    const items = [{ price_id: from.id, quantity: 3 }]
    await made('/v1/subscriptions', { customer_id: `cus_${id}`, items })
    const { page, open, go, assertAccessible } = await visitAsOwner(chromium, t, w)
    await open(`prices/${from.id}`)
    await press(page, 'Move subscribers')
    await page.getByLabel('New price').selectOption({ index: 1 })
    const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('First day').fill(day)
    await page.getByText('Subscriptions to move: 1').waitFor()
    await page.getByText('CA$90.00 → CA$105.00').waitFor()
    await assertAccessible('moving subscribers')
    await confirm(page, 'Move subscribers')
    await page.getByRole('cell', { name: 'Maple Bakery' }).waitFor()
    await page.getByText('0 of 1 moved').waitFor()
    await assertAccessible('a price migration')
    await press(page, 'Cancel migration')
    await confirm(page, 'Cancel migration')
    await page.getByText('Migration canceled').waitFor()
    await page.getByText('Withdrawn').first().waitFor()
    const [{ id: ended }] = (await get(w.api, `/v1/subscriptions?customer_id=cus_${id}`)).data
    const body = { at: 'now', unused: 'credit' }
    assert.equal((await w.api.post(`/v1/subscriptions/${ended}/cancel`, { body })).status, 200)
    const [note] = (await get(w.api, `/v1/credit_notes?customer_id=cus_${id}`)).data
    await go(`credit-notes/${note.id}?tab=explain`)
    await page.getByText(/ returned: CA\$90\.00 × [\d.]+ ÷ \d+ = CA\$[\d.]+ rounded/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Void' }).count(), 0)
  },
)

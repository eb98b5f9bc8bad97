// Prices, price lists and discounts: created, explained, billed on invoice lines, and removed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer, makeInvoice, makeProduct } from '../fixtures.ts'
import { world } from '../harness.ts'
import { eventually, holds, launch, needsChromium, says, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })

test(
  'a tiered price is created, calculates costs, and gets a new version',
  needsChromium,
  async (t) => {
    await makeCustomer(w.api)
    const product = await makeProduct(w.api, { name: 'Seats' })
    const { page, go, expect } = await ownersWindow(t)
    await go(`products/${product.id}`)
    await page.getByRole('tab', { name: 'Prices' }).click()
    await page.getByText('Choose it on invoice lines.').waitFor()
    await link(page, 'New price').click()
    await page.getByLabel('Model').selectOption({ label: 'Graduated' })
    await page.getByText('Each unit costs what its own tier says.').waitFor()

    // Errors are shown before anything is sent, and the first of them has the focus.
    await page.getByLabel('Tier 1, To').fill('ten')
    await page.getByLabel('Tier 1, Unit price').fill('5,00')
    await press(page, 'Create price')
    await page.getByText('“ten” is not a whole number.').waitFor()
    await page.locator('[aria-label="Tier 1, To"]:focus').waitFor()
    await page.getByLabel('Tier 1, To').fill('10')
    await page.getByLabel('Tier 2, Unit price').fill('2.5')
    await press(page, 'Add tier')
    await page.locator('[aria-label="Tier 2, To"]:focus').waitFor()
    await page.getByLabel('Tier 2, To').fill('5')
    await page.getByLabel('Tier 3, Unit price').fill('0.0001')
    await page.getByLabel('Tier 3, Flat fee').fill('1')
    await press(page, 'Create price')
    await page.getByText('“5” must be above the end of the tier before.').waitFor()
    await page.getByLabel('Tier 2, To').fill('100')
    await page.getByLabel('Lookup key').fill('seats')
    await press(page, 'Create price')
    await page.getByText('Price created').waitFor()

    // 13 units cost 10 × 5.00 + 3 × 2.50.
    const tiers = page.getByRole('table', { name: 'Tiers' })
    await tiers.waitFor()
    const rows = await tiers.getByRole('row').allInnerTexts()
    assert.deepEqual(
      rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim()),
      ['0–10 CA$5.00 –', '11–100 CA$2.50 –', '101 and more CA$0.0001 CA$1.00'],
    )
    await page.getByLabel('Quantity').fill('13')
    await says(page.getByTestId('cost'), 'CA$57.50')
    await page.getByText('10 × CA$5.00 + 3 × CA$2.50').waitFor()
    await page.getByLabel('Quantity').fill('many')
    await page.getByText('“many” is not a quantity').waitFor()
    await page.getByLabel('Quantity').fill('1,5')
    await says(page.getByTestId('cost'), 'CA$7.50')

    // A lookup key of another price is rejected at its field.
    await go(`prices/new?product_id=${product.id}`)
    await page.getByLabel('Unit price').fill('0.0001')
    await page.getByLabel('Lookup key').fill('seats')
    expect(409)
    await press(page, 'Create price')
    await page.locator('input[name=lookup_key][aria-invalid=true]:focus').waitFor()
    await page.getByLabel('Lookup key').fill('seats-each')
    await press(page, 'Create price')
    // Not by the notification, which can be that of the previous price.
    await page.waitForURL('**/prices/price_*')
    await go(`products/${product.id}?tab=prices`)
    await page.getByRole('cell', { name: 'CA$0.0001 per unit' }).waitFor()
    await page.getByRole('cell', { name: 'from CA$5.00, graduated' }).waitFor()
    await link(page, 'Graduated').click()
    await link(page, 'New version').click()
    await holds(page.getByLabel('Tier 1, Unit price'), '5.00')
    await page.getByLabel('Tier 1, Unit price').fill('6')
    await press(page, 'Remove tier 3')
    await press(page, 'Create version')
    await page.getByText('New version created').waitFor()
    await page.getByRole('link', { name: 'Version 1' }).click()
    await page.getByRole('link', { name: 'Version 2' }).waitFor()
    const { data } = await get(w.api, `/v1/prices?product_id=${product.id}&lookup_key=seats`)
    assert.equal(data.length, 1)
    assert.equal(data[0].version, 2)
    assert.deepEqual(data[0].tiers, [
      { up_to: 10, unit_amount_decimal: '600', flat_amount: 0 },
      { up_to: null, unit_amount_decimal: '250', flat_amount: 0 },
    ])
  },
)

test('a line is billed by a price, edited, finalized and explained', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const product = await makeProduct(w.api, { name: 'Storage' })
  const makePrice = async (body: object) => {
    const answer = await w.api.post('/v1/prices', { body: { product_id: product.id, ...body } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const tiers = [{ up_to: 10, unit_amount: 500 }, { unit_amount_decimal: '250' }]
  const price = await makePrice({ model: 'graduated', tiers, description: 'By volume' })
  await makePrice({ model: 'flat', unit_amount: 9900, currency: 'usd' })
  const { page, go } = await ownersWindow(t)
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await page.getByLabel('Line 1, Description').fill('Stor')
  await page.getByRole('option', { name: 'Storage' }).click()
  const choice = page.getByLabel('Price of line 1')
  // Prices in another currency are not offered.
  await eventually(
    () => choice.getByRole('option').allTextContents(),
    ['Price by hand', 'By volume · from CA$5.00, graduated'],
  )
  await choice.selectOption(price.id)
  await page.getByLabel('Line 1, Quantity').fill('13')
  // 10 × 5.00 + 3 × 2.50 = 57.50, as the server says; a manual line is added to it.
  await says(page.getByTestId('total'), 'CA$57.50')
  await holds(page.getByLabel('Line 1, Price'), 'Graduated')
  await press(page, 'Add line')
  await page.getByLabel('Line 2, Description').fill('Setup')
  await page.getByLabel('Line 2, Quantity').fill('2')
  await page.getByLabel('Line 2, Price').fill('10')
  await says(page.getByTestId('total'), 'CA$77.50')
  await press(page, 'Save draft')
  await page.getByText('Draft saved').waitFor()

  // Another line is edited, and this one still uses its price.
  await press(page, 'Edit')
  await holds(page.getByLabel('Line 1, Quantity'), '13')
  await page.getByLabel('Line 1, Quantity').fill('12.5')
  await page.getByLabel('Line 2, Price').fill('20')
  await says(page.getByTestId('total'), 'CA$96.25')
  await press(page, 'Save changes')
  // The page says “Draft saved” since the first time; this is there once the changes are saved.
  await main(page).getByRole('button', { name: 'Edit', exact: true }).waitFor()
  const [saved] = (await get(w.api, `/v1/invoices?customer_id=${customer.id}`)).data
  const [line] = saved.line_items
  assert.deepEqual(
    [saved.total, line.price_id, line.product_id, line.quantity_decimal],
    [9625, price.id, product.id, '12.5'],
  )
  await main(page).getByRole('link', { name: 'Graduated' }).waitFor()
  await go(`invoices/${saved.id}?do=finalize`)
  await page.getByRole('dialog').getByRole('button', { name: 'Finalize', exact: true }).click()
  await page.getByText('Invoice finalized').waitFor()
  await page.getByRole('tab', { name: 'Calculation' }).click()
  await page.getByText('10 × CA$5.00 + 2.5 × CA$2.50').waitFor()
})

test('a price list is pasted, checked and imported row by row', needsChromium, async (t) => {
  await makeProduct(w.api, { name: 'Licences' })
  const { page, go, expect } = await ownersWindow(t)
  await go('prices/import')
  const list = page.getByLabel('Price list')
  await list.fill(
    [
      'product,model,unit_amount,tiers,lookup_key',
      'Licences,per_unit,0.0001,,calls',
      'Licence,per_unit,ten,,',
      'Licences,graduated,,"10:5.00;*:2.50",licences',
      'Licences,flat,99,,taken',
    ].join('\n'),
  )
  await page.getByText('1 row can’t be imported').waitFor()
  const wrong = 'Line 3, product: There is no active product “Licence”. Did you mean “Licences”?'
  await page.getByText(wrong).waitFor()
  await page.getByText('Line 3, unit_amount: “ten” is not a unit price').waitFor()
  await page.getByRole('cell', { name: 'CA$0.0001 per unit' }).waitFor()
  await page.getByText('Rows with problems are left out.').waitFor()

  // A key is taken in the meantime: only that row fails, and is retried once the key is free.
  const { id: product_id } = await makeProduct(w.api, { name: 'Other' })
  const other = { product_id, model: 'flat', unit_amount: 1, lookup_key: 'taken' }
  const { body: holder } = await w.api.post('/v1/prices', { body: other })
  expect(409)
  await press(page, 'Import 3 prices')
  await page.getByText('2 of 3 created.').waitFor()
  await main(page)
    .getByRole('listitem')
    .getByText(/^Line 5: Licences – .*taken/)
    .waitFor()
  await w.api.patch(`/v1/prices/${holder.id}`, { body: { lookup_key: null } })
  await press(page, 'Retry 1')
  await page.getByText('1 of 1 created.').waitFor()
  const { data } = await get(w.api, '/v1/prices?lookup_key=licences')
  assert.equal(data.length, 1)
})

test(
  'a coupon and its code are created, and a customer redeems the code',
  needsChromium,
  async (t) => {
    const customer = await makeCustomer(w.api)
    const { page, go } = await ownersWindow(t)
    await go('coupons')
    await page.getByText('Coupons take a percentage or an amount off invoices.').waitFor()
    await page.getByRole('link', { name: 'New coupon' }).click()
    await page.locator('input[name=name]').fill('Welcome')
    await press(page, 'Create coupon')
    await page.getByText('Enter the discount.').waitFor()
    await page.getByLabel('Percent off').fill('12,5')
    await page.getByLabel('Duration').selectOption({ label: 'Several months' })
    await page.getByLabel('Maximum uses').fill('10')
    await press(page, 'Create coupon')
    await page.getByText('Coupon created').waitFor()
    await page.getByText('12.5% off, for 3 months').waitFor()
    await page.getByText('0 of 10').waitFor()
    await page.getByRole('tab', { name: 'Promotion codes' }).click()
    await press(page, 'New code')
    await dialog(page).getByLabel('Code').fill('WELCOME')
    await confirm(page, 'New code')
    await main(page).getByText('WELCOME', { exact: true }).waitFor()

    await go(`customers/${customer.id}?tab=discounts`)
    await page.getByText('No discounts.').waitFor()
    await press(page, 'Add discount')
    await dialog(page).getByLabel('By').selectOption({ label: 'Promotion code' })
    await dialog(page).getByLabel('Promotion code').fill('nothing')
    await dialog(page).getByText('No active promotion code is called that.').waitFor()
    await dialog(page).getByLabel('Promotion code').fill('welcome')
    await confirm(page, 'Add discount')
    await page.getByText(/^12\.5% off, until /).waitFor()

    // 12.5 % of 100.00 is 12.50.
    await go(`invoices/new?customer_id=cus_${customer.id}`)
    await page.getByLabel('Line 1, Description').fill('Seats')
    await page.getByLabel('Line 1, Quantity').fill('1')
    await page.getByLabel('Line 1, Price').fill('100')
    await says(page.getByTestId('total'), 'CA$87.50')
    const [coupon] = (await get(w.api, '/v1/coupons')).data
    assert.equal(coupon.times_redeemed, 1)
    await press(page, 'Save draft')
    await main(page).getByRole('button', { name: 'Finalize', exact: true }).waitFor()
  },
)

test('a draft gets its own discount, which is removed again', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1000 }]
  const { id } = await makeInvoice(w.api, { customer_id: `cus_${customer.id}`, line_items })
  const terms = { name: 'Goodwill', amount_off: 500, currency: 'cad' }
  const { status, body: coupon, text } = await w.api.post('/v1/coupons', { body: terms })
  assert.equal(status, 201, text)
  const { page, go } = await ownersWindow(t)
  await go(`invoices/${id}`)
  await press(page, 'Add discount')
  await dialog(page).getByLabel('Coupon', { exact: true }).selectOption(coupon.id)
  await confirm(page, 'Add discount')
  // 30.00 − 5.00 = 25.00.
  await says(page.getByTestId('total'), 'CA$25.00')
  await main(page).getByText('Discount -CA$5.00 · Net CA$25.00').waitFor()
  await page.getByRole('tab', { name: 'Calculation' }).click()
  await page.getByText('CA$5.00 off CA$30.00').waitFor()
  await page.getByRole('tab', { name: 'Invoice', exact: true }).click()
  await press(page, 'Remove Goodwill')
  await confirm(page, 'Remove')
  await says(page.getByTestId('total'), 'CA$30.00')
})

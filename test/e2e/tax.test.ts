// Taxes: registrations, custom rates, taxes of an invoice and their reasons, reverse charge, and the tax report.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer, makeFinalized } from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, launch, needsChromium, says, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

/** The rows below the lines, as name and amount. */
const sums = async (page: Page) => {
  const rows = await page.locator('.sums > div').allInnerTexts()
  return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())
}

test('a custom rate is added and chosen on a line', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const { page, go } = await ownersWindow(t)
  await go('settings/tax?tab=rates')
  await press(page, 'Add rate')
  await dialog(page).getByLabel('Name on documents').fill('Sales tax')
  await dialog(page).getByLabel('Rate (%)').fill('4,5')
  await dialog(page).getByLabel('Country').selectOption('US')
  await dialog(page).getByRole('combobox', { name: 'State or region' }).fill('N.Y.')
  await page.getByRole('option', { name: 'New York (NY)' }).click()
  await dialog(page).getByLabel('From').fill('2026-01-01')
  await confirm(page, 'Add rate')
  await main(page).getByRole('cell', { name: '4.5%' }).waitFor()
  await go('settings/tax?tab=table&country=CA')
  await main(page).getByRole('cell', { name: '9.975%' }).waitFor()

  // 4.5 % of 100.00 is 4.50.
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await page.getByLabel('Line 1, Description').fill('Seats')
  await page.getByLabel('Line 1, Quantity').fill('1')
  await page.getByLabel('Line 1, Price').fill('100')
  await page.getByLabel('Tax of line 1').selectOption({ label: 'Tax: Sales tax 4.5%' })
  await says(page.getByTestId('total'), 'CA$104.50')
  await press(page, 'Save draft')
  await page.getByText('Draft saved').waitFor()
  await main(page).getByText('Sales tax 4.5%: CA$4.50').waitFor()
  await press(page, 'Edit')
  await says(page.getByTestId('total'), 'CA$104.50')
  const [draft] = (await get(w.api, `/v1/invoices?customer_id=${customer.id}`)).data
  assert.equal(draft.line_items[0].tax_rates.length, 1)
})

test('a seller registers in Quebec, and invoices have GST and QST', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { country: 'CA', state_province: 'QC' })
  const { page, go, open } = await ownersWindow(t)
  await go('settings/tax')
  await page.getByLabel('Automatic tax').check({ force: true })
  await page.getByText('No tax is collected yet').waitFor()
  await press(page, 'Save')
  await page.getByText('Settings saved').waitFor()
  await page.getByRole('link', { name: 'Add a registration' }).click()
  for (const [tax, number] of [
    ['GST/HST, all of Canada', '123456789 RT0001'],
    ['QST, Quebec', '1234567890 TQ0001'],
  ] as const) {
    await press(page, 'Add registration')
    await dialog(page).getByLabel('Country').selectOption('CA')
    await dialog(page).getByLabel('Tax', { exact: true }).selectOption({ label: tax })
    await dialog(page).getByLabel('Registration number').fill(number)
    await dialog(page).getByLabel('From').fill('2026-01-01')
    await confirm(page, 'Add registration')
    await main(page).getByText(`Canada: ${tax}`).waitFor()
  }

  // GST 5 % of 140.00 is 7.00, QST 9.975 % of it 13.965 (revenuquebec.ca: on the price without GST).
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await page.getByLabel('Line 1, Description').fill('Consulting')
  await page.getByLabel('Line 1, Quantity').fill('1')
  await page.getByLabel('Line 1, Price').fill('140')
  await says(page.getByTestId('total'), 'CA$160.97')
  assert.deepEqual(await sums(page), [
    'Subtotal CA$140.00',
    'GST 5% on CA$140.00 CA$7.00',
    'QST 9.975% on CA$140.00 CA$13.97',
    'Total CA$160.97',
  ])
  await page.getByLabel('Tax of line 1').selectOption({ label: 'Tax: none' })
  await says(page.getByTestId('total'), 'CA$140.00')
  await page.getByLabel('Tax of line 1').selectOption({ label: 'Tax: automatic' })
  await says(page.getByTestId('total'), 'CA$160.97')
  await press(page, 'Save draft')
  await page.getByText('Draft saved').waitFor()
  await main(page).getByText('QST 9.975% on CA$140.00').waitFor()
  await page.getByRole('tab', { name: 'Calculation' }).click()
  const why = 'You are registered for it, and the customer is in Quebec, Canada.'
  const law = 'Legal basis: Act respecting the Québec sales tax, CQLR, c. T-0.1, s. 16.'
  await page.getByText(`9.975% of CA$140.00 = CA$13.965, rounded. ${why} ${law}`).waitFor()

  // A registration shows the day on which it ends.
  await go('settings/tax?tab=registrations')
  await main(page).getByRole('button', { name: 'End', exact: true }).first().click()
  await dialog(page).getByLabel('Last day').fill('2027-12-31')
  await confirm(page, 'End')
  await page.getByText('Jan 1, 2026 – Dec 31, 2027').waitFor()

  // A seller with registrations whose automatic tax is off is warned.
  await w.api.patch('/v1/account', { body: { automatic_tax: false } })
  await open('settings/tax?tab=registrations')
  await page.getByText('Automatic tax is off').waitFor()
  await page.getByRole('link', { name: 'Go to automatic tax' }).click()
  await page.getByLabel('Automatic tax').check({ force: true })
  await press(page, 'Save')
  await page.getByText('Settings saved').waitFor()
  await open('settings/tax?tab=registrations')
  await main(page).getByText('Canada: GST/HST, all of Canada').waitFor()
  await counts(page.getByTestId('automatic-off'), 0)
})

test('the tax report equals the ledger, with a void invoice', needsChromium, async (t) => {
  const { id } = await makeCustomer(w.api, { country: 'CA', state_province: 'QC' })
  const line_items = [{ description: 'Consulting', quantity: 1, unit_amount: 14000 }]
  const makeFinal = () => makeFinalized(w.api, { customer_id: `cus_${id}`, line_items })
  const { id: nowhere } = await makeCustomer(w.api, { country: 'CA' })
  await makeFinalized(w.api, { customer_id: `cus_${nowhere}`, line_items })
  await makeFinal()
  const voided = await makeFinal()
  await w.api.post(`/v1/invoices/${voided.id}/void`)
  const { page, go } = await ownersWindow(t)
  await go('tax-report')
  const table = page.getByRole('table', { name: 'Taxes in CAD' })
  await table.waitFor()
  const rows = await table.getByRole('row').allInnerTexts()
  // 140.00 twice, once voided: QST 9.975 % is 13.97 each time, GST 5 % 7.00.
  assert.deepEqual(
    rows.slice(1, 3).map((row) => row.replaceAll(/\s+/g, ' ').trim()),
    [
      'QST 9.975% CA-QC CA$280.00 CA$27.94 CA$13.97 CA$140.00 CA$13.97 2',
      'GST 5% CA CA$280.00 CA$14.00 CA$7.00 CA$140.00 CA$7.00 2',
    ],
  )
  await page.getByText('Tax and revenue equal the ledger.').waitFor()
  await table.getByRole('link', { name: 'View invoices' }).click()
  await page.waitForURL(/warning=tax_address_missing.*finalized_at.*finalized_at/)
  await counts(page.locator('tbody tr'), 1)
  await go('tax-report')
  await page.getByLabel('Period').selectOption({ label: 'Last year' })
  await page.getByText('No invoices in this period.').waitFor()
  await go('ledger?tab=balance')
  await page.getByRole('row', { name: 'QST CA-QC/QST/9.975 CA$13.97 CA$27.94 -CA$13.97' }).waitFor()
  await page.getByRole('tab', { name: 'Entries' }).click()
  await page.getByText('Tax payable: GST').first().waitFor()
})

test('an invoice of an exempt customer has no tax and says so', needsChromium, async (t) => {
  const place = { country: 'CA', state_province: 'ON' }
  const customer = await makeCustomer(w.api, { ...place, tax_exempt: true })
  const { page, go } = await ownersWindow(t)
  await go(`customers/${customer.id}?tab=details`)
  await page.getByText('Yes: invoices have no tax').waitFor()
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await page.getByLabel('Line 1, Description').fill('Seats')
  await page.getByLabel('Line 1, Quantity').fill('1')
  await page.getByLabel('Line 1, Price').fill('100')
  await main(page).getByText('Tax exempt on CA$100.00').waitFor()
  await says(page.getByTestId('total'), 'CA$100.00')
  await press(page, 'Save draft')
  await main(page).getByRole('button', { name: 'Finalize', exact: true }).waitFor()
})

test('a VAT number gives reverse charge, a malformed one does not', needsChromium, async (t) => {
  const account = { country: 'DE', automatic_tax: true }
  await w.api.patch('/v1/account', { body: account })
  const registration = { country: 'DE', number: 'DE136695976', valid_from: '2026-01-01' }
  await w.api.post('/v1/tax_registrations', { body: registration })
  const { page, go } = await ownersWindow(t)
  await go('customers/new')
  await page.locator('input[name=name]').fill('Alpen GmbH')
  await page.getByLabel('Country').selectOption('AT')
  await press(page, 'Add tax ID')
  // An example of python-stdnum; another last digit makes it invalid.
  await page.getByLabel('Tax ID 1', { exact: true }).fill('ATU 13585628')
  const warning = page.getByTestId('unused-tax-ids').getByText('with prefix AT is malformed')
  await warning.waitFor()
  await press(page, 'Create customer')
  await page.getByText('Customer created').waitFor()
  await warning.waitFor()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByText('Malformed: never gives reverse charge').waitFor()
  await press(page, 'Edit')
  await page.getByLabel('Tax ID 1', { exact: true }).fill('ATU 13585627')
  await press(page, 'Save')
  await page.getByText('Well-formed').waitFor()
  await counts(page.getByTestId('unused-tax-ids'), 0)
  await page.getByText('EU VAT number: ATU13585627').waitFor()

  const [customer] = (await get(w.api, '/v1/customers')).data
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await page.getByLabel('Line 1, Description').fill('Consulting')
  await page.getByLabel('Line 1, Quantity').fill('1')
  await page.getByLabel('Line 1, Price').fill('100')
  await main(page).getByText('Reverse charge on CA$100.00').waitFor()
  await says(page.getByTestId('total'), 'CA$100.00')
})

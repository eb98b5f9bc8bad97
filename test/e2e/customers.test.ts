// Customers: created, edited and deleted; their list in each state; their balances and timeline.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, grantCredit, makeCustomer, makeFinalized, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  counts,
  eventually,
  focusHas,
  holds,
  launch,
  needsChromium,
  readAgain,
  sharedWindow,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

test('a customer is rejected, created, edited and deleted', needsChromium, async (t) => {
  const { page, go, expect } = await ownersWindow(t)
  await go('customers/new')
  // An error is shown at its field, and the input stays.
  expect(400)
  await page.getByLabel('Name').fill('Åström & Co')
  await page.getByLabel('Email').fill('ada')
  await page.getByRole('button', { name: 'Create customer' }).click()
  const email = page.getByLabel('Email')
  await page.locator('[name=email][aria-invalid=true]').waitFor()
  await holds(email, 'ada')
  await focusHas(page, 'name', 'email')
  await email.fill('ap@astrom.example')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Åström & Co' }).waitFor()
  const [, id] = /\/1\/test\/customers\/(\d+)$/.exec(page.url()) ?? []
  assert.equal((await get(w.api, `/v1/customers/${id}`)).email, 'ap@astrom.example')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('Oka')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Customer saved').waitFor()
  assert.equal((await get(w.api, `/v1/customers/${id}`)).city, 'Oka')

  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Customer Åström & Co deleted.').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  assert.equal((await w.api.get(`/v1/customers/${id}`)).status, 404)
})

test(
  'a region is chosen from a list, and an unknown one is kept until then',
  needsChromium,
  async (t) => {
    const { id } = await makeCustomer(w.api, { country: 'DE', state_province: 'Bavaria' })
    const { page, go, expect } = await ownersWindow(t)
    await go(`customers/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await holds(page.getByRole('textbox', { name: 'State or province' }), 'Bavaria')
    await page.getByLabel('Country').selectOption('CA')
    const region = page.getByRole('combobox', { name: 'State or province' })
    await holds(region, 'Bavaria')
    expect(400)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await region.fill('Ont.')
    await page.getByRole('option', { name: 'Ontario (ON)' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    // Not by the notification, which can be that of an earlier save.
    await eventually(async () => (await get(w.api, `/v1/customers/${id}`)).state_province, 'ON')
  },
)

test(
  'a customer with an open invoice is not deleted, and the dialog says why',
  needsChromium,
  async (t) => {
    const customer = await makeCustomer(w.api, { name: 'Owes' })
    const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 5 }]
    const body = { customer_id: customer.id, line_items }
    assert.equal((await w.api.post('/v1/invoices', { body })).status, 201)
    const { page, go, expect } = await ownersWindow(t)
    expect(409)
    await go(`customers/${customer.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText('has an open invoice').waitFor()
    await eventually(() => dialog.getByRole('button', { name: 'Delete' }).isDisabled(), true)
  },
)

test('a list shows that it is loading, filtered, failed or forbidden', needsChromium, async (t) => {
  const state = (name: string) => page.locator(`[data-state=${name}]`).first()
  const { page, open, expect } = await ownersWindow(t)
  await makeCustomer(w.api, { name: 'Ada' })
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/customers?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await open('customers')
  await state('loading').waitFor()
  // Its place depends on whether the list is empty.
  const create = page.getByRole('link', { name: 'New customer', exact: true })
  assert.equal(await create.count(), 0)
  answer.resolve()
  await state('rows').waitFor()
  await create.first().waitFor()
  await page.unroute('**/v1/customers?*')
  await page.getByLabel('Search by name or email').fill('none@nowhere.example')
  await state('filtered-empty').waitFor()
  await page.waitForURL(/q=none%40nowhere\.example/)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await state('rows').waitFor()
  await page.goBack()
  await state('filtered-empty').waitFor()

  const failures: [status: number, look: string][] = [
    [500, 'failed'],
    [403, 'forbidden'],
  ]
  for (const [status, look] of failures) {
    expect(status)
    const error = { code: 'x', message: 'A reason.', request_id: 'req_1', errors: [] }
    await page.route('**/v1/customers?*', (route) =>
      route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error }) }),
    )
    await open('customers')
    await state(look).waitFor()
    if (look === 'failed') await page.getByText('req_1').waitFor()
    await page.unroute('**/v1/customers?*')
    if (look !== 'failed') continue
    await page.getByRole('button', { name: 'Try again' }).click()
    await state('rows').waitFor()
  }
})

test('a customer’s page shows what they owe per currency', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const { page, go } = await ownersWindow(t)
  await go(`customers/${customer.id}`)
  const head = page.getByRole('region', { name: 'Balances' })
  await head.getByText('Nothing outstanding').waitFor()
  const line = { description: 'Work', quantity: 1, unit_amount: 10000 }
  const of = (due_date: string, more: object = {}) =>
    makeFinalized(w.api, { customer_id: customer.id, line_items: [line], due_date, ...more })
  await of('2126-01-01')
  const late = await of('2020-01-01')
  await makePayment(w.api, late, { amount: 2500 })
  await of('2126-01-01', { currency: 'jpy' })
  await grantCredit(w.api, customer.id, '12.34', 'cad')
  await readAgain(page)
  // 100.00 not due yet and 75.00 overdue; 10 000 yen; the credit came after all of them.
  const figures = (currency: string) => head.locator(`[data-currency=${currency}] dd`)
  await eventually(
    () => figures('cad').allInnerTexts(),
    [
      ...['CA$175.00', '2 invoices', 'CA$75.00', '1 invoice'],
      ...['CA$200.00', '2 invoices', 'CA$25.00', '1 payment', 'CA$12.34', 'View history'],
    ],
  )
  assert.equal((await figures('jpy').allInnerTexts()).slice(0, 2).join(), '¥10,000,1 invoice')
  await head.getByRole('link', { name: '2 invoices' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  await counts(page.locator('tbody tr'), 2)
  await page.goBack()
  await head.getByRole('link', { name: 'View history' }).first().click()
  await page.getByRole('cell', { name: 'CA$12.34' }).waitFor()
})

test('a statement is downloaded for a month, in each currency', needsChromium, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api, { name: 'Maple' })
  for (const currency of ['cad', 'eur']) await makeFinalized(w.api, { customer_id, currency })
  const { page, go, expect } = await ownersWindow(t)
  await go(`customers/${customer_id}`)
  await page.getByRole('button', { name: 'Statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Statement of Maple' })
  // Nothing was owed last month.
  await dialog.getByText('From CA$0.00 to CA$0.00, 0 movements').waitFor()
  await dialog.getByLabel('Period').selectOption('This month')
  await dialog.getByText('From €0.00 to €59.97, 1 movement').waitFor()
  const { from, to } = await get(w.api, `/v1/customers/${customer_id}/statement`)
  const pdf = dialog.getByRole('link', { name: 'PDF in EUR' })
  const path = `/session/1/test/v1/customers/${customer_id}/statement/pdf`
  assert.equal(await pdf.getAttribute('href'), `${path}?from=${from}&to=${to}&currency=eur`)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'CSV' }).click()
  assert.equal(
    (await download).suggestedFilename(),
    `statement-cus_${customer_id}-${from}-${to}.csv`,
  )
  expect(400)
  await dialog.getByLabel('From').fill('2020-01-01')
  await dialog.getByText(/the maximum is 366 days after from/).waitFor()
})

test('a list is paged forward and back by cursors in the address', needsChromium, async (t) => {
  for (let count = 0; count < 60; count++) await makeCustomer(w.api, { name: `Row ${count}` })
  const { page, go } = await ownersWindow(t)
  await go('customers')
  const first = () => page.locator('tbody tr').first().textContent()
  await page.getByRole('link', { name: 'Row 59' }).waitFor()
  const start = await first()
  await page.getByRole('button', { name: 'Older' }).click()
  await page.waitForURL(/starting_after=\d+/)
  await page.getByRole('link', { name: 'Row 34' }).waitFor()
  await page.getByRole('button', { name: 'Newer' }).click()
  await page.waitForURL(/ending_before=\d+/)
  await page.getByRole('link', { name: 'Row 59' }).waitFor()
  await eventually(first, start)
})

test('a customer’s timeline goes back to their creation', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Long Known' })
  for (let house = 1; house <= 52; house++) {
    const body = { address_line1: `${house} Main Street` }
    await w.api.patch(`/v1/customers/${customer.id}`, { body })
  }
  const invoice = await makeFinalized(w.api, { customer_id: customer.id })
  await makePayment(w.api, invoice)
  await makeFinalized(w.api)
  const { page, go } = await ownersWindow(t)
  await go(`customers/${customer.id}?tab=timeline`)
  const items = page.getByLabel('What happened').locator('.mantine-Timeline-item')
  // Without dates, which are today's, and the number of a draft.
  const sentence = (text: string) => text.split('\n')[0]?.replace(/ (on|due by) .*|INV-9\d+/, '')
  // 3 × 19.99; newest first, and nothing of other customers.
  await eventually(
    async () => (await items.allInnerTexts()).slice(0, 4).map(sentence),
    [
      `Invoice ${invoice.number} paid in full: CA$59.97.`,
      'Payment of CA$59.97 received',
      `Invoice ${invoice.number} finalized: CA$59.97`,
      'Draft  created, for CA$59.97.',
    ],
  )
  await counts(items, 50)
  await page.getByRole('button', { name: 'Older' }).click()
  await counts(items, 57)
  await items.last().getByText('Customer Long Known created.').waitFor()
  await counts(page.getByRole('button', { name: 'Older' }), 0)
  await items.first().getByRole('link', { name: invoice.number }).click()
  await page.getByRole('heading', { level: 1, name: invoice.number }).waitFor()
})

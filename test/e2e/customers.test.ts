// Customers at the dashboard: made, refused, changed, deleted; forms that are left; lists in every state.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, grantCredit, makeCustomer, makeIssued, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  answered,
  counts,
  eventually,
  focusHas,
  holds,
  launch,
  needsChromium,
  says,
  visitAsOwner,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const MARKUP = '<img src=x onerror="document.title=1"><b>bold</b>'

test('a customer is made, refused, changed and deleted', needsChromium, async (t) => {
  const { page, open, expect } = await visitAsOwner(chromium, t, w)
  await open('customers/new')
  // A refusal lands on its field, and what was entered stays.
  expect(400)
  await page.getByLabel('Name').fill('Åström & Co')
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Create customer' }).click()
  const email = page.getByLabel('Email')
  await page.locator('[name=email][aria-invalid=true]').waitFor()
  await holds(email, 'nobody')
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

test('what a dry run refuses is told, and nothing can be pressed', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Owes' })
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 5 }]
  const body = { customer_id: customer.id, line_items }
  assert.equal((await w.api.post('/v1/invoices', { body })).status, 201)
  const { page, open, expect } = await visitAsOwner(chromium, t, w)
  expect(409)
  await open(`customers/${customer.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').getByText('has an open invoice').waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Delete' }).isDisabled(), true)
})

test('nobody leaves a dirty form without being asked', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Kept' })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('customers')
  await page.getByRole('link', { name: 'Kept' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('Half-way')
  const asked = page.getByRole('dialog', { name: 'You have unsaved changes' })
  const stay = asked.getByRole('button', { name: 'Keep editing' })
  const ways = [
    () => page.getByRole('navigation').getByRole('link', { name: 'Products' }).click(),
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Switch to live' }).click(),
    () => page.getByRole('link', { name: 'Reckoner' }).click(),
  ]
  for (const way of ways) {
    await way()
    await stay.click()
    await asked.waitFor({ state: 'detached' })
    await holds(page.getByLabel('City'), 'Half-way')
    await eventually(() => new URL(page.url()).pathname, `/1/test/customers/${customer.id}`)
  }
  // Closing and reloading are asked about by the browser itself.
  let told = ''
  page.on('dialog', (dialog) => {
    told = dialog.type()
    void dialog.accept()
  })
  await page.reload()
  await eventually(() => told, 'beforeunload')
  // Once it is saved, nothing is asked.
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('Saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Customer saved').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click()
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
})

test(
  'a session that ends over a form costs nothing of what was entered',
  needsChromium,
  async (t) => {
    const { page, open, expect } = await visitAsOwner(chromium, t, w)
    await open('customers/new')
    await page.getByLabel('Name').fill('Patient')
    // What is asked of an ended session asks for it at once.
    await answered(page)
    await w.sql('update sessions set ended_at = now()').catch(() => w.sql('delete from sessions'))
    expect(401)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.locator('input[name=password]').fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Patient' }).waitFor()
  },
)

test('markup is text wherever it is shown', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, {
    name: MARKUP,
    contact_name: MARKUP,
    city: MARKUP,
    address_line1: MARKUP,
    metadata: { note: MARKUP },
  })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('customers')
  await page.getByRole('link', { name: '<b>bold</b>' }).waitFor()
  await open(`customers/${customer.id}`)
  await says(page.getByRole('heading', { level: 1 }), MARKUP)
  assert.equal(await page.locator('main img, main b').count(), 0)
  await eventually(async () => (await page.title()).startsWith(MARKUP), true)
})

test('a list has a look for each state', needsChromium, async (t) => {
  const state = (name: string) => page.locator(`[data-state=${name}]`).first()
  const { page, open, expect } = await visitAsOwner(chromium, t, w)
  await makeCustomer(w.api, { name: 'Somebody' })
  await open('customers')
  await state('rows').waitFor()
  await page.getByLabel('Search by name or email').fill('none@nowhere.example')
  await state('filtered-empty').waitFor()
  await page.waitForURL(/q=none%40nowhere\.example/)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await state('rows').waitFor()
  await page.goBack()
  await state('filtered-empty').waitFor()

  const failures: [status: number, look: string][] = [
    [500, 'failed'],
    [429, 'failed'],
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

test(
  'a list goes through a hundred rows and back, by cursors in the address',
  needsChromium,
  async (t) => {
    for (let count = 0; count < 60; count++) await makeCustomer(w.api, { name: `Row ${count}` })
    const { page, open } = await visitAsOwner(chromium, t, w)
    await open('customers')
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
  },
)

test('French is complete, and money and dates are written as there', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA' })
  await open('customers')
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  await eventually(() => page.locator('html').getAttribute('lang'), 'fr')
  await page.getByText('Mode test').waitFor()
  const customer = await makeCustomer(w.api)
  await makeIssued(w.api, { customer_id: customer.id, due_date: '2126-12-01' })
  await open(`invoices?customer_id=cus_${customer.id}`)
  // The first of a month is an ordinal there, and the comma is before the cents.
  await page.getByRole('cell', { name: /^1er\sdéc\.\s2126$/ }).waitFor()
  await page
    .getByRole('cell', { name: /^59,97\s\$\s?CA$/ })
    .first()
    .waitFor()
})

test('what a customer owes stands at the head of their page', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open(`customers/${customer.id}`)
  const head = page.getByRole('region', { name: 'Balances' })
  await head.getByText('Nothing outstanding').waitFor()
  const line = { description: 'Work', quantity: 1, unit_amount: 10000 }
  const of = (due_date: string, more: object = {}) =>
    makeIssued(w.api, { customer_id: customer.id, line_items: [line], due_date, ...more })
  await of('2126-01-01')
  const late = await of('2020-01-01')
  await makePayment(w.api, late, { amount: 2500 })
  await of('2126-01-01', { currency: 'jpy' })
  await grantCredit(w.api, customer.id, '12.34', 'cad')
  await open(`customers/${customer.id}`)
  // 100.00 to come and 75.00 overdue; 10 000 yen; the credit came after all of them.
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

test('a timeline tells of all that is theirs, back to the beginning', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Long Known' })
  for (let house = 1; house <= 52; house++) {
    const body = { address_line1: `${house} Main Street` }
    await w.api.patch(`/v1/customers/${customer.id}`, { body })
  }
  const invoice = await makeIssued(w.api, { customer_id: customer.id })
  await makePayment(w.api, invoice)
  await makeIssued(w.api)
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open(`customers/${customer.id}?tab=timeline`)
  const told = page.getByLabel('What happened').locator('.mantine-Timeline-item')
  // Without the dates, which are those of the day, and the number of a draft.
  const sentence = (text: string) => text.split('\n')[0]?.replace(/ (on|due by) .*|INV-9\d+/, '')
  // 3 × 19.99; the newest first, and nothing of anybody else.
  await eventually(
    async () => (await told.allInnerTexts()).slice(0, 4).map(sentence),
    [
      `Invoice ${invoice.number} paid in full: CA$59.97.`,
      'Payment of CA$59.97 received',
      `Invoice ${invoice.number} finalized: CA$59.97`,
      'Draft  created, for CA$59.97.',
    ],
  )
  await assertAccessible('the timeline of a customer')
  await counts(told, 50)
  await page.getByRole('button', { name: 'Older' }).click()
  await counts(told, 57)
  await told.last().getByText('Customer Long Known created.').waitFor()
  await counts(page.getByRole('button', { name: 'Older' }), 0)
  await told.first().getByRole('link', { name: invoice.number }).click()
  await page.getByRole('heading', { level: 1, name: invoice.number }).waitFor()
})

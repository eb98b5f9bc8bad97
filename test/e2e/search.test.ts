// The search from anywhere: by keyboard, by button, in both languages, and on a phone.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeCustomer, makeIssued } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, PHONE, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('what is known of a thing leads to its page', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, {
    name: 'Müller & Söhne',
    email: 'ap@mueller.example',
  })
  const invoice = await makeIssued(w.api, { customer_id: customer.id })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('products')
  await page.keyboard.press('Control+K')
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await field.fill('muller soh')
  await page.getByRole('option', { name: /Müller & Söhne/ }).waitFor()
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/customers/${customer.id}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill(invoice.number)
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await page.waitForURL(`**/invoices/${invoice.id}`)
  await page.keyboard.press('Control+K')
  await field.fill('nobody at all')
  await page.getByText('No results.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.match(page.url(), /invoices/)
})

test('the header has room for it on a phone', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w, { viewport: PHONE })
  await open('products')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('none')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('the search has commands, and the header makes something new', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('products')
  await page.keyboard.press('Control+K')
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await field.fill('cust new')
  await page.getByRole('option', { name: 'New customer' }).waitFor()
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customers/new')
  await page.getByRole('banner').getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New product' }).click()
  await page.waitForURL('**/products/new')
})

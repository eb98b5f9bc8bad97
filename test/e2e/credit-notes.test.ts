// Credit notes in the dashboard: issued by line with a preview, refused when the invoice changed, and voided.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, type Made, makeFinalized, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import { eventually, launch, needsChromium, PHONE, sharedWindow, visitAsOwner } from './browser.ts'
import { focused, tabTo } from './by-keyboard.ts'
import { assertFrench } from './in-french.ts'
import { assertTargets, assertWhole } from './layout.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const read = (invoice: Made) => get(w.api, `/v1/invoices/${invoice.id}`)
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const badge = (page: Page, status: string) =>
  page.getByRole('main').locator(`.page-head [data-status=${status}]`).waitFor()

/** An invoice over EUR 52.90 and 21 % of VAT, as in the guide. */
async function makeTaxed(): Promise<Made> {
  const vat = { name: 'VAT', country: 'NL', percentage: '21', valid_from: '2020-01-01' }
  const { data } = await get(w.api, '/v1/tax_rates')
  const id = data[0]?.id ?? (await w.api.post('/v1/tax_rates', { body: vat })).body.id
  const line = { description: 'Seats', quantity: 10, unit_amount: 529, tax_rates: [id] }
  return makeFinalized(w.api, { currency: 'eur', line_items: [line] })
}

test('an invoice is credited by line, and then entirely', needsChromium, async (t) => {
  const invoice = await makeTaxed()
  const { page, go, assertAccessible, expect } = await ownersWindow(t)
  await go(`invoices/${invoice.id}`)
  await press(page, 'Credit')
  const dialog = page.getByRole('dialog', { name: `Credit ${invoice.number}` })
  const preview = dialog.getByRole('status', { name: 'Preview of the credit note' })
  const credit = dialog.getByRole('button', { name: 'Credit', exact: true })
  await eventually(async () => (await focused(page)).name, 'Quantity of Seats')
  await dialog.getByLabel('Amount of Seats').fill('52.91')
  await dialog.getByText('At most €52.90').waitFor()
  // A quantity takes the place of the amount: 3 × 5.29 = 15.87, and 21 % of it 3.33.
  await dialog.getByLabel('Quantity of Seats').fill('3')
  await preview.getByText('€19.20').first().waitFor()
  // 52.90 + 11.11 − 19.20 = 44.81
  await preview.getByText('€44.81').waitFor()
  assert.equal(await credit.isDisabled(), true, 'a reason is missing')
  await dialog.getByLabel('Reason').selectOption({ label: 'Order change' })
  await dialog.getByLabel('Note on the document').fill('Three seats too many.')
  await dialog.getByText(/^Credit note CN-000001 issued, for €19\.20\.$/).waitFor()
  await assertAccessible('the dialog', '[role=dialog]')
  await credit.click()
  await page.getByText('Credit note issued', { exact: true }).waitFor()
  // Its notes are shown at once.
  await page.getByRole('row', { name: /CN-000001.*Order change.*€19\.20/ }).waitFor()
  assert.equal((await read(invoice)).amount_remaining, 4481)

  await press(page, 'More')
  const voids = page.getByRole('menuitem', { name: /^Void/ })
  await voids.getByText('This invoice has credit notes.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await press(page, 'Credit')
  await dialog.getByText('Left: 7, or €37.03').waitFor()
  await dialog.getByText('Everything left').click()
  await dialog.getByLabel('Reason').selectOption({ label: 'Duplicate' })
  await dialog.getByText(/^Credit note CN-000002 issued, for €44\.81\.$/).waitFor()
  // Another user credits a part in the meantime: the dialog refuses, and shows the new figures.
  expect(409)
  const body = { invoice_id: invoice.id, amount: 81, reason: 'other' }
  assert.equal((await w.api.post('/v1/credit_notes', { body })).status, 201)
  await credit.click()
  await dialog.getByText('Only €44.00 can still be credited.', { exact: false }).waitFor()
  await preview.getByText('€44.00').first().waitFor()
  await eventually(() => credit.isEnabled(), true)
  await credit.click()
  await dialog.waitFor({ state: 'detached' })
  await badge(page, 'credited')
  const { status, amount_credited } = await read(invoice)
  assert.deepEqual([status, amount_credited], ['paid', 6401])
  await page.getByRole('tab', { name: 'Invoice', exact: true }).click()
  await page.getByText('Nothing is due: €64.01 was credited.').waitFor()
})

test(
  'a note is found, filtered and voided, and its invoice is due again',
  needsChromium,
  async (t) => {
    const invoice = await makeTaxed()
    await makePayment(w.api, invoice, { amount: 6000 })
    const lines = [{ line_id: invoice.line_items[0].id, quantity: '1' }]
    const body = { invoice_id: invoice.id, lines, reason: 'goodwill', note: 'With our apologies.' }
    // 5.29 + 1.11 = 6.40, of which 4.01 were due.
    const note = (await w.api.post('/v1/credit_notes', { body })).body
    const { page, go, assertAccessible } = await ownersWindow(t)
    await go('credit-notes?reason=goodwill')
    const row = page.getByRole('row', { name: /Goodwill/ })
    await row.getByRole('link', { name: note.number }).click()
    await page.getByRole('heading', { level: 1, name: note.number }).waitFor()
    await page.getByText('With our apologies.').waitFor()
    await page.getByRole('link', { name: invoice.number }).waitFor()
    await assertAccessible('a credit note')
    await page.setViewportSize(PHONE)
    await assertWhole(page, 'a credit note on a phone')
    await assertTargets(page, 'a credit note on a phone')
    await tabTo(page, /^Void$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Void ${note.number} for €6.40?` })
    const consequence = `€4.01 is due again on invoice ${invoice.number}. €2.39 is removed from the customer’s credit.`
    await dialog.getByText(consequence, { exact: false }).waitFor()
    await dialog.getByTestId('foreseen').getByText(`Credit note ${note.number} voided.`).waitFor()
    await dialog.getByRole('button', { name: 'Void', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await badge(page, 'note_void')
    await eventually(async () => (await focused(page)).name, 'Void')
    const { status, amount_remaining } = await read(invoice)
    assert.deepEqual([status, amount_remaining], ['posted', 401])
  },
)

test('the dialog fits a phone and is French in French', needsChromium, async (t) => {
  const invoice = await makeTaxed()
  const { page, open } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA', viewport: PHONE })
  await open(`invoices/${invoice.id}?do=credit`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantité de Seats').fill('1')
  await dialog.getByText('Solde à payer ensuite').waitFor()
  await assertWhole(page, 'the dialog on a phone')
  await assertTargets(page, 'the dialog on a phone')
  await assertFrench(page, 'the dialog')
})

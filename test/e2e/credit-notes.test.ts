// Credit notes in the dashboard: issued by line with a preview, refused when the invoice changed, refunded, and voided.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, type Made, makeFinalized, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import {
  counts,
  eventually,
  holds,
  launch,
  needsChromium,
  PHONE,
  says,
  sharedWindow,
  visitAsOwner,
} from './browser.ts'
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

/** An invoice for EUR 52.90 and 21 % of VAT, as in the guide. */
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
    await page.getByRole('tab', { name: 'Calculation' }).click()
    // 5.29 × 21 % = 1.1109.
    await page.getByText(/× €5\.29 ÷ €\d+\.\d\d = €1\.11 rounded/).waitFor()
    await assertAccessible('the calculation of a credit note')
    const customer = `/v1/customers/${invoice.customer_id}`
    await w.api.patch(customer, { body: { email: 'ada@maple.example' } })
    await press(page, 'Send email')
    const sending = page.getByRole('dialog', { name: 'Send email' })
    await sending.getByLabel('To').fill('books@maple.example')
    await sending.getByLabel('Message').fill('As agreed on the phone.')
    await sending.getByRole('tab', { name: 'Plain text' }).click()
    await sending.getByText(`which corrects invoice ${invoice.number}.`, { exact: false }).waitFor()
    await sending.getByRole('button', { name: 'Send email' }).click()
    await page.getByRole('tab', { name: 'Emails' }).click()
    await page.getByRole('row', { name: /Credit note.*books@maple\.example/ }).waitFor()
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

test('a refund is paid, returned by the bank, and started again', needsChromium, async (t) => {
  const invoice = await makeTaxed()
  await makePayment(w.api, invoice, { amount: 6000 })
  const { page, go } = await ownersWindow(t)
  await go(`invoices/${invoice.id}`)
  await press(page, 'Credit')
  const dialog = page.getByRole('dialog')
  const act = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const foreseen = (text: string) => dialog.getByTestId('foreseen').getByText(text).waitFor()
  await dialog.getByText('Everything left').click()
  // 64.01, of which 4.01 were due.
  await dialog.getByText('The customer has paid €60.00 too much. Where does it go?').waitFor()
  await dialog.getByText('Refund', { exact: true }).click()
  const amount = dialog.getByLabel('Amount to refund')
  await holds(amount, '60.00')
  await amount.fill('60.01')
  await dialog.getByText('At most €60.00', { exact: true }).waitFor()
  await amount.fill('50')
  const preview = dialog.getByRole('status', { name: 'Preview of the credit note' })
  await says(preview.locator('div', { hasText: /^Refund/ }).locator('dd'), '€50.00')
  await says(preview.locator('div', { hasText: /^Added to the/ }).locator('dd'), '€10.00')
  await dialog.getByLabel('Reason').selectOption({ label: 'Goodwill' })
  await foreseen('Refund of €50.00 started.')
  await act('Credit')
  await dialog.waitFor({ state: 'detached' })

  const refunds = async () =>
    (await get(w.api, `/v1/refunds?invoice_id=${invoice.id}`)).data as Made[]
  const [refund] = (await refunds()) as [Made]
  await go(`credit-notes/${refund.credit_note_id}?tab=refunds`)
  const rows = page.getByRole('row')
  await rows.filter({ hasText: /Bank transfer.*Pending.*€50\.00/ }).waitFor()
  await eventually(
    () => page.getByRole('button', { name: 'Void' }).getAttribute('aria-disabled'),
    'true',
  )
  await press(page, 'Mark as paid')
  await dialog.getByLabel('Payment reference').fill('SEPA 4712')
  await foreseen('Refund of €50.00 paid on')
  await act('Mark as paid')
  await rows.filter({ hasText: /Paid.*€50\.00/ }).waitFor()
  const [paid] = (await refunds()) as [Made]
  assert.deepEqual([paid.status, paid.reference], ['succeeded', 'SEPA 4712'])

  // The bank returns the money, and it is refunded again.
  await press(page, 'More for the refund of €50.00')
  await page.getByRole('menuitem', { name: 'Mark as failed' }).click()
  await dialog.getByLabel('Why it failed').fill('account closed')
  await foreseen('Refund of €50.00 failed.')
  await act('Mark as failed')
  await page.getByText('€50.00 of credit note', { exact: false }).waitFor()
  await press(page, 'Refund again')
  await foreseen('Refund of €50.00 started.')
  await act('Refund again')
  await rows.filter({ hasText: /Pending.*€50\.00/ }).waitFor()
  await counts(page.getByRole('main').getByRole('button', { name: 'Refund again' }), 0)
  const states = (await refunds()).map(({ status }) => status)
  assert.deepEqual(states, ['pending', 'failed'])
})

test(
  'money that a gateway collected goes back by the gateway, or by hand',
  needsChromium,
  async (t) => {
    const invoice = await makeFinalized(w.api)
    await payOnline(invoice, CARD.refundsLater)
    const { page, go, assertAccessible, expect } = await ownersWindow(t)
    const dialog = page.getByRole('dialog')
    const how = dialog.getByLabel('How it is refunded')
    const credit = async (amount: string, way?: string): Promise<Made> => {
      await go(`invoices/${invoice.id}`)
      await press(page, 'Credit')
      await dialog.getByText('An amount', { exact: true }).click()
      await dialog.getByLabel('Amount with tax').fill(amount)
      await dialog.getByText('Refund', { exact: true }).click()
      await holds(how, 'gateway')
      if (way) await how.selectOption({ label: way })
      await dialog.getByLabel('Reason').selectOption({ label: 'Goodwill' })
      await dialog.getByRole('button', { name: 'Credit', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      return (await get(w.api, `/v1/refunds?invoice_id=${invoice.id}`)).data[0]
    }
    const card = await credit('20')
    await go(`refunds/${card.id}`)
    await page.getByText('The gateway has accepted it and reports when it is paid.').waitFor()
    await assertAccessible('a refund by gateway')
    // It cannot be ended by hand.
    await counts(page.getByRole('main').getByRole('button', { name: 'More' }), 0)
    await counts(page.getByRole('main').getByRole('button', { name: 'Mark as paid' }), 0)

    const hand = await credit('10', 'By hand')
    await go(`refunds/${hand.id}`)
    await page.getByText('Pay the customer, then mark the refund as paid.').waitFor()
    const rows = page.getByRole('row')
    await go('refunds?pending_with=gateway')
    await rows.filter({ hasText: 'CA$20.00' }).waitFor()
    await counts(rows.filter({ hasText: 'CA$10.00' }), 0)

    // As if the gateway had not responded for three days: it may have the refund.
    const { gateway_ref } = await get(w.api, `/v1/refunds/${card.id}`)
    await w.sql('update refunds set gateway_ref = null, flagged_at = now() where by_gateway')
    await go(`refunds/${card.id}`)
    await page.getByText('Check the gateway’s key and its permissions').waitFor()
    // The dry run of the dialog is refused.
    expect(409)
    await press(page, 'Cancel refund')
    await dialog.getByText('which may have paid it. Wait for its outcome.').waitFor()
    await w.sql('update refunds set gateway_ref = $1, flagged_at = null where by_gateway', [
      gateway_ref,
    ])
  },
)

test('the dialog fits a phone and is translated into French', needsChromium, async (t) => {
  const invoice = await makeTaxed()
  await makePayment(w.api, invoice)
  const { page, open } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA', viewport: PHONE })
  await open(`invoices/${invoice.id}?do=credit`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantité de Seats').fill('1')
  await dialog.getByText('Solde à payer ensuite').waitFor()
  await dialog.getByText('Remboursement', { exact: true }).click()
  await dialog.getByText('Déjà payé').waitFor()
  await assertWhole(page, 'the dialog on a phone')
  await assertTargets(page, 'the dialog on a phone')
  await assertFrench(page, 'the dialog')
})

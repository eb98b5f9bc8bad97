// An invoice: paid online, edited, finalized, explained, emailed, paid in part, duplicated and voided, one or many at once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ACCOUNT,
  get,
  grantCredit,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import {
  counts,
  eventually,
  holds,
  launch,
  needsChromium,
  PHONE,
  readAgain,
  says,
  sharedWindow,
} from './browser.ts'
import { arrowTo } from './by-keyboard.ts'
import { assertTargets, assertWhole } from './layout.ts'
import { assertSavedCardPays } from './saved-card.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Waits for the preview in a dialog, then confirms it. */
async function confirm(page: Page, foreseen: string | RegExp, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').getByText(foreseen).first().waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

// First, because it leaves the application, which the next test would have to load again.
test('a card saved while paying online pays the next invoice', needsChromium, async (t) => {
  const invoice = await makeFinalized(w.api)
  await payOnline(invoice, CARD.declined)
  const { page, open, go, assertAccessible } = await ownersWindow(t)
  await page.goto(invoice.hosted_url)
  await page.getByRole('alert').getByText('The bank declined it.', { exact: false }).waitFor()
  await assertAccessible('the page of an invoice whose payment failed', 'main')
  await press(page, 'Pay CA$59.97')
  await page.getByLabel('Test card or account number').fill(CARD.pays)
  await page.getByLabel('Save it to pay later invoices').check()
  await assertAccessible('the page of the simulated gateway')
  await press(page, 'Pay CA$59.97')
  await page.getByText('Paid. Thank you.').waitFor()

  await open(`invoices/${invoice.id}?tab=payments`)
  await page.getByText('Paid in full: CA$59.97.').waitFor()
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr')
  await rows.getByText('The bank declined the card.').filter({ visible: true }).waitFor()
  await rows.filter({ hasText: 'Settled' }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Payment of CA$59.97' }).waitFor()
  await page.getByText('The customer, on the invoice’s page').waitFor()
  await assertAccessible('a payment by gateway')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByText('Online payment of CA$59.97 received.').waitFor()

  await assertSavedCardPays({ page, go }, w, invoice.customer_id)
})

test('an invoice is edited, finalized, explained and voided', needsChromium, async (t) => {
  const invoice = await makeInvoice(w.api, {
    line_items: [
      { description: 'Seats', quantity: 3, unit_amount: 1999 },
      { description: 'Setup', quantity: 1, unit_amount: 5000 },
    ],
  })
  const { page, go } = await ownersWindow(t)
  await go(`invoices/${invoice.id}`)
  await press(page, 'Edit')
  await page.getByLabel('Line 1, Quantity').fill('4')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Draft saved').waitFor()
  // 4 × 19.99 + 50.00 = 129.96
  assert.equal((await get(w.api, `/v1/invoices/${invoice.id}`)).total, 12996)
  await press(page, 'Finalize')
  const dialog = page.getByRole('dialog')
  await page.getByRole('dialog', { name: 'Finalize this draft for CA$129.96?' }).waitFor()
  await dialog.getByText('A finalized invoice can’t be edited.', { exact: false }).waitFor()
  await dialog.getByText('The customer gets no email.').waitFor()
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

  // A forbidden action says why.
  await press(page, 'More')
  const edit = page.getByRole('menuitem', { name: /^Edit/ })
  await edit.getByText('Only drafts allow this.').waitFor()
  assert.equal(await edit.getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Escape')
  // So does one that the account forbids.
  const change = (void_invoices: string) => w.api.patch(ACCOUNT, { body: { void_invoices } })
  await change('forbid')
  await readAgain(page)
  await press(page, 'More')
  const voiding = page.getByRole('menuitem', { name: /^Void/ })
  await voiding.getByText('This account doesn’t allow voiding finalized invoices.').waitFor()
  assert.equal(await voiding.getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Escape')
  await change('allow')
  await readAgain(page)
  await press(page, 'Void')
  await page.getByRole('dialog', { name: /^Void .* for CA\$129\.96\?$/ }).waitFor()
  await dialog.getByText('A voided invoice can’t be reopened or paid.', { exact: false }).waitFor()
  await confirm(page, /^Invoice INV-\d+ voided\.$/, 'Void')
  await page.getByText('Void. Nothing is due', { exact: false }).waitFor()
  assert.equal((await get(w.api, `/v1/invoices/${invoice.id}`)).status, 'void')
})

test('a partial payment is recorded, then reversed with a reason', needsChromium, async (t) => {
  const finalized = await makeFinalized(w.api, {
    line_items: [{ description: 'Work', quantity: 1, unit_amount: 10000 }],
  })
  const { page, go, expect } = await ownersWindow(t)
  await go(`invoices/${finalized.id}?do=pay`)
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Amount')
  await holds(amount, '100.00')
  // More than the balance due cannot be confirmed.
  expect(409)
  await amount.fill('100.01')
  await dialog.getByRole('alert').waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Record payment' }).isDisabled(), true)
  await amount.fill('40')
  const receivedOn = dialog.getByLabel('Received on')
  await receivedOn.fill('2999-01-01')
  await dialog.getByText('This date is in the future.', { exact: false }).waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Record payment' }).isDisabled(), true)
  await receivedOn.fill('2026-01-15')
  await confirm(page, /partially paid: CA\$40\.00 of CA\$100\.00/, 'Record payment')
  await page.getByText('CA$60.00 due by', { exact: false }).waitFor()
  await press(page, 'More')
  const voids = page.getByRole('menuitem', { name: /^Void/ })
  await voids.getByText('This invoice has payments.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Payments' }).click()
  await press(page, 'Reverse')
  await page.getByRole('dialog').getByLabel('Reason').fill('Cheque returned')
  await confirm(page, 'Payment of CA$40.00 reversed.', 'Reverse')
  await page.getByText('CA$100.00 due by', { exact: false }).waitFor()
  const [payment] = (await get(w.api, `/v1/payments?invoice_id=${finalized.id}`)).data
  assert.deepEqual([payment.status, payment.reversal_reason], ['reversed', 'Cheque returned'])
})

test('an invoice is found by its number, emailed and duplicated', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Filtered', email: 'f@filter.example' })
  const finalized = await makeFinalized(w.api, { customer_id: customer.id })
  const { page, go } = await ownersWindow(t)
  await go('invoices')
  await page.getByLabel('Search by invoice number').fill(finalized.number)
  await page.waitForURL(/number=INV/)
  await page.getByRole('cell', { name: 'Filtered', exact: true }).waitFor()
  // The previous rows stay until the new ones are loaded.
  await counts(page.locator('tbody tr'), 1)
  await page.getByRole('link', { name: finalized.number }).click()
  await page.getByRole('heading', { level: 1, name: finalized.number }).waitFor()
  await press(page, 'Send email')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To').fill('books@filter.example')
  await dialog.getByLabel('Message').fill('For <b>March</b>')
  const looks = dialog.frameLocator('iframe')
  await looks.getByText('For <b>March</b>').waitFor()
  // Styled by script, as the policy of the page forbids inline styles.
  await looks.locator('body[style*="rgb(243, 245, 248)"]').waitFor()
  await dialog.getByRole('tab', { name: 'Plain text' }).click()
  await dialog.getByText(finalized.hosted_url).waitFor()
  await confirm(page, /^Email to books@filter\.example/, 'Send email')
  await page.getByRole('tab', { name: 'Emails' }).click()
  await page.getByRole('cell', { name: 'books@filter.example' }).waitFor()
  await press(page, 'Duplicate')
  await page.getByRole('heading', { level: 1, name: 'Duplicate invoice' }).waitFor()
  await press(page, 'Save draft')
  // The page of the draft opens after the message.
  await page.getByRole('heading', { level: 1, name: /^Draft INV-/ }).waitFor()
  const copies = await get(w.api, `/v1/invoices?customer_id=${customer.id}&status=draft`)
  // A duplicate has its own line IDs.
  const withoutIds = ({ line_items }: Made) => line_items.map(({ id: _, ...line }: Made) => line)
  assert.deepEqual(withoutIds(copies.data[0]), withoutIds(finalized))
})

test(
  'on a phone the first action is a button and a menu has the rest',
  needsChromium,
  async (t) => {
    const invoice = await makeInvoice(w.api)
    const { page, go } = await ownersWindow(t)
    await page.setViewportSize(PHONE)
    await go(`invoices/${invoice.id}`)
    const main = page.getByRole('main')
    const more = main.getByRole('button', { name: 'More', exact: true })
    await more.waitFor()
    const tops = await main
      .locator('button:visible')
      .filter({ hasText: /^(Finalize|More)$/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    assert.equal(tops.length, 2)
    assert.equal(tops[0], tops[1], 'one row')
    assert.equal(await main.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
    await more.click()
    const items = page.getByRole('menuitem')
    await eventually(
      async () => (await items.allInnerTexts()).map((text) => text.split('\n')[0]),
      [
        ...['Edit', 'Duplicate', 'Void'],
        ...['Record payment', 'Charge card', 'Apply credit', 'Send email', 'Send reminder'],
        ...['Credit', 'Write off', 'PDF'],
      ],
    )
    // A finger cannot hover: a disabled action says why in place.
    const pay = items.filter({ hasText: 'Record payment' })
    await pay.getByText(/^Only open and overdue invoices/).waitFor()
    assert.equal(await pay.getAttribute('aria-disabled'), 'true')
    await assertWhole(page, 'the menu of actions')
    await assertTargets(page, 'the menu of actions')
    await pay.click({ force: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })
    // By keyboard as well.
    await more.focus()
    await page.keyboard.press('Enter')
    const edit = page.getByRole('menuitem', { name: 'Edit', exact: true })
    await eventually(() => edit.evaluate((item) => item.matches(':focus')), true)
    // An opening menu focuses its first item more than once.
    await arrowTo(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Duplicate' }))
    await arrowTo(page, 'ArrowUp', edit)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Edit draft/ }).waitFor()
  },
)

test('the timeline names the user or key that did it', needsChromium, async (t) => {
  const invoice = await makeInvoice(w.api)
  const { page, go } = await ownersWindow(t)
  await go(`invoices/${invoice.id}?do=finalize`)
  const dialog = page.getByRole('dialog')
  await dialog
    .getByTestId('foreseen')
    .getByText(/finalized/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Finalize', exact: true }).click()
  await page.getByText('Invoice finalized').waitFor()
  const finalized = (await w.api.get(`/v1/invoices/${invoice.id}`)).body
  await makePayment(w.api, finalized)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const who = (text: RegExp) =>
    page.locator('.mantine-Timeline-item').filter({ hasText: text }).getByTestId('by')
  // Test data is created with the key named "test".
  await says(who(/^Draft INV-9\d+ created/), ' · by test')
  await says(who(/^Invoice INV-\d+ finalized/), ' · by Olive Owner')
  await says(who(/^Payment of .+ received/), ' · by test')
})

test(
  'three invoices are voided at once, and the one that fails is retried',
  needsChromium,
  async (t) => {
    const customer = await makeCustomer(w.api, { name: 'Maple Ltd.', email: 'ap@maple.example' })
    const make = () => makeFinalized(w.api, { customer_id: customer.id })
    const [one, two, three] = [await make(), await make(), await make()]
    const { page, go, expect } = await ownersWindow(t)
    await go(`invoices?customer_id=cus_${customer.id}`)
    const main = page.getByRole('main')
    await main.getByRole('checkbox', { name: `Select ${one.number}` }).check()
    await main.getByRole('checkbox', { name: 'Select all invoices on this page' }).check()
    // Each is 3 × 19.99 = 59.97; three of them 179.91.
    await main.getByText('3 selected · CA$179.91').waitFor()

    const payment = await makePayment(w.api, two, { amount: 100 })
    await main.getByRole('button', { name: 'Void 3', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Void 3 invoices?' })
    await dialog.getByText('Total: CA$179.91.').waitFor()
    await dialog.getByText('This can’t be undone.').waitFor()
    expect(409)
    await dialog.getByRole('button', { name: 'Void 3', exact: true }).click()
    await dialog.getByText('2 of 3 voided.').waitFor()
    await dialog.getByRole('listitem').getByRole('link', { name: two.number }).waitFor()
    await dialog
      .getByRole('listitem')
      .getByText(/payment/)
      .waitFor()
    const statuses = async () => {
      const found = [one, two, three].map(({ id }) => get(w.api, `/v1/invoices/${id}`))
      return (await Promise.all(found)).map(({ status }) => status)
    }
    assert.deepEqual(await statuses(), ['void', 'posted', 'void'])

    const reversal = { body: { reason: 'Check returned' } }
    assert.equal((await w.api.post(`/v1/payments/${payment.id}/reverse`, reversal)).status, 200)
    await dialog.getByRole('button', { name: 'Retry 1', exact: true }).click()
    await dialog.getByText('1 of 1 voided.').waitFor()
    assert.deepEqual(await statuses(), ['void', 'void', 'void'])
    const { data } = await get(w.api, `/v1/events?type=invoice.voided&customer_id=${customer.id}`)
    assert.equal(data.length, 3, 'none was voided twice')
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await main.getByText('3 selected').waitFor({ state: 'detached' })
  },
)

test('credit that was granted later pays an invoice', needsChromium, async (t) => {
  const invoice = await makeFinalized(w.api)
  const { page, go, assertAccessible } = await ownersWindow(t)
  await go(`invoices/${invoice.id}`)
  await press(page, 'More')
  const none = page.getByRole('menuitem', { name: /^Apply credit/ })
  await none.getByText('The customer has no credit in this currency.').waitFor()
  await grantCredit(w.api, invoice.customer_id.replace('cus_', ''), '20', 'cad')
  await page.keyboard.press('Escape')
  await readAgain(page)
  await press(page, 'Apply credit')
  const dialog = page.getByRole('dialog', {
    name: `Pay ${invoice.number} with the customer’s credit`,
  })
  await dialog.getByText('At most CA$20.00').waitFor()
  await dialog.getByLabel('Amount').fill('15')
  await assertAccessible('the dialog that applies credit')
  await confirm(
    page,
    `Invoice ${invoice.number} partially paid: CA$15.00 of CA$59.97.`,
    'Apply credit',
  )
  // 59.97 − 15.00
  await page.getByText(/^CA\$44\.97 due by /).waitFor()
  await page.getByRole('main').getByText('Credit applied', { exact: true }).waitFor()
})

test(
  'an invoice is written off with a reason, and the write-off is reversed',
  needsChromium,
  async (t) => {
    const invoice = await makeFinalized(w.api)
    const { page, go, assertAccessible } = await ownersWindow(t)
    await go(`invoices/${invoice.id}`)
    await press(page, 'Write off')
    const dialog = page.getByRole('dialog', { name: `Write off ${invoice.number}` })
    await dialog.getByText('Tax does not change.').waitFor()
    await dialog.getByLabel('Amount').fill('15')
    await dialog.getByLabel('Reason').fill('Insolvent since October')
    await assertAccessible('the dialog that writes off')
    await confirm(page, `Invoice ${invoice.number} written off: CA$15.00 of CA$59.97.`, 'Write off')
    await page.getByText(/^CA\$59\.97 due by .* CA\$15\.00 is written off\.$/).waitFor()
    // 59.97 − 15.00
    const toCollect = page.locator('.sums > div').filter({ hasText: /^To collect/ })
    await toCollect.getByText('CA$44.97').waitFor()
    await page.getByText('Insolvent since October').waitFor()
    await press(page, 'Reverse write-off')
    await confirm(page, `Write-off of invoice ${invoice.number} reversed.`, 'Reverse write-off')
    await page.getByText(/^CA\$59\.97 due by [^$]*$/).waitFor()
    assert.equal(await toCollect.count(), 0)
  },
)

test('the actions of a row open their dialog', needsChromium, async (t) => {
  const draft = await makeInvoice(w.api)
  const { page, go } = await ownersWindow(t)
  await go('invoices?status=draft')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: `Actions for Draft ${draft.number}` }).click()
  await page.getByRole('menuitem', { name: 'Void' }).waitFor()
  const offered = await page.getByRole('menuitem').allTextContents()
  assert.deepEqual(offered, ['Finalize', 'Edit', 'Duplicate', 'Void'])
  await page.getByRole('menuitem', { name: 'Finalize' }).click()
  await page.waitForURL(`**/invoices/${draft.id}?do=finalize`)
  await page.getByRole('dialog').getByTestId('foreseen').waitFor()
})

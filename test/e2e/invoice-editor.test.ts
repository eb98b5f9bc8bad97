// The invoice editor: rows pasted from a sheet, use without a mouse, and input that is not lost.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer, makeFinalized, makeInvoice } from '../fixtures.ts'
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
  sharedWindow,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const cell = (page: Page, line: number, column: 'Description' | 'Quantity' | 'Price') =>
  page.getByLabel(`Line ${line}, ${column}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const total = (page: Page, text: string) => says(page.getByTestId('total'), text)

/** Pastes the clipboard content of a spreadsheet at the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  })()`)
}

test('50 rows are pasted from a sheet, and invalid cells are named', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const { page, go } = await ownersWindow(t)
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await cell(page, 1, 'Description').focus()
  const rows = Array.from({ length: 50 }, (_, index) => {
    const quantity = index === 7 ? 'two' : '2'
    const price = index === 9 ? '1.234' : '"1,000.50"'
    return [`Row ${index + 1}`, quantity, price, 'a column of the sheet'].join('\t')
  })
  await paste(page, rows.join('\r\n'))
  await page.getByText('50 rows pasted.').waitFor()
  await holds(cell(page, 50, 'Description'), 'Row 50')
  await page.getByText('“two” is not a whole number.').waitFor()
  await page.getByText('“1.234” can mean CA$1.234 or CA$1,234.00.').waitFor()
  // 48 × 2 × 1,000.50 = 96,048.00; the two invalid rows are not included.
  await total(page, 'CA$96,048.00')
  await page.getByText('2 lines are incomplete and not included in the total.').waitFor()
  // Saving focuses the first invalid cell instead.
  await page.keyboard.press('Control+Enter')
  await page.locator('[aria-label="Line 8, Quantity"]:focus').waitFor()
  await cell(page, 8, 'Quantity').fill('2')
  await cell(page, 10, 'Price').fill('1')
  await button(page, 'Save draft').click()
  await page.getByText('Draft saved').waitFor()
  const [saved] = (await get(w.api, `/v1/invoices?customer_id=${customer.id}`)).data
  // 49 × 2 × 1,000.50 + 2 × 1.00 = 98,051.00
  assert.deepEqual([saved.line_items.length, saved.total], [50, 9805100])
  await button(page, 'Finalize').waitFor()
})

test('an invoice is written without a mouse', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Keyboard Works Ltd.' })
  const { page, go } = await ownersWindow(t)
  await go('invoices/new')
  const { keyboard } = page
  await page.locator('input[aria-haspopup=listbox]').first().focus()
  await keyboard.type('Keyboard Wor')
  await page.getByRole('option', { name: /Keyboard Works Ltd\./ }).waitFor()
  await keyboard.press('ArrowDown')
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await keyboard.press('Enter')
  await cell(page, 1, 'Description').focus()
  await keyboard.type('Seats')
  await keyboard.press('Tab')
  await keyboard.type('3')
  await keyboard.press('Tab')
  await keyboard.type('19,99')
  // Tab on the last cell adds a row; Enter moves to the next cell and adds a row as well.
  await keyboard.press('Tab')
  await keyboard.type('Setup')
  await keyboard.press('Enter')
  await keyboard.type('1')
  await keyboard.press('Enter')
  await keyboard.type('50')
  await keyboard.press('Enter')
  await cell(page, 3, 'Description').waitFor()
  await keyboard.press('ArrowUp')
  await keyboard.press('Alt+Delete')
  await keyboard.press('ArrowUp')
  // 3 × 19.99 = 59.97; the second row was deleted.
  await total(page, 'CA$59.97')
  // From an empty last row Tab leaves the table.
  await cell(page, 2, 'Price').focus()
  await keyboard.press('Tab')
  await focusHas(page, 'textContent', 'Add line')
  await keyboard.press('Control+Enter')
  // Not by the notification, which can be that of an earlier save.
  await button(page, 'Finalize').waitFor()
  const [saved] = (await get(w.api, `/v1/invoices?customer_id=${customer.id}`)).data
  assert.deepEqual([saved.line_items.length, saved.total], [1, 5997])
})

test('unsaved changes survive a reload and the end of the session', needsChromium, async (t) => {
  const invoice = await makeInvoice(w.api)
  const { page, go, expect } = await ownersWindow(t)
  await go(`invoices/${invoice.id}`)
  await button(page, 'Edit').click()
  const quantity = cell(page, 1, 'Quantity')
  await quantity.fill('77')
  // The browser asks before the reload, and the input is restored.
  let dialogType = ''
  page.once('dialog', (dialog) => {
    dialogType = dialog.type()
    void dialog.accept()
  })
  await page.reload()
  await eventually(() => dialogType, 'beforeunload')
  await page.getByText('Your unsaved changes were restored.').waitFor()
  await holds(quantity, '77')
  // The session ends before saving: signing in again saves.
  await answered(page)
  expect(401)
  await page.context().clearCookies()
  await button(page, 'Save changes').click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.locator('input[name=password]').fill('correct horse battery')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Draft saved').waitFor()
  const [line] = (await get(w.api, `/v1/invoices/${invoice.id}`)).line_items
  assert.equal(line.quantity, 77)
  // Finalizing saves first.
  await button(page, 'Edit').click()
  await quantity.fill('78')
  await button(page, 'Save and finalize…').click()
  await page.getByTestId('foreseen').waitFor()
  const [after] = (await get(w.api, `/v1/invoices/${invoice.id}`)).line_items
  assert.equal(after.quantity, 78)
})

test('an ambiguous amount is rejected where it is typed', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  const refusal = page.getByText('“1.500” can mean CA$1.50 or CA$1,500.00.')
  await go('invoices/new')
  await cell(page, 1, 'Quantity').fill('1')
  await cell(page, 1, 'Price').fill('1.500')
  await refusal.waitFor()
  await cell(page, 1, 'Price').fill('1,500')
  await total(page, 'CA$1,500.00')
  await cell(page, 1, 'Quantity').fill('')
  await cell(page, 1, 'Price').fill('')

  const finalized = await makeFinalized(w.api, {
    line_items: [{ description: 'Work', quantity: 1, unit_amount: 200_000 }],
  })
  await go(`invoices/${finalized.id}?do=pay`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('1.500')
  await refusal.waitFor()
  const record = dialog.getByRole('button', { name: 'Record payment' })
  await eventually(() => record.isDisabled(), true)
  await dialog.getByLabel('Amount').fill('1,500')
  await dialog.getByText('CA$1,500.00 of CA$2,000.00').waitFor()
  await record.click()
  await page.getByText('CA$500.00 due by').waitFor()
  const [payment] = (await get(w.api, `/v1/payments?invoice_id=${finalized.id}`)).data
  assert.equal(payment.amount, 150_000)
})

test('an invoice takes 250 lines, and the editor says so', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  await go('invoices/new')
  await cell(page, 1, 'Description').focus()
  await paste(page, Array.from({ length: 260 }, (_, index) => `Row ${index}\t1\t1`).join('\n'))
  await page.getByText('10 rows were not pasted. An invoice can have up to 250 lines.').waitFor()
  await button(page, 'Add line').click()
  await page.getByText('An invoice can have up to 250 lines.', { exact: true }).waitFor()
  await counts(page.locator('fieldset.line'), 250)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await button(page, 'Leave without saving').click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
})

test('an error of the API is shown at its field', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api)
  const { page, go, expect } = await ownersWindow(t)
  expect(400)
  await go(`invoices/new?customer_id=cus_${customer.id}`)
  await cell(page, 1, 'Description').fill('Seats')
  await cell(page, 1, 'Quantity').fill('0')
  await cell(page, 1, 'Price').fill('1')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Quantity must be a whole number from 1 to 1000000000; 0 is not.').waitFor()
  await page.locator('[aria-label="Line 1, Quantity"]:focus').waitFor()

  // No list opens over the error at the customer.
  await cell(page, 1, 'Quantity').fill('1')
  await button(page, 'Save draft').click()
  await button(page, 'Finalize').waitFor()
  await go('invoices/new')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.locator('input[aria-haspopup=listbox][aria-invalid=true]:focus').first().waitFor()
  assert.equal(await page.getByRole('option').filter({ visible: true }).count(), 0)
})

test(
  'a draft changed by another user is merged or reloaded as chosen',
  needsChromium,
  async (t) => {
    const invoice = await makeInvoice(w.api)
    const path = `/v1/invoices/${invoice.id}`
    const { page, go, expect } = await ownersWindow(t)
    expect(412)
    await go(`invoices/${invoice.id}/edit`)
    await cell(page, 1, 'Quantity').fill('5')
    await w.api.patch(path, { body: { notes: 'Theirs' } })
    await button(page, 'Save changes').click()
    await page.getByText('Changed since you opened it: notes.').waitFor()
    assert.equal((await get(w.api, path)).line_items[0].quantity, invoice.line_items[0].quantity)
    await button(page, 'Keep mine').click()
    // Not by the notification, which can be that of an earlier save.
    await eventually(async () => (await get(w.api, path)).line_items[0].quantity, 5)
    assert.equal((await get(w.api, path)).notes, 'Theirs')
    await button(page, 'Finalize').waitFor()

    await go(`invoices/${invoice.id}/edit`)
    await cell(page, 1, 'Quantity').fill('9')
    await w.api.patch(path, { body: { notes: 'Theirs again' } })
    await button(page, 'Save changes').click()
    await button(page, 'Use theirs, discard mine').click()
    await holds(page.getByLabel('Notes'), 'Theirs again')
    await holds(cell(page, 1, 'Quantity'), '5')

    // A draft finalized in the meantime can no longer be saved, and the page says so.
    await cell(page, 1, 'Quantity').fill('6')
    expect(409)
    await w.api.post(`${path}/finalize`, {})
    await button(page, 'Save changes').click()
    await page.getByText(/was finalized while you were editing/).waitFor()
  },
)

test(
  'the day of supply is set for the invoice, and that of a line is kept',
  needsChromium,
  async (t) => {
    const line = { description: 'Delivery', quantity: 1, unit_amount: 2500 }
    const line_items = [{ ...line, supply_date: '2026-11-12' }]
    const { id } = await makeInvoice(w.api, { line_items })
    const { page, go } = await ownersWindow(t)
    await go(`invoices/${id}/edit`)
    await cell(page, 1, 'Quantity').fill('2')
    await page.getByLabel('Date of supply').fill('2026-11-14')
    await button(page, 'Save changes').click()
    await page.getByText('Supplied Nov 12, 2026').waitFor()
    await page.getByText('Nov 14, 2026').waitFor()
    const saved = await get(w.api, `/v1/invoices/${id}`)
    assert.deepEqual(
      [saved.supply_date, saved.line_items[0].supply_date],
      ['2026-11-14', '2026-11-12'],
    )
  },
)

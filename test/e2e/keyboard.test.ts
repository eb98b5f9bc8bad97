// Keyboard use: the way to a paid invoice, the focus during and after actions, shortcuts, search and menu.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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
  PHONE,
  sharedWindow,
} from './browser.ts'
import { announced, assertTrapped, focused, tabTo } from './by-keyboard.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

test(
  'a product and a customer are created, and an invoice is paid, using only the keyboard',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    const { keyboard } = page
    await go('products')
    await tabTo(page, /^Skip to content$/)
    await keyboard.press('Enter')
    await focusHas(page, 'id', 'content')
    await tabTo(page, /^New product$/)
    await keyboard.press('Enter')
    await announced(page, 'New product')
    await tabTo(page, /^Name/)
    await keyboard.type('Seat')
    await keyboard.press('Control+Enter')
    await announced(page, 'Seat')
    await go('')
    await page.locator('[data-step=customer]').getByRole('link').waitFor()
    await tabTo(page, /^New customer$/)
    await keyboard.press('Enter')
    await announced(page, 'New customer')
    await tabTo(page, /^Name/)
    await keyboard.type('Maple Bicycles')
    await keyboard.press('Control+Enter')
    await announced(page, 'Maple Bicycles')
    await tabTo(page, /^Invoices$/)
    await keyboard.press('ArrowRight')
    await page.locator('[role=tab][aria-selected=true]', { hasText: 'Payments' }).waitFor()
    await tabTo(page, /^New invoice$/)
    await keyboard.press('Enter')
    await announced(page, 'New invoice')
    await holds(page.locator('input[aria-haspopup=listbox]').first(), 'Maple Bicycles')
    await tabTo(page, /^Line 1, Description$/)
    await keyboard.type('Sea')
    await page.getByRole('option', { name: 'Seat' }).waitFor()
    await keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Seat', selected: true }).waitFor()
    await keyboard.press('Enter')
    await page.getByText('Product: Seat').waitFor()
    await tabTo(page, /^Line 1, Quantity$/)
    await keyboard.type('3')
    await keyboard.press('Tab')
    await keyboard.type('19.99')
    await keyboard.press('Control+Enter')
    await page.getByText('Draft saved').waitFor()
    await page.getByRole('button', { name: 'Finalize', exact: true }).waitFor()
    for (const [action, foreseen] of [
      ['Finalize', 'Invoice INV-000001 finalized: CA$59.97 due by'],
      ['Record payment', 'Invoice INV-000001 paid in full: CA$59.97.'],
    ] as const) {
      const name = new RegExp(`^${action}$`)
      await tabTo(page, name)
      await keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByText(foreseen).waitFor()
      await tabTo(page, name)
      await keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByText('Paid in full: CA$59.97.').waitFor()
    const [invoice] = (await get(w.api, '/v1/invoices')).data
    assert.deepEqual([invoice.number, invoice.status], ['INV-000001', 'paid'])

    // Rows of a table are links, and a closed search returns the focus.
    await go('invoices')
    await tabTo(page, /^INV-000001$/)
    await keyboard.press('Control+K')
    // The field takes the focus a moment after it is drawn.
    await eventually(async () => (await focused(page)).name, 'Search')
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () => (await focused(page)).name, 'INV-000001')
    await keyboard.press('Enter')
    await announced(page, 'INV-000001')
  },
)

test('a completed action returns the focus to its button', needsChromium, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api, { email: 'ap@maple.example' })
  const finalized = await makeFinalized(w.api, { customer_id })
  const { page, go } = await ownersWindow(t)
  await go(`invoices/${finalized.id}`)
  await tabTo(page, /^Send email$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await tabTo(page, /^Send email$/)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'Send email')
})

test(
  'an action whose button disappears moves the focus to the heading',
  needsChromium,
  async (t) => {
    const finalized = await makeFinalized(w.api)
    const { page, go } = await ownersWindow(t)
    await page.setViewportSize(PHONE)
    await go(`invoices/${finalized.id}`)
    await tabTo(page, /^Record payment$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByTestId('foreseen').waitFor()
    await tabTo(page, /^Record payment$/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () => (await focused(page)).name, finalized.number)
  },
)

test('a cancelled action of a menu returns the focus to the menu', needsChromium, async (t) => {
  const draft = await makeInvoice(w.api)
  const { page, go } = await ownersWindow(t)
  await page.setViewportSize(PHONE)
  await go(`invoices/${draft.id}`)
  await tabTo(page, /^More$/)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Void', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'More')
})

test('a rejected action leaves the focus on its button', needsChromium, async (t) => {
  const draft = await makeInvoice(w.api)
  const { page, go, expect } = await ownersWindow(t)
  await go(`invoices/${draft.id}`)
  await tabTo(page, /^Finalize$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await tabTo(page, /^Finalize$/)
  // Voided in the meantime.
  expect(409)
  await w.api.post(`/v1/invoices/${draft.id}/void`)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await eventually(async () => (await focused(page)).name, 'Finalize')
  assert.equal(
    await page.evaluate("document.activeElement.closest('[role=dialog]') !== null"),
    true,
  )
})

test(
  'leaving a page and returning at once moves the focus to the heading',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    await go('products')
    const [here, away] = [new URL(page.url()).pathname, '/1/test/developers/limits']
    await page.evaluate(`{
    document.activeElement.blur()
    for (const path of ['${away}', '${here}']) history.pushState({}, '', path)
  }`)
    await focusHas(page, 'tagName', 'H1')
  },
)

test('Tab moves on from within a date', needsChromium, async (t) => {
  const finalized = await makeFinalized(w.api)
  const { page, go } = await ownersWindow(t)
  await go(`invoices/${finalized.id}`)
  await tabTo(page, /^Record payment$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByLabel('Received on').focus()
  // Timers of a busy page fire late.
  t.after(() => page.evaluate('window.setTimeout = window.punctual'))
  await page.evaluate(`{
    const { setTimeout } = window
    window.punctual = setTimeout
    window.setTimeout = (work, ms = 0, ...rest) => setTimeout(work, ms + 1_000, ...rest)
  }`)
  await tabTo(page, /^Note/)
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  assert.match((await focused(page)).name, /^Note/)
})

test('an embedded document shows that it has the focus', needsChromium, async (t) => {
  const finalized = await makeFinalized(w.api)
  const { page, go } = await ownersWindow(t)
  // A frame loses the focus when its document loads.
  const document = page.waitForResponse((answer) => answer.url().includes('/pdf'))
  await go(`invoices/${finalized.id}`)
  const title = `${finalized.number} as PDF`
  await page.getByTitle(title).waitFor()
  await document
  await answered(page)
  await tabTo(page, new RegExp(`^${title}$`))
  await eventually(async () => (await focused(page)).seen, true)
  await page.keyboard.press('Shift+Tab')
  await counts(page.locator('iframe[data-entered]'), 0)
})

test('the search finds records and commands', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, {
    name: 'Müller & Söhne',
    email: 'ap@mueller.example',
  })
  const invoice = await makeFinalized(w.api, { customer_id: customer.id })
  const { page, go } = await ownersWindow(t)
  await go('products')
  await page.keyboard.press('Control+K')
  await assertTrapped(page, 6)
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
  await field.fill('nothing at all')
  await page.getByText('No results.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.match(page.url(), /invoices/)

  await page.keyboard.press('Control+K')
  await field.fill('record pay')
  await page.getByRole('option', { name: 'Record payment…' }).click()
  await page.waitForURL((url) => url.searchParams.get('status') === 'posted,overdue')
  await page.keyboard.press('Control+K')
  await field.fill('cust new')
  await page.getByRole('option', { name: 'New customer' }).waitFor()
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customers/new')
  await page.getByRole('banner').getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New product' }).click()
  await page.waitForURL('**/products/new')

  // The header has room for the search on a phone.
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill('none')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test(
  'single-key shortcuts work outside of fields, and can be switched off',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await go('products')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'New customer' }).waitFor()
    const name = page.getByRole('main').getByLabel('Name')
    await name.fill('')
    await name.pressSequentially('no?c/')
    await holds(name, 'no?c/')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await name.fill('')
    await go('products')
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    await list.getByText('New invoice').waitFor()
    // No shortcut works behind an open dialog.
    await page.keyboard.press('c')
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await list.getByText('New invoice').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.match(page.url(), /products$/)
    // The setting survives a reload; the profile menu opens the list as well.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.press('?')
    await page.getByRole('button', { name: /^Profile: / }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await list.getByText('New invoice').waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.match(page.url(), /products$/)
    await page.keyboard.press('n')
    await page.getByRole('heading', { level: 1, name: 'New invoice' }).waitFor()
  },
)

test(
  'the developers’ part of the menu collapses, and opens on its own pages',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const fold = menu.getByRole('button', { name: 'Developers' })
    const keys = menu.getByRole('link', { name: 'API keys' })
    await go('products')
    await fold.waitFor()
    await counts(keys, 0)
    await go('developers/limits')
    await keys.waitFor()
    await menu.getByRole('link', { name: 'Products' }).click()
    await page.waitForURL('**/products')
    await counts(keys, 0)
    await fold.click()
    await keys.waitFor()
    await page.reload()
    await keys.waitFor()
    assert.equal(await fold.getAttribute('aria-expanded'), 'true')
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await keys.click()
    await page.waitForURL('**/developers/keys')
  },
)

// Without a mouse: the way through the pages, focus that can be seen, and each change of page said aloud.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, makeCustomer } from '../fixtures.ts'
import { world } from '../harness.ts'
import { eventually, focusHas, holds, launch, needsChromium, visitAsOwner } from './browser.ts'
import { announced, assertTrapped, focused, tabTo } from './by-keyboard.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('a customer is made, changed and deleted by keyboard alone', needsChromium, async (t) => {
  await makeCustomer(w.api, { name: 'First' })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('products')
  await tabTo(page, /^Skip to content$/)
  await page.keyboard.press('Enter')
  await focusHas(page, 'id', 'content')
  await open('products')
  await tabTo(page, /^Customers$/)
  await page.keyboard.press('Enter')
  await announced(page, 'Customers')
  await focusHas(page, 'tagName', 'H1')
  await tabTo(page, /^New customer$/)
  await page.keyboard.press('Enter')
  await announced(page, 'New customer')
  await tabTo(page, /^Name/)
  await page.keyboard.type('Keyboard Ltd.')
  await page.keyboard.press('Control+Enter')
  await announced(page, 'Keyboard Ltd.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, /^Delete$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('deleted').waitFor()
  await tabTo(page, /^Delete$/)
  assert.equal(
    await page.evaluate("document.querySelector('[role=dialog]').contains(document.activeElement)"),
    true,
  )
  // Escape closes, and the focus is back on the button.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'Delete')
  await page.keyboard.press('Enter')
  await dialog.getByText('deleted').waitFor()
  await tabTo(page, /^Delete$/)
  await page.keyboard.press('Enter')
  await announced(page, 'Customers')
  const { data } = await get(w.api, '/v1/customers')
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['First'],
  )
})

test('from the first step to the first paid invoice', needsChromium, async (t) => {
  // What was there already is no first step: the other mode has nothing yet.
  const { page, open } = await visitAsOwner(chromium, t, w, { place: '1/live' })
  const { keyboard } = page
  const live = { key: w.keys.live }
  await open('')
  await page.locator('[data-step=customer]').getByRole('link').waitFor()
  await tabTo(page, /^New customer$/)
  await keyboard.press('Enter')
  await announced(page, 'New customer')
  await tabTo(page, /^Name/)
  await keyboard.type('Maple Bicycles')
  await keyboard.press('Control+Enter')
  await announced(page, 'Maple Bicycles')
  await tabTo(page, /^Products$/, 'Shift+Tab')
  await keyboard.press('Enter')
  await announced(page, 'Products')
  await tabTo(page, /^New product$/)
  await keyboard.press('Enter')
  await announced(page, 'New product')
  await tabTo(page, /^Name/)
  await keyboard.type('Seat')
  await keyboard.press('Control+Enter')
  await announced(page, 'Seat')

  // The customer from the palette, and from there the invoice.
  await keyboard.press('Control+K')
  await assertTrapped(page, 6)
  await tabTo(page, /^Search$/)
  // Whoever types slowly has been answered before the last letter, and what was found goes then.
  const found = page.waitForResponse((answer) => answer.url().endsWith('/search?q=Maple'))
  await keyboard.type('Maple')
  await found
  await page.locator('[role=option][data-combobox-selected]', { hasText: 'Maple' }).waitFor()
  await keyboard.press('Enter')
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
  for (const [action, foretold] of [
    ['Finalize', 'Invoice INV-000001 finalized: CA$59.97 due by'],
    ['Record payment', 'Invoice INV-000001 paid in full: CA$59.97.'],
  ] as const) {
    const name = new RegExp(`^${action}$`)
    await tabTo(page, name)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(foretold).waitFor()
    await assertTrapped(page)
    await tabTo(page, name)
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByText('Paid in full: CA$59.97.').waitFor()
  const [invoice] = (await get(w.api, '/v1/invoices', live)).data
  assert.deepEqual([invoice.number, invoice.status], ['INV-000001', 'paid'])

  // Rows of a table are links, and a closed palette gives the focus back.
  await open('invoices')
  await tabTo(page, /^INV-000001$/)
  await keyboard.press('Control+K')
  // Nobody leaves before they have arrived: the field takes the focus a moment after it is drawn.
  await eventually(async () => (await focused(page)).name, 'Search')
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'INV-000001')
  await keyboard.press('Enter')
  await announced(page, 'INV-000001')
})

test('a button whose place is not known yet takes no focus', needsChromium, async (t) => {
  const { page } = await visitAsOwner(chromium, t, w, { place: '1/live' })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/products?*', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  const loading = page.locator('[data-state=loading]')
  const button = page.getByRole('link', { name: 'New product', exact: true })
  await page.goto(`${w.url}/1/live/products`)
  await asked.promise
  await loading.waitFor()
  assert.equal(await button.count(), 0)
  answer.resolve()
  await button.waitFor()
})

test('the theme is there before the first paint, and stays as chosen', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w, { colorScheme: 'dark' })
  // Without the code of the pages, what has been painted is what early.js and the style sheet say.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto(`${w.url}/sign-in`, { waitUntil: 'domcontentloaded' })
  const html = page.locator('html')
  await eventually(() => html.getAttribute('data-mantine-color-scheme'), 'dark')
  await page.unroute('**/assets/*.js')
  await open('customers')
  await page.getByRole('button', { name: /^Profile:/ }).click()
  await page.getByLabel('Theme').selectOption('light')
  await page.reload()
  await eventually(() => html.getAttribute('data-mantine-color-scheme'), 'light')
})

// Markup typed into every form, or found in an address, is shown as text and never runs.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { get } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { counts, launch, needsChromium, settled, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)
/** Would set a global, add an element, or be evaluated by a template. */
const MARKUP = '<img src=x onerror="globalThis.ran=1"><b>bold</b>{{7*7}}'
/** Fields whose values the API restricts. */
const NARROW = ['email', 'country', 'language', 'time_zone', 'website', 'reply_to', 'url']

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()

/** Types the markup into every field that accepts any text. Returns their number. */
async function fillAll(within: Locator): Promise<number> {
  await settled(within.page())
  const fields = within.locator('input:is([type=text], [type=tel], :not([type])), textarea')
  let filled = 0
  for (const field of await fields.all()) {
    const name = (await field.getAttribute('name')) ?? ''
    const closed = !(await field.isEditable()) || (await field.getAttribute('inputmode')) !== null
    if (closed || NARROW.includes(name) || (await field.getAttribute('role')) !== null) continue
    if (name === 'postal_code' || name === 'phone' || name === 'tax_id')
      await field.fill('<b>1</b>')
    else await field.fill(MARKUP)
    filled++
  }
  return filled
}

async function assertText(page: Page, what: string): Promise<void> {
  await settled(page)
  const found = await page.evaluate(`({
    ran: globalThis.ran ?? 'nothing',
    elements: [...document.querySelectorAll('img[src=x], b')].map((each) => each.outerHTML),
    sums: document.body.innerText.includes('>49') || document.title.includes('>49'),
  })`)
  assert.deepEqual(found, { ran: 'nothing', elements: [], sums: false }, what)
}

/** Confirms the action of a dialog, once it shows what the action will do. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await assertText(page, `the dialog of ${action}`)
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('every page shows markup typed into a form as text', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  const save = async (path: string, least: number, button: string, done: Locator) => {
    await go(path)
    assert.ok((await fillAll(main(page))) >= least, path)
    await press(page, button)
    await done.waitFor()
    await assertText(page, path)
  }
  const heading = page.getByRole('heading', { level: 1, name: MARKUP })
  const saved = page.getByText('Settings saved').first()
  await save('settings/account', 5, 'Save', saved)
  await save('settings/branding', 1, 'Save', saved)
  await save('settings/terms', 3, 'Save', saved)
  await go('settings/emails')
  await page.getByLabel('Sender name').fill(MARKUP)
  await press(page, 'Save')
  await saved.waitFor()
  await go('customers/new')
  await page.getByLabel('Email').fill('ap@markup.example')
  assert.ok((await fillAll(main(page))) >= 8)
  await page.getByLabel('Email').fill('ap@markup.example')
  await press(page, 'Create customer')
  await heading.waitFor()
  const customer = /customers\/(\d+)/.exec(page.url())?.[1]
  await save('products/new', 2, 'Create product', heading)
  const product = /products\/(prod_\w+)/.exec(page.url())?.[1]
  await go('webhooks/new')
  await page.getByLabel('URL').fill('https://hooks.invalid/reckoner')
  await page.getByLabel('Description').fill(MARKUP)
  await press(page, 'Create endpoint')
  await press(page, 'Done')
  await main(page).getByText(MARKUP).waitFor()
  const endpoint = /webhooks\/(whe_\w+)/.exec(page.url())?.[1]
  await save('developers/keys/new', 1, 'Create key', page.getByTestId('secret'))

  await go(`customers/${customer}?tab=credit`)
  await press(page, 'Adjust credit')
  await page.getByRole('dialog').getByLabel('Amount').fill('1')
  await page.getByRole('dialog').getByLabel('Reason').fill(MARKUP)
  await confirm(page, 'Save')
  await go(`invoices/new?customer_id=cus_${customer}`)
  await page.getByLabel('Line 1, Description').fill(MARKUP)
  await page.getByRole('option', { name: MARKUP }).waitFor()
  await assertText(page, 'the products to choose from')
  await page.keyboard.press('Escape')
  await page.getByLabel('Line 1, Quantity').fill(MARKUP)
  await page.getByText('is not a whole number').first().waitFor()
  await assertText(page, 'what is wrong with a line')
  await page.getByLabel('Line 1, Quantity').fill('2')
  await page.getByLabel('Line 1, Price').fill('5')
  await page.getByLabel('Notes').fill(MARKUP)
  await press(page, 'Save draft')
  await page.getByText('Draft saved').waitFor()
  await press(page, 'Finalize')
  await confirm(page, 'Finalize')
  await press(page, 'Record payment')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').fill(MARKUP)
  await dialog.getByLabel('Note', { exact: true }).fill(MARKUP)
  await confirm(page, 'Record payment')
  const [payment] = (await get(w.api, '/v1/payments')).data
  await go(`payments/${payment.id}`)
  await press(page, 'Reverse')
  await dialog.getByLabel('Reason').fill(MARKUP)
  await confirm(page, 'Reverse')

  const [invoice] = (await get(w.api, '/v1/invoices')).data
  const [mail] = (await get(w.api, '/v1/emails')).data
  const [key] = (await get(w.api, '/v1/api_keys')).data
  /** Pages that show the markup as it was typed. */
  const shown = [
    'customers',
    `customers/${customer}`,
    `customers/${customer}?tab=credit`,
    `customers/${customer}?tab=timeline`,
    'products',
    `products/${product}`,
    `products/${product}?tab=timeline`,
    'invoices',
    `invoices/${invoice.id}`,
    `invoices/${invoice.id}?tab=explain`,
    'payments',
    `payments/${payment.id}`,
    'ledger?tab=ageing',
    'emails',
    `emails/${mail.id}`,
    `emails/${mail.id}?tab=text`,
    `emails/${mail.id}?tab=details`,
    'events',
    `webhooks/${endpoint}`,
    'developers/keys',
    `developers/keys/${key.id}`,
  ]
  for (const path of shown) {
    await go(path)
    await page.getByText(MARKUP).filter({ visible: true }).first().waitFor()
    await assertText(page, path)
  }
  const request = await until('the log of a request', async () => {
    return (await get(w.api, '/v1/requests?operation=createProduct')).data[0]
  })
  for (const path of [
    '',
    `invoices/${invoice.id}?tab=timeline`,
    'ledger',
    'audit-log',
    'developers/requests',
    `developers/requests/${request.id}`,
  ]) {
    await go(path)
    await assertText(page, path)
  }
  await go(`emails/${mail.id}`)
  const frame = page.frameLocator('iframe')
  await frame.getByText(MARKUP).first().waitFor()
  await counts(frame.locator('img[src=x], b:text-is("bold")'), 0)
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('bold')
  await page.getByRole('option', { name: MARKUP }).first().waitFor()
  await assertText(page, 'the palette')
})

test('every page shows markup in its address as text', needsChromium, async (t) => {
  const { page, go, expect } = await ownersWindow(t)
  expect(400, 404)
  const text = encodeURIComponent(MARKUP)
  for (const path of [
    `customers?email=${text}`,
    `invoices?number=${text}&status=${text}`,
    `events?type=${text}`,
    `customers/${text}`,
    `go/${text}`,
    `invoices/new?customer_id=${text}&from=${text}`,
    `ledger?tab=${text}&as_of=${text}`,
  ]) {
    await go(path)
    await assertText(page, path)
  }
})

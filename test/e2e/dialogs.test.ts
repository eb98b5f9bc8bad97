// Every dialog and menu that opens over a page: named, accessible in both themes, closed by Escape, focus given back.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import {
  get,
  makeCustomer,
  makeInvoice,
  makeIssued,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { counts, launch, needsChromium, type Visitor, visitAsOwner } from './browser.ts'
import { assertTrapped } from './by-keyboard.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** As the page stands, in light and in dark. */
async function inBothThemes(
  { page, assertAccessible }: Visitor,
  what: string,
  within?: string,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const theme = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)
    await theme.waitFor({ state: 'attached' })
    await assertAccessible(`${what}, ${colorScheme}`, within)
  }
}

/** Waits until this has the focus. */
const hasFocus = (element: Locator) => counts(element.and(element.page().locator(':focus')), 1)

async function makeSamples() {
  const customer = await makeCustomer(w.api, { name: 'Asked Ltd.', email: 'ap@asked.example' })
  const issued = await makeIssued(w.api, { customer_id: customer.id })
  const payment = await makePayment(w.api, issued, { amount: 100 })
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const hook = { url: 'https://hooks.invalid/reckoner' }
  const endpoint = (await w.api.post('/v1/webhook_endpoints', { body: hook })).body
  const product = await makeProduct(w.api)
  const [mail] = (await get(w.api, '/v1/emails')).data
  const [key] = (await get(w.api, '/v1/api_keys')).data
  const delivery = await until('a delivery', async () => {
    return (await get(w.api, '/v1/webhook_deliveries')).data[0]
  })
  return { customer, issued, payment, draft, endpoint, product, mail, key, delivery }
}

test('each dialog of an action', needsChromium, async (t) => {
  const made = await makeSamples()
  const visitor = await visitAsOwner(chromium, t, w)
  const { page, go } = visitor
  // A pending delivery is sent at its own time: what it says meanwhile may change.
  const dialogs: Record<string, string[]> = {
    [`customers/${made.customer.id}`]: ['Delete'],
    [`customers/${made.customer.id}?tab=credit`]: ['Adjust credit'],
    [`products/${made.product.id}`]: ['Archive'],
    [`invoices/${made.draft.id}`]: ['Finalize', 'Void'],
    [`invoices/${made.issued.id}`]: ['Send email', 'Record payment'],
    [`payments/${made.payment.id}`]: ['Reverse'],
    [`emails/${made.mail.id}`]: ['Send again'],
    [`developers/keys/${made.key.id}`]: ['Rename', 'Roll', 'Revoke'],
    'developers/test-clock': ['Delete all test data'],
    [`webhooks/${made.endpoint.id}`]: [
      'Pause',
      'Send test event',
      'Retry failed deliveries',
      'Rotate secret',
      'Delete',
    ],
    [`webhooks/deliveries/${made.delivery.id}`]: ['Retry', 'Skip'],
    'settings/members': ['Change role', 'New link', 'Invite'],
  }
  visitor.expect(409)
  for (const [path, names] of Object.entries(dialogs)) {
    await go(path)
    for (const name of names) {
      const what = `${name} at ${path}`
      const opener = page.getByRole('main').getByRole('button', { name, exact: true }).first()
      await opener.click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      // What it says, be it what will happen or why it cannot.
      const told = dialog.getByTestId('foreseen').or(dialog.getByRole('alert')).first()
      if (name !== 'Invite') await told.waitFor()
      const title = await dialog.getByRole('heading').first().textContent()
      assert.ok(title, `${what} has a title`)
      await inBothThemes(visitor, what, '[role=dialog]')
      await assertTrapped(page, 6)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(opener)
    }
  }
  assert.equal((await get(w.api, `/v1/invoices/${made.draft.id}`)).status, 'draft')
})

test('the palette, the menus, the pickers', needsChromium, async (t) => {
  await makeCustomer(w.api, { name: 'Found Ltd.' })
  await makeProduct(w.api, { name: 'Found plan' })
  const visitor = await visitAsOwner(chromium, t, w)
  const { page, open } = visitor
  await open('invoices/new')
  const search = page.getByRole('button', { name: 'Search' })
  await search.click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await inBothThemes(visitor, 'the empty palette')
  await field.fill('Found')
  await page
    .getByRole('option', { name: /Found Ltd\./ })
    .first()
    .waitFor()
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await inBothThemes(visitor, 'the palette')
  await page.keyboard.press('Escape')
  await counts(page.getByRole('dialog'), 0)
  await hasFocus(search)

  const person = page.getByRole('button', { name: /^Profile:/ })
  await person.click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await inBothThemes(visitor, 'the menu of a person')
  await page.keyboard.press('Escape')
  await counts(page.getByRole('button', { name: 'Sign out' }), 0)
  await hasFocus(person)

  const picker = page.locator('input[aria-haspopup=listbox]').first()
  await picker.click()
  await page.getByRole('option', { name: /Found Ltd\./ }).waitFor()
  await inBothThemes(visitor, 'the customers to choose from')
  await page.keyboard.press('Escape')
  const description = page.getByLabel('Line 1, Description')
  await description.fill('Found')
  await page.getByRole('option', { name: 'Found plan' }).waitFor()
  await inBothThemes(visitor, 'the products to choose from')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('dialog', { name: 'You have unsaved changes' }).waitFor()
  await inBothThemes(visitor, 'what is not saved')
  await assertTrapped(page, 6)
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()

  // A session that ended is begun again over the page, and Escape does not put that off.
  visitor.expect(401)
  const found = page.getByRole('link', { name: 'Found Ltd.' })
  await found.waitFor()
  await page.context().clearCookies()
  await found.click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  await inBothThemes(visitor, 'signing in again')
  await page.keyboard.press('Escape')
  await again.locator('input[name=password]').fill('a wrong one, of course')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.getByRole('alert').waitFor()
  await inBothThemes(visitor, 'signing in, refused')
})

test(
  'a dialog names the amount, whether the customer hears of it, and what cannot be undone',
  needsChromium,
  async (t) => {
    const live = { key: w.keys.live }
    const to = { name: 'Told Ltd.', email: 'ap@told.example' }
    const { id } = await makeCustomer(w.api, to, live)
    const silent = await makeCustomer(w.api, { name: 'Silent Ltd.' }, live)
    const [told, untold] = await Promise.all(
      [id, silent.id].map((customer_id) => makeInvoice(w.api, { customer_id }, live)),
    )
    const { page, open } = await visitAsOwner(chromium, t, w, { place: '1/live' })
    const dialog = page.getByRole('dialog')
    // Finalizing in live, before the business has a name and an address, warns of it.
    await open(`invoices/${told?.id}?do=finalize`)
    await page.getByRole('dialog', { name: /^Finalize this draft for CA\$59\.97\?$/ }).waitFor()
    await dialog.getByText('Email to ap@told.example', { exact: false }).waitFor()
    await dialog.getByText('A finalized invoice can’t be edited.', { exact: false }).waitFor()
    await dialog.getByTestId('warnings').getByText('Add your address').waitFor()
    await counts(dialog.getByText('The customer gets no email.'), 0)
    await open(`invoices/${untold?.id}?do=finalize`)
    await dialog.getByText('The customer gets no email.').waitFor()
    await open(`invoices/${untold?.id}?do=void`)
    await page.getByRole('dialog', { name: /^Void .* for CA\$59\.97\?$/ }).waitFor()
    await dialog
      .getByText('A voided invoice can’t be reopened or paid.', { exact: false })
      .waitFor()
    await dialog.getByText('The customer gets no email.').waitFor()
  },
)

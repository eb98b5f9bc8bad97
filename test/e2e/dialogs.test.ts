// Every dialog and menu: named, accessible, closed by Escape, and the focus returned. LOOKS=every judges both themes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import {
  get,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import {
  counts,
  launch,
  needsChromium,
  sharedWindow,
  type Visitor,
  visitAsOwner,
} from './browser.ts'
import { assertTrapped } from './by-keyboard.ts'
import { makeFailedRefund, makeRefund } from './refunds.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

/** Only dark mode in the gate: buttons of destructive actions have less contrast there. */
const THEMES = process.env.LOOKS === 'every' ? (['light', 'dark'] as const) : (['dark'] as const)

async function assertAccessible(
  visitor: Visitor,
  what: string,
  within = '[role=dialog]',
): Promise<void> {
  const { page } = visitor
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const theme = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)
    await theme.waitFor({ state: 'attached' })
    await visitor.assertAccessible(`${what}, ${colorScheme}`, within)
  }
}

/** Waits until an element has the focus. */
const hasFocus = (element: Locator) => counts(element.and(element.page().locator(':focus')), 1)

async function makeSamples() {
  const customer = await makeCustomer(w.api, { name: 'Asked Ltd.', email: 'ap@asked.example' })
  const finalized = await makeFinalized(w.api, { customer_id: customer.id })
  const payment = await makePayment(w.api, finalized, { amount: 100 })
  await payOnline(await makeFinalized(w.api), CARD.pays)
  const sent = { amount: 1000, currency: 'cad' }
  const payout = (await w.api.post('/v1/payouts', { body: sent })).body
  const credited = { invoice_id: finalized.id, amount: 100, reason: 'goodwill' }
  const note = (await w.api.post('/v1/credit_notes', { body: credited })).body
  const refund = await makeRefund(w)
  const failed = await makeFailedRefund(w)
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const hook = { url: 'https://hooks.invalid/reckoner' }
  const endpoint = (await w.api.post('/v1/webhook_endpoints', { body: hook })).body
  const product = await makeProduct(w.api)
  const [mail] = (await get(w.api, '/v1/emails')).data
  const [key] = (await get(w.api, '/v1/api_keys')).data
  const delivery = await until('a delivery', async () => {
    return (await get(w.api, '/v1/webhook_deliveries')).data[0]
  })
  return {
    customer,
    issued: finalized,
    payment,
    payout,
    note,
    refund,
    failed,
    draft,
    endpoint,
    product,
    mail,
    key,
    delivery,
  }
}

test('the dialog of each action is accessible and traps the focus', needsChromium, async (t) => {
  const made = await makeSamples()
  const visitor = await ownersWindow(t)
  const { page, go } = visitor
  const dialogs: Record<string, string[]> = {
    [`customers/${made.customer.id}`]: ['Statement', 'Delete'],
    [`customers/${made.customer.id}?tab=credit`]: ['Adjust credit'],
    [`products/${made.product.id}`]: ['Archive'],
    [`invoices/${made.draft.id}`]: ['Finalize', 'Void'],
    [`invoices/${made.issued.id}`]: ['Send email', 'Record payment'],
    [`payments/${made.payment.id}`]: ['Reverse'],
    [`payouts/${made.payout.id}`]: ['Reverse'],
    [`credit-notes/${made.note.id}`]: ['Void'],
    [`refunds/${made.refund.id}`]: ['Mark as paid'],
    [`refunds/${made.failed.id}`]: ['Refund again', 'Move to balance'],
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
      // The outcome of the dry run, or the reason why the action is rejected.
      const foreseen = dialog.getByTestId('foreseen').or(dialog.getByRole('alert')).first()
      // A statement changes nothing.
      const shown = name === 'Statement' ? dialog.getByRole('link', { name: 'CSV' }) : foreseen
      if (name !== 'Invite') await shown.waitFor()
      const title = await dialog.getByRole('heading').first().textContent()
      assert.ok(title, `${what} has a title`)
      await assertAccessible(visitor, what)
      await assertTrapped(page, 6)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(opener)
    }
  }
  assert.equal((await get(w.api, `/v1/invoices/${made.draft.id}`)).status, 'draft')
})

test('the palette, menus, pickers and sign-in dialog are accessible', needsChromium, async (t) => {
  await makeCustomer(w.api, { name: 'Found Ltd.' })
  await makeProduct(w.api, { name: 'Found plan' })
  // A window of its own: before any search the palette lists its commands first.
  const visitor = await visitAsOwner(chromium, t, w)
  const { page, open } = visitor
  await open('invoices/new')
  const search = page.getByRole('button', { name: 'Search' })
  await search.click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await field.waitFor()
  await assertAccessible(visitor, 'the empty palette')
  await field.fill('Found')
  await page
    .getByRole('option', { name: /Found Ltd\./ })
    .first()
    .waitFor()
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await assertAccessible(visitor, 'the palette')
  await page.keyboard.press('Escape')
  await counts(page.getByRole('dialog'), 0)
  await hasFocus(search)

  const person = page.getByRole('button', { name: /^Profile:/ })
  await person.click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await assertAccessible(visitor, 'the menu of a person', 'html')
  await page.keyboard.press('Escape')
  await counts(page.getByRole('button', { name: 'Sign out' }), 0)
  await hasFocus(person)

  const picker = page.locator('input[aria-haspopup=listbox]').first()
  await picker.click()
  await page.getByRole('option', { name: /Found Ltd\./ }).waitFor()
  await assertAccessible(visitor, 'the customers to choose from', 'html')
  await page.keyboard.press('Escape')
  const description = page.getByLabel('Line 1, Description')
  await description.fill('Found')
  await page.getByRole('option', { name: 'Found plan' }).waitFor()
  await assertAccessible(visitor, 'the products to choose from', 'html')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('dialog', { name: 'You have unsaved changes' }).waitFor()
  await assertAccessible(visitor, 'what is not saved')
  await assertTrapped(page, 6)
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()

  // After the session has ended, the page asks to sign in again; Escape does not close that.
  visitor.expect(401)
  const found = page.getByRole('link', { name: 'Found Ltd.' })
  await found.waitFor()
  await page.context().clearCookies()
  await found.click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  await assertAccessible(visitor, 'signing in again')
  await page.keyboard.press('Escape')
  await again.locator('input[name=password]').fill('a wrong one, of course')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.getByRole('alert').waitFor()
  await assertAccessible(visitor, 'signing in, refused')
})

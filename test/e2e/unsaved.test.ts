// Unsaved changes: each form asks for confirmation before it is left by any route, and staying loses nothing.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { owner } from '../browser-like.ts'
import { get, makeCustomer, makeInvoice } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  eventually,
  holds,
  launch,
  needsChromium,
  sharedWindow,
  signIn,
  type Visitor,
  visit,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'You have unsaved changes' })

/** Keeps editing, and checks that nothing has changed. */
async function stay({ page }: Visitor, path: string, field: string, text: string): Promise<void> {
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await question(page).waitFor({ state: 'detached' })
  await eventually(() => new URL(page.url()).pathname, `/1/test/${path}`)
  await holds(page.getByRole('main').getByLabel(field).first(), text)
}

test('a form asks for confirmation before it is left', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Kept' })
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const visitor = await ownersWindow(t)
  const { page, go } = visitor
  // One of each kind: new, edited in place, with rows, in the settings, and with its own fields.
  const forms: [path: string, field: string, edit?: true][] = [
    ['customers/new', 'Name'],
    [`customers/${customer.id}`, 'City', true],
    [`invoices/${draft.id}/edit`, 'Notes'],
    ['settings/account', 'City'],
    ['webhooks/new', 'URL'],
  ]
  for (const [path, field, edit] of forms) {
    await go(path)
    if (edit) await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('main').getByLabel(field).first().fill('77')
    await link(page, 'Audit log').click()
    await stay(visitor, path, field, '77')
    // A form with its original values does not ask.
    await page.getByRole('main').getByLabel(field).first().fill('')
  }
  // Discarded changes are not saved, and not offered again.
  await go(`invoices/${draft.id}/edit`)
  await page.getByLabel('Notes').fill('77')
  await link(page, 'Audit log').click()
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await go(`invoices/${draft.id}/edit`)
  await holds(page.getByLabel('Notes'), '')
  assert.equal((await get(w.api, `/v1/customers/${customer.id}`)).city, '')
})

test('leaving a form by any route asks for confirmation', needsChromium, async (t) => {
  const { email } = await owner(w)
  // Another account of the same user.
  await owner(w, 4, email)
  const customer = await makeCustomer(w.api, { name: 'Halfway House' })
  const path = `customers/${customer.id}`
  const visitor = await signIn(await visit(chromium, t, w), w, email)
  const { page, open } = visitor
  await open('customers')
  await link(page, 'Halfway House').click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('City').fill('Half-way')
  const signOut = async () => {
    await page.getByRole('button', { name: /^Profile:/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
  }
  // The previous test leaves each form by a link of the menu.
  const ways: Record<string, () => Promise<unknown>> = {
    'the way up': () => link(page, '← Customers').click(),
    'the way back': () => page.goBack(),
    'the way home': () => link(page, 'Reckoner').click(),
    'the other mode': () => page.getByRole('button', { name: 'Switch to live' }).click(),
    'the other account': () => page.getByRole('banner').getByLabel('Account').selectOption('2'),
    'the search': async () => {
      await page.keyboard.press('Control+K')
      await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('Halfway')
      await page.getByRole('option', { name: /Halfway House/ }).click()
    },
    'the profile': async () => {
      await page.getByRole('button', { name: /^Profile:/ }).click()
      await link(page, 'Profile').click()
    },
    'the way out of the session': signOut,
  }
  for (const [name, way] of Object.entries(ways)) {
    await t.test(name, async () => {
      await way()
      await stay(visitor, path, 'City', 'Half-way')
    })
  }
  await t.test('closing or reloading the window asks for confirmation', async () => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.dismiss()
    })
    await page.close({ runBeforeUnload: true })
    await eventually(() => dialogs.join(), 'beforeunload')
    await page.evaluate('location.reload()')
    await eventually(() => dialogs.join(), 'beforeunload,beforeunload')
    await holds(page.getByLabel('City'), 'Half-way')
  })
  // The session is still valid after staying.
  const still = "fetch('/session/v1/sessions/current').then((answer) => answer.status)"
  assert.equal(await page.evaluate(still), 200)
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await signOut()
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()
  assert.equal((await ended).status(), 200)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  assert.equal(await page.evaluate(still), 401)
  assert.equal((await get(w.api, `/v1/${path}`)).city, '')
})

test('an added row is an unsaved change', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  await go('settings/account')
  const city = page.getByLabel('City')
  await city.fill('Elsewhere')
  await city.fill('')
  await page.getByRole('button', { name: 'Add tax ID' }).click()
  await link(page, 'Audit log').click()
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
})

test('the preview of a document shows unsaved branding', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  await go('settings/branding')
  const before = await get(w.api, '/v1/account')
  const answered = page.waitForResponse((response) => response.url().includes('footer=Merci'))
  await page.getByLabel('Footer').fill('Merci')
  const answer = await answered
  assert.equal(answer.status(), 200)
  assert.equal(answer.headers()['content-type'], 'application/pdf')
  await page.locator('iframe[title="Document preview"][src*="footer=Merci"]').waitFor()
  assert.deepEqual(await get(w.api, '/v1/account'), before)
})

// What is entered and not saved: every form asks, on every way out, and who stays has lost nothing.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { owner } from '../browser-like.ts'
import { get, makeCustomer, makeInvoice, makeProduct } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  eventually,
  holds,
  launch,
  needsChromium,
  signIn,
  type Visitor,
  visit,
  visitAsOwner,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const asked = (page: Page) => page.getByRole('dialog', { name: 'You have unsaved changes' })

/** Says no to leaving, and sees that everything is as it was. */
async function stay({ page }: Visitor, path: string, field: string, text: string): Promise<void> {
  await asked(page).getByRole('button', { name: 'Keep editing' }).click()
  await asked(page).waitFor({ state: 'detached' })
  await eventually(() => new URL(page.url()).pathname, `/1/test/${path}`)
  await holds(page.getByRole('main').getByLabel(field).first(), text)
}

test('each form asks before it is left', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Kept' })
  const product = await makeProduct(w.api, { name: 'Seat' })
  const draft = await makeInvoice(w.api, { customer_id: customer.id })
  const hook = { url: 'https://hooks.invalid/reckoner' }
  const endpoint = (await w.api.post('/v1/webhook_endpoints', { body: hook })).body
  const visitor = await visitAsOwner(chromium, t, w)
  const { page, open } = visitor
  const forms: [path: string, field: string, edit?: true][] = [
    ['customers/new', 'Name'],
    [`customers/${customer.id}`, 'City', true],
    ['products/new', 'Name'],
    [`products/${product.id}`, 'Description', true],
    ['invoices/new', 'Notes'],
    [`invoices/${draft.id}/edit`, 'Notes'],
    ['webhooks/new', 'URL'],
    [`webhooks/${endpoint.id}`, 'Description', true],
    ['developers/keys/new', 'Name'],
    ['settings/account', 'City'],
    ['settings/branding', 'Footer'],
    ['settings/terms', 'By check'],
    ['settings/emails', 'Sender name'],
    ['settings/numbering', 'First invoice number'],
  ]
  for (const [path, field, edit] of forms) {
    await open(path)
    if (edit) await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('main').getByLabel(field).first().fill('77')
    await link(page, 'Audit log').click()
    await stay(visitor, path, field, '77')
    await link(page, 'Audit log').click()
    await asked(page).getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  }
  // What was left behind was not saved by anybody, and is not offered again.
  await open(`invoices/${draft.id}/edit`)
  await holds(page.getByLabel('Notes'), '')
  assert.equal((await get(w.api, `/v1/customers/${customer.id}`)).city, '')
})

test('every way out asks', needsChromium, async (t) => {
  const { email } = await owner(w)
  // The same person owns the other account, too.
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
  const ways: Record<string, () => Promise<unknown>> = {
    'the menu': () => link(page, 'Products').click(),
    'the way up': () => link(page, '← Customers').click(),
    'the way back': () => page.goBack(),
    'the name of the product': () => link(page, 'Reckoner').click(),
    'the other mode': () => page.getByRole('button', { name: 'Switch to live' }).click(),
    'the other account': () => page.getByRole('banner').getByLabel('Account').selectOption('2'),
    'the search': async () => {
      await page.keyboard.press('Control+K')
      await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('Halfway')
      await page.getByRole('option', { name: /Halfway House/ }).click()
      // It leads through another address to this very page, so it asks on its way.
    },
    'one’s own page': async () => {
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
  await t.test('closing the window, and loading it again', async () => {
    const told: string[] = []
    page.on('dialog', (dialog) => {
      told.push(dialog.type())
      void dialog.dismiss()
    })
    await page.close({ runBeforeUnload: true })
    await eventually(() => told.join(), 'beforeunload')
    await page.evaluate('location.reload()')
    await eventually(() => told.join(), 'beforeunload,beforeunload')
    await holds(page.getByLabel('City'), 'Half-way')
  })
  // Whoever was asked about signing out and stayed is still signed in.
  const still = "fetch('/session/v1/sessions/current').then((answer) => answer.status)"
  assert.equal(await page.evaluate(still), 200)
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await signOut()
  await asked(page).getByRole('button', { name: 'Leave without saving' }).click()
  assert.equal((await ended).status(), 200)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  assert.equal(await page.evaluate(still), 401)
  assert.equal((await get(w.api, `/v1/${path}`)).city, '')
})

test(
  'a row that was added is entered, whatever else was typed and taken back',
  needsChromium,
  async (t) => {
    const { page, open } = await visitAsOwner(chromium, t, w)
    await open('settings/account')
    const city = page.getByLabel('City')
    await city.fill('Elsewhere')
    await city.fill('')
    await page.getByRole('button', { name: 'Add tax ID' }).click()
    await link(page, 'Audit log').click()
    await asked(page).waitFor()
  },
)

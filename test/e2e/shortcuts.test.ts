// Shortcuts of one key: outside of fields alone, listed by "?", and off for who does not want them. And the menu's folding.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../harness.ts'
import { counts, holds, launch, needsChromium, PHONE, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test(
  'one key does what the list says, unless it is typed or switched off',
  needsChromium,
  async (t) => {
    const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await open('products')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'New customer' }).waitFor()
    const name = page.getByRole('main').getByLabel('Name')
    await name.fill('')
    await name.pressSequentially('no?c/')
    await holds(name, 'no?c/')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await name.fill('')
    await open('products')
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    await list.getByText('New invoice').waitFor()
    await assertAccessible('the list of shortcuts')
    // While a dialog is open, no key does anything behind it.
    await page.keyboard.press('c')
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await list.getByText('New invoice').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.match(page.url(), /products$/)
    // This browser keeps it; the list is found without a key of its own.
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

test('a payment is begun from the search, at what can be paid', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('products')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('record pay')
  await page.getByRole('option', { name: 'Record payment…' }).click()
  await page.waitForURL((url) => url.searchParams.get('status') === 'posted,overdue')
})

test(
  'the developers’ part of the menu folds, and opens on its own pages',
  needsChromium,
  async (t) => {
    const { page, open } = await visitAsOwner(chromium, t, w)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const fold = menu.getByRole('button', { name: 'Developers' })
    const keys = menu.getByRole('link', { name: 'API keys' })
    await open('products')
    await fold.waitFor()
    await counts(keys, 0)
    await open('developers/limits')
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

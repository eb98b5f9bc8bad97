// The actions of an invoice on a telephone, in one row, and who did them on its timeline.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeInvoice, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  DESKTOP,
  eventually,
  launch,
  needsChromium,
  PHONE,
  says,
  settled,
  visitAsOwner,
} from './browser.ts'
import { arrowTo } from './by-keyboard.ts'
import { assertTargets, assertWhole } from './layout.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('on a phone one action stands out and a menu has the rest', needsChromium, async (t) => {
  const invoice = await makeInvoice(w.api)
  const visitor = await visitAsOwner(chromium, t, w, { viewport: PHONE })
  const { page, open } = visitor
  await open(`invoices/${invoice.id}`)
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: 'More', exact: true })
  await more.waitFor()
  const tops = await main
    .locator('button:visible')
    .filter({ hasText: /^(Finalize|More)$/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  assert.equal(tops.length, 2)
  assert.equal(tops[0], tops[1], 'one row')
  // Only the first action and the menu: nothing else of them takes room.
  assert.equal(await main.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await more.click()
    const items = page.getByRole('menuitem')
    await eventually(
      async () => (await items.allInnerTexts()).map((text) => text.split('\n')[0]),
      ['Edit', 'Duplicate', 'Void', 'Record payment', 'Send email', 'Send reminder', 'PDF'],
    )
    // A finger cannot hover: what is not allowed says why where it stands.
    const pay = items.filter({ hasText: 'Record payment' })
    await pay.getByText(/^Only open and overdue invoices/).waitFor()
    assert.equal(await pay.getAttribute('aria-disabled'), 'true')
    await visitor.assertAccessible(`the menu of actions, ${colorScheme}`)
    await assertWhole(page, 'the menu of actions')
    await assertTargets(page, 'the menu of actions')
    await pay.click({ force: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })
  }
  // By keyboard as well.
  await more.focus()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await eventually(() => edit.evaluate((item) => item.matches(':focus')), true)
  // A menu that opens gives the focus to its first item more than once.
  await arrowTo(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Duplicate' }))
  await arrowTo(page, 'ArrowUp', edit)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Edit draft/ }).waitFor()
  await open(`invoices/${invoice.id}`)
  await settled(page)
  await more.click()
  await page.getByRole('menuitem', { name: 'Void', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByTestId('foreseen')
    .getByText(/voided\.$/)
    .waitFor()
})

test(
  'the timeline says who did it: a person by name, a key by its name',
  needsChromium,
  async (t) => {
    const invoice = await makeInvoice(w.api)
    const { page, open } = await visitAsOwner(chromium, t, w, { viewport: DESKTOP })
    await open(`invoices/${invoice.id}?do=finalize`)
    const dialog = page.getByRole('dialog')
    await dialog
      .getByTestId('foreseen')
      .getByText(/finalized/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Finalize', exact: true }).click()
    await page.getByText('Invoice finalized').waitFor()
    const issued = (await w.api.get(`/v1/invoices/${invoice.id}`)).body
    await makePayment(w.api, issued)
    await open(`invoices/${invoice.id}?tab=timeline`)
    const who = (text: RegExp) =>
      page.locator('.mantine-Timeline-item').filter({ hasText: text }).getByTestId('by')
    // The drafts of the tests are made with the key named "test".
    await says(who(/^Draft INV-9\d+ created/), ' · by test')
    await says(who(/^Invoice INV-\d+ finalized/), ' · by Olive Owner')
    await says(who(/^Payment of .+ received/), ' · by test')
  },
)

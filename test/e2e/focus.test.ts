// Where the focus is while an action is done and afterwards: never lost, and never taken from where one went.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeCustomer, makeInvoice, makeIssued } from '../fixtures.ts'
import { world } from '../harness.ts'
import {
  answered,
  counts,
  eventually,
  launch,
  needsChromium,
  PHONE,
  visitAsOwner,
} from './browser.ts'
import { focused, tabTo } from './by-keyboard.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('an action that is done gives the focus back to its button', needsChromium, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api, { email: 'ap@maple.example' })
  const issued = await makeIssued(w.api, { customer_id })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open(`invoices/${issued.id}`)
  await tabTo(page, /^Send email$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await tabTo(page, /^Send email$/)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'Send email')
})

test('an action whose button is gone gives it to the heading', needsChromium, async (t) => {
  const issued = await makeIssued(w.api)
  const { page, open } = await visitAsOwner(chromium, t, w, {
    viewport: { width: 360, height: 740 },
  })
  await open(`invoices/${issued.id}`)
  await tabTo(page, /^Record payment$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await tabTo(page, /^Record payment$/)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, issued.number)
})

test('an action from a menu gives it back to the menu', needsChromium, async (t) => {
  const draft = await makeInvoice(w.api)
  const { page, open } = await visitAsOwner(chromium, t, w, { viewport: PHONE })
  await open(`invoices/${draft.id}`)
  await tabTo(page, /^More$/)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Void', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'More')
})

test('an action that is refused leaves the focus on its button', needsChromium, async (t) => {
  const draft = await makeInvoice(w.api)
  const { page, open, expect } = await visitAsOwner(chromium, t, w)
  await open(`invoices/${draft.id}`)
  await tabTo(page, /^Finalize$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await tabTo(page, /^Finalize$/)
  // Somebody else was first.
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

test('Tab through a date goes on from where it is', needsChromium, async (t) => {
  const issued = await makeIssued(w.api)
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open(`invoices/${issued.id}`)
  await tabTo(page, /^Record payment$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByLabel('Received on').focus()
  // A page with much to do comes late to what it put off.
  await page.evaluate(`{
    const { setTimeout } = window
    window.late = 0
    window.setTimeout = (work, ms = 0, ...rest) =>
      setTimeout(() => { work(); window.late++ }, ms + 1_000, ...rest)
  }`)
  await tabTo(page, /^Note/)
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  assert.match((await focused(page)).name, /^Note/)
})

test('a document within a page shows that one is in it', needsChromium, async (t) => {
  const issued = await makeIssued(w.api)
  const { page, open } = await visitAsOwner(chromium, t, w)
  // A frame whose document has not come yet loses whoever is in it when it comes.
  const document = page.waitForResponse((answer) => answer.url().includes('/pdf'))
  await open(`invoices/${issued.id}`)
  const title = `${issued.number} as PDF`
  await page.getByTitle(title).waitFor()
  await document
  await answered(page)
  await tabTo(page, new RegExp(`^${title}$`))
  await eventually(async () => (await focused(page)).seen, true)
  await page.keyboard.press('Shift+Tab')
  await counts(page.locator('iframe[data-entered]'), 0)
})

// Many invoices at once: chosen, voided each by its own call, what failed told by row, and tried again.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, makeCustomer, makeInvoice, makeIssued, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, visitAs, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('three are chosen, one of them was paid meanwhile', needsChromium, async (t) => {
  const customer = await makeCustomer(w.api, { name: 'Maple Ltd.', email: 'ap@maple.example' })
  const make = () => makeIssued(w.api, { customer_id: customer.id })
  const [one, two, three] = [await make(), await make(), await make()]
  const { page, open, expect, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('invoices')
  const main = page.getByRole('main')
  await main.getByRole('checkbox', { name: `Select ${one.number}` }).check()
  await main.getByRole('checkbox', { name: 'Select all invoices on this page' }).check()
  // Each is 3 × 19.99 = 59.97; three of them 179.91.
  await main.getByText('3 selected · CA$179.91').waitFor()
  await assertAccessible('three invoices chosen')

  const payment = await makePayment(w.api, two, { amount: 100 })
  await main.getByRole('button', { name: 'Void 3', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Void 3 invoices?' })
  await dialog.getByText('Total: CA$179.91.').waitFor()
  await dialog.getByText('This can’t be undone.').waitFor()
  expect(409)
  await dialog.getByRole('button', { name: 'Void 3', exact: true }).click()
  await dialog.getByText('2 of 3 voided.').waitFor()
  await dialog.getByRole('listitem').getByRole('link', { name: two.number }).waitFor()
  await dialog
    .getByRole('listitem')
    .getByText(/payment/)
    .waitFor()
  await assertAccessible('one of three failed')
  const statuses = async () => {
    const found = [one, two, three].map(({ id }) => get(w.api, `/v1/invoices/${id}`))
    return (await Promise.all(found)).map(({ status }) => status)
  }
  assert.deepEqual(await statuses(), ['void', 'posted', 'void'])

  const reversal = { body: { reason: 'Check returned' } }
  assert.equal((await w.api.post(`/v1/payments/${payment.id}/reverse`, reversal)).status, 200)
  await dialog.getByRole('button', { name: 'Retry 1', exact: true }).click()
  await dialog.getByText('1 of 1 voided.').waitFor()
  assert.deepEqual(await statuses(), ['void', 'void', 'void'])
  const { data } = await get(w.api, '/v1/events?type=invoice.voided')
  assert.equal(data.length, 3, 'none was voided twice')
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await main.getByText('3 selected').waitFor({ state: 'detached' })
})

test(
  'what a row allows is in its menu, and opens with what it will do',
  needsChromium,
  async (t) => {
    const draft = await makeInvoice(w.api)
    const { page, open } = await visitAsOwner(chromium, t, w)
    await open('invoices?status=draft')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: `Actions for Draft ${draft.number}` }).click()
    const offered = await page.getByRole('menuitem').allTextContents()
    assert.deepEqual(offered, ['Finalize', 'Edit', 'Duplicate', 'Void'])
    await page.getByRole('menuitem', { name: 'Finalize' }).click()
    await page.waitForURL(`**/invoices/${draft.id}?do=finalize`)
    await page.getByRole('dialog').getByTestId('foreseen').waitFor()
  },
)

test('who may not write chooses nothing', needsChromium, async (t) => {
  const { page, open } = await visitAs('viewer', chromium, t, w)
  await open('invoices')
  await page.getByRole('link', { name: 'INV-000001' }).waitFor()
  assert.equal(await page.getByRole('main').getByRole('checkbox').count(), 0)
})

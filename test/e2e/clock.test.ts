// The test clock at the dashboard: months lived through, the diary of what happened, and back to nothing.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, makeCustomer, makeIssued } from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, eventually, holds, launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** The month three months later, in the year after where that is so. */
function quarterAfter({ now }: { now: string }): string {
  const [year = '', month = ''] = now.split('-')
  return new Date(Date.UTC(Number(year), Number(month) + 2, 1)).toISOString().slice(0, 7)
}

test('months are lived through, and the diary tells of them', needsChromium, async (t) => {
  const settings = { body: { reminder_days: [3, 10] } }
  assert.equal((await w.api.patch('/v1/account', settings)).status, 200)
  const { id } = await makeCustomer(w.api, { name: 'Slow Payer', email: 'ap@slow.example' })
  const invoice = await makeIssued(w.api, { customer_id: id })
  const before = await get(w.api, '/v1/test_clock')
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('developers/test-clock')
  const advance = page.getByRole('button', { name: 'Advance', exact: true })
  await eventually(() => advance.isDisabled(), true)
  await page.getByRole('button', { name: '3 months' }).click()
  const day = page.getByLabel('Advance to')
  // Counted from before or after midnight, should the two lie in one month and the next.
  const laters = [before, await get(w.api, '/v1/test_clock')].map(quarterAfter)
  await eventually(async () => laters.includes((await day.inputValue()).slice(0, 7)), true)
  const later = (await day.inputValue()).slice(0, 7)
  await advance.click()
  const diary = page.getByRole('region', { name: 'What happened' })
  const overdue = `Invoice ${invoice.number} is overdue: CA$59.97 due.`
  await diary.getByText(overdue).waitFor()
  await eventually(async () => (await get(w.api, '/v1/test_clock')).status, 'ready')
  // The diary is the feed: as many, in order, each with the way to what it is about.
  const { events_after, now } = await get(w.api, '/v1/test_clock')
  assert.ok(now.startsWith(later), now)
  const { data } = await get(w.api, `/v1/events?after=${events_after}&limit=100`)
  await counts(diary.getByRole('time').or(diary.locator('time')), data.length)
  await counts(diary.getByRole('link', { name: invoice.number }), data.length)
  const types = data.map(({ type }: { type: string }) => type)
  assert.deepEqual(types, ['invoice.overdue', 'invoice.reminded', 'invoice.reminded'])
  await assertAccessible('the diary')
  await diary.getByRole('link', { name: invoice.number }).first().click()
  await page.getByRole('heading', { level: 1, name: invoice.number }).waitFor()
  await page.getByText('overdue since', { exact: false }).first().waitFor()
})

test('time goes forward only, and live has that of the world', needsChromium, async (t) => {
  const { page, open, expect } = await visitAsOwner(chromium, t, w)
  await open('developers/test-clock')
  const day = page.getByLabel('Advance to')
  await day.fill('2020-01-01')
  await page.evaluate("document.querySelector('form:has([type=date])').noValidate = true")
  expect(400)
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await holds(day, '2020-01-01')
  const live = await visitAsOwner(chromium, t, w, { place: '1/live' })
  await live.open('developers/test-clock')
  await live.page.getByText('Live mode always uses real time.').waitFor()
  await counts(live.page.getByRole('button', { name: 'Delete all test data' }), 0)
})

test('everything is reset, after it was said what that means', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('developers/test-clock')
  await page.getByRole('button', { name: 'Delete all test data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This deletes all data in this test environment').waitFor()
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: 'Delete all test data' }).click()
  await eventually(async () => (await get(w.api, '/v1/customers')).data.length, 0)
  await eventually(async () => (await get(w.api, '/v1/test_clock')).status, 'ready')
  await open('customers')
  await page.locator('[data-state=empty]').waitFor()
})

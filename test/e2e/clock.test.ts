// The test clock: time is advanced, what happened is listed, and all test data is deleted.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, makeCustomer, makeFinalized } from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, eventually, holds, launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** The month three months later, as `YYYY-MM`. */
function quarterAfter({ now }: { now: string }): string {
  const [year = '', month = ''] = now.split('-')
  return new Date(Date.UTC(Number(year), Number(month) + 2, 1)).toISOString().slice(0, 7)
}

test(
  'time is advanced, what happened is listed, and test data is deleted',
  needsChromium,
  async (t) => {
    const settings = { body: { reminder_days: [3, 10] } }
    assert.equal((await w.api.patch('/v1/account', settings)).status, 200)
    const { id } = await makeCustomer(w.api, { name: 'Slow Payer', email: 'ap@slow.example' })
    const invoice = await makeFinalized(w.api, { customer_id: id })
    const before = await get(w.api, '/v1/test_clock')
    const { page, go, expect } = await visitAsOwner(chromium, t, w)
    await go('developers/test-clock')
    const advance = page.getByRole('button', { name: 'Advance', exact: true })
    await eventually(() => advance.isDisabled(), true)
    await page.getByRole('button', { name: '3 months' }).click()
    const day = page.getByLabel('Advance to')
    // Read twice, since the month can change in between.
    const laters = [before, await get(w.api, '/v1/test_clock')].map(quarterAfter)
    await eventually(async () => laters.includes((await day.inputValue()).slice(0, 7)), true)
    const later = (await day.inputValue()).slice(0, 7)
    await advance.click()
    const happened = page.getByRole('region', { name: 'What happened' })
    const overdue = `Invoice ${invoice.number} is overdue: CA$59.97 due.`
    await happened.getByText(overdue).waitFor()
    await eventually(async () => (await get(w.api, '/v1/test_clock')).status, 'ready')
    // The list has the events of the feed, each with a link to its object.
    const { events_after, now } = await get(w.api, '/v1/test_clock')
    assert.ok(now.startsWith(later), now)
    const { data } = await get(w.api, `/v1/events?after=${events_after}&limit=100`)
    await counts(happened.getByRole('time').or(happened.locator('time')), data.length)
    await counts(happened.getByRole('link', { name: invoice.number }), data.length)
    const types = data.map(({ type }: { type: string }) => type)
    assert.deepEqual(types, ['invoice.overdue', 'invoice.reminded', 'invoice.reminded'])
    await happened.getByRole('link', { name: invoice.number }).first().click()
    await page.getByRole('heading', { level: 1, name: invoice.number }).waitFor()
    await page.getByText('overdue, was due on', { exact: false }).first().waitFor()

    // Time only moves forward: a past day is rejected, and stays in its field.
    await go('developers/test-clock')
    await day.fill('2020-01-01')
    await page.evaluate("document.querySelector('form:has([type=date])').noValidate = true")
    expect(400)
    await advance.click()
    await page.getByRole('main').getByRole('alert').waitFor()
    await holds(day, '2020-01-01')

    await page.getByRole('button', { name: 'Delete all test data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This deletes all data in this test environment').waitFor()
    await dialog.getByTestId('foreseen').waitFor()
    await dialog.getByRole('button', { name: 'Delete all test data' }).click()
    await eventually(async () => (await get(w.api, '/v1/customers')).data.length, 0)
    await eventually(async () => (await get(w.api, '/v1/test_clock')).status, 'ready')
    await go('customers')
    await page.locator('[data-state=empty]').waitFor()

    await go('../live/developers/test-clock')
    await page.getByText('Live mode always uses real time.').waitFor()
    await counts(page.getByRole('button', { name: 'Delete all test data' }), 0)
  },
)

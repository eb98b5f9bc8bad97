// The tax report at the dashboard: what was charged and voided by rate, and that it equals the ledger.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeCustomer, makeIssued } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test(
  'taxes of a quarter equal the ledger, a voided invoice among them',
  needsChromium,
  async (t) => {
    await w.api.patch('/v1/account', { body: { automatic_tax: true } })
    for (const region of [null, 'QC']) {
      const body = { country: 'CA', region, number: '1', valid_from: '2026-01-01' }
      const { status, text } = await w.api.post('/v1/tax_registrations', { body })
      assert.equal(status, 201, text)
    }
    const { id } = await makeCustomer(w.api, { country: 'CA', state_province: 'QC' })
    const line_items = [{ description: 'Consulting', quantity: 1, unit_amount: 14000 }]
    const issue = () => makeIssued(w.api, { customer_id: `cus_${id}`, line_items })
    await issue()
    const voided = await issue()
    await w.api.post(`/v1/invoices/${voided.id}/void`)
    const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
    await open('tax-report')
    const table = page.getByRole('table', { name: 'Taxes in CAD' })
    await table.waitFor()
    const rows = await table.getByRole('row').allInnerTexts()
    // 140.00 twice, once voided: QST 9.975 % is 13.97 each time, GST 5 % 7.00.
    assert.deepEqual(
      rows.slice(1, 3).map((row) => row.replaceAll(/\s+/g, ' ').trim()),
      [
        'QST 9.975% CA-QC CA$280.00 CA$27.94 CA$13.97 CA$140.00 CA$13.97 2',
        'GST 5% CA CA$280.00 CA$14.00 CA$7.00 CA$140.00 CA$7.00 2',
      ],
    )
    await page.getByText('Equals the ledger.').waitFor()
    await assertAccessible('the tax report')
    await page.getByLabel('Period').selectOption({ label: 'Last year' })
    await page.getByText('No taxes in this period.').waitFor()
  },
)

// The ledger and the emails: entries, balances, aging, verification, and emails as they were sent.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, makeCustomer, makeFinalized, makePayment } from '../fixtures.ts'
import { world } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import { holds, launch, needsChromium, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)
const MARKUP = '<b>bold</b><img src=x onerror="document.title=1">'

test('the pages of an account without entries or emails say so', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  await go('ledger')
  await page.getByText('Nothing has been finalized yet.').waitFor()
  await page.getByRole('tab', { name: 'Trial balance' }).click()
  await page.getByText('No postings on or before this date.').waitFor()
  await page.getByRole('tab', { name: 'Receivables aging' }).click()
  await page.getByText('Nothing outstanding on this date.').waitFor()
  await go('emails')
  await page.getByText('that you email to customers appear here.').waitFor()
})

test(
  'entries, balances and aging link to their sources, and are verified',
  needsChromium,
  async (t) => {
    const { id } = await makeCustomer(w.api, { name: 'Owing Ltd.', email: 'ap@owing.example' })
    const late = await makeFinalized(w.api, { customer_id: id, due_date: '2020-01-31' })
    // 3 × 19.99 = 59.97, less 20.00.
    await makePayment(w.api, late, { amount: 2000, received_on: '2026-01-15' })
    const { page, go } = await ownersWindow(t)
    await go('ledger')
    const entries = page.getByRole('table', { name: 'Entries' })
    await entries.getByRole('row', { name: /Payment received .*Receivable CA\$20\.00/ }).waitFor()
    await entries.getByRole('row', { name: /Payment received .*Value date Jan 15, 2026/ }).waitFor()
    await entries.getByRole('row', { name: /Invoice finalized .*Revenue CA\$59\.97/ }).waitFor()

    await page.getByRole('tab', { name: 'Trial balance' }).click()
    const balance = page.getByRole('table', { name: 'Trial balance, CAD' })
    await balance.getByRole('row', { name: 'Receivable CA$59.97 CA$20.00 CA$39.97' }).waitFor()
    await balance.getByRole('row', { name: 'Total CA$79.97 CA$79.97 CA$0.00' }).waitFor()
    await balance.getByRole('link', { name: 'Receivable' }).click()
    await entries.getByRole('row', { name: /Payment received/ }).waitFor()
    await page.waitForURL(/account=receivable/)

    await page.getByRole('tab', { name: 'Receivables aging' }).click()
    await page.getByRole('table', { name: 'By customer' }).getByText('Owing Ltd.').waitFor()
    await page.getByRole('link', { name: '$39.97' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await page.getByRole('link', { name: late.number }).waitFor()

    // A day before the first entry.
    await go('ledger?tab=ageing&as_of=2020-01-01')
    await page.getByText('Nothing outstanding on this date.').waitFor()

    await page.getByRole('tab', { name: 'Verification' }).click()
    await page.getByRole('button', { name: 'Verify the books' }).click()
    await page.getByText('The books are in order').waitFor()
    await page.getByRole('row', { name: /every entry balances .* OK/ }).waitFor()
  },
)

test('an email is shown as it was sent, and markup in it is text', needsChromium, async (t) => {
  const contact_name = MARKUP
  const { id } = await makeCustomer(w.api, { contact_name, email: 'ada@maple.example' })
  const invoice = await makeFinalized(w.api, { customer_id: id })
  const { page, go } = await ownersWindow(t)
  await go('emails')
  await page.getByRole('link', { name: new RegExp(`Invoice ${invoice.number}`) }).click()
  await page.getByText('Not sent. Test mode doesn’t send emails.').waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText(`Hi ${MARKUP}`).waitFor()
  assert.equal(await frame.locator('img').count(), 0)
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await page.getByText(`Hi ${MARKUP}`).waitFor()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByText('ada@maple.example').waitFor()

  await page.getByRole('button', { name: 'Send again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Email to ada@maple.example').waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Email queued').waitFor()
  assert.equal((await get(w.api, `/v1/emails?invoice_id=${invoice.id}`)).data.length, 2)
})

test(
  'one payment of two invoices is recorded, deallocated from one, allocated again and kept as credit',
  needsChromium,
  async (t) => {
    const { id } = await makeCustomer(w.api, { name: 'Several AG' })
    const first = await makeFinalized(w.api, { customer_id: id })
    const second = await makeFinalized(w.api, { customer_id: id })
    const { page, go } = await ownersWindow(t)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const act = async (name: string, foreseen: RegExp) => {
      await dialog.getByTestId('foreseen').getByText(foreseen).first().waitFor()
      await dialog.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await go(`customers/${id}`)
    await main.getByRole('button', { name: 'Record payment' }).click()
    await dialog.getByRole('button', { name: 'Several invoices, or not known which' }).click()
    await dialog.getByLabel('Amount').fill('100')
    // 59.97 of the invoice due first, and the rest of the other one.
    await holds(dialog.getByLabel(first.number), '59.97')
    await holds(dialog.getByLabel(second.number), '40.03')
    await dialog.getByLabel(second.number).fill('30')
    await dialog.getByText('CA$10.03 waits until you allocate it.').waitFor()
    await act('Record payment', new RegExp(`${second.number} partially paid`))

    const { data } = await get(w.api, `/v1/payments?customer_id=${id}`)
    await go(`payments/${data[0].id}`)
    await main.getByRole('link', { name: second.number }).waitFor()
    await main.getByText('CA$10.03').waitFor()
    await main.getByRole('button', { name: 'Deallocate' }).click()
    await dialog.getByLabel(first.number).fill('59.97')
    await act('Deallocate', /Payment of CA\$100\.00 deallocated/)
    await main.getByText('CA$70.00').waitFor()
    await main.getByRole('button', { name: 'Allocate', exact: true }).click()
    await holds(dialog.getByLabel(first.number), '59.97')
    // The rest would go to the other invoice.
    await holds(dialog.getByLabel(second.number), '10.03')
    await dialog.getByLabel(second.number).fill('')
    await act('Allocate', new RegExp(`${first.number} paid`))
    await main.getByText('CA$10.03').waitFor()
    await main.getByRole('button', { name: 'Move to balance' }).click()
    await act('Move to balance', /CA\$10\.03 of a payment moved to the balance/)
    await main.getByText('Kept as the customer’s credit').waitFor()
    const payment = await get(w.api, `/v1/payments/${data[0].id}`)
    assert.deepEqual([payment.unallocated, payment.to_balance], [0, 1003])
    await main.getByRole('button', { name: 'Refund', exact: true }).click()
    await holds(dialog.getByLabel('Amount'), '10.03')
    await act('Refund', /Refund of CA\$10\.03 started/)
    await page.getByRole('tab', { name: 'Refunds' }).click()
    await main.getByRole('row', { name: /CA\$10\.03/ }).waitFor()
  },
)

test('a payout is recorded, seen in the ledger, and reversed', needsChromium, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 5997 }]
  // No other test has money in this currency. 59.97 less 2.9 % and 0.30 is 57.93.
  await payOnline(
    await makeFinalized(w.api, { customer_id, currency: 'eur', line_items }),
    CARD.pays,
  )
  const { page, go, expect } = await ownersWindow(t)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await go('payouts')
  await main.getByText('sends money to your bank account, record it here').waitFor()
  await main.getByRole('button', { name: 'Record payout' }).click()
  await dialog.getByLabel('Currency').fill('eur')
  await dialog.getByText('The gateway has €57.93 according to the ledger.').waitFor()
  expect(409)
  await dialog.getByLabel('Amount').fill('60')
  await dialog.getByText('This is more than the gateway has according to the ledger.').waitFor()
  await dialog.getByLabel('Amount').fill('50')
  await dialog.getByLabel('Reference').fill('PO 4711')
  await dialog.getByTestId('foreseen').getByText('Payout of €50.00 arrived on').waitFor()
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await page.getByText('Payout recorded').waitFor()
  await main.getByRole('row', { name: /PO 4711 .*€50\.00/ }).waitFor()

  await go('ledger?account=cash_gateway&currency=eur')
  const entries = page.getByRole('table', { name: 'Entries' })
  await entries.getByRole('row', { name: /Gateway fee .*€2\.04/ }).waitFor()
  const entry = entries.getByRole('row', { name: /Payout .*Cash: bank transfer .*€50\.00/ })
  await entry.getByRole('link', { name: 'Payout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payout of €50.00' }).waitFor()
  await main.getByRole('button', { name: 'Reverse' }).click()
  await dialog.getByLabel('Reason').fill('returned by the bank')
  await dialog.getByTestId('foreseen').getByText('Payout of €50.00 reversed.').waitFor()
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await main.getByText('returned by the bank').waitFor()
  const [payout] = (await get(w.api, '/v1/payouts?currency=eur')).data
  assert.equal(payout.status, 'reversed')
})

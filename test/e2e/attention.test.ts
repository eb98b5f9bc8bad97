// The home page: each kind of problem appears, is fixed by its button and disappears; figures open their lists.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  get,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { until } from '../harness.ts'
import { attempted, hooksOf, productsOnly } from '../hooks.ts'
import { mailWorld } from '../mails.ts'
import { stoppedClock } from '../moving-clock.ts'
import { startReceiver } from '../receiver.ts'
import { counts, launch, needsChromium, sharedWindow } from './browser.ts'

// A stopped clock, so that nothing is retried while a browser starts.
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const w = await mailWorld({ after }, { settings }, stoppedClock())
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)
const hooks = hooksOf(w.api)

const concernOf = (page: Page, kind: string) => page.locator(`[data-concern=${kind}]`)

/** Presses the button of the only case of a problem, and waits until it has disappeared. */
async function mend(page: Page, kind: string, button: string): Promise<void> {
  const concern = concernOf(page, kind)
  await concern.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await concern.waitFor({ state: 'detached' })
}

test(
  'disabled endpoints and failed deliveries are fixed from the home page',
  needsChromium,
  async (t) => {
    const gone = await startReceiver(t)
    gone.answer = 410
    const dead = await startReceiver(t)
    dead.answer = 500
    const off = await hooks.endpointFor(gone, productsOnly)
    const failing = await hooks.endpointFor(dead, productsOnly)
    await makeProduct(w.api)
    const { page, go } = await ownersWindow(t)
    for (let times = 1; times < 10; times++) {
      const { next_attempt_at } = await hooks.deliveryThat(failing, attempted(times), 'an attempt')
      w.clock.move(Date.parse(next_attempt_at) - w.clock.now() + 100, t)
    }
    await hooks.deliveryThat(failing, ({ state }) => state === 'failed', 'giving up')

    await go('')
    await concernOf(page, 'webhook_endpoints_disabled').getByText(gone.url).waitFor()
    gone.answer = 200
    await mend(page, 'webhook_endpoints_disabled', 'Enable')
    assert.equal((await get(w.api, `/v1/webhook_endpoints/${off.id}`)).status, 'enabled')

    await concernOf(page, 'webhook_deliveries_failed').getByText('product.created').waitFor()
    dead.answer = 200
    await mend(page, 'webhook_deliveries_failed', 'Retry')
    await hooks.deliveryThat(failing, ({ state }) => state === 'delivered', 'delivery')
  },
)

test('a figure opens the list that adds up to it', needsChromium, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api, { name: 'Late & Co' })
  // 3 × 19.99 = 59.97 each; two overdue, one of them paid in part: 59.97 + 49.97 = 109.94. All: 169.91.
  const late = await makeFinalized(w.api, { customer_id, due_date: '2020-01-31' })
  const part = await makeFinalized(w.api, { customer_id, due_date: '2020-02-28' })
  await makePayment(w.api, part, { amount: 1000 })
  await makeFinalized(w.api, { customer_id })
  await until('two invoices to fall overdue', async () => {
    return (await get(w.api, '/v1/invoices?status=overdue')).data.length === 2
  })
  const { page, go } = await ownersWindow(t)
  await go('')
  const overdue = page.locator('[data-figure=Overdue]')
  await overdue.getByText('$109.94').waitFor()
  await overdue.getByRole('link', { name: '2 invoices' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  await counts(page.locator('tbody tr'), 2)
  for (const { number } of [late, part]) await page.getByRole('link', { name: number }).waitFor()

  await go('')
  const outstanding = page.locator('[data-figure=Outstanding]')
  await outstanding.getByText('$169.91').waitFor()
  await outstanding.getByRole('link', { name: '3 invoices' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  await counts(page.locator('tbody tr'), 3)

  await go('')
  const received = page.locator('[data-figure=Received]')
  await received.getByText('$10.00').waitFor()
  await received.getByRole('link', { name: '1 payment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await counts(page.locator('tbody tr'), 1)
  await page.getByRole('cell', { name: 'CA$10.00' }).waitFor()
})

/** Compares each link of the page to a list with the list of the API at its address. Returns the number of links. */
async function assertAllAddUp(page: Page): Promise<number> {
  const hidden = page.getByRole('button', { name: 'Show figures' })
  await hidden.first().waitFor()
  for (const button of await hidden.all()) await button.click()
  const links: [href: string, text: string][] = await page.evaluate(`[...document.querySelectorAll(
    'main [data-figure] a, main li:not([data-concern], [data-step]) a, main table a')]
    .map((a) => [a.href, (a.closest('[data-figure]') ?? a).textContent])`)
  for (const [href, text] of links) {
    const { pathname, searchParams: query } = new URL(href)
    const path = `/v1/${pathname.split('/').at(-1)}?${query}&limit=100`
    const { data } = await get(w.api, path)
    // Billed is the sum of the totals of its invoices, outstanding the sum of their balances due.
    const property = path.includes('finalized_at') ? 'total' : 'amount_remaining'
    const sum = data.reduce((all: number, row: Made) => all + (row.amount ?? row[property]), 0)
    const [, money = ''] = /[$€]([\d,]+\.\d\d)/.exec(text) ?? []
    if (money) assert.equal(Number(money.replaceAll(/\D/g, '')), sum, `${text}: ${path}`)
    const [, count] =
      /(\d+)(?: invoices?| payments?)?$/.exec(money ? text.replace(money, '') : text) ?? []
    if (count) assert.equal(Number(count), data.length, `${text}: ${path}`)
  }
  return links.length
}

test('each figure links to the list that adds up to it', needsChromium, async (t) => {
  const { id: customer_id } = await makeCustomer(w.api)
  const euros = await makeFinalized(w.api, { customer_id, currency: 'eur' })
  await makePayment(w.api, euros, { amount: 500, currency: 'eur' })
  await makeInvoice(w.api, { customer_id })
  const { page, go } = await ownersWindow(t)
  await go('')
  const late = concernOf(page, 'invoices_overdue').getByRole('link', { name: 'Show all' })
  assert.match(String(await late.getAttribute('href')), /\/invoices\?status=overdue$/)
  assert.ok((await assertAllAddUp(page)) >= 12)
  await page.getByLabel('Currency').selectOption('eur')
  await page.getByText('Last 30 days').click()
  await page.locator('[data-figure=Outstanding]').getByText('€54.97').waitFor()
  assert.ok((await assertAllAddUp(page)) >= 8)
})

test(
  'overdue invoices, late drafts and failed emails are fixed from the home page',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    const { onRecipient } = w.server
    w.server.onRecipient = () => ({ code: 550, text: '5.1.1 No such user' })
    t.after(() => Object.assign(w.server, { onRecipient }))
    const unsent = await w.finalizedFor()
    await w.invoiceThat(unsent, ({ email_status }) => email_status === 'failed', 'a failure')
    w.server.onRecipient = onRecipient
    const { customer_id } = unsent
    const overdue = await makeFinalized(w.api, { customer_id, due_date: '2020-01-31' }, w.live)
    await w.invoiceThat(overdue, ({ status }) => status === 'overdue', 'it to be overdue')
    const draft = await makeInvoice(w.api, { customer_id, due_date: '2020-02-28' }, w.live)

    await go('../live')
    // 3 × 19.99 each.
    await concernOf(page, 'drafts_past_due').getByText('$59.97').waitFor()
    await concernOf(page, 'invoices_overdue').getByText('1 invoice is overdue').waitFor()
    await mend(page, 'emails_failed', 'Send again')
    await w.invoiceThat(unsent, ({ email_status }) => email_status === 'sent', 'the second mail')
    // A live account without an address is warned before it finalizes.
    await concernOf(page, 'drafts_past_due').getByRole('button', { name: 'Finalize' }).click()
    await page.getByRole('dialog').getByText('Add your address').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await mend(page, 'drafts_past_due', 'Finalize')
    const finalized = await get(w.api, `/v1/invoices/${draft.id}`, w.live)
    assert.match(finalized.number, /^INV-0/)
    await makePayment(w.api, finalized, {}, w.live)

    // A reminder is sent, then the payment is recorded.
    await go('../live')
    const concern = concernOf(page, 'invoices_overdue')
    await concern.getByText(/Balance due \S*59\.97 · [\d,]+ days overdue/).waitFor()
    await concern.getByRole('button', { name: 'Send reminder' }).click()
    const reminder = page.getByRole('dialog', { name: `Send reminder: ${overdue.number}` })
    await reminder.getByTestId('foreseen').waitFor()
    await reminder.getByRole('button', { name: 'Send reminder' }).click()
    await page.getByText('Reminder queued').waitFor()
    const sent = await get(w.api, `/v1/emails?invoice_id=${overdue.id}&kind=reminder`, w.live)
    assert.equal(sent.total_count, 1)
    await concern.getByRole('link', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog', { name: `Record a payment for ${overdue.number}` })
    await dialog.getByTestId('foreseen').waitFor()
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await page.locator('[data-status=paid]').first().waitFor()
    await go('../live')
    await page.locator('[data-figure=Overdue]').getByText('$0.00').waitFor()
    const warned = page.locator('[data-warning=seller_address_missing]').getByRole('link')
    assert.equal(await warned.textContent(), '3 invoices')
    assert.equal(await page.getByRole('heading', { name: 'Needs attention' }).count(), 0)
    await warned.click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await counts(page.locator('tbody tr'), 3)
  },
)

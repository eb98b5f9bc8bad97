// What needs a person, on the home page: every kind appears, is mended by its button, and is gone.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeInvoice, makeIssued, makePayment, makeProduct } from '../fixtures.ts'
import { attempted, hooksOf, productsOnly } from '../hooks.ts'
import { mailWorld } from '../mails.ts'
import { stoppedClock } from '../moving-clock.ts'
import { startReceiver } from '../receiver.ts'
import { DESKTOP, launch, needsChromium, PHONE, visitAsOwner } from './browser.ts'

// However long a browser takes to start, nothing is tried again meanwhile.
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const w = await mailWorld({ after }, { settings }, stoppedClock())
const chromium = await launch({ after })
const hooks = hooksOf(w.api)

const concernOf = (page: Page, kind: string) => page.locator(`[data-concern=${kind}]`)

/** Presses the button of the only case there is, and waits until nobody is troubled by it any more. */
async function mend(page: Page, kind: string, button: string): Promise<void> {
  const concern = concernOf(page, kind)
  await concern.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await concern.waitFor({ state: 'detached' })
}

test('endpoints that are off and deliveries given up', needsChromium, async (t) => {
  const gone = await startReceiver(t)
  gone.answer = 410
  const dead = await startReceiver(t)
  dead.answer = 500
  const off = await hooks.endpointFor(gone, productsOnly)
  const failing = await hooks.endpointFor(dead, productsOnly)
  await makeProduct(w.api)
  const { page, open } = await visitAsOwner(chromium, t, w)
  for (let times = 1; times < 10; times++) {
    const { next_attempt_at } = await hooks.deliveryThat(failing, attempted(times), 'an attempt')
    w.clock.move(Date.parse(next_attempt_at) - w.clock.now() + 100, t)
  }
  await hooks.deliveryThat(failing, ({ state }) => state === 'failed', 'giving up')

  await open('')
  await concernOf(page, 'webhook_endpoints_disabled').getByText(gone.url).waitFor()
  gone.answer = 200
  await mend(page, 'webhook_endpoints_disabled', 'Enable')
  assert.equal((await get(w.api, `/v1/webhook_endpoints/${off.id}`)).status, 'enabled')

  await concernOf(page, 'webhook_deliveries_failed').getByText('product.created').waitFor()
  dead.answer = 200
  await mend(page, 'webhook_deliveries_failed', 'Retry')
  await hooks.deliveryThat(failing, ({ state }) => state === 'delivered', 'delivery')
})

test('overdue invoices, forgotten drafts, mails that failed', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w, { place: '1/live' })
  const { onRecipient } = w.server
  w.server.onRecipient = () => ({ code: 550, text: '5.1.1 No such user' })
  t.after(() => Object.assign(w.server, { onRecipient }))
  const unsent = await w.issuedTo()
  await w.invoiceThat(unsent, ({ email_status }) => email_status === 'failed', 'a failure')
  w.server.onRecipient = onRecipient
  const { customer_id } = unsent
  const overdue = await makeIssued(w.api, { customer_id, due_date: '2020-01-31' }, w.live)
  await w.invoiceThat(overdue, ({ status }) => status === 'overdue', 'it to be overdue')
  const draft = await makeInvoice(w.api, { customer_id, due_date: '2020-02-28' }, w.live)

  await open('')
  // 3 × 19.99 each.
  await concernOf(page, 'drafts_past_due').getByText('$59.97').waitFor()
  await concernOf(page, 'invoices_overdue').getByText('1 invoice is overdue').waitFor()
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    await assertAccessible(`three concerns, ${viewport.width} pixels`)
  }
  await page.setViewportSize(DESKTOP)

  await mend(page, 'emails_failed', 'Send again')
  await w.invoiceThat(unsent, ({ email_status }) => email_status === 'sent', 'the second mail')
  await mend(page, 'drafts_past_due', 'Finalize')
  const issued = await get(w.api, `/v1/invoices/${draft.id}`, w.live)
  assert.match(issued.number, /^INV-0/)
  await makePayment(w.api, issued, {}, w.live)

  // An overdue invoice is mended by money, or by reminding whoever has it.
  await open('')
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
  await open('')
  await page.locator('[data-figure=Overdue]').getByText('$0.00').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Needs attention' }).count(), 0)
})

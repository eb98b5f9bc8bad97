// The whole flow of a card, as its customer and the seller see it: the first payment on the page of the invoice, a renewal
// that is paid automatically, a decline, and a payment that the bank wants confirmed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { clockReady } from '../clock.ts'
import { bodyOf, get, type Made } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { CARD } from '../online.ts'
import { subscribing } from '../subscribed.ts'
import { DESKTOP, launch, needsChromium, PHONE, sharedWindow, type Visitor } from './browser.ts'
import { assertTargets, assertWhole } from './layout.ts'

const DAY_MS = 86_400_000

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)
const { subscribed, invoicesOf } = await subscribing(w.api)

/** One subscription in one window. */
function flow({ page, open, go, assertAccessible }: Visitor, name: string, { id }: Made) {
  const press = (label: string) =>
    page.getByRole('main').getByRole('button', { name: label, exact: true }).click()
  const fits = async (what: string) => {
    await assertWhole(page, `${what} (${name})`)
    await assertTargets(page, `${what} (${name})`)
    await assertAccessible(`${what} (${name})`, 'main')
  }
  const last = async (): Promise<Made> => (await invoicesOf(id)).at(-1) as Made

  return {
    /** Pays the last invoice on its page with a test number. */
    async pay(number: string, then?: () => Promise<void>) {
      await page.goto((await last()).hosted_url)
      await fits('the page of an unpaid invoice')
      await press('Pay CA$90.00')
      await page.getByLabel('Test card or account number').fill(number)
      await page.getByLabel('Save it to pay later invoices').check()
      await fits('the page of the gateway')
      await press('Pay CA$90.00')
      await then?.()
      await page.getByText('Paid. Thank you.').waitFor()
      await fits('the page of a paid invoice')
    },

    async chargesAutomatically() {
      await open(`subscriptions/${id}`)
      await press('Payment')
      const dialog = page.getByRole('dialog', { name: 'Change how it is paid?' })
      await dialog.getByLabel('Payment', { exact: true }).selectOption('charge')
      await dialog.getByRole('button', { name: 'Change payment', exact: true }).click()
      await page.getByText('Charged automatically to Visa •••• 4242').waitFor()
    },

    /** Advances the clock to the day after the period, on its page, and returns the invoice of the next one. */
    async nextMonth(): Promise<Made> {
      const { current_period } = await get(w.api, `/v1/subscriptions/${id}`)
      const count = (await invoicesOf(id)).length
      await go('developers/test-clock')
      const end = new Date(Date.parse(current_period.end) + 2 * DAY_MS)
      await page.getByLabel('Advance to').fill(end.toISOString().slice(0, 10))
      await press('Advance')
      await until('the renewal', async () => (await invoicesOf(id)).length > count)
      await clockReady(w.api)
      return last()
    },

    /** Opens the payments of an invoice, where the last attempt has this text. */
    async shows(invoice: Made, text: string | RegExp) {
      await open(`invoices/${invoice.id}?tab=payments`)
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      await fits('the payments of an invoice')
    },

    async confirm() {
      await page.getByText('Your bank asks you to confirm this payment').waitFor()
      await fits('the question of the bank')
      await press('Confirm')
    },

    /** The alert on the page of an invoice whose charge was declined. */
    async explains(invoice: Made, text: string) {
      await page.goto(invoice.hosted_url)
      await page.getByRole('alert').getByText(text, { exact: false }).waitFor()
    },
  }
}

for (const [name, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`a card pays, renews, is declined and confirmed (${name})`, needsChromium, async (t) => {
    const visitor = await ownersWindow(t)
    await visitor.page.setViewportSize(viewport)
    const subscription = await subscribed()
    const one = flow(visitor, name, subscription)
    await one.pay(CARD.pays)
    await one.chargesAutomatically()

    const renewed = await one.nextMonth()
    assert.equal(renewed.status, 'paid')
    await one.shows(renewed, 'Paid in full: CA$90.00.')

    const { customer_id } = subscription
    const [method] = (await get(w.api, `/v1/payment_methods?customer_id=${customer_id}`)).data
    // The renewal, and the first retry on the day after.
    const outcomes = ['insufficient_funds', 'insufficient_funds']
    const script = { payment_method_id: method.id, outcomes }
    await bodyOf(w.api.post('/v1/simulated_gateway/script', { body: script }), 200)
    const declined = await one.nextMonth()
    await one.shows(declined, 'The account does not have enough money.')
    const read = () => get(w.api, `/v1/subscriptions/${subscription.id}`)
    assert.equal((await read()).status, 'past_due')
    await one.explains(declined, 'doesn’t have enough money')
    await one.pay(CARD.confirms, one.confirm)
    assert.equal((await read()).status, 'active')
    await one.shows(declined, 'Paid in full: CA$90.00.')
  })
}

// Gateways in the settings: added with a key, set up for events, made the default, and disabled.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const KEY = 'sk_test_canaryInThePage1234'
const SECRET = 'whsec_canaryInThePage1234'

test(
  'Stripe is added with its keys, which the page does not show again',
  needsChromium,
  async (t) => {
    const { page, go, expect, assertAccessible } = await ownersWindow(t)
    expect(400)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    await go('settings/payments')
    await main.getByText('Accepts payments in every currency.').waitFor()

    await press('Add Stripe')
    const key = dialog.getByLabel('Secret key', { exact: true })
    await key.fill('sk_live_canaryInThePage1234')
    await dialog.getByText('This is a test environment').waitFor()
    await key.fill(KEY)
    await dialog.getByText('This is a test environment').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'API request' }).click()
    assert.doesNotMatch(String(await dialog.textContent()), /canary/)
    await confirm('Add Stripe')
    await main.getByText('sk_test_…1234').waitFor()
    await main.getByText('Accepts payments in every currency.').waitFor({ state: 'detached' })

    const [gateway] = (await get(w.api, '/v1/gateways')).data
    await press('Set up events')
    await dialog.getByText(gateway.webhook_url).waitFor()
    await dialog.getByText('checkout.session.completed', { exact: true }).waitFor()
    await assertAccessible('the dialog of events', '[role=dialog]')
    await dialog.getByLabel('Signing secret', { exact: true }).fill(SECRET)
    await confirm('Set up events')
    await main.getByText('Signed and verified').waitFor()

    await press('Make default')
    await confirm('Make default')
    await main.getByText('Default', { exact: true }).waitFor()
    await press('Change')
    await dialog.getByLabel('Currencies').fill('CAD, usd')
    await confirm('Change')
    await main.getByText('CAD, USD').waitFor()
    await main.getByText('Accepts payments in currencies that no active gateway takes.').waitFor()
    await press('Disable')
    await confirm('Disable')
    await main.getByRole('button', { name: 'Enable' }).waitFor()
    assert.doesNotMatch(await page.content(), /canary/)
    const {
      id: _,
      created_at: __,
      updated_at: ___,
      webhook_url: ____,
      ...kept
    } = (await get(w.api, '/v1/gateways')).data[0]
    assert.deepEqual(kept, {
      ...{ object: 'gateway', type: 'stripe', name: 'Stripe', status: 'disabled' },
      ...{ currencies: ['cad', 'usd'], default: true, key_hint: 'sk_test_…1234' },
      has_webhook_secret: true,
    })
  },
)

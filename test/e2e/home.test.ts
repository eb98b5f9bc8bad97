// The checklist of the home page: steps tick themselves, their calls work in a shell, and it can be hidden.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { get } from '../fixtures.ts'
import { greyPng } from '../images.ts'
import { mailWorld } from '../mails.ts'
import { counts, launch, needsChromium, readAgain, sharedWindow } from './browser.ts'

const w = await mailWorld({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  assert.ok(status < 300, text)
}

/** Actions that complete each of the other steps, in another order than on the page. */
const TICKS = {
  webhook: () =>
    ok(w.api.post('/v1/webhook_endpoints', { body: { url: 'https://example.com/hook' } })),
  teammate: () =>
    ok(
      w.api.post('/v1/members', { body: { email: 'sam@example.com', role: 'viewer' }, ...w.live }),
    ),
  logo: () => {
    const body = { content_type: 'image/png', data: greyPng().toString('base64') }
    return ok(w.api.post('/v1/account/logo', { body }))
  },
  tax: async () => {
    const body = { country: 'CA', valid_from: '2026-01-01' }
    await ok(w.api.post('/v1/tax_registrations', { body }))
    await ok(w.api.patch('/v1/account', { body: { automatic_tax: true } }))
  },
  email: () => ok(w.api.patch('/v1/account', { body: { reply_to: 'billing@example.com' } })),
  business: async () => {
    const body = { legal_name: 'Nordlicht Ltd.', address_line1: '1 Quay St', country: 'CA' }
    await ok(w.api.patch('/v1/account', { body }))
  },
}

test('hiding the checklist hides it in that mode only', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  const steps = page.locator('[data-step]')
  await go('../live')
  await steps.first().waitFor()
  // An address, which every live invoice needs, is a step before the first invoice.
  await page.getByText('Add them before you finalize your first live invoice.').waitFor()
  await page.getByRole('button', { name: 'Hide checklist' }).click()
  await counts(steps, 0)
  await page.reload()
  await page.getByTestId('warnings').first().waitFor()
  await page.waitForLoadState('networkidle')
  await counts(steps, 0)
  await go('')
  await steps.first().waitFor()
})

test(
  'each step is checked off automatically, and the finished checklist does not come back',
  needsChromium,
  async (t) => {
    const { page, go } = await ownersWindow(t)
    await go('')
    const step = (name: string) => page.locator(`[data-step=${name}]`)
    // The installation has a live key and sends emails.
    await step('live').getByText('Done').waitFor()
    await counts(page.locator('[data-step]'), 10)
    for (const name of ['product', 'customer', 'invoice', 'invoice']) {
      // The call shown with a step, pasted into a shell, does it.
      const call = (await step(name).locator('pre').textContent()) ?? ''
      assert.match(call, /^# KEY=svc_test_…\ncurl -X POST /)
      const env = { PATH: process.env.PATH, KEY: w.keys.test }
      const { stdout } = await promisify(execFile)('sh', ['-c', `${call} -sS`], { env })
      assert.ok(!('error' in JSON.parse(stdout)), stdout)
      await readAgain(page)
      // A draft is half of that step: its button leads to it.
      if (JSON.parse(stdout).status === 'draft') {
        await step(name).getByRole('link', { name: 'Open the draft' }).waitFor()
      } else await step(name).getByText('Done').waitFor()
    }
    // 3 × 19.99 = 59.97.
    await page.locator('[data-figure=Billed]').getByText('$59.97').waitFor()
    const names = Object.keys(TICKS) as (keyof typeof TICKS)[]
    for (const name of names) {
      await step(name).getByRole('link').waitFor()
      await TICKS[name]()
      await readAgain(page)
      if (name !== names.at(-1)) await step(name).getByText('Done').waitFor()
    }
    await counts(page.locator('[data-step]'), 0)
    // Undoing a step later does not bring it back.
    await go('products')
    await ok(w.api.delete('/v1/account/logo'))
    const account = page.waitForResponse((answer) => answer.url().endsWith('/v1/account'))
    await readAgain(page)
    await account
    await go('')
    await page.getByRole('heading', { level: 2, name: 'Receivables aging' }).waitFor()
    await page.waitForLoadState('networkidle')
    await counts(page.locator('[data-step]'), 0)

    // Credited amounts have their own figure, which links to the list of credit notes.
    const [{ id: invoice_id }] = (await get(w.api, '/v1/invoices?status=posted')).data
    const note = { invoice_id, amount: 997, reason: 'goodwill' }
    await ok(w.api.post('/v1/credit_notes', { body: note }))
    await readAgain(page)
    const credited = page.locator('[data-figure=Credited]')
    await credited.getByText('$9.97').waitFor()
    await page.locator('[data-figure=Billed]').getByText('$59.97').waitFor()
    await page.locator('[data-figure=Refunded]').getByText('$0.00').waitFor()
    await credited.getByRole('link', { name: '1 credit note' }).click()
    await page.getByRole('link', { name: 'CN-000001' }).waitFor()
  },
)

// The home page: from nothing to the first paid invoice by the calls it shows.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { world } from '../harness.ts'
import { counts, launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const STEPS = ['customer', 'product', 'invoice', 'finalize', 'pay']

test('the calls it shows lead from nothing to a paid invoice', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('')
  for (const [index, name] of STEPS.entries()) {
    const step = page.locator(`[data-step=${name}]`)
    await step.getByRole('link').waitFor()
    if (index === 0) await assertAccessible('the first step')
    // What is beside the next step, pasted into a shell, does it.
    const call = (await step.locator('pre').textContent()) ?? ''
    assert.match(call, /^# KEY=svc_test_…\ncurl -X POST /)
    const env = { PATH: process.env.PATH, KEY: w.keys.test }
    const { stdout } = await promisify(execFile)('sh', ['-c', `${call} -sS`], { env })
    assert.ok(!('error' in JSON.parse(stdout)), stdout)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    if (name === 'pay') break
    await step.getByText('Done').waitFor()
  }
  // 3 × 19.99 = 59.97, paid in full: this month and in all, unless a month has just begun.
  await page.locator('[data-figure=Received]').getByText('$59.97').first().waitFor()
  // Who has walked the path sees it no more.
  await counts(page.locator('[data-step]'), 0)
})

test('it reads in French too', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA' })
  await page.goto(`${w.url}/1/test`)
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor()
  await page
    .locator('[data-figure="En retard"]')
    .getByText(/0,00\s\$/)
    .waitFor()
  await assertAccessible('home in French')
  await open('ledger')
  await page.getByRole('tab', { name: 'Balance de vérification' }).waitFor()
})

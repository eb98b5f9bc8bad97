// The pages under /docs in a browser: search, languages, copying and trying an operation; and without scripts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../harness.ts'
import { eventually, launch, needsChromium, PHONE, says, visit } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('without scripts the menu opens and a language can be chosen', needsChromium, async (t) => {
  const { page, open } = await visit(chromium, t, w, {
    place: 'docs',
    viewport: PHONE,
    javaScriptEnabled: false,
  })
  await open('products')
  const link = page.locator('#menu a', { hasText: /^Webhooks$/ })
  assert.equal(await link.isVisible(), false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.waitFor()
  await page.keyboard.press('Escape')
  const samples = page.locator('#createProduct .samples')
  await samples.getByText('Python', { exact: true }).click()
  assert.equal(await samples.locator('pre:visible').count(), 1)
  assert.match((await samples.locator('pre:visible').textContent()) ?? '', /urllib\.request/)
  assert.equal(await page.locator('#page-search').isVisible(), false)
})

test(
  'the docs are searched by keyboard, and samples copied and tried',
  needsChromium,
  async (t) => {
    const { page, open } = await visit(chromium, t, w, {
      place: 'docs',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await open('products')
    const shown = () =>
      page
        .locator('.samples input:checked')
        .evaluateAll((radios) => [
          ...new Set(radios.map((radio) => (radio as unknown as { value: string }).value)),
        ])
    assert.deepEqual(await shown(), ['curl'])
    const program = page.locator('#createProduct .panel').first()
    await program.hover()
    await program.getByRole('button', { name: 'Copy' }).click()
    await says(program.getByRole('button'), 'Copied')
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(copied, await program.locator('pre').textContent())
    await page.locator('#key input').fill(w.keys.test)
    const form = page.locator('#createProduct details.try')
    await form.locator('summary').click()
    await form.getByRole('button').click()
    await form.locator('pre.good').waitFor()
    assert.match((await form.locator('pre').textContent()) ?? '', /^201 Created/)

    // The language chosen is shown in every sample, on the next page as well.
    await page.locator('#createProduct .samples').getByText('Node', { exact: true }).click()
    await eventually(shown, ['Node'])
    await open('guide/idempotency')
    assert.deepEqual(await shown(), ['Node'])

    await page.keyboard.press('/')
    const first = page.locator('#page-results a').first()
    for (const [query, found] of [
      ['finalize invoice', '/docs/invoices#finalizeInvoice'],
      ['invoice.paid', '/docs/events#invoice.paid'],
      ['invoice_not_draft', '/docs/errors/invoice_not_draft'],
      ['idempotncy', '/docs/guide/idempotency'],
      ['webhok signature', '/docs/guide/webhooks#what-to-do-with-each-request'],
      ['pagination', '/docs/guide/pagination'],
    ] as const) {
      await page.locator('#page-query').fill(query)
      await eventually(() => first.getAttribute('href'), found)
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${w.url}/docs/guide/pagination`)
    await page.locator('#page-query').fill('qqqqqq')
    await says(page.locator('#page-found'), 'No results')
    await page.keyboard.press('Escape')
    await says(page.locator('#page-found'), '')
  },
)

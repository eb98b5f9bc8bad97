// The pages under /docs in a browser: on a phone and a wide screen, light and dark, with and without scripts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../harness.ts'
import { DESKTOP, eventually, launch, needsChromium, PHONE, says, visit } from './browser.ts'
import { assertTargets, assertWhole } from './layout.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** One of each kind of page, and those with the widest contents. */
const PAGES = [
  '',
  'invoices',
  'events',
  'errors',
  'reference',
  'guide/sign-up-to-access',
  'guide/operations',
]

for (const [colorScheme, viewport] of [
  ['dark', PHONE],
  ['light', DESKTOP],
] as const) {
  test(
    `pages can be read by everybody: ${colorScheme}, ${viewport.width} pixels`,
    needsChromium,
    async (t) => {
      const { page, open, assertAccessible } = await visit(chromium, t, w, {
        place: 'docs',
        viewport,
        colorScheme,
      })
      for (const path of PAGES) {
        await open(path)
        await assertWhole(page, path)
        await assertAccessible(path)
      }
      await open('products')
      for (const details of await page.locator('details.try > summary').all()) await details.click()
      await assertTargets(page, 'docs/products')
      await assertAccessible('docs/products with its forms')
    },
  )
}

test('without scripts the menu opens and languages are chosen', needsChromium, async (t) => {
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
  'a language that was chosen is shown everywhere, on the next page as well',
  needsChromium,
  async (t) => {
    const { page, open } = await visit(chromium, t, w, { place: 'docs' })
    await open('products')
    const shown = () =>
      page
        .locator('.samples input:checked')
        .evaluateAll((radios) => [
          ...new Set(radios.map((radio) => (radio as unknown as { value: string }).value)),
        ])
    assert.deepEqual(await shown(), ['curl'])
    await page.locator('#createProduct .samples').getByText('Node', { exact: true }).click()
    await eventually(shown, ['Node'])
    await open('guide/idempotency')
    assert.deepEqual(await shown(), ['Node'])
  },
)

test(
  'the search finds what is meant, also misspelt, by keyboard alone',
  needsChromium,
  async (t) => {
    const { page, open, assertAccessible } = await visit(chromium, t, w, { place: 'docs' })
    await open('')
    await page.keyboard.press('/')
    const first = page.locator('#page-results a').first()
    for (const [asked, found] of [
      ['finalize invoice', '/docs/invoices#finalizeInvoice'],
      ['invoice.paid', '/docs/events#invoice.paid'],
      ['invoice_not_draft', '/docs/errors/invoice_not_draft'],
      ['idempotncy', '/docs/guide/idempotency'],
      ['webhok signature', '/docs/guide/webhooks#what-to-do-with-each-request'],
      ['pagination', '/docs/guide/pagination'],
    ] as const) {
      await page.locator('#page-query').fill(asked)
      await eventually(() => first.getAttribute('href'), found)
    }
    await assertAccessible('the search')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${w.url}/docs/guide/pagination`)
    await page.locator('#page-query').fill('qqqqqq')
    await says(page.locator('#page-found'), 'No results')
    await page.keyboard.press('Escape')
    await says(page.locator('#page-found'), '')
  },
)

test(
  'a program is copied as it stands, and an operation is tried with a key',
  needsChromium,
  async (t) => {
    const { page, open } = await visit(chromium, t, w, {
      place: 'docs',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await open('products')
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
  },
)

// The figures of the home page: each opens the list that adds up to it, and what needs attention can be mended.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer, makeInvoice, makeIssued, makePayment } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { counts, DESKTOP, follow, launch, needsChromium, PHONE, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const overdue = async () => (await get(w.api, '/v1/invoices?status=overdue')).data

test('every figure opens the list that adds up to it', needsChromium, async (t) => {
  const customer_id = (await makeCustomer(w.api, { name: 'Late & Co' })).id
  // 3 × 19.99 each; long past due, due some day, a part paid, in another currency, a draft.
  await makeIssued(w.api, { customer_id, due_date: '2020-01-31' })
  await makeIssued(w.api, { customer_id })
  const part = await makeIssued(w.api, { customer_id, due_date: '2020-02-28' })
  await makePayment(w.api, part, { amount: 1000 })
  const euros = await makeIssued(w.api, { customer_id, currency: 'eur' })
  await makePayment(w.api, euros, { amount: 500, currency: 'eur' })
  await makeInvoice(w.api, { customer_id })
  // What falls overdue between the figure and its list is in one and not in the other.
  await until('two invoices to fall overdue', async () => (await overdue()).length === 2)
  const { page, open } = await visitAsOwner(chromium, t, w)
  const seen = new Set<string>()
  for (const place of ['', '?currency=eur', '?interval=day']) {
    await open(place)
    await page.getByRole('button', { name: 'Show figures' }).first().waitFor()
    const figures = await figuresOn(page)
    assert.ok(figures.length >= (place === '?currency=eur' ? 8 : 12), JSON.stringify(figures))
    for (const { href, text } of figures) {
      // The same figure on another view of the page, or nothing of the same kind on other days.
      const kind = /\b0\.00\b/.test(text) ? kindOf(href) : `${href} ${text}`
      if (seen.has(kind)) continue
      seen.add(kind)
      await assertAddsUp(page, href, text)
    }
  }
})

/** A list and the names of its filters. */
function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href)
  return `${pathname} ${[...searchParams.keys()].join()}`
}

interface Shown {
  href: string
  text: string
}

/** Every link to a list, with the words around it. */
async function figuresOn(page: Page): Promise<Shown[]> {
  for (const button of await page.getByRole('button', { name: 'Show figures' }).all()) {
    await button.click()
  }
  return page.evaluate(`[...document.querySelectorAll(
    'main [data-figure] a, main li:not([data-concern], [data-step]) a, main table a')]
    .map((a) => ({ href: a.href, text: (a.closest('[data-figure]') ?? a).textContent }))`) as Promise<
    Shown[]
  >
}

/** Opens the list as a visitor would, and holds the figure against the rows it shows. */
async function assertAddsUp(page: Page, href: string, text: string): Promise<void> {
  const kind = /\/(invoices|payments)\?/.exec(href)?.[1] ?? ''
  const wanted = [...new URL(href).searchParams]
  const [answer] = await Promise.all([
    // Not one of those that count what the tabs above the list have, nor one of the page before.
    page.waitForResponse((response) => {
      const { pathname, searchParams: asked } = new URL(response.url())
      const isList = pathname.endsWith(`/v1/${kind}`) && asked.get('limit') === '25'
      return isList && wanted.every(([name, value]) => asked.get(name) === value)
    }),
    follow(page, href),
  ])
  const { data, total_count } = (await answer.json()) as {
    data: { amount?: number; amount_remaining?: number; total?: number }[]
    total_count: number
  }
  assert.equal(data.length, total_count, 'a page holds them all')
  // What was billed is the totals of its invoices, what is outstanding is what remains of them.
  const property = href.includes('finalized_at') ? 'total' : 'amount_remaining'
  const sum = data.reduce((sum, row) => sum + (row.amount ?? row[property] ?? 0), 0)
  const told = `${text} at ${href}: ${total_count} rows, ${sum}`
  const money = /[$€](?<units>[\d,]+)\.(?<cents>\d\d)/.exec(text)?.groups
  if (money)
    assert.equal(
      `${money.units}${money.cents}`.replace(/\D/g, ''),
      String(sum).padStart(3, '0'),
      told,
    )
  const counted = /(\d+) (?:payment|invoice)/.exec(
    money ? text.replace(/.*\.\d\d/, '') : `${text} invoices`,
  )
  if (counted) assert.equal(Number(counted[1]), total_count, told)
}

test('what needs attention is told, and gone once it is mended', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('')
  const concern = page.locator('[data-concern=invoices_overdue]')
  await concern.getByText('2 invoices are overdue').waitFor()
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await assertAccessible(`home, ${colorScheme}, ${viewport.width} pixels`)
    }
  }
  await concern.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  assert.equal(new URL(page.url()).search, '?status=overdue')

  for (const invoice of await overdue()) {
    await makePayment(w.api, invoice, { amount: invoice.amount_remaining })
  }
  await open('')
  await page.locator('[data-figure=Overdue]').getByText('$0.00').waitFor()
  await counts(page.getByRole('heading', { name: 'Needs attention' }), 0)
})

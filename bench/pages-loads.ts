// Measures how long the main pages take to show: with an empty cache, with a full one, and on a slow processor.

import type { Browser, Page } from 'playwright-core'
import type { PageVisitor } from './pages.ts'
import { median } from './stats.ts'

const ROUNDS = 5
/** The usual slowdown by which measuring tools simulate a slower phone. */
const SLOWER = 4
const LATE_MS = 1_500

interface Load {
  lcp: number
  ready: number
  shift: number
}

export async function measureLoads(browser: Browser, visitor: PageVisitor): Promise<string> {
  const answer = await fetchJson(browser, visitor, '/invoices?status=overdue&limit=1')
  const pages = [
    '',
    'customers',
    'invoices',
    `invoices/${answer.data[0]?.id}`,
    'invoices/new',
    'ledger',
  ]
  const lines = [
    'Largest contentful paint and "ready" (all data there), median of 5, in ms; and the largest layout shift.\n',
    '| page | cold LCP | cold ready | warm LCP | warm ready | cold LCP, processor 4× slower | shift |',
    '|---|---|---|---|---|---|---|',
  ]
  for (const path of pages) {
    const cold: Load[] = []
    const warm: Load[] = []
    const slow: Load[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const url = `${visitor.place}/${path}`.replace(/\/$/, '')
      await inWindow(browser, visitor, async (page) => {
        cold.push(await load(page, url))
        warm.push(await load(page, url))
      })
      await inWindow(browser, visitor, async (page) => {
        const session = await page.context().newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
        slow.push(await load(page, url))
      })
    }
    const of = (loads: Load[], name: keyof Load) => Math.ceil(median(loads.map((l) => l[name])))
    const shift = Math.max(...[...cold, ...warm, ...slow].map((l) => l.shift))
    lines.push(
      `| ${path.replace(/inv_.*/, ':id') || 'home'} | ${of(cold, 'lcp')} | ${of(cold, 'ready')} | ${of(warm, 'lcp')} | ${of(warm, 'ready')} | ${of(slow, 'lcp')} | ${shift.toFixed(3)} |`,
    )
  }
  return `${lines.join('\n')}\n`
}

async function fetchJson(browser: Browser, { state, surface }: PageVisitor, path: string) {
  const context = await browser.newContext({ storageState: state })
  const answer = await context.request.get(`${surface}${path}`)
  const body = (await answer.json()) as { data: { id: string }[] }
  await context.close()
  return body
}

/** A new window with an empty cache. */
async function inWindow(
  browser: Browser,
  { state }: PageVisitor,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    storageState: state,
    viewport: { width: 1280, height: 800 },
  })
  await context.addInitScript(WATCH)
  await work(await context.newPage())
  await context.close()
}

/** Runs before the scripts of a page. A string, since this project has no browser types. */
const WATCH = `
  window.seen = { lcp: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

async function load(page: Page, url: string): Promise<Load> {
  await page.goto(url)
  await page.locator('main h1').waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  const ready = Number(await page.evaluate('performance.now()'))
  // Late content, such as a chart, counts as well.
  await page.waitForTimeout(LATE_MS)
  return { ready, ...((await page.evaluate('window.seen')) as { lcp: number; shift: number }) }
}

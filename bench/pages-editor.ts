// Measures the time from a key press to the paint that shows it, in an invoice with many lines.

import type { Browser } from 'playwright-core'
import type { PageVisitor } from './pages.ts'
import { percentile } from './stats.ts'

const KEYS = 120
const LINES = [50, 200]

export async function measureEditor(browser: Browser, visitor: PageVisitor): Promise<string> {
  const rows = [
    'From a key to the next paint in the invoice editor, ms; the browser rounds to 8.\n',
    '| lines | processor | median | p95 | max |',
    '|---|---|---|---|---|',
  ]
  for (const lines of LINES) {
    for (const slower of [1, 4]) {
      const times = await type(browser, visitor, lines, slower)
      const [half, most] = [0.5, 0.95].map((share) => percentile(times, share))
      const speed = slower === 1 ? 'as it is' : `${slower}× slower`
      rows.push(`| ${lines} | ${speed} | ${half} | ${most} | ${times.at(-1)} |`)
    }
  }
  return `${rows.join('\n')}\n`
}

/** Durations of single key presses, ascending; anything under a frame is reported as one frame. */
async function type(
  browser: Browser,
  { state, place }: PageVisitor,
  lines: number,
  slower: number,
): Promise<number[]> {
  const context = await browser.newContext({ storageState: state })
  const page = await context.newPage()
  await page.goto(`${place}/invoices/new`)
  const cell = page.locator('[data-row="0"][data-column=description]')
  await cell.focus()
  await page.evaluate(`(${PASTE})(${lines})`)
  await page
    .locator(`[data-row="${lines - 1}"]`)
    .first()
    .waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.evaluate(WATCH)
  for (const column of ['description', 'quantity', 'price']) {
    await page.locator(`[data-row="${lines >> 1}"][data-column=${column}]`).focus()
    for (let key = 0; key < KEYS / 3; key++) {
      await page.keyboard.press(key % 2 === 0 ? '1' : 'Backspace')
      await page.waitForTimeout(30)
    }
  }
  await page.waitForTimeout(500)
  const seen = (await page.evaluate('window.keys')) as number[]
  await context.close()
  const short = Array<number>(Math.max(0, KEYS - seen.length)).fill(16)
  return [...short, ...seen].sort((a, b) => a - b)
}

const PASTE = `(lines) => {
  const text = Array.from({ length: lines }, (_, i) => ['Line ' + i, i + 1, '19.99'].join('\\t')).join('\\n')
  const data = new DataTransfer()
  data.setData('text/plain', text)
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}`

/** One entry for each key press: the slowest of its events. */
const WATCH = `
  window.keys = []
  const byKey = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) byKey.set(interactionId, Math.max(byKey.get(interactionId) ?? 0, duration))
    }
    window.keys = [...byKey.values()]
  }).observe({ type: 'event', durationThreshold: 16 })
`

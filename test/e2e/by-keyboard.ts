// Keyboard navigation: which element has the focus, whether that is visible, and how to reach a control.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { PATIENCE_MS } from '../harness.ts'
import { eventually } from './browser.ts'

/** The style differences between a focused element and an unfocused twin. */
const LOOK = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return { name: '', seen: true }
  for (const animation of element.getAnimations()) animation.finish()
  const drawn = (each) => {
    const { outline, borderColor, boxShadow, backgroundColor, textDecorationLine } = getComputedStyle(each)
    return [outline, borderColor, boxShadow, backgroundColor, textDecorationLine].join('|')
  }
  const outlined = (each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  }
  const differsFromTwin = () => {
    const twin = element.cloneNode(false)
    twin.removeAttribute('id')
    element.after(twin)
    const differs = drawn(element) !== drawn(twin)
    twin.remove()
    return differs
  }
  // A frame has the focus within, and nothing of its own to draw.
  const differs = element.tagName !== 'IFRAME' && differsFromTwin()
  const seen = differs || [element.closest('tr'), element.parentElement].filter(Boolean).some(outlined)
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? (element.title || element.textContent)
  return { name: (name ?? '').trim(), seen }
})()`

/** The name of the focused element, and whether its focus is visible. */
export function focused(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(LOOK)
}

/** More than the stops on any page. */
const STOPS_MOST = 80

/**
 * Presses Tab until the control of this name has the focus; every stop on the way must be visible. Waits for controls
 * of a page that is still loading.
 */
export async function tabTo(
  page: Page,
  wanted: RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const passed: string[] = []
  const end = performance.now() + PATIENCE_MS
  while (passed.length < STOPS_MOST || performance.now() < end) {
    await page.keyboard.press(key)
    const { name, seen } = await focused(page)
    passed.push(name)
    if (!seen) await eventually(() => unseen(page), undefined)
    if (wanted.test(name)) return
  }
  assert.fail(`no ${wanted} among ${passed.slice(-STOPS_MOST).join(' | ')}`)
}

/** Elements whose focus is not visible; the page can render it a moment later. */
async function unseen(page: Page): Promise<string | undefined> {
  const { name, seen } = await focused(page)
  return seen ? undefined : name
}

/** Presses an arrow key until its target has the focus, even if something takes the focus back meanwhile. */
export async function arrowTo(page: Page, key: 'ArrowUp' | 'ArrowDown', item: Locator) {
  const isThere = async () => {
    if (await item.evaluate((each) => each.matches(':focus'))) return true
    await page.keyboard.press(key)
    return false
  }
  await eventually(isThere, true)
}

/** Waits until a page has been announced and its heading has the focus. */
export async function announced(page: Page, title: string): Promise<void> {
  const said = page.locator('[role=status][aria-live=assertive]', { hasText: title })
  await said.waitFor({ state: 'attached' })
}

/** Tabs through a dialog: the focus never leaves it. */
export async function assertTrapped(page: Page, stops = 12): Promise<void> {
  const within = "document.activeElement.closest('[role=dialog]') !== null"
  await eventually(() => page.evaluate(within), true)
  for (let presses = 0; presses < stops; presses++) {
    await page.keyboard.press(presses % 3 === 2 ? 'Shift+Tab' : 'Tab')
    assert.equal(await page.evaluate(within), true, 'the focus left the dialog')
  }
}

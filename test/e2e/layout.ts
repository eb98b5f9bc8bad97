// Checks that a page fits its window: nothing too wide, nothing cut off, every target large enough.
import type { Page } from 'playwright-core'
import { assertFaultless } from './browser.ts'

/** WCAG 2.2, 2.5.8: in CSS pixels, in both directions. */
const TARGET = 24

/** Fails with the elements that are wider than the window or cut off their text. */
export async function assertWhole(page: Page, what: string): Promise<void> {
  await assertFaultless(page, () => page.evaluate(CUT), `cut off on ${what}`)
}

/** Fails with the targets that are smaller than the standard allows. */
export async function assertTargets(page: Page, what: string): Promise<void> {
  const find = () => page.evaluate(`(${SMALL})(${TARGET})`)
  await assertFaultless(page, find, `smaller than ${TARGET} pixels on ${what}`)
}

/** Checks the page with all texts 40% longer, as in another language, and restores them. */
export async function assertWholeInLongWords(page: Page, what: string): Promise<void> {
  await page.evaluate(LENGTHEN)
  await assertWhole(page, `${what}, in a language of longer words`)
  await page.evaluate('for (const [node, text] of globalThis.lengthened) node.nodeValue = text')
}

const CUT = `(() => {
  const told = []
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) told.push('the page is wider than its window by ' + wide)
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, clipPath, position } = getComputedStyle(element)
    const hides = overflowX === 'hidden' || overflowX === 'clip'
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== '')
    // What is there for ears only is one pixel wide.
    if (!hides || !own || element.clientWidth <= 1 || clipPath !== 'none') continue
    const beyond = element.scrollWidth - element.clientWidth
    if (beyond > 1) told.push(element.tagName + ' "' + element.textContent.slice(0, 40) + '" by ' + beyond)
  }
  // A table is cut by the frame around it.
  for (const frame of document.querySelectorAll('.list')) {
    const beyond = frame.scrollWidth - frame.clientWidth
    if (beyond > 1) told.push('a list by ' + beyond)
  }
  return told
})()`

const SMALL = `(least) => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=tab], [role=option]'
  const dialog = document.querySelector('[role=dialog]')
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && (!dialog || dialog.contains(element))
  const targets = [...document.querySelectorAll(CONTROLS)].filter(shown).map((element) => {
    const labels = [...(element.labels ?? [])].filter(shown)
    const boxes = [element, ...labels].map((each) => each.getBoundingClientRect())
    // A link that covers its row is as large as the row.
    const row = element.classList.contains('row-link') ? element.closest('tr') : undefined
    if (row) boxes.push(row.getBoundingClientRect())
    const left = Math.min(...boxes.map((box) => box.left))
    const top = Math.min(...boxes.map((box) => box.top))
    const right = Math.max(...boxes.map((box) => box.right))
    const bottom = Math.max(...boxes.map((box) => box.bottom))
    return { element, row, left, top, right, bottom }
  }).filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1)
  const isSmall = ({ left, top, right, bottom }) => right - left < least - 0.5 || bottom - top < least - 0.5
  // Within a sentence the line decides how tall a target is.
  const isInline = ({ element }) =>
    getComputedStyle(element).display === 'inline' &&
    [...element.parentElement.childNodes].some((node) => node !== element && node.textContent.trim() !== '')
  const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2]
  // A circle of that size around it touches neither another target nor the circle of a small one.
  const isAlone = (target) => {
    const [x, y] = middle(target)
    return targets.every((other) => {
      if (other === target || other.row?.contains(target.element) || target.element.contains(other.element)) return true
      const dx = Math.max(other.left - x, 0, x - other.right)
      const dy = Math.max(other.top - y, 0, y - other.bottom)
      if (Math.hypot(dx, dy) < least / 2 - 0.5) return false
      const [otherX, otherY] = middle(other)
      return !isSmall(other) || Math.hypot(otherX - x, otherY - y) >= least - 0.5
    })
  }
  return targets
    .filter((target) => isSmall(target) && !isInline(target) && !isAlone(target))
    .map(({ element, left, top, right, bottom }) =>
      element.tagName + ' "' + (element.ariaLabel || element.textContent || element.name || '').slice(0, 40) + '" ' +
      Math.round(right - left) + ' × ' + Math.round(bottom - top))
}`

const LENGTHEN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  globalThis.lengthened = new Map(nodes.map((node) => [node, node.nodeValue]))
  for (const node of nodes) {
    // Figures, ids and what a program reads are the same in every language.
    if (node.parentElement.closest('.numeric, code, pre, script, style, select, [aria-hidden=true], time')) continue
    node.nodeValue = node.nodeValue.replace(/\\p{L}{2,}/gu, (word) => word + 'ñ'.repeat(Math.ceil(word.length * 0.4)))
  }
})()`

// Finds the English texts of a page in French.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { ENGLISH_WORDS, englishTexts } from '../page-messages.ts'
import { settled } from './browser.ts'

const isEnglish = englishTexts()

/** Every text that is seen or read aloud, apart from code and parts marked as English. */
const TEXTS = `(() => {
  const skipped = 'script, noscript, style, pre, code, [lang=en]'
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(skipped)) texts.push(walker.currentNode.data)
  }
  for (const each of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    if (each.closest(skipped)) continue
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(each.getAttribute(name) ?? '')
  }
  return [...texts, document.title].map((text) => text.trim()).filter((text) => /\\p{L}{2}/u.test(text))
})()`

export async function assertFrench(page: Page, what: string): Promise<void> {
  await settled(page)
  const texts: string[] = await page.evaluate(TEXTS)
  const english = texts
    .filter((text) => isEnglish(text) || ENGLISH_WORDS.test(text))
    // Each language is offered by its own name, and the account of tests is called Default.
    .filter((text) => text !== 'English' && text !== 'Default')
  assert.deepEqual([...new Set(english)], [], what)
}

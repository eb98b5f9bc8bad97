// French in the dashboard: each message is translated, and no component contains literal text.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { ENGLISH_WORDS, englishTexts, texts, WEB } from './page-messages.ts'

/** Spelled the same in both languages. */
const SAME = [
  ...['Action', 'Actions', 'Active', 'Base', 'CSV', 'Code', 'Contact', 'Coupon', 'Coupons', 'Date'],
  ...['Description', 'Journal (CSV)', 'Logo', 'Menu', 'Message', 'Net', 'Note', 'Notes', 'OK'],
  ...['Pause', 'pause', 'PDF', 'Pages', 'Session', 'Sessions', 'Source', 'Test', 'Total'],
  ...['Type', 'URL', 'Version', 'Webhooks', 'contact', 'description', 'logo', 'ms', 'notes'],
  ...['taxes', 'total'],
]

test('each message is translated', () => {
  const all = [...texts()]
  assert.ok(all.length > 1_500, `${all.length} messages were found`)
  const wrong = all.filter(({ en, fr }) => {
    const words = fr.replaceAll('\u0000', '').trim()
    const isSame = en === fr && /\p{L}{2}/u.test(words) && !SAME.includes(words)
    return isSame || ENGLISH_WORDS.test(fr)
  })
  assert.deepEqual(wrong, [])
})

test('an English text is distinguished from a French one', () => {
  const isEnglish = englishTexts()
  assert.ok(isEnglish('Customers') && !isEnglish('Clients'))
  assert.ok(isEnglish('You can view but not edit invoices. Ask an admin.'))
})

/** Text before a closing tag, and attributes that are shown or read aloud. */
const LITERALS = [
  /[>}]([^<>{}]*\p{L}{2}[^<>{}]*)<\//gu,
  / (?:alt|aria-label|description|label|placeholder|title)="([^"]*\p{L}[^"]*)"/gu,
]

/** Texts that are the same in every language: names, a key, a command, an example. */
const NAMES = /^(Reckoner|Esc|GST\/HST|123456789 RT0001|npm run -s reckoner -- .*)$/

test('no component has literal text', () => {
  const found = globSync('**/*.tsx', { cwd: WEB }).flatMap((file) => {
    const source = readFileSync(join(WEB, file), 'utf8')
    const literals = LITERALS.flatMap((literal) => [...source.matchAll(literal)])
    return literals.map(([, text = '']) => ({ file, text: text.trim() }))
  })
  assert.deepEqual(
    found.filter(({ text }) => !NAMES.test(text)),
    [],
  )
})

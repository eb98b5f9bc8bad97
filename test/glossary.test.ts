// No text that people read uses a replaced word: one word for one thing, the one that people search for.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

const ROOT = join(import.meta.dirname, '..')

/** Words that no text uses, and their replacements. */
const REPLACED: readonly [now: RegExp, better: string][] = [
  [/\b(?:e-mails?|mails?|mailed)\b/i, 'email'],
  [/\boutbox\b/i, 'not sent'],
  [/\bIds?\b/, 'ID'],
  // Credit notes are issued, which is also the name of their status and date; invoices are finalized.
  [/^(?!Issued$|.*credit.note).*\b(?:issued?|issues|issuing)\b/i, 'finalize, finalized'],
  [/\bwaits? for payment\b/i, 'unpaid'],
  [/\bremaining\b/i, 'balance due'],
  [/\bcash in\b/i, 'payments received'],
  [/\bageing\b/i, 'aging'],
  [/\bin all\b/, 'results'],
  [/\bunder way\b/i, 'in progress'],
  [/\bgiven up\b/i, 'failed'],
  [/\btaken? back\b/i, 'removed'],
  [/\banew\b/i, 'again'],
  [/\bthrice\b/i, 'three times'],
  [/\bnoughts?\b/i, 'zeros'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bsomebody\b/i, 'someone'],
  [/\bnobody\b/i, 'no one'],
  [/\btold\b/i, 'reported'],
  [/\bborne\b/i, 'paid'],
  [/\bwill not do\b|\bmakes no sense\b/i, 'is not valid'],
  [/\bthis once\b/i, 'you won’t be able to see it again'],
  [/\bhand(?:ed)? (?:it|this link) over\b/i, 'copy invitation link'],
  [/\bbecome the owner\b/i, 'create owner account'],
  [/\bleads nowhere\b/i, 'page not found'],
  [/\bends by itself\b|\bends never\b/i, 'expires, never expires'],
  [/\bwhere answers go\b|\banswers go to\b/i, 'reply-to'],
  [/\bfoot of\b/i, 'footer'],
  [/\bsender of\b/i, 'sender name'],
  [/\bsame by API\b/i, 'API request'],
  [/\bactive again\b/i, 'unarchive'],
  [/\bforgotten your\b/i, 'forgot password'],
  [/\bwhat it may do\b|^may$/i, 'permissions'],
  [/\bdisregard\b/i, 'ignore'],
  [/\bcolours?\b/i, 'color'],
  [/\bcheques?\b/i, 'check'],
]

const REPLACED_FRENCH: readonly [now: RegExp, better: string][] = [
  [/\be-?mails?\b|\bmails?\b/i, 'courriel'],
  [/\bboîte d’envoi\b/i, 'non envoyé'],
  [/\bmène nulle part\b/i, 'page introuvable'],
]

/** Returns every quoted text of a file, without interpolated values. */
function textsOf(source: string): string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/^import .*$/gm, '')
  const quoted = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)
  return [...quoted].map(
    ([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]*\}/g, '…'),
  )
}

/** Catalogs of both languages can alternate in a file; text outside of them is English. */
function languagesOf(file: string): { english: string[]; french: string[] } {
  const whole = readFileSync(join(ROOT, file), 'utf8')
  const catalogues = whole.match(/^(?:export )?const \w+ = defineMessages\(\{.*?^\}\)/gms)
  const source = file.endsWith('.tsx') ? (catalogues ?? []).join('\n') : whole
  if (file.endsWith('-french.ts')) return { english: [], french: textsOf(source) }
  const parts = source.split(/^(?= {2}(?:en|fr): \{|const (?:en|fr)\b)/m)
  const isFrench = (part: string) => /^ {2}fr: |^const fr\b/.test(part)
  return {
    english: parts.filter((part) => !isFrench(part)).flatMap(textsOf),
    french: parts.filter(isFrench).flatMap(textsOf),
  }
}

function findings(texts: string[], replaced: typeof REPLACED): string[] {
  return texts.flatMap((text) =>
    replaced.flatMap(([now, better]) =>
      now.test(text) ? [`“${text.replace(/\s+/g, ' ')}” → ${better}`] : [],
    ),
  )
}

const dashboard = globSync(
  [
    'web/src/**/*messages.ts',
    'web/src/text/*-french.ts',
    'web/src/text/{property-names,payment-methods}.ts',
  ],
  { cwd: ROOT },
)

/** Components with few texts contain them. */
const beside = globSync('web/src/**/*.tsx', { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes('defineMessages({'),
)

test('texts of the dashboard use no replaced word', () => {
  assert.ok(dashboard.length >= 25, `${dashboard.length} files of texts`)
  const found = [...dashboard, ...beside].flatMap((file) => {
    const { english, french } = languagesOf(file)
    const each = [...findings(english, REPLACED), ...findings(french, REPLACED_FRENCH)]
    return each.map((text) => `${file}: ${text}`)
  })
  assert.deepEqual(found, [])
})

test('texts of emails, documents and the hosted page use no replaced word', () => {
  const textsIn = (file: string) => textsOf(readFileSync(join(ROOT, file), 'utf8'))
  const english = textsIn('src/domain/languages/en.ts').filter((text) => text !== 'May')
  assert.deepEqual(findings(english, REPLACED), [])
  assert.deepEqual(findings(textsIn('src/domain/languages/fr.ts'), REPLACED_FRENCH), [])
})

/** Replaced words that are correct in some prose, such as `Id` in a header's name. */
const TERMS = /issued|Ids\?|in all|foot of|may/

/** Words found only in prose: British spelling, and phrases that no one searches for. */
const REPLACED_IN_PROSE: typeof REPLACED = [
  [/\bcatalogues?\b/i, 'catalog'],
  [/\blicences?\b/i, 'license'],
  [/\b\w*(?:behaviour|favour|honour)\w*/i, 'behavior, favor, honor'],
  [/\bcancell(?:ed|ing)\b/i, 'canceled'],
  [/\bspelt\b/i, 'spelled'],
  [/\bwhilst\b|\bamongst\b/i, 'while, among'],
  [/\bdealt with\b/i, 'processed'],
  [/\bwhat happens by itself\b/i, 'background jobs'],
  [/\bat the instant\b|\bof one instant\b/i, 'as of one moment'],
  [/\d \d{3}\b/, '10,000'],
]

test('the guide and the README use no replaced word', () => {
  const guide = globSync('docs/guide/*.md', { cwd: ROOT })
  assert.ok(guide.length > 20, `${guide.length} pages`)
  const words = [...REPLACED.filter(([now]) => !TERMS.test(now.source)), ...REPLACED_IN_PROSE]
  const found = ['README.md', ...guide].flatMap((file) => {
    const whole = readFileSync(join(ROOT, file), 'utf8')
    // Code, links and figures are not prose.
    const prose = whole.replace(/```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>/gs, ' ')
    return findings(prose.split('\n'), words).map((text) => `${file}: ${text}`)
  })
  assert.deepEqual(found, [])
})

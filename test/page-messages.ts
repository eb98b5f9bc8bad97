// The messages of the dashboard in English and French, read as text because their files are browser code.
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { propertyNames } from '../web/src/text/property-names.ts'

type Texts = { [name: string]: string | ((...values: string[]) => string) | Texts }

export const WEB = join(import.meta.dirname, '../web/src')

/** Every argument of `defineMessages`. */
function catalogues(): { file: string; en: Texts; fr: Texts }[] {
  return globSync('**/*.{ts,tsx}', { cwd: WEB }).flatMap((file) => {
    const source = readFileSync(join(WEB, file), 'utf8')
    const found = [...source.matchAll(/^(?:export )?const \w+ = defineMessages\((\{.*?^\})\)/gms)]
    return found.map(([, literal = '']) => {
      const code = stripTypeScriptTypes(`const made = ${literal}`)
      const { en, fr } = new Function('propertyNames', `${code}; return made`)(propertyNames) as {
        en: Texts
        fr: Texts
      }
      return { file, en, fr }
    })
  })
}

/** Placeholder for a value in a sentence. */
const VALUE = '\u0000'

function* textsOf(texts: Texts, other: Texts): Generator<[en: string, fr: string]> {
  for (const [name, text] of Object.entries(texts)) {
    const there = other[name]
    // A name left out in French reads the same in both languages.
    if (there === undefined) continue
    if (typeof text === 'string') yield [text, String(there)]
    else if (typeof text === 'function') {
      const values = Array.from({ length: text.length }, () => VALUE)
      yield [text(...values), (there as typeof text)(...values)]
    } else yield* textsOf(text, there as Texts)
  }
}

/** Every text in both languages, with functions called on placeholders, and its file. */
export function* texts(): Generator<{ file: string; en: string; fr: string }> {
  for (const { file, en, fr } of catalogues()) {
    for (const [english, french] of textsOf(en, fr)) yield { file, en: english, fr: french }
  }
}

/** Replaces the non-breaking spaces of French typography. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** True of a text that pages use in English and never in French. */
export function englishTexts(): (text: string) => boolean {
  const [english, french] = [new Set<string>(), new Set<string>()]
  const sentences: RegExp[] = []
  for (const { en, fr } of texts()) {
    french.add(plain(fr))
    if (en === fr) continue
    if (!en.includes(VALUE)) english.add(en)
    else if (en.replaceAll(VALUE, '').trim().length > 4) {
      sentences.push(new RegExp(`^${en.split(VALUE).map(literally).join('.+')}$`, 's'))
    }
  }
  return (text) =>
    !french.has(plain(text)) &&
    (english.has(text) || sentences.some((sentence) => sentence.test(text)))
}

/** Matches words that no French sentence contains. */
export const ENGLISH_WORDS =
  /\b(the|and|with|your|this|from|has|was|will|must|should|cannot|not|which)\b/i

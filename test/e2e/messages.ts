// What the pages say in English and in French, read from their message files, which are made for browsers.
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { propertyNames } from '../../web/src/text/property-names.ts'

type Texts = { [name: string]: string | ((...values: string[]) => string) | Texts }

const WEB = join(import.meta.dirname, '../../web/src')

/** Every catalogue there is: what stands between `defineMessages(` and its end. */
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

/** What stands for a value in a sentence. */
const VALUE = '\u0000'

function* textsOf(texts: Texts, other: Texts): Generator<[en: string, fr: string]> {
  for (const [name, said] of Object.entries(texts)) {
    const there = other[name]
    // Names of members that read the same in both languages are left out in one.
    if (there === undefined) continue
    if (typeof said === 'string') yield [said, String(there)]
    else if (typeof said === 'function') {
      const values = Array.from({ length: said.length }, () => VALUE)
      yield [said(...values), (there as typeof said)(...values)]
    } else yield* textsOf(said, there as Texts)
  }
}

/** Without the spaces that French is set with, which its words are not written with. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Tells whether a text is one that pages say in English, and never in French. */
export function englishTexts(): { count: number; isEnglish(text: string): boolean } {
  const english = new Set<string>()
  const french = new Set<string>()
  const sentences: RegExp[] = []
  for (const { en, fr } of catalogues()) {
    for (const [said, there] of textsOf(en, fr)) {
      french.add(plain(there))
      if (said === there) continue
      if (!said.includes(VALUE)) english.add(said)
      else if (said.replaceAll(VALUE, '').trim().length > 4) {
        sentences.push(new RegExp(`^${said.split(VALUE).map(literally).join('.+')}$`, 's'))
      }
    }
  }
  return {
    count: english.size,
    isEnglish: (text) =>
      !french.has(plain(text)) &&
      (english.has(text) || sentences.some((sentence) => sentence.test(text))),
  }
}

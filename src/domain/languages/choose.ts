// The languages of documents, and the choice among them.
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { Language } from './language.ts'

/** A language is one file, and one entry here. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en, fr }

/** Returns the language of a tag like `fr` or `fr-CA` (the region is ignored), if documents have it. */
export function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  return Object.hasOwn(LANGUAGES, primary) ? LANGUAGES[primary] : undefined
}

/** Returns the first wanted language that documents have; English if they have none of them. */
export function chooseLanguage(...wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const language = tag && languageOf(tag)
    if (language) return language
  }
  return en
}

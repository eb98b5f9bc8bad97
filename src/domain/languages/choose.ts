// The languages there are, and the choice among them.
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { Language } from './language.ts'

/** A language is one file, and one entry here. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en, fr }

/**
 * The first wanted language that there is, of tags like `fr` or `fr-CA` (a region is ignored);
 * English when there is none.
 */
export function chooseLanguage(...wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const [primary = ''] = (tag ?? '').toLowerCase().split('-')
    if (Object.hasOwn(LANGUAGES, primary)) return LANGUAGES[primary] as Language
  }
  return en
}

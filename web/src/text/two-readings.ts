// The error of a typed number that is ambiguous.
import { readingsOf, type Writing } from './amount-text.ts'
import { typeset } from './french.ts'

/** Names both readings, in the language of the locale; undefined unless the text has two. */
export function twoReadings(text: string, scale: number, writing: Writing): string | undefined {
  const readings = readingsOf(text, scale, writing)
  if (!readings) return undefined
  const [one, other] = readings
  return writing.locale.startsWith('fr')
    ? typeset(`« ${text.trim()} » peut se lire ${one} ou ${other}. Écrivez-le sans ambiguïté.`)
    : `“${text.trim()}” can mean ${one} or ${other}. Write it so that it has one meaning.`
}

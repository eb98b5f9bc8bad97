// Rules for new text values, beyond their schema. A stored value that older rules allowed can be sent back unchanged,
// so the check compares with the stored value.
import { explain } from '../constraint-messages.ts'
import { errorOf, type Fault, quoted } from './errors.ts'
import { LANGUAGES, languageOf } from './languages/choose.ts'

export interface NewText {
  param: string
  /** Visible text, an email address, or a language that documents support. */
  be: 'visible' | 'email' | 'language'
  /** The text as sent; absent and cleared ones are not checked. */
  text: string | null | undefined
  /** The stored value, if any. */
  stored?: string | null | undefined
}

/** White space, controls, and characters without a glyph: zero-width spaces and joiners, fillers, the braille blank. */
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Characters that are invalid or invisible in an email address. */
const NOT_IN_EMAIL = /[<>\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** True if a text has no visible characters. */
const isInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Throws one error with all texts that break their rule. */
export function assertNewTexts(texts: readonly NewText[]): void {
  const error = errorOf(texts.flatMap((each) => faultOf(each) ?? []))
  if (error) throw error
}

function faultOf({ param, be, text, stored }: NewText): Fault | undefined {
  if (text === undefined || text === null || text === stored) return undefined
  if (be === 'visible' && isInvisible(text)) {
    return explain('parameter_missing', param, { kind: 'not_empty', sent: quoted(text) })
  }
  if (be === 'email' && NOT_IN_EMAIL.test(text)) {
    const sent = quoted(text)
    return explain('parameter_invalid', param, { kind: 'format', format: 'email', sent })
  }
  // An empty language clears the field.
  if (be === 'language' && text !== '' && !languageOf(text)) {
    const constraint = {
      kind: 'language',
      sent: quoted(text),
      known: Object.keys(LANGUAGES),
    } as const
    return explain('parameter_invalid', param, constraint)
  }
  return undefined
}

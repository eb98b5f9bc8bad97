// What a text must be to be taken today, beyond its form. A value that was stored while more was
// allowed may be sent back as it is, so this is decided against what is stored.
import { explain } from '../constraint-messages.ts'
import { errorOf, type Fault, quoted } from './errors.ts'
import { LANGUAGES, languageOf } from './languages/choose.ts'

export interface NewText {
  param: string
  /** Something to read, an email address, or a language that documents are written in. */
  be: 'visible' | 'email' | 'language'
  /** As sent; one that is absent or cleared is not judged. */
  text: string | null | undefined
  /** What stands there now, if anything does. */
  stored?: string | null | undefined
}

/**
 * White space, controls, and what no font draws: zero-width spaces and joiners, fillers, the blank
 * of braille.
 */
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** What can stand in no address, or could not be seen in one. */
const NOT_IN_EMAIL = /[<>\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Whether there is nothing to read in a text. */
const isInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Refuses texts that are not what they have to be, all of them at once. */
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
  // An empty one clears.
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

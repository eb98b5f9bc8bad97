// What a text must be to be taken today, beyond its form. A value that was stored while more was
// allowed may be sent back as it is, so this is decided against what is stored.
import { billingError, type Fault, quoted } from './errors.ts'
import { complaintOfLanguage, isLanguage } from './language-codes.ts'

export interface NewText {
  param: string
  /** What it has to be: something to read, an e-mail address, a language. */
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
  const faults = texts.flatMap((each) => faultOf(each) ?? [])
  const [first] = faults
  if (!first) return
  const { code, param } = first
  const message =
    faults.length > 1
      ? `${faults.length} parameters are wrong. The first: ${first.message}`
      : first.message
  throw billingError(code, message, { param, errors: faults.slice(0, 20) })
}

function faultOf({ param, be, text, stored }: NewText): Fault | undefined {
  if (text === undefined || text === null || text === stored) return undefined
  if (be === 'visible' && isInvisible(text)) {
    const message = `${param} must not be empty; ${quoted(text)} has nothing to read in it.`
    return { param, code: 'parameter_missing', message }
  }
  if (be === 'email' && NOT_IN_EMAIL.test(text)) {
    const message = `${param} must be an e-mail address such as billing@example.com; ${quoted(text)} is not.`
    return { param, code: 'parameter_invalid', message }
  }
  // An empty one clears.
  if (be === 'language' && text !== '' && !isLanguage(text)) {
    return { param, code: 'parameter_invalid', message: complaintOfLanguage(text) }
  }
  return undefined
}

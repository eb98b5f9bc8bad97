// Errors in the reader's language: English as the API says it, French from what it was told as data.
import type { Constraint } from '../../../src/constraint.ts'
import { isKnown, messageOf } from '../../../src/constraint-messages.ts'
import { inFrench } from './errors-french.ts'
import { useLanguage } from './locale.tsx'

interface Fault {
  code: string
  message: string
  constraint?: Constraint | undefined
}

/** The code of what a page refuses before it asks the server. */
export const OWN_FAULT = 'own_fault'

/** What an error says; `name` is what the page calls the parameter, where that is not its own name. */
export function useErrorText(): (fault: Fault, name?: string) => string {
  const { language } = useLanguage()
  return (fault, name) => {
    const { code, message, constraint } = fault
    // What a page found itself is in the reader's language already.
    if (code === OWN_FAULT) return message
    if (language === 'fr') return inFrench(fault)
    return name && constraint && isKnown(constraint) ? messageOf(constraint, name) : message
  }
}

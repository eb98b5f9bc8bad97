// Refusals in the reader's language. The API speaks English; French is told by the code of a refusal.
import type { ErrorCode } from '../../../src/domain/error-catalogue.ts'
import { typeset } from '../text/french.ts'
import { useLanguage } from '../text/locale.tsx'
import { FRENCH } from './refusals-french.ts'

interface Fault {
  code: string
  message: string
}

/** The code of what a page refuses before it asks the server. */
export const OWN_FAULT = 'own_fault'

/** What a refusal says. A server that is newer than the page may know codes that the page does not. */
export function useRefusal(): (fault: Fault) => string {
  const { language } = useLanguage()
  return ({ code, message }) => {
    // What a page found itself is in the reader's language already.
    if (language === 'en' || code === OWN_FAULT) return message
    const told = FRENCH[code as ErrorCode] ?? 'Le serveur a refusé cette demande.'
    return typeset(typeof told === 'string' ? told : told(message))
  }
}

// Errors in the reader's language: English as the API says it, French from what it was told as data.
import type { Constraint } from '../../../src/constraint.ts'
import { isKnown, messageOf } from '../../../src/constraint-messages.ts'
import { inFrench } from './errors-french.ts'
import { useLanguage } from './locale.tsx'

interface Said {
  code: string
  message: string
  constraint?: Constraint | undefined
}

/** What an error says; `name` is what the page calls the parameter, where that is not its own name. */
export function useErrorText(): (error: Said, name?: string) => string {
  const { language } = useLanguage()
  return (error, name) => {
    const { message, constraint } = error
    if (language === 'fr') return inFrench(error)
    return name && constraint && isKnown(constraint) ? messageOf(constraint, name) : message
  }
}

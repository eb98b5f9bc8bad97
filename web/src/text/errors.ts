// Errors in the reader's language: English as the API returns it, French from the error's data.
import type { Constraint } from '../../../src/constraint.ts'
import { isKnown, messageOf } from '../../../src/constraint-messages.ts'
import { inFrench } from './errors-french.ts'
import { useLanguage } from './locale.tsx'

interface Said {
  code: string
  message: string
  constraint?: Constraint | undefined
}

/** The error message; `name` is the page's name for the parameter, if it is not the parameter's own. */
export function useErrorText(): (error: Said, name?: string) => string {
  const { language } = useLanguage()
  return (error, name) => {
    const { message, constraint } = error
    if (language === 'fr') return inFrench(error)
    return name && constraint && isKnown(constraint) ? messageOf(constraint, name) : message
  }
}

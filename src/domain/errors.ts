// Constructors for the errors of the catalogue.
import type { Constraint } from '../constraint.ts'
import { explain, summaryOf } from '../constraint-messages.ts'
import type { ErrorCode } from './error-catalogue.ts'

/** One fault of a request; `param` is a path like `line_items[0].quantity`. */
export interface Fault {
  param: string | null
  code: ErrorCode
  message: string
  /** The violated constraint; the message is generated from it. */
  constraint?: Constraint
}

interface ErrorDetails {
  param?: string | null
  errors?: readonly Fault[]
  constraint?: Constraint | undefined
  status?: number
  preview?: unknown
}

/** An error of the catalogue: the client's request cannot be done. */
export class BillingError extends Error {
  override readonly name = 'BillingError'
  readonly code: ErrorCode
  readonly param: string | null
  /** All faults of the request, at least one. */
  readonly errors: readonly Fault[]
  readonly constraint: Constraint | undefined
  /** The status, if it is not the catalogue's default for this code. */
  readonly status: number | undefined
  /** For an outdated preview: the new one, as clients see it. */
  readonly preview: unknown

  constructor(code: ErrorCode, message: string, details: ErrorDetails) {
    super(message)
    this.code = code
    this.param = details.param ?? null
    this.constraint = details.constraint
    this.errors = details.errors ?? [
      { param: this.param, code, message, ...(this.constraint && { constraint: this.constraint }) },
    ]
    this.status = details.status
    this.preview = details.preview
  }
}

/**
 * Makes an error to throw. The message says what was wrong, quotes the value, and says what to do. `status` is for the
 * one code that has two (`resource_missing`).
 */
export function billingError(
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
): BillingError {
  return new BillingError(code, message, details)
}

/** The error for a parameter that violates a constraint. */
export function validationError(
  param: string | null,
  constraint: Constraint,
  { code = 'parameter_invalid', status }: { code?: ErrorCode; status?: number } = {},
): BillingError {
  const { message } = explain(code, param, constraint)
  return billingError(code, message, { param, constraint, ...(status && { status }) })
}

/** One error for all faults of a request; undefined if there are no faults. Lists at most twenty. */
export function errorOf(faults: readonly Fault[], wrong?: string): BillingError | undefined {
  const [first] = faults
  if (!first) return undefined
  const { code, param, constraint } = first
  const message = summaryOf(faults, Number.POSITIVE_INFINITY, wrong)
  return billingError(code, message, { param, constraint, errors: faults.slice(0, 20) })
}

/** Quotes text of a client in a message: in double quotes, escaped, truncated after 40 characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 100)]
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text)
}

/** Returns the constraint that a function violates, for use in another error; undefined if it succeeds. */
export function constraintOf(attempt: () => unknown): Constraint | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof BillingError) return error.constraint
    throw error
  }
}

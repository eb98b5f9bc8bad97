// The ways to raise an error of the catalogue.
import type { Constraint } from '../constraint.ts'
import { explain, summaryOf } from '../constraint-messages.ts'
import type { ErrorCode } from './error-catalogue.ts'

/** One thing that is wrong with a request, and where: `param` is a path like `line_items[0].quantity`. */
export interface Fault {
  param: string | null
  code: ErrorCode
  message: string
  /** What was not kept to; the message is made of it. */
  constraint?: Constraint
}

interface ErrorDetails {
  param?: string | null
  errors?: readonly Fault[]
  constraint?: Constraint | undefined
  status?: number
}

/** An error of the catalogue: the caller did something that cannot be done. */
export class BillingError extends Error {
  override readonly name = 'BillingError'
  readonly code: ErrorCode
  readonly param: string | null
  /** Every fault of the request; at least this one. */
  readonly errors: readonly Fault[]
  readonly constraint: Constraint | undefined
  /** The status, where it is not the one the catalogue gives this code. */
  readonly status: number | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails) {
    super(message)
    this.code = code
    this.param = details.param ?? null
    this.constraint = details.constraint
    this.errors = details.errors ?? [
      { param: this.param, code, message, ...(this.constraint && { constraint: this.constraint }) },
    ]
    this.status = details.status
  }
}

/**
 * Makes the error to throw. The message is one sentence for a person: what was wrong, quoting the
 * value, and what to do. `status` is for the one code that has two (`resource_missing`).
 */
export function billingError(
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
): BillingError {
  return new BillingError(code, message, details)
}

/** The error for a parameter that does not keep to a constraint. */
export function validationError(
  param: string | null,
  constraint: Constraint,
  { code = 'parameter_invalid', status }: { code?: ErrorCode; status?: number } = {},
): BillingError {
  const { message } = explain(code, param, constraint)
  return billingError(code, message, { param, constraint, ...(status && { status }) })
}

/** One error for all the faults of a request; undefined for none. Twenty at most are listed. */
export function errorOf(faults: readonly Fault[], wrong?: string): BillingError | undefined {
  const [first] = faults
  if (!first) return undefined
  const { code, param, constraint } = first
  const message = summaryOf(faults, Number.POSITIVE_INFINITY, wrong)
  return billingError(code, message, { param, constraint, errors: faults.slice(0, 20) })
}

/** A caller's text as it stands in a message: in double quotes, escaped, cut after 40 characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 100)]
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text)
}

/** What an attempt did not keep to, for another error to say; undefined if it succeeds. */
export function constraintOf(attempt: () => unknown): Constraint | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof BillingError) return error.constraint
    throw error
  }
}

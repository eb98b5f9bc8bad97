// The ways to raise an error of the catalogue.
import type { ErrorCode } from './error-catalogue.ts'

/** One thing that is wrong with a request, and where: `param` is a path like `line_items[0].quantity`. */
export interface Fault {
  param: string | null
  code: ErrorCode
  message: string
}

/** A refusal from the catalogue: the caller did something that cannot be done. */
export class BillingError extends Error {
  override readonly name = 'BillingError'
  readonly code: ErrorCode
  readonly param: string | null
  /** Every fault of the request; at least this one. */
  readonly errors: readonly Fault[]
  /** The status, where it is not the one the catalogue gives this code. */
  readonly status: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { param?: string | null; errors?: readonly Fault[]; status?: number },
  ) {
    super(message)
    this.code = code
    this.param = details.param ?? null
    this.errors = details.errors ?? [{ param: this.param, code, message }]
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
  details: { param?: string | null; errors?: readonly Fault[]; status?: number } = {},
): BillingError {
  return new BillingError(code, message, details)
}

/** A caller's text as it stands in a message: in double quotes, escaped, cut after 40 characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 100)]
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text)
}

/** What a refused attempt has to say, for another message to quote; empty if it is not refused. */
export function complaintOf(attempt: () => unknown): string {
  try {
    attempt()
    return ''
  } catch (error) {
    if (error instanceof BillingError) return error.message
    throw error
  }
}

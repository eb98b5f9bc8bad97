// An error of the platform itself. It has the shape of the domain's errors, and the HTTP layer looks up its status by
// the same code in the one catalogue.

import type { Constraint } from '../constraint.ts'
import { explain } from '../constraint-messages.ts'

export interface RefusalFault {
  param: string | null
  code: string
  message: string
  /** The violated constraint, from which the message is built. */
  constraint?: Constraint
}

export type RefusalCode =
  | 'invalid_json'
  | 'parameter_missing'
  | 'parameter_invalid'
  | 'parameter_unknown'
  | 'parameters_exclusive'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'session_invalid'
  | 'credentials_invalid'
  | 'password_required'
  | 'sign_in_expired'
  | 'second_factor_code_required'
  | 'second_factor_code_invalid'
  | 'second_factor_required'
  | 'origin_refused'
  | 'https_required'
  | 'permission_denied'
  | 'resource_missing'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'idempotency_key_in_use'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'unavailable'

export interface RefusalDetails {
  param?: string | null
  errors?: RefusalFault[]
  constraint?: Constraint | undefined
  headers?: Record<string, string>
  /** The report of the database or the network; logged, and never sent. */
  cause?: unknown
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly param: string | null
  /** Every error of the request; at least this one. */
  readonly errors: RefusalFault[]
  readonly constraint: Constraint | undefined
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.param = details.param ?? null
    this.constraint = details.constraint
    this.errors = details.errors ?? [
      { param: this.param, code, message, ...(this.constraint && { constraint: this.constraint }) },
    ]
    this.headers = details.headers ?? {}
  }
}

/** Returns the error for a parameter that violates a constraint. */
export function validationError(
  param: string | null,
  constraint: Constraint,
  code: RefusalCode = 'parameter_invalid',
): Refusal {
  const { message } = explain(code, param, constraint)
  return new Refusal(code, message, { param, constraint })
}

/** Returns a 503: nothing was decided, or the outcome is unknown; the client can retry. */
export function unavailable(message: string, retrySeconds = 1, cause?: unknown): Refusal {
  const headers = { 'retry-after': String(retrySeconds) }
  return new Refusal('unavailable', message, { headers, cause })
}

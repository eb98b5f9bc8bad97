// What the catalogue of errors says of each.

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'conflict_error'
  | 'idempotency_error'
  | 'rate_limit_error'
  | 'api_error'

export interface CatalogueEntry {
  /** The HTTP status of this code, unless the error itself says otherwise. */
  status: number
  /** The other status this code may carry; only an error that names it gets it. */
  statusInBody?: number
  type: ErrorType
  /** What happened, for the page of this code. */
  meaning: string
  /** What the caller should do about it, for the page of this code. */
  remedy: string
  /** A message as it reads in an answer. */
  example?: string
}

// The shape of an entry in the error catalogue.

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'conflict_error'
  | 'idempotency_error'
  | 'rate_limit_error'
  | 'api_error'

export interface CatalogueEntry {
  /** The HTTP status of this code, unless the error overrides it. */
  status: number
  /** The other status this code can have; only errors that name it use it. */
  statusInBody?: number
  type: ErrorType
  /** What happened; shown on the documentation page of the code. */
  meaning: string
  /** What the client should do; shown on the documentation page of the code. */
  remedy: string
  /** A sample message. */
  example?: string
}

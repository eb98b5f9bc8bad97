// The error classes: one for each family of errors that the service returns, and those for calls without a response.

/** One error of a request that has several. */
export interface Fault {
  param: string | null
  code: string
  message: string
}

/** The fields of an error in addition to its message. */
export interface ErrorDetails {
  type: string
  code: string
  param?: string | null
  errors?: Fault[]
  requestId?: string | null
  docUrl?: string | null
  status?: number
  headers?: Headers
  idempotencyKey?: string | undefined
  cause?: unknown
}

/** Base class of all errors in this package. Programs should check `code`. */
export class ReckonerError extends Error {
  /** The family, such as `conflict_error`. */
  readonly type: string
  /** The error code, such as `invoice_not_draft`; `docUrl` is its page. */
  readonly code: string
  /** The parameter at fault, such as `line_items[0].quantity`. */
  readonly param: string | null
  /** All errors of the request, at most 20. */
  readonly errors: Fault[]
  /** The request's ID in the log of the service. */
  readonly requestId: string | null
  readonly docUrl: string | null
  /** Undefined if there was no response. */
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** The key the write was sent with. A retry with the same key takes effect at most once. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.type = details.type
    this.code = details.code
    this.param = details.param ?? null
    this.errors = details.errors ?? []
    this.requestId = details.requestId ?? null
    this.docUrl = details.docUrl ?? null
    this.status = details.status
    this.headers = details.headers
    this.idempotencyKey = details.idempotencyKey
  }
}

/** 400, 404, 405, 413, 415: the request is invalid. */
export class InvalidRequestError extends ReckonerError {}
/** 401: the key is missing or invalid. */
export class AuthenticationError extends ReckonerError {}
/** 402. */
export class PaymentError extends ReckonerError {}
/** 403: the key lacks the permission. */
export class PermissionError extends ReckonerError {}
/** 409 and 412: the object's current state does not allow the call. */
export class ConflictError extends ReckonerError {}
/** 422: the idempotency key was used for another request. */
export class IdempotencyError extends ReckonerError {}
/** 429: too many requests, and all retries were refused as well. */
export class RateLimitError extends ReckonerError {}
/** 5xx: an error of the service, not of the caller. */
export class ApiError extends ReckonerError {}
/** No response. A write may or may not have taken effect: retry with the same `idempotencyKey` to find out. */
export class ConnectionError extends ReckonerError {}
/** No response in time. */
export class TimeoutError extends ConnectionError {}
/** A webhook with an invalid signature, or signed too long ago. */
export class WebhookSignatureError extends ReckonerError {}

const FAMILIES: Record<string, typeof ReckonerError> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  payment_error: PaymentError,
  permission_error: PermissionError,
  conflict_error: ConflictError,
  idempotency_error: IdempotencyError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
}

/** The error body of the service, as far as it was received. */
interface Answered {
  type?: string
  code?: string
  message?: string
  param?: string | null
  errors?: Fault[]
  doc_url?: string
  request_id?: string
}

/** Builds the error of a response that is not 2xx. A proxy can respond with a body of its own. */
export function errorOf(
  { status, headers }: { status: number; headers: Headers },
  text: string,
  idempotencyKey: string | undefined,
): ReckonerError {
  const { error } = parsed(text)
  const type = error?.type ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  const Family = (Object.hasOwn(FAMILIES, type) && FAMILIES[type]) || ReckonerError
  const message =
    error?.message ?? `${status} was answered, and not by Reckoner: is baseUrl its address?`
  return new Family(message, {
    type,
    code: error?.code ?? 'unexpected_answer',
    param: error?.param ?? null,
    errors: error?.errors ?? [],
    requestId: error?.request_id ?? headers.get('request-id'),
    docUrl: error?.doc_url ?? null,
    status,
    headers,
    idempotencyKey,
  })
}

function parsed(text: string): { error?: Answered } {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('error' in body)) return {}
    return typeof body.error === 'object' && body.error !== null ? { error: body.error } : {}
  } catch {
    return {}
  }
}

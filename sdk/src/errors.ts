// What can go wrong, as classes: one for each family of errors that the service answers, and what
// never came to an answer.

/** One fault of a request that has several. */
export interface Fault {
  param: string | null
  code: string
  message: string
}

/** What is known of an error beside its message. */
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

/** Every error of this package. What a program should look at is `code`. */
export class ReckonerError extends Error {
  /** The family, such as `conflict_error`. */
  readonly type: string
  /** What happened, such as `invoice_not_draft`; each has a page at `docUrl`. */
  readonly code: string
  /** Where the fault is, as in `line_items[0].quantity`. */
  readonly param: string | null
  /** Every fault of the request, at most 20. */
  readonly errors: Fault[]
  /** How the log of the service names the request. */
  readonly requestId: string | null
  readonly docUrl: string | null
  /** Undefined when nothing was answered. */
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** The key the write was sent with: with the same one it can be tried again, and happens once. */
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

/** 400, 404, 405, 413, 415: the request cannot be done as it stands. */
export class InvalidRequestError extends ReckonerError {}
/** 401: no key, or none that is valid. */
export class AuthenticationError extends ReckonerError {}
/** 402. */
export class PaymentError extends ReckonerError {}
/** 403: the key may not do this. */
export class PermissionError extends ReckonerError {}
/** 409 and 412: not in the state that the object is in. */
export class ConflictError extends ReckonerError {}
/** 422: the idempotency key was used for something else. */
export class IdempotencyError extends ReckonerError {}
/** 429: too many calls, and more than the tries were refused. */
export class RateLimitError extends ReckonerError {}
/** 5xx: the mistake is not the caller's. */
export class ApiError extends ReckonerError {}
/** Nothing was answered. A write may have happened or not: the same `idempotencyKey` tells. */
export class ConnectionError extends ReckonerError {}
/** Nothing was answered in time. */
export class TimeoutError extends ConnectionError {}
/** A webhook that was not signed with the secret, or long ago. */
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

/** The one shape of the service, as far as it was answered. */
interface Answered {
  type?: string
  code?: string
  message?: string
  param?: string | null
  errors?: Fault[]
  doc_url?: string
  request_id?: string
}

/** The error of an answer that is not 2xx. What stands before the service may answer in its own words. */
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

// Every non-2xx response in the common format; the only place that maps error codes to statuses.

import type { Constraint } from '../../constraint.ts'
import { redactSecrets } from '../redact.ts'
import { Refusal, type RefusalFault } from '../refusal.ts'

export interface CatalogueEntry {
  status: number
  type: string
}
export type Catalogue = Readonly<Record<string, CatalogueEntry>>

/** The common structure of every refusal, of the domain and of the platform. */
interface Refused {
  code: string
  message: string
  param: string | null
  errors: readonly RefusalFault[]
  constraint?: Constraint | undefined
  status?: number
  headers?: Record<string, string>
  /** A new preview, in place of the one that was sent. */
  preview?: unknown
}

export interface ErrorAnswer {
  status: number
  code: string
  headers: Record<string, string>
  /** The JSON that the API guarantees. */
  json: string
  /** Includes the constraints as data: the dashboard shows them in the user's language. */
  pageJson(): string
  /** True for our own bugs, which are logged with a stack trace. */
  internal: boolean
}

/** Maximum number of errors in one response (contract: errors). */
const FAULTS_MOST = 20

const INTERNAL: Refused = new Refusal(
  'internal_error',
  'Something went wrong on the server. Retry with the same Idempotency-Key. If it fails again, report the request_id.',
)

/** Converts a thrown value to a response. Errors outside the catalogue reveal no internals. */
export function errorAnswer(
  thrown: unknown,
  catalogue: Catalogue,
  docsUrl: string,
  requestId: string,
): ErrorAnswer {
  const known = isRefused(thrown) && Object.hasOwn(catalogue, thrown.code)
  const error = known ? thrown : INTERNAL
  const entry = catalogue[error.code] as CatalogueEntry
  const faults = error.errors.slice(0, FAULTS_MOST)
  const body = {
    type: entry.type,
    code: error.code,
    message: error.message,
    param: error.param,
    errors: faults.map(({ param, code, message }) => ({ param, code, message })),
    doc_url: `${docsUrl}/errors/${error.code}`,
    request_id: requestId,
    preview: error.preview,
  }
  const { constraint } = error
  return {
    status: error.status ?? entry.status,
    code: error.code,
    headers: error.headers ?? {},
    json: written(body),
    pageJson: () => written({ ...body, constraint, errors: faults }),
    internal: !known,
  }
}

/** Messages quote the input, and a client may have sent a key in the wrong place. */
const written = (error: object): string => redactSecrets(JSON.stringify({ error }))

function isRefused(thrown: unknown): thrown is Refused {
  if (!(thrown instanceof Error)) return false
  const { code, errors } = thrown as Partial<Refused>
  return typeof code === 'string' && Array.isArray(errors)
}

// Every answer that is not 2xx, in the one shape; the one place where codes become statuses.

import type { Constraint } from '../../constraint.ts'
import { redactSecrets } from '../redact.ts'
import { Refusal, type RefusalFault } from '../refusal.ts'

export interface CatalogueEntry {
  status: number
  type: string
}
export type Catalogue = Readonly<Record<string, CatalogueEntry>>

/** The duck shape of every refusal, the domain's and the machinery's. */
interface Refused {
  code: string
  message: string
  param: string | null
  errors: readonly RefusalFault[]
  constraint?: Constraint | undefined
  status?: number
  headers?: Record<string, string>
}

export interface ErrorAnswer {
  status: number
  code: string
  headers: Record<string, string>
  /** As the API promises it. */
  json: string
  /** The same with the constraints as data, for the pages: they tell people in their own language. */
  pageJson(): string
  /** Whether this is our own mistake, to be logged with its stack. */
  internal: boolean
}

/** An answer lists so many faults at most (contract: errors). */
const FAULTS_MOST = 20

const INTERNAL: Refused = new Refusal(
  'internal_error',
  'Something went wrong on the server. Retry with the same Idempotency-Key. If it fails again, report the request_id.',
)

/** What a thrown value becomes. Anything that is not in the catalogue tells nothing of the inside. */
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

/** A message quotes what was sent, and a key may have been sent as something else. */
const written = (error: object): string => redactSecrets(JSON.stringify({ error }))

function isRefused(thrown: unknown): thrown is Refused {
  if (!(thrown instanceof Error)) return false
  const { code, errors } = thrown as Partial<Refused>
  return typeof code === 'string' && Array.isArray(errors)
}

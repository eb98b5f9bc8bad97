// How Stripe's API speaks HTTP: form bodies with nested names, errors, idempotency keys. From
// https://docs.stripe.com/api/errors and https://docs.stripe.com/api/idempotent_requests.

/** An error of the API: the status and the object under `error`. */
export class Refusal extends Error {
  readonly status: number
  readonly error: object

  constructor(status: number, error: { type: string; message: string; [name: string]: unknown }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, more: object = {}, status = 400): Refusal =>
  new Refusal(status, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string, param = 'id', status = 404): Refusal =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, status)

/** A value of a form: `a[b][0]=c` is `{ a: { b: ['c'] } }`. */
export type Sent = { [name: string]: Sent } & { toString(): string }

export function parseForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    let into = root
    for (const key of keys.slice(0, -1)) {
      into[key] ??= {}
      into = into[key] as Record<string, unknown>
    }
    into[keys.at(-1) as string] = value
  }
  return root
}

/** Refuses parameters that the documentation does not name, as Stripe does. */
export function assertKnown(sent: Record<string, unknown>, names: readonly string[]): void {
  const unknown = Object.keys(sent).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const code = 'parameter_unknown'
    throw invalid(`Received unknown parameter: ${unknown}`, { code, param: unknown })
  }
}

export function required(sent: Record<string, unknown>, name: string): string {
  const value = sent[name]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
}

export interface Response {
  status: number
  body: string
}

/** Keeps the first response of each idempotency key, also an error that came after the work began. */
export class Repeated {
  private readonly kept = new Map<string, { request: string; response?: Response }>()

  /** The stored response; undefined for a new key. Throws for another request, or one that has not ended. */
  begin(key: string, request: string): Response | undefined {
    const known = this.kept.get(key)
    if (!known) {
      this.kept.set(key, { request })
      return undefined
    }
    if (known.request !== request) {
      throw new Refusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    if (known.response) return known.response
    throw new Refusal(409, {
      ...{ type: 'invalid_request_error', code: 'idempotency_key_in_use' },
      message: 'There is currently another in-progress request using this Idempotent Key.',
    })
  }

  end(key: string, response: Response): void {
    const known = this.kept.get(key)
    if (known) known.response = response
  }

  /** Requests that failed validation are not kept. */
  forget(key: string): void {
    this.kept.delete(key)
  }

  /** Stripe removes keys after 24 hours. */
  prune(): void {
    this.kept.clear()
  }
}

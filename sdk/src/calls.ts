// The types of the generated calls, and how a row of the generated table becomes a function.
import { type Answered, type Ask, type CallOptions, exchange } from './exchange.ts'
import type { DryRun } from './generated/types.gen.ts'
import { type CsvPages, type Cursor, type Page, type Pages, pagesOf } from './pages.ts'
import type { Settings } from './settings.ts'

/** A promise of the response body; `withResponse` also returns status and headers. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answered<T>>
}

export interface WriteOptions extends CallOptions {
  /** Requests with the same key take effect once. Generated for each call unless given. */
  idempotencyKey?: string | undefined
  /** The `etag` that was read: if the object has changed since, the write is refused with 412. */
  ifMatch?: string | undefined
  dryRun?: false | undefined
}

export interface DryRunOptions extends CallOptions {
  ifMatch?: string | undefined
  /** Returns what would happen, without doing it. */
  dryRun: true
}

/** The effects that a write returning `T` would have. */
export interface DryRunOf<T> extends Omit<DryRun, 'result'> {
  /** The object as it would be after the write. */
  result: T
}

export interface Write<Given extends unknown[], T> {
  (...given: [...Given, options: DryRunOptions]): Call<DryRunOf<T>>
  (...given: [...Given, options?: WriteOptions]): Call<T>
}

export type Read<Given extends unknown[], T> = (
  ...given: [...Given, options?: CallOptions]
) => Call<T>

/** A file, as the platform's `Response`: `body` streams it, `arrayBuffer()` reads it whole. */
export type File<Given extends unknown[]> = Read<Given, Response>

export type List<Given extends unknown[], P extends Page> = (
  ...given: [...Given, options?: CallOptions]
) => Pages<P>

export type CsvList<Given extends unknown[], P extends Page> = (
  ...given: [...Given, options?: CallOptions]
) => CsvPages<P>

/** The query of an operation; customers can also be given by number. */
export type Query<Data extends { query?: unknown }> = {
  [Name in keyof NonNullable<Data['query']>]:
    | NonNullable<Data['query']>[Name]
    | (Name extends 'customer_id' ? number : never)
}

/** A row of the generated table. */
export interface Operation {
  kind: 'read' | 'write' | 'list' | 'file'
  method: string
  path: string
  hasBody?: boolean
  hasQuery?: boolean
  cursor?: Cursor
  csv?: string
}

/** The options of all kinds of calls. */
interface Options extends CallOptions {
  idempotencyKey?: string
  ifMatch?: string
  dryRun?: boolean
}

const JSON_TYPE = 'application/json'
const DRY_RUN_TYPE = 'application/vnd.reckoner.dry-run+json'

/** Builds the function of a row: path IDs first, then body or query, then options. */
export function callOf(settings: Settings, operation: Operation): (...given: unknown[]) => unknown {
  const places = operation.path.match(/\{\w+\}/g)?.length ?? 0
  return (...given) => {
    const ids = given.slice(0, places)
    const rest = given.slice(places)
    const { kind, hasBody, hasQuery } = operation
    const what = hasBody || hasQuery || kind === 'list' ? rest.shift() : undefined
    const options = (rest.shift() ?? {}) as Options
    const { method } = operation
    const send = <T>(ask: () => Ask) => called(async () => exchange<T>(settings, ask(), options))
    const read = <T>(query: object) =>
      send<T>(() => ({ method, path: addressOf(operation.path, ids, query), accept: JSON_TYPE }))
    const file = (template: string, query: object) =>
      send<Response>(() => {
        return { method, path: addressOf(template, ids, query), accept: '*/*', isFile: true }
      })
    if (kind === 'file') return file(operation.path, what ?? {})
    if (kind === 'read') return read(what ?? {})
    if (kind === 'write') return send(() => writeOf(operation, ids, what, options))
    const { csv, cursor = 'starting_after' } = operation
    const query = { ...(what ?? {}) }
    return pagesOf<Page>({ cursor, query, read, csv: csv && ((csvQuery) => file(csv, csvQuery)) })
  }
}

function writeOf(
  { method, path }: Operation,
  ids: unknown[],
  body: unknown,
  { dryRun, ifMatch, idempotencyKey }: Options,
): Ask {
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters.')
  }
  return {
    method,
    path: addressOf(path, ids, dryRun ? { dry_run: true } : {}),
    accept: dryRun ? DRY_RUN_TYPE : JSON_TYPE,
    ifMatch,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(!dryRun && { idempotencyKey: idempotencyKey ?? `sdk_${crypto.randomUUID()}` }),
  }
}

function called<T>(send: () => Promise<Answered<T>>): Call<T> {
  const answer = send()
  const data = answer.then((whole) => whole.data)
  return Object.assign(data, {
    withResponse() {
      // A caller of `withResponse` gets the failure there.
      data.catch(() => undefined)
      return answer
    },
  })
}

const addressOf = (template: string, ids: unknown[], query: object) =>
  filled(template, ids) + queryText(query)

/** The path with its IDs. An ID that is empty or only dots would name another path. */
function filled(template: string, ids: unknown[]): string {
  let index = 0
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[index++]
    const text = typeof id === 'number' ? String(id) : id
    if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) {
      throw new TypeError(`${name} must be an id; ${JSON.stringify(id) ?? 'undefined'} is none.`)
    }
    return encodeURIComponent(text)
  })
}

/** `{ status: ['paid'], metadata: { team: 'a' } }` becomes `?status=paid&metadata[team]=a`. */
function queryText(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) parameters.append(name, value.join(','))
    else if (value instanceof Date) parameters.append(name, value.toISOString())
    else if (typeof value !== 'object') parameters.append(name, String(value))
    else
      for (const [key, one] of Object.entries(value))
        parameters.append(`${name}[${key}]`, String(one))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

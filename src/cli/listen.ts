// `reckoner listen`: polls the events of a test environment and forwards them to a local application.

import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { EVENT_OBJECT_SCOPES } from '../domain/event.ts'
import { wants } from '../domain/webhook.ts'
import { sign } from '../features/webhook-deliveries/attempt.ts'
import { type OutgoingAnswer, OutgoingError, post } from '../platform/outgoing/client.ts'
import { onStopSignal } from '../platform/stop-signals.ts'
import { ACCOUNT_OPTION } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { type Cursor, type CursorFile, cursorPath, openCursorFile } from './cursor-file.ts'
import { CommandError } from './failure.ts'
import { parseEventPatterns, parseSequence, parseUrl } from './parse.ts'
import {
  assertServing,
  connectService,
  Refused,
  type ServiceClient,
  serviceUrl,
  Unavailable,
} from './service-client.ts'
import { KEY_OPTION, type KeyOptions, withTestKey } from './test-key.ts'

interface ListenOptions extends JsonOption, KeyOptions {
  forwardTo: string
  events: string[]
  after?: number
  url?: string
  cursorFile?: string
}

interface Event {
  id: string
  sequence: number
  type: string
}

const PAGE = 100
const WAIT_SECONDS = 20
/** Once half of the account's requests per minute are used, it slows down to leave the rest to others. */
const SHARE_LEFT = 0.5
const PACE_MS = 2_000
const BACKOFF_LEAST_MS = 250
const BACKOFF_MOST_MS = 5_000
/** How long the application has to complete its response once the listener is stopped. */
const GRACE_MS = 2_000
/** The bounds are those of webhooks, but any address is allowed, as it is the caller's own. */
const OUTGOING = {
  allowPrivate: true,
  connectTimeoutMs: 5_000,
  timeoutMs: 15_000,
  // The application is the caller's own, so any name that the system resolves is allowed.
  resolve: (name: string) => lookup(name, { all: true }),
}

export function addListen(program: Command, context: Context): void {
  program
    .command('listen')
    .description('Forward events of the test environment to a local application, in order')
    .requiredOption('--forward-to <url>', 'where your application receives webhooks', parseUrl)
    .option(
      '--events <list>',
      'event types, separated by commas, such as invoice.paid,invoice.*',
      parseEventPatterns,
      ['*'],
    )
    .option('--after <sequence>', 'start after this event; 0 starts with the first', parseSequence)
    .option('--url <url>', 'URL of the service (default: from the settings)', parseUrl)
    .option(...KEY_OPTION)
    .option(...ACCOUNT_OPTION)
    .option(
      '--cursor-file <path>',
      'where to keep the position (default: a file in the data folder)',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', example('listen --forward-to http://localhost:4000/hook'))
    .action((options: ListenOptions) => listen(context, options))
}

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const url = options.url ?? serviceUrl(context.config())
  const { forwardTo } = options
  const path = options.cursorFile ?? cursorPath(context.config().dataDir, url, forwardTo)
  const file = await openCursorFile(path, { forward_to: forwardTo, url })
  const stop = new AbortController()
  onStopSignal(() => stop.abort())
  const { signal } = stop
  try {
    await insist(context, signal, 'The service responds again.', () => assertServing(url))
    const scopes = ['events:read', ...EVENT_OBJECT_SCOPES]
    await withTestKey(context, 'listen', { ...options, url }, scopes, (key) =>
      follow(context, options, file, connectService(url, key), signal),
    )
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    file.close()
  }
}

/** Forwards events one by one until it is stopped. */
async function follow(
  context: Context,
  options: ListenOptions,
  file: CursorFile,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<void> {
  const ask = <T>(path: string) =>
    insist(context, signal, 'The service responds again.', () =>
      client.ask<T>('GET', path, { signal }),
    )
  const start = await startOf(ask, file, options.after)
  file.keep(start)
  announce(context, options, client.url, file, start.sequence)
  const forward = forwarder(context, options, file.secret, signal)
  let { sequence } = start
  // The first request does not wait: it shows whether the cursor belongs to this environment at all.
  for (let wait = 0; ; wait = WAIT_SECONDS) {
    const path = `/v1/events?after=${sequence}&limit=${PAGE}&wait=${wait}`
    const { body, left } = await ask<{ data: Event[]; total_count: number }>(path)
    if (body.total_count < sequence) throw otherFeed(file, sequence)
    for (const event of body.data) {
      signal.throwIfAborted()
      if (wants(options.events, event.type)) await forward(event)
      file.keep({ sequence: event.sequence, id: event.id })
      sequence = event.sequence
    }
    if (left < SHARE_LEFT) await pause(PACE_MS, undefined, { signal })
  }
}

type AskFeed = <T>(path: string) => Promise<{ body: T }>

/** The starting point: the given one, the saved cursor, or after the newest event. */
async function startOf(ask: AskFeed, file: CursorFile, after: number | undefined): Promise<Cursor> {
  if (after !== undefined) return { sequence: after, id: null }
  const { cursor } = file
  if (cursor === undefined) {
    const newest = `/v1/events?before=${Number.MAX_SAFE_INTEGER}&limit=1`
    const { body } = await ask<{ data: Event[] }>(newest)
    return { sequence: body.data[0]?.sequence ?? 0, id: body.data[0]?.id ?? null }
  }
  if (cursor.id === null) return cursor
  try {
    await ask(`/v1/events/${cursor.id}`)
  } catch (error) {
    // Sequence numbers do not show which environment they are from.
    if (error instanceof Refused && error.status === 404) throw otherFeed(file, cursor.sequence)
    throw error
  }
  return cursor
}

function otherFeed({ path }: CursorFile, sequence: number): CommandError {
  return new CommandError(
    `Event ${sequence}, stored in ${path}, is not in this feed: the environment is another one, or was reset. Start with --after 0, or use another file with --cursor-file.`,
  )
}

/** Posts an event as a webhook. Any response counts, as a person is watching; failures are not retried. */
function forwarder(
  context: Context,
  options: ListenOptions,
  secret: string,
  signal: AbortSignal,
): (event: Event) => Promise<void> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const url = options.forwardTo
  const cut = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => cut.abort(), GRACE_MS).unref())
  return async (event) => {
    const body = JSON.stringify(event)
    let started = 0
    const answer = await insist(context, signal, 'The application responds again.', () => {
      started = performance.now()
      const timestamp = Math.trunc(Date.now() / 1_000)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Reckoner',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign(key, event.id, timestamp, body),
      }
      return post({ url, headers, body }, { ...OUTGOING, signal: cut.signal }).catch(unanswered)
    })
    report(context, options, event, answer, Math.trunc(performance.now() - started))
  }
}

function unanswered(error: unknown): never {
  if (!(error instanceof OutgoingError)) throw error
  throw new Unavailable(`The application does not respond: ${error.message}`)
}

/** Retries with growing delays until the service responds; reports the outage once. */
async function insist<T>(
  context: Context,
  signal: AbortSignal,
  again: string,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const answer = await attempt()
      if (failures > 0) context.note(again)
      return answer
    } catch (error) {
      if (signal.aborted || !(error instanceof Unavailable)) throw error
      if (failures === 0) context.note(`${error.message} Retrying until it does.`)
      const backoffMs = Math.min(BACKOFF_LEAST_MS * 2 ** failures, BACKOFF_MOST_MS)
      await pause(Math.max(backoffMs, error.retryAfterMs), undefined, { signal })
    }
  }
}

function announce(
  context: Context,
  { forwardTo, json }: ListenOptions,
  url: string,
  { path, secret }: CursorFile,
  after: number,
): void {
  if (json) {
    const line = { forward_to: forwardTo, url, secret, after, cursor_file: path }
    context.out(JSON.stringify(line))
    return
  }
  context.out(`Forwarding the events after ${after} of ${url} to ${forwardTo}.`)
  context.out(`Signing secret  ${secret}`)
  context.out(`Cursor          ${path}`)
  context.out('Press Ctrl-C to stop; the next start continues from here.\n')
}

function report(
  context: Context,
  { json }: ListenOptions,
  { id, sequence, type }: Event,
  { status, body }: OutgoingAnswer,
  ms: number,
): void {
  const fine = status >= 200 && status < 300
  if (json) {
    context.out(JSON.stringify({ sequence, id, type, status, ms }))
    return
  }
  const time = new Date().toTimeString().slice(0, 8)
  const line = `${time}  ${status}  ${ms} ms  ${sequence}  ${type}  ${id}`
  // Removes terminal control sequences from the application's text.
  const said = fine
    ? ''
    : body
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 200)
  const text = said ? `${line}\n          ${said}` : line
  context.out(context.isTerminal && !fine ? styleText('red', text) : text)
}

// Plays one sequence in a new environment, and compares every response and event with the model at each step, and
// everything at the end.

import { randomUUID } from 'node:crypto'
import type { Answer } from '../client.ts'
import { COLLECTIONS, type Command, type Request, requestOf, type Version } from './commands.ts'
import { compareAll } from './compare.ts'
import { endOf, explain, type FeedEvent, type Sent } from './explain.ts'
import { versionOf } from './model.ts'
import { matchedBy, resolve } from './resolve.ts'
import type { Stage } from './stage.ts'
import { emptyWith, type Json, masked, type State } from './state.ts'
import type { Sending, Step } from './wishes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Past extends Sent {
  request: Request
  idempotencyKey: string
}

/** Plays all steps; throws an error that describes the steps and the difference. */
export async function playSequence(
  stage: Stage,
  steps: Step[],
  ends: Map<string, number>,
): Promise<void> {
  const play = await Play.begin(stage, ends)
  try {
    for (const step of steps) await play.step(step)
    await play.end()
  } catch (error) {
    const { message, stack, name } = error as Error
    // Shows the stack for mistakes of the model or the tests, but not for comparisons.
    throw new Error(play.story(name === 'Error' ? `✗ ${message}` : `✗ ${stack}`))
  }
}

class Play {
  readonly #stage: Stage
  readonly #key: string
  readonly #ends: Map<string, number>
  readonly #lines: string[] = []
  readonly #past: Past[] = []
  readonly #versions = new Map<string, Version[]>()
  #state: State
  #sequence = 0
  #lastInstant = 0

  private constructor(stage: Stage, key: string, account: Json, ends: Map<string, number>) {
    this.#stage = stage
    this.#key = key
    this.#ends = ends
    this.#state = emptyWith({ json: masked(account), revision: 0 })
  }

  static async begin(stage: Stage, ends: Map<string, number>): Promise<Play> {
    const key = await stage.newEnvironment()
    const manner = { key, by: 0, cut: null } as const
    const account = await stage.send({ method: 'GET', path: '/v1/account' }, manner)
    return new Play(stage, key, account.body, ends)
  }

  /** The steps so far, with short names for IDs. */
  story(end: string): string {
    const names = new Map<string, string>()
    const counts = new Map<string, number>()
    return [...this.#lines, end].join('\n').replace(/(inv|prod|pay|cus)_[0-9a-z]+/g, (id, kind) => {
      if (!names.has(id)) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        names.set(id, `${kind}#${counts.get(kind)}`)
      }
      return names.get(id) as string
    })
  }

  async step(step: Step): Promise<void> {
    if ('days' in step) return this.#advance(step.days * DAY_MS)
    if ('again' in step) return this.#again(step)
    if ('reset' in step) return this.#reset()
    const { sendings, fault } = step
    const commands: [Sending, Command][] = []
    for (const sending of sendings) {
      commands.push([sending, resolve(this.#state, sending.wish, await this.#versionFor(sending))])
    }
    const breaking = fault ? this.#stage.break(fault) : undefined
    if (fault) this.#lines.push(`  (${fault.kind} ${fault.seat} ${fault.place})`)
    const sent = await Promise.all(
      commands.map(([{ by, cut }, command]) => this.#send(command, by, cut)),
    )
    await breaking
    if (fault) await this.#stage.letLeasesRunOut()
    await this.#settle(sent)
  }

  /** Reads the object first if the wish refers to its current version. */
  async #versionFor({ wish, by }: Sending): Promise<Version | undefined> {
    const matched = matchedBy(this.#state, wish)
    if (!matched) return undefined
    const { id, match } = matched
    if (match === 'read') {
      const kind = { cus: 'customer', prod: 'product', inv: 'invoice' }[id.split('_')[0] ?? '']
      const path = kind ? `${COLLECTIONS[kind]}/${id}` : '/v1/account'
      const sent = await this.#send({ do: 'read', id, path }, by, null)
      await this.#settle([sent])
    }
    return match === 'read' ? this.#versions.get(id)?.at(-1) : this.#versions.get(id)?.[0]
  }

  async #send(command: Command, by: 0 | 1, cut: Sending['cut']): Promise<Past> {
    const request = requestOf(command)
    const idempotencyKey = randomUUID()
    const manner = { key: this.#key, by, cut, ...(command.do !== 'read' && { idempotencyKey }) }
    const answer = await this.#stage.send(request, manner)
    this.#note(request, answer, cut ? ` (by ${by}, cut ${cut})` : ` (by ${by})`)
    const done = `${command.do} ${endOf(answer)}`
    this.#ends.set(done, (this.#ends.get(done) ?? 0) + 1)
    return { command, request, answer, idempotencyKey }
  }

  #note({ method, path, body, etag }: Request, answer: Answer, how = ''): void {
    const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`
    const match = etag ? ' If-Match' : ''
    const { id = '' } = answer.body ?? {}
    const made = answer.status === 201 ? ` ${typeof id === 'number' ? `cus_${id}` : id}` : ''
    this.#lines.push(`${method} ${path}${sent}${match}${how} → ${endOf(answer)}${made}`)
  }

  /** Reads the new events, and finds an order that explains all observations. */
  async #settle(sent: Past[]): Promise<void> {
    const events = await this.#readFeed()
    const { state, complaint } = explain(this.#state, sent, events)
    if (!state) {
      const lines = events.map(({ type, data }) => `  feed: ${type} ${data.object.id}`)
      this.#lines.push(...lines)
      throw new Error(complaint)
    }
    this.#state = state
    for (const past of sent) {
      if (past.command.do !== 'read') this.#past.push(past)
      // A request that raced another one, or time, can have seen an earlier state.
      else if (sent.length === 1 && events.length === 0)
        this.#remember(past.command.id, past.answer)
    }
  }

  #remember(id: string, { headers }: Answer): void {
    const version = versionOf(this.#state, id, String(headers.etag))
    if (version) this.#versions.set(id, [...(this.#versions.get(id) ?? []), version])
  }

  /** Reads the new events, without gaps and with ascending timestamps. */
  async #readFeed(): Promise<FeedEvent[]> {
    const events: FeedEvent[] = []
    for (;;) {
      const path = `/v1/events?limit=100&after=${this.#sequence}`
      const by = this.#sequence % 2 === 0 ? 0 : 1
      const { body } = await this.#stage.send(
        { method: 'GET', path },
        { key: this.#key, by, cut: null },
      )
      for (const event of body.data as FeedEvent[]) {
        this.#sequence++
        if (event.sequence !== this.#sequence) {
          throw new Error(`The feed jumps to ${event.sequence}; ${this.#sequence} was next.`)
        }
        const instant = Date.parse(event.created_at)
        if (instant < this.#lastInstant) throw new Error(`Event ${event.sequence} is dated back.`)
        this.#lastInstant = instant
        events.push(event)
      }
      if (!body.has_more) return events
    }
  }

  async #advance(ms: number): Promise<void> {
    const clock = await this.#get('/v1/test_clock')
    const to = new Date(Date.parse(clock.now) + ms).toISOString()
    const sent = await this.#send({ do: 'advance', to }, 1, null)
    await this.#clockReady()
    await this.#settle([sent])
    const late = Object.entries(this.#state.invoices).find(
      ([, { status, overdueAt }]) => status === 'posted' && overdueAt <= Date.parse(to),
    )
    if (late) throw new Error(`${late[0]} should have fallen overdue by ${to}.`)
  }

  async #clockReady(): Promise<void> {
    for (;;) {
      const { status } = await this.#get('/v1/test_clock?wait=5')
      if (status === 'ready') return
      // Another sequence may have killed the process that ran the clock.
      await this.#stage.letLeasesRunOut()
    }
  }

  /** Deletes everything except the settings: numbers, feed and keys start again. */
  async #reset(): Promise<void> {
    const request = { method: 'POST', path: '/v1/test_clock/reset' }
    const manner = { key: this.#key, by: 0, cut: null, idempotencyKey: randomUUID() } as const
    const answer = await this.#stage.send(request, manner)
    this.#note(request, answer)
    if (answer.status !== 200) throw new Error(answer.text)
    await this.#clockReady()
    this.#state = emptyWith(this.#state.account)
    this.#past.length = 0
    this.#versions.clear()
    this.#sequence = 0
    this.#lastInstant = 0
  }

  /** Repeats a key: the same response if it was accepted, an error for another body. */
  async #again({ again, isMisuse, by }: Extract<Step, { again: number }>): Promise<void> {
    const past = this.#past[again % this.#past.length]
    if (!past) return
    const isAccepted = past.answer.status < 300
    const { idempotencyKey, command } = past
    const body = isMisuse
      ? { ...(past.request.body as object), metadata: { other: 1 } }
      : past.request.body
    if (isMisuse && !isAccepted) return
    const request = { ...past.request, body }
    const manner = { key: this.#key, by, cut: null, idempotencyKey }
    const answer = await this.#stage.send(request, manner)
    this.#note(request, answer, ' (its key again)')
    if (!isAccepted) {
      await this.#settle([{ command, answer, request, idempotencyKey }])
      return
    }
    if (isMisuse) {
      // An invalid body is reported before a reused key.
      const isRefused = endOf(answer) === 'idempotency_key_reused'
      if (!isRefused) throw new Error(`A key was used for another request: ${answer.text}`)
    } else if (answer.text !== past.answer.text || !answer.headers['idempotent-replayed']) {
      throw new Error(`A replay answered ${answer.text}, not ${past.answer.text}`)
    }
    await this.#settle([])
  }

  async #get(path: string): Promise<Answer['body']> {
    const answer = await this.#stage.send(
      { method: 'GET', path },
      { key: this.#key, by: 1, cut: null },
    )
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }

  /** Runs everything that is due, and compares the remaining state. */
  async end(): Promise<void> {
    await this.#advance(HOUR_MS)
    await compareAll((path) => this.#get(path), this.#state)
  }
}

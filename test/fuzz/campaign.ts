// Runs cases against a service: sends them, judges the responses, and shrinks what fails.

import type { Answer } from '../client.ts'
import type { World } from '../harness.ts'
import { randomFrom } from '../random.ts'
import { type Description, readDescription } from './description.ts'
import { faultOf } from './judge.ts'
import type { Failure } from './report.ts'
import { bodyText, type Case, finished, type KeyName, makeCase, pathOf } from './requests.ts'
import type { Ids, Pools } from './values.ts'

export interface CampaignOptions {
  seed: number
  cases: number
}

export interface Outcome {
  cases: number
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Operations with at least one 2xx response. */
  succeeded: Set<string>
  failures: Failure[]
}

/** Maximum tries to shrink a failing case. */
const SHRINKS_MOST = 40
/** A run ends after this many kinds of failure. */
const FAILURES_MOST = 20
/** Concurrent cases. */
const TOGETHER = 4
/** More endpoints would make the sweeps busier than the requests. */
const ENDPOINTS_MOST = 3

export async function runCampaign(
  world: World,
  pools: Pools,
  canary: string,
  { seed, cases }: CampaignOptions,
): Promise<Outcome> {
  const description = readDescription()
  const random = randomFrom(seed)
  const chance = { random, pools, resolve: description.resolve }
  const operations = description.operations.filter(({ operation }) => operation.security.length > 0)
  const outcome: Outcome = { cases: 0, statuses: {}, succeeded: new Set(), failures: [] }
  const seen = new Set<string>()
  const send = createSender(world, description, canary)
  while (outcome.cases < cases && seen.size < FAILURES_MOST) {
    const wave = Array.from({ length: TOGETHER }, () => makeCase(random.pick(operations), chance))
    const results = await Promise.all(wave.map(send))
    for (const [index, result] of results.entries()) {
      outcome.cases++
      const made = wave[index] as Case
      const { answer, fault } = result
      if (answer) {
        outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1
        harvest(answer, pools[finished(made).key])
        if (answer.status < 300) outcome.succeeded.add(made.start.described.operation.operationId)
      }
      if (!fault) continue
      const kind = `${made.start.described.operation.operationId} ${fault.slice(0, 60)}`
      if (seen.has(kind)) continue
      seen.add(kind)
      outcome.failures.push(await shrunk(made, { ...result, fault }, send))
    }
    await tidy(world, pools)
  }
  return outcome
}

interface Sent {
  answer: Answer | undefined
  fault: string | undefined
  logged: string | undefined
}

type Send = (made: Case) => Promise<Sent>

function createSender(world: World, description: Description, canary: string): Send {
  const keys: Record<KeyName, string | null> = {
    test: world.keys.test,
    live: world.keys.live,
    other: world.keys.otherTest,
    none: null,
    wrong: `${world.keys.test.slice(0, -1)}-`,
  }
  const exchange = async (
    made: Case,
    again = false,
  ): Promise<[Answer | undefined, string | undefined]> => {
    const draft = finished(made)
    let answer: Answer | undefined
    try {
      answer = await world.api.send(draft.method, pathOf(draft), {
        key: keys[draft.key],
        raw: bodyText(draft) as string,
        headers: draft.headers,
        look: (seen) => {
          answer = seen
        },
      })
      return [answer, faultOf({ draft, answer }, description, canary)]
    } catch (error) {
      // The server closed a keep-alive connection just as it was reused: unrelated to this case.
      if (!answer && !again && isCut(error)) return exchange(made, true)
      return [answer, (error as Error).message]
    }
  }
  return async (made) => {
    const [answer, fault] = await exchange(made)
    const id = answer?.headers['request-id']
    const log = fault && world.logs.find((each) => each.level === 'error' && each.request_id === id)
    return { answer, fault, logged: log ? JSON.stringify(log.err) : undefined }
  }
}

const isCut = (error: unknown): boolean =>
  /^(ECONNRESET|EPIPE)$/.test((error as { code?: string }).code ?? '')

/** Removes the parts of a case that its failure does not need. */
async function shrunk(made: Case, sent: Sent & { fault: string }, send: Send): Promise<Failure> {
  let best: Failure = { ...sent, case: made }
  let tries = 0
  for (let at = made.changes.length - 1; at >= 0 && tries < SHRINKS_MOST; at--, tries++) {
    const smaller = { ...best.case, changes: best.case.changes.filter((_, index) => index !== at) }
    const { fault, ...rest } = await send(smaller)
    if (fault) best = { ...rest, fault, case: smaller }
  }
  for (const candidate of smallerStarts(best.case)) {
    if (tries++ >= SHRINKS_MOST) break
    const start = { ...best.case.start, ...candidate(best.case) }
    const { fault, ...rest } = await send({ ...best.case, start })
    if (fault) best = { ...rest, fault, case: { ...best.case, start } }
  }
  return best
}

type Start = Case['start']

function smallerStarts({ start }: Case): ((now: Case) => Partial<Start>)[] {
  const members =
    typeof start.body === 'object' && start.body !== null ? Object.keys(start.body) : []
  return [
    () => ({ headers: {} }),
    ...start.query.map(([name]) => (now: Case) => ({
      query: now.start.query.filter(([each]) => each !== name),
    })),
    ...members.map((member) => (now: Case) => {
      const { [member]: _, ...rest } = now.start.body as Record<string, unknown>
      return { body: rest }
    }),
  ]
}

const ID = /\b[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

/** Remembers the IDs in the response to a create or read, for later cases. */
export function harvest({ status, text, body, headers }: Answer, ids: Ids): void {
  if (status > 299 || text.length > 200_000) return
  if (String(headers['content-type']).includes('dry-run')) return
  const found: string[] = text.match(ID) ?? []
  if (body?.object === 'customer') found.push(`cus_${body.id}`)
  for (const id of new Set(found)) {
    const prefix = id.split('_')[0] as string
    const known = ids.get(prefix) ?? []
    if (!known.includes(id)) ids.set(prefix, [...known, id].slice(-200))
  }
}

async function tidy({ api, keys }: World, pools: Pools): Promise<void> {
  for (const [name, key] of [
    ['test', keys.test],
    ['other', keys.otherTest],
    ['live', keys.live],
  ] as const) {
    const known = pools[name].get('whe') ?? []
    if (known.length <= ENDPOINTS_MOST) continue
    const { body } = await api.get('/v1/webhook_endpoints?limit=100', { key })
    for (const { id } of body.data.slice(ENDPOINTS_MOST)) {
      await api.delete(`/v1/webhook_endpoints/${id}`, { key })
    }
    pools[name].set('whe', known.slice(-ENDPOINTS_MOST))
  }
}

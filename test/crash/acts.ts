// Kills a process at a place of one write; the next process is asked again with the same key.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Answer } from '../client.ts'
import { allEvents, get, type Made } from '../fixtures.ts'
import { until } from '../harness.ts'
import type { Process } from '../process.ts'
import type { Installation } from './lives.ts'

export interface Request {
  path: string
  body?: object
}

export interface Act {
  /** Creates the objects that the action needs, with a process that is not killed, and returns its request. */
  prepare(api: Process['api']): Promise<Request>
  /** The types of all events that it records. */
  events: string[]
  /** The batches it takes, if not one: an action that misses rows is sent again with them. */
  batches?: number
}

/** Sends a write to a process that it kills; returns false if the response came nevertheless. */
async function isLost(dying: Process, { path, body }: Request, key: string): Promise<boolean> {
  const headers = { 'idempotency-key': key }
  const answer = await dying.api.post(path, { body, headers }).catch(() => undefined)
  assert.equal(await dying.ended, 'SIGKILL', dying.output())
  if (answer) assert.ok(answer.status < 300, answer.text)
  return answer === undefined
}

/** Asks again until the key is free; returns the response. */
const askAgain = (api: Process['api'], { path, body }: Request, key: string): Promise<Answer> =>
  until(`an answer of ${path}`, async () => {
    const answer = await api.post(path, { body, headers: { 'idempotency-key': key } })
    return answer.status < 300 && answer
  })

/** Kills a process at a place of an action; fails unless it happened once. Returns the response of the next process. */
export async function assertOnce(
  { live }: Pick<Installation, 'live'>,
  calm: Process,
  act: Act,
  place: string,
  batch = 1,
): Promise<Made> {
  const dying = await live(`${place}:${batch}`)
  const request = await act.prepare(calm.api)
  const last = (await allEvents(calm.api)).at(-1)?.sequence ?? 0
  const key = randomUUID()
  const lost = await isLost(dying, request, key)
  assert.ok(lost || place === 'write.answered', 'the process died before it responded')
  const answer = await askAgain(calm.api, request, key)
  const isLast = batch === (act.batches ?? 1)
  const isDone = place === 'write.answered' || (isLast && place === 'write.committed')
  // The commit was sent, and can be lost with the connection or not.
  if (place !== 'write.committing')
    assert.equal(answer.headers['idempotent-replayed'] === 'true', isDone)
  assert.equal((await askAgain(calm.api, request, key)).text, answer.text)
  const { data } = await get(calm.api, `/v1/events?after=${last}&limit=100`)
  assert.deepEqual(data.map(({ type }: Made) => type).sort(), act.events.toSorted())
  return answer.body
}

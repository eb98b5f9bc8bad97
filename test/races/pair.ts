// Two server processes on one database, and helpers to race them.

import type { Answer, Api, Ask } from '../client.ts'
import type { Lifetime } from '../database.ts'
import { until, type World, world } from '../harness.ts'

export interface Pair {
  /** Its client, and those of both processes, retry. */
  w: World
  apis: readonly [Api, Api]
  /** Alternates between the two processes. */
  by(index: number): Api
  /** Sends by one process, and the next request by the other. */
  send(method: string, path: string, ask?: Ask): Promise<Answer>
}

/** Starts the pair. With `apart` both are separate processes, so requests never wait for the test's event loop. */
export async function startPair(lifetime: Lifetime, { apart = false } = {}): Promise<Pair> {
  const w = await world(lifetime)
  const api = patient(w.api)
  const start = async () => patient((await w.secondProcess({ LOG_LEVEL: 'error' })).api)
  const apis = await Promise.all([apart ? start() : api, start()])
  const by = (index: number) => apis[index % 2 === 0 ? 0 : 1]
  let turn = 0
  return {
    w: { ...w, api },
    apis,
    by,
    send: (method, path, ask) => by(turn++).send(method, path, ask),
  }
}

/**
 * True for a 503 that asks to retry and promises that nothing changed: a lock was held for long, as on a busy machine.
 */
export const isRefusedForNow = ({ status, headers, body }: Answer): boolean =>
  status === 503 &&
  /^\d+$/.test(String(headers['retry-after'])) &&
  !/outcome is unknown/.test(body.error.message)

/** Returns a client that retries a 503, so that races do not depend on the machine's speed. */
export function patient(api: Api): Api {
  const send: Api['send'] = (method, path, ask) =>
    until(`${method} ${path}`, async () => {
      const answer = await api.send(method, path, ask)
      return !isRefusedForNow(answer) && answer
    })
  return {
    ...api,
    send,
    get: (path, ask) => send('GET', path, ask),
    post: (path, ask) => send('POST', path, ask),
    patch: (path, ask) => send('PATCH', path, ask),
    delete: (path, ask) => send('DELETE', path, ask),
  }
}

/** How a request ended: `ok` or the error code. */
export const endOf = ({ status, body }: Answer): string => (status < 300 ? 'ok' : body.error.code)

/** Number of responses by how they ended. */
export const countEnds = (answers: Answer[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, endOf)).map(([end, all]) => [end, all?.length ?? 0]),
  )

/** Runs `work` concurrently `count` times. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

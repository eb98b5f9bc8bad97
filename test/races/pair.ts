// Two server processes on one database, and how to race them.

import type { Answer, Api, Ask } from '../client.ts'
import type { Lifetime } from '../database.ts'
import { until, type World, world } from '../harness.ts'

export interface Pair {
  /** Its client, and those of both processes, are patient. */
  w: World
  apis: readonly [Api, Api]
  /** The one process and the other by turns. */
  by(index: number): Api
  /** Sends by one process, the next request by the other. */
  send(method: string, path: string, ask?: Ask): Promise<Answer>
}

/** One process is the test's own. With `apart` it is not, so that requests never wait for the test's event loop. */
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

/** A 503 that asks to retry and promises that nothing was changed: a lock was held for long, as on a busy machine. */
export const isRefusedForNow = ({ status, headers, body }: Answer): boolean =>
  status === 503 &&
  /^\d+$/.test(String(headers['retry-after'])) &&
  !/outcome is unknown/.test(body.error.message)

/** A client that repeats what is refused for now, so that a race is decided however slow the machine is. */
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

/** `ok` or the code of the error: how an answer ended. */
export const endOf = ({ status, body }: Answer): string => (status < 300 ? 'ok' : body.error.code)

/** How many ended how. */
export const countEnds = (answers: Answer[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, endOf)).map(([end, all]) => [end, all?.length ?? 0]),
  )

/** All of them at once. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

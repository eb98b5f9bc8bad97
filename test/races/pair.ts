// Two server processes on one database, neither of them the one that tests, and how to race them.

import type { Answer, Api, Ask } from '../client.ts'
import type { Lifetime } from '../database.ts'
import { type World, world } from '../harness.ts'

export interface Pair {
  w: World
  /** A client of each process. */
  apis: readonly [Api, Api]
  /** The one process and the other by turns. */
  by(index: number): Api
  /** Sends by one process, the next request by the other. */
  send(method: string, path: string, ask?: Ask): Promise<Answer>
}

export async function startPair(
  lifetime: Lifetime,
  settings: Record<string, string> = {},
): Promise<Pair> {
  const w = await world(lifetime, { settings })
  const quiet = { LOG_LEVEL: 'error' }
  const [one, other] = await Promise.all([w.secondProcess(quiet), w.secondProcess(quiet)])
  const apis = [one.api, other.api] as const
  const by = (index: number) => apis[index % 2 === 0 ? 0 : 1]
  let turn = 0
  return { w, apis, by, send: (method, path, ask) => by(turn++).send(method, path, ask) }
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

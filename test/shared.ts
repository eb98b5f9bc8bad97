// Accounts on one service and one database per process, for test files that do not need their own.

import { connectApi } from './client.ts'
import type { Lifetime } from './database.ts'
import {
  addAccount,
  assertBooksAgree,
  assertDerivationsAgree,
  assertNoErrors,
  keyMaker,
  makeKeys,
  undo,
  type World,
  world,
} from './harness.ts'
import { atEnd } from './process-end.ts'

/** The parts of a world that a file can use without touching other files' accounts. */
export interface SharedWorld extends Pick<World, 'url' | 'api' | 'keys' | 'key'> {
  /** For what reaches the service by another way than its API, in the file's own environments. */
  inside: Pick<World, 'pool' | 'secretKey'> & { environment_id: number }
}

let host: Promise<World> | undefined

function hostOf(lifetime: Lifetime): Promise<World> {
  host ??= world(
    {
      after: (work) =>
        atEnd(lifetime, async () => {
          host = undefined
          await work()
        }),
    },
    // The books of each account are verified at the end of its file.
    { tampers: true },
  )
  return host
}

/**
 * Creates two accounts that no other file uses, on the service of this process. Their books, and the log since then,
 * are checked at the end of `lifetime`. For files with default settings that only use the API.
 */
export async function sharedWorld(lifetime: Lifetime): Promise<SharedWorld> {
  const cleanups: (() => Promise<unknown>)[] = []
  // Registered first, because hooks run in this order: the service of a file that runs by itself ends after it.
  lifetime.after(() => undo(cleanups))
  const w = await hostOf(lifetime)
  const { pool, url, secretKey } = w
  const firstLog = w.logs.length
  const own = await addAccount(w, 'Default', Date.now())
  const other = await addAccount(w, 'Other', Date.now())
  const environments = { ...own, otherTest: other.test, otherLive: other.live }
  const key = keyMaker(w, environments, Date.now)
  const keys = await makeKeys(key)
  const api = connectApi(url, keys.test)
  const ids = Object.values(environments)
  cleanups.push(
    () => assertNoErrors(w.logs.slice(firstLog)),
    () => assertBooksAgree(pool, ids),
    () => assertDerivationsAgree(pool, ids),
    () => api.close(),
  )
  return { url, api, keys, key, inside: { pool, secretKey, environment_id: own.test } }
}

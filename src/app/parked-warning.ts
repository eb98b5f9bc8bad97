// Warns that the writes of an environment wait for a lock, and names the session that holds it.

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { describeLockHolder } from '../platform/db/lock-holders.ts'

/** Limits the warnings, since locks on contended rows change their holder many times a second. */
const PAUSE_MS = 1_000

export function parkedWarning(pool: Pool, log: Logger): (environmentId: number) => void {
  let lastMs = Number.NEGATIVE_INFINITY
  const warn = async (environment: number) => {
    const holder = await describeLockHolder(pool).catch(() => '')
    log.warn({ environment }, `Rows of this environment are locked, so its writes wait. ${holder}`)
  }
  return (environmentId) => {
    if (performance.now() - lastMs < PAUSE_MS) return
    lastMs = performance.now()
    void warn(environmentId)
  }
}

// Wires the request log: its connection, its settings, and the metric of dropped entries.

import type { Logger } from 'pino'
import {
  createRequestLog,
  type Kept,
  type RequestLog,
  STATEMENT_MS,
} from '../features/requests/log.ts'
import type { Config } from '../platform/config.ts'
import { openPool } from '../platform/db/pool.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Database } from './database.ts'

/** The log has its own connection, which does not wait for the disk. */
export function openRequestLog(
  config: Config,
  log: Logger,
  { connection }: Database,
  metrics: Metrics,
): RequestLog {
  const options = {
    size: 1,
    byKeyOnly: true,
    mayLose: true,
    oneByOne: true,
    statementTimeoutMs: STATEMENT_MS,
  }
  return createRequestLog({
    pool: openPool(connection, options),
    kept: config.requestLog as Kept,
    daily: config.requestLogDaily,
    unlogged: config.requestLogUnlogged,
    ticksNow: () => performance.now(),
    onLeftOut: metrics.leftOut,
    onFailure: (error) => log.warn({ err: error }, 'requests could not be logged'),
  })
}

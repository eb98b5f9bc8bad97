// The background jobs of the service: every sweep, and how they end.

import type { Logger } from 'pino'
import { resealSweep } from '../features/secret-keys/sweeps.ts'
import { signSweep } from '../features/secret-keys/sweeps-sign.ts'
import { createRead } from '../features/service.ts'
import { clockSweep } from '../features/test-clock/sweeps.ts'
import type { Config } from '../platform/config.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Sealer } from '../platform/seal.ts'
import { backfillSweep } from '../platform/sweeps/backfill.ts'
import { dueSweep } from '../platform/sweeps/due.ts'
import { independentSweep } from '../platform/sweeps/independent.ts'
import { purgeSweep } from '../platform/sweeps/purge.ts'
import type { Sweep } from '../platform/sweeps/sweeps.ts'
import { backfillsOf } from './backfills.ts'
import type { AppBackground, AppFeature } from './features.ts'
import { sealedBy } from './secrets.ts'
import { tablesOf } from './tables.ts'

/** The parts of `AppBackground` that are made here. */
type Made =
  | 'read'
  | 'ticksNow'
  | 'logged'
  | 'mailFrom'
  | 'allowPrivate'
  | 'unloggedRequests'
  | 'erasedRows'
  | 'driver'

export interface SweepParts extends Omit<AppBackground, Made> {
  features: readonly AppFeature[]
  config: Config
  log: Logger
  keys: KeyRing
  sealerFor(purpose: string): Sealer
}

export interface Sweeps {
  all: readonly Sweep[]
  clock: { wake(environmentId: number): void }
  /** Call it once nothing new begins. Resolves when all work in progress has ended or was cut off at `late`. */
  settle(late: AbortSignal): Promise<unknown>
}

export function createSweeps({
  features,
  config,
  log,
  keys,
  sealerFor,
  ...parts
}: SweepParts): Sweeps {
  const { pool, lane, environments, wallNow } = parts
  const logged = (message: string) => (err: Error) => log.warn({ err }, message)
  const erasedRows: AppBackground['erasedRows'] = features.flatMap(({ erased }) =>
    erased ? [erased] : [],
  )
  const given = {
    ...parts,
    read: createRead(pool),
    ticksNow: () => performance.now(),
    logged,
    mailFrom: config.mailFrom,
    allowPrivate: config.webhookAllowPrivate,
    unloggedRequests: config.requestLogUnlogged,
    erasedRows,
  }
  // One list for the sweeps and for test clocks, so that both do due work in the same way.
  const works = features.flatMap(({ dueWork }) => dueWork?.(given as AppBackground) ?? [])
  const driver = clockSweep({
    pool,
    lane,
    environments,
    works,
    erased: tablesOf(features).erased,
    wallNow,
    onFailure: logged('a test clock could not complete an item of due work'),
  })
  const background: AppBackground = { ...given, driver }
  const all = [
    ...works.map((work) => (work.isWaiting ? independentSweep(work) : dueSweep(work))),
    ...features.flatMap(({ sweeps }) => sweeps?.(background) ?? []),
    purgeSweep(pool, wallNow),
    resealSweep({
      pool,
      keys,
      columns: sealedBy(features),
      sealerFor,
      onFailure: logged('sealed secrets could not be moved to the current key'),
    }),
    signSweep({ pool, keys, environments }),
    ...backfillsOf(features).map((backfill) => backfillSweep(pool, backfill)),
  ]
  return {
    all,
    clock: driver,
    settle: (late) => Promise.all(all.map((sweep) => sweep.settle?.(late))),
  }
}

// The parts of the service that background jobs receive. A feature that needs more declares it where it is used.

import type { Pool } from 'pg'
import type { Command } from '../platform/db/action.ts'
import type { Lane } from '../platform/db/lane.ts'
import type { EnvironmentTable } from '../platform/db/table.ts'
import type { Mailer } from '../platform/outgoing/mail.ts'
import type { Names } from '../platform/outgoing/names.ts'
import type { Sealer } from '../platform/seal.ts'
import type { Action, BillingEnvironment } from './accounts/store.ts'
import type { ErasedRows } from './manifest.ts'
import type { Read } from './service.ts'

export interface Background {
  pool: Pool
  lane: Lane<BillingEnvironment>
  /** The counter rows, for writes that extend chains outside the lane. */
  environments: EnvironmentTable<BillingEnvironment>
  read: Read
  wallNow(): number
  /** Monotonic time. */
  ticksNow(): number
  publicUrl(): string
  /** Runs a sweep ahead of schedule. */
  wake(sweep: string): void
  /** Returns a handler that logs the failure of one object, while the others continue. */
  logged(message: string): (error: Error) => void
  sealer: Sealer
  /** Seals links that wait to be mailed; undefined without a mail server. */
  mailSealer: Sealer | undefined
  /** Undefined without a mail server. */
  mailer: Mailer | undefined
  mailFrom: string
  names: Names
  /** Rows that features store about customers, for erasures. */
  erasedRows: readonly ErasedRows[]
  /** True if webhooks can go to private addresses (WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean
  /** True if the request log is kept out of the write-ahead log (REQUEST_LOG_UNLOGGED). */
  unloggedRequests: boolean
}

/** A command of a background job, which waits for requests. */
export const inBackground = <I, F>(
  environment_id: number,
  action: Action<I, F>,
  input: I,
): Command<I, BillingEnvironment> => ({
  ...{ action, environment_id, input },
  ifMatch: undefined,
  claim: undefined,
  background: true,
})

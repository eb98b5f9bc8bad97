// What happens by itself is given this of the service. A feature that needs more says so where it needs it.

import type { Pool } from 'pg'
import type { Lane } from '../platform/db/lane.ts'
import type { EnvironmentTable } from '../platform/db/table.ts'
import type { Mailer } from '../platform/outgoing/mail.ts'
import type { Names } from '../platform/outgoing/names.ts'
import type { Sealer } from '../platform/seal.ts'
import type { BillingEnvironment } from './accounts/store.ts'
import type { ErasedRows } from './manifest.ts'
import type { Read } from './service.ts'

export interface Background {
  pool: Pool
  lane: Lane<BillingEnvironment>
  /** The counter rows, for what lengthens chains past the lane. */
  environments: EnvironmentTable<BillingEnvironment>
  read: Read
  wallNow(): number
  /** Of a clock that never goes back. */
  ticksNow(): number
  publicUrl(): string
  /** Has a sweep look before its time. */
  wake(sweep: string): void
  /** Who hears of what failed for one object, while the others go on; `told` is what is logged. */
  logged(told: string): (error: Error) => void
  sealer: Sealer
  /** Seals links that wait to be mailed; undefined where no mail leaves. */
  mailSealer: Sealer | undefined
  /** Undefined where no mail leaves. */
  mailer: Mailer | undefined
  mailFrom: string
  names: Names
  /** What features have of customers, for erasures. */
  erasedRows: readonly ErasedRows[]
  /** Whether webhooks may go to private addresses (WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean
  /** Whether the request log is kept out of the write-ahead log (REQUEST_LOG_UNLOGGED). */
  unloggedRequests: boolean
}

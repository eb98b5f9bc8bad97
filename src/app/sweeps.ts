// What happens by itself: every sweep of the service, and how they end.

import type { Logger } from 'pino'
import type { Authenticator } from '../features/api-keys/actions.ts'
import { lastUseSweep } from '../features/api-keys/sweeps.ts'
import { erasureWork } from '../features/customer-erasures/sweeps.ts'
import { eraseLogSweep } from '../features/customer-erasures/sweeps-log.ts'
import type { Typesetter } from '../features/documents/actions.ts'
import { sendSweep } from '../features/emails/sweeps.ts'
import { overdueWork, reminderWork } from '../features/invoices/sweeps.ts'
import { linkMailSweep } from '../features/links/sweeps.ts'
import { requestPurge } from '../features/requests/sweeps.ts'
import { indexSweep } from '../features/search/sweeps.ts'
import { createRead } from '../features/service.ts'
import type { Sessions } from '../features/sessions/actions.ts'
import { sessionSweep } from '../features/sessions/sweeps.ts'
import { clockSweep } from '../features/test-clock/sweeps.ts'
import { abandonSweep, fanOutSweep } from '../features/webhook-deliveries/sweeps.ts'
import { deliverySweep } from '../features/webhook-deliveries/sweeps-deliver.ts'
import type { DeliveryParts } from '../features/webhook-deliveries/sweeps-pump.ts'
import type { Config } from '../platform/config.ts'
import type { Mailer } from '../platform/outgoing/mail.ts'
import type { Sealer } from '../platform/seal.ts'
import { backfillSweep } from '../platform/sweeps/backfill.ts'
import { dueSweep } from '../platform/sweeps/due.ts'
import { purgeSweep } from '../platform/sweeps/purge.ts'
import type { Sweep } from '../platform/sweeps/sweeps.ts'
import { BACKFILLS } from './backfills.ts'
import { ERASED_TABLES } from './tables.ts'

export interface SweepParts
  extends Pick<DeliveryParts, 'pool' | 'lane' | 'sealer' | 'names' | 'wallNow'> {
  config: Config
  log: Logger
  authenticator: Authenticator
  sessions: Sessions
  mailSealer: Sealer | undefined
  typesetter: Typesetter
  /** Undefined where no mail leaves. */
  mailer: Mailer | undefined
  publicUrl(): string
  /** Has a sweep look before its time. */
  wake(sweep: string): void
}

export interface Sweeps {
  all: readonly Sweep[]
  clock: { wake(environmentId: number): void }
  /** Once nothing new begins: answers when what they began has ended, or was cut off at `late`. */
  settle(late: AbortSignal): Promise<unknown>
}

export function createSweeps(parts: SweepParts): Sweeps {
  const { pool, lane, wallNow, log, authenticator } = parts
  // One list for the sweeps and for clocks that are advanced: what falls due is never done two ways.
  const works = [overdueWork(parts), reminderWork(parts), erasureWork(parts)]
  const clock = clockSweep({
    pool,
    lane,
    works,
    erased: ERASED_TABLES,
    wallNow,
    onFailure: (error) =>
      log.warn({ err: error }, 'a test clock met something that could not be done'),
  })
  const webhooks = webhookParts(parts)
  const deliveries = deliverySweep(webhooks)
  const mails = mailSweeps(parts)
  const all = [
    fanOutSweep({ ...webhooks, onFed: () => parts.wake(deliveries.name) }),
    deliveries,
    abandonSweep(webhooks),
    ...works.map(dueSweep),
    ...mails,
    ...linkMails(parts),
    clock,
    purgeSweep(pool, wallNow),
    requestPurge(pool, wallNow),
    eraseLogSweep(pool, wallNow),
    lastUseSweep(authenticator),
    sessionSweep(pool, parts.sessions, wallNow),
    indexSweep(pool),
    ...BACKFILLS.map((backfill) => backfillSweep(pool, backfill)),
  ]
  const ends = [deliveries, ...mails]
  return {
    all,
    clock,
    settle: (late) => Promise.all([...ends.map((each) => each.settle(late)), clock.settle()]),
  }
}

function mailSweeps(parts: SweepParts) {
  const { pool, lane, wallNow, typesetter, mailer, publicUrl, log } = parts
  if (!mailer) return []
  const read = createRead(pool)
  const onFailure = (error: Error) =>
    log.warn({ err: error }, 'a mail could not be worked on; it will be tried again')
  const wake = () => parts.wake('emails.send')
  const made = { pool, lane, wallNow, typesetter, mailer, publicUrl, read, wake, onFailure }
  return [sendSweep(made)]
}

function linkMails({ config, pool, mailer, mailSealer, publicUrl, wallNow, log }: SweepParts) {
  if (!mailer || !mailSealer) return []
  const onFailure = (error: Error) => log.warn({ err: error }, 'a link could not be mailed')
  const from = config.mailFrom
  return [linkMailSweep({ pool, mailer, sealer: mailSealer, from, publicUrl, wallNow, onFailure })]
}

function webhookParts({
  config,
  log,
  pool,
  lane,
  sealer,
  names,
  wallNow,
}: SweepParts): DeliveryParts {
  return {
    pool,
    lane,
    sealer,
    wallNow,
    names,
    outgoing: {
      allowPrivate: config.webhookAllowPrivate,
      connectTimeoutMs: 5_000,
      timeoutMs: 15_000,
    },
    ticksNow: () => performance.now(),
    random: Math.random,
    onFailure: (error) =>
      log.warn({ err: error }, 'a webhook could not be worked on; it will be tried again'),
  }
}

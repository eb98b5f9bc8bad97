// Sends due emails: lease, prepare, hand over to the mail server, record.

import type { Lane } from '../../platform/db/lane.ts'
import { fault } from '../../platform/faults.ts'
import type { Mailer } from '../../platform/outgoing/mail.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { BillingEnvironment } from '../accounts/store.ts'
import type { Background } from '../background.ts'
import type { Typesetter } from '../documents/deliver.ts'
import type { EmailWithTexts } from '../outbox/store.ts'
import { type Attempted, recordSending } from './actions.ts'
import { type ReadyParts, ready } from './prepare.ts'
import { findDueEnvironments, leaseEmails } from './store.ts'

const LOOK_MS = 500
/** Concurrent emails. More than connections: while one is handed over, the next is prepared. */
const MAILS_MOST = 16
/** Twice the longest email, plus time for the document: a process that holds a lease longer is dead. */
const LEASE_MS = 240_000

/** The number of mail server connections, and the time limits of one email. */
export const MAIL_CONNECTIONS = 8
export const MAIL_TIMES = { connectTimeoutMs: 10_000, timeoutMs: 90_000 }

export interface EmailBackground extends Background {
  typesetter: Typesetter
}

export interface SendParts extends ReadyParts {
  lane: Lane<BillingEnvironment>
  mailer: Mailer
  /** Makes the sweep check for due emails now. */
  wake(): void
  /** Called for a failure of one email; the others continue. */
  onFailure(error: Error): void
}

export interface SendSweep extends Sweep {
  /** Resolves when nothing is being sent; emails still being sent at `cut` are aborted. */
  settle(cut: AbortSignal): Promise<void>
}

export function sendSweep(parts: SendParts): SendSweep {
  const { pool, wallNow } = parts
  const under = new Set<Promise<void>>()
  const cut = new AbortController()
  // True if all places were taken at the last check, so that more can be due.
  let full = false

  function start(email: EmailWithTexts): void {
    const sending = send(parts, email, cut.signal)
      .catch(parts.onFailure)
      .finally(() => {
        under.delete(sending)
        if (full) parts.wake()
      })
    under.add(sending)
  }

  return {
    name: 'emails.send',
    everyMs: LOOK_MS,
    async run() {
      if (under.size === MAILS_MOST) return { done: 0, lagMs: 0, more: false }
      const due = await findDueEnvironments(pool, wallNow())
      const before = under.size
      for (const [index, { environment_id }] of due.entries()) {
        const free = MAILS_MOST - under.size
        if (free === 0) break
        const wallMs = wallNow()
        const leased = await leaseEmails(pool, environment_id, {
          token: crypto.randomUUID(),
          wallMs,
          untilMs: wallMs + LEASE_MS,
          // An equal share of the free places for each waiting environment.
          most: Math.ceil(free / (due.length - index)),
        })
        fault('mail.leased')
        for (const email of leased) start(email)
      }
      full = under.size === MAILS_MOST
      const oldest = due[0]?.oldest
      const lagMs = oldest === undefined ? 0 : wallNow() - oldest
      return { done: under.size - before, lagMs, more: false }
    },
    async settle(signal) {
      const abort = () => cut.abort()
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      await Promise.all(under)
      signal.removeEventListener('abort', abort)
    },
  }
}

async function send(parts: SendParts, email: EmailWithTexts, cut: AbortSignal): Promise<void> {
  const made = await ready(parts, email).catch((error: Error) => {
    parts.onFailure(error)
    return { error: 'The email could not be created. See the log of the service.' }
  })
  if (made === 'overtaken') return record(parts, email, { state: 'overtaken' })
  if (made === 'lost') return
  if ('error' in made) return record(parts, email, { state: 'again', error: made.error })
  fault('mail.kept')
  // A process that slept too long after leasing must not send: another one can hold the lease by now.
  if ((email.lease_until ?? 0) - parts.wallNow() < MAIL_TIMES.timeoutMs) return
  const outcome = await parts.mailer.send(made, cut)
  fault('mail.sent')
  // An attempt that we aborted is not a failure of the server. It is retried with the same Message-ID.
  if (cut.aborted && outcome.state !== 'accepted') return
  await record(parts, email, outcome)
}

async function record(
  { lane, wallNow }: SendParts,
  { environment_id, id, invoice_id, credit_note_id, lease_token }: EmailWithTexts,
  outcome: Attempted,
): Promise<void> {
  const about = { id, invoice_id, credit_note_id }
  const input = { ...about, lease_token: lease_token ?? '', wallMs: wallNow(), outcome }
  await lane.submit({
    action: recordSending,
    environment_id,
    input,
    ifMatch: undefined,
    claim: undefined,
  })
}

// Mails one-time links: leases them, hands them to the mail server, records the outcome. A link that was used, replaced
// or withdrawn meanwhile is not sent. Its token is deleted as soon as the mail is sent.

import type { Pool } from 'pg'
import { linkMessage } from '../../domain/link-mail.ts'
import { mailWaitMs } from '../../domain/mail.ts'
import { fault } from '../../platform/faults.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Mailer, OutgoingMail } from '../../platform/outgoing/mail.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { htmlText, plainText } from '../mail-texts/render.ts'
import { linkUrl } from './create.ts'
import {
  type Addressee,
  type DueLink,
  findAddressees,
  type LinkOutcome,
  leaseLinks,
  recordMailing,
} from './store-mail.ts'

const LOOK_MS = 500
const AT_ONCE = 8
/** More than twice the time one mail can take: a process that still holds the lease is dead. */
const LEASE_MS = 240_000
/** With less than this left on the lease, sending one mail could outlast it. */
const TOO_LATE_MS = 100_000

export interface LinkMailParts {
  pool: Pool
  mailer: Mailer
  sealer: Sealer
  /** The address that mails come from. */
  from: string
  publicUrl(): string
  wallNow(): number
  /** Called with the failure of one link, while the others continue. */
  onFailure(error: Error): void
}

export function linkMailSweep(parts: LinkMailParts): Sweep {
  const { pool, wallNow, onFailure } = parts
  return {
    name: 'links.mail',
    everyMs: LOOK_MS,
    async run(stopping) {
      const wallMs = wallNow()
      const lease = { token: crypto.randomUUID(), wallMs, untilMs: wallMs + LEASE_MS }
      const due = await leaseLinks(pool, { ...lease, most: AT_ONCE })
      if (due.length === 0) return { done: 0, lagMs: 0, more: false }
      fault('link.leased')
      const ids = due.map(({ id }) => id)
      const addressees = await findAddressees(pool, ids, wallMs)
      const found = new Map(addressees.map((each) => [each.id, each]))
      await Promise.all(
        due.map(async (link) => {
          const untilMs = lease.untilMs
          const outcome = await attempt(parts, link, found.get(link.id), untilMs, stopping)
          if (outcome) await recordMailing(pool, link, outcome).catch(onFailure)
        }),
      )
      const oldest = Math.min(...due.map(({ created_at }) => created_at))
      return { done: due.length, lagMs: wallMs - oldest, more: due.length === AT_ONCE }
    },
  }
}

/** Sends one mail; undefined if another process may have taken over the lease. */
async function attempt(
  parts: LinkMailParts,
  link: DueLink,
  addressee: Addressee | undefined,
  untilMs: number,
  stopping: AbortSignal,
): Promise<LinkOutcome | undefined> {
  if (!addressee) return { state: 'over', error: null }
  const { wallNow, mailer, onFailure } = parts
  let mail: OutgoingMail
  try {
    mail = mailOf(parts, link, addressee)
  } catch (error) {
    // Sealed with another SECRET_KEY: no attempt can open it.
    onFailure(error as Error)
    return { state: 'over', error: 'The email could not be created. Create a new link.' }
  }
  // A process that was suspended since it took the lease must not send any more.
  if (untilMs - wallNow() < TOO_LATE_MS) return undefined
  const outcome = await mailer.send(mail, stopping)
  fault('link.sent')
  const at = wallNow()
  if (outcome.state === 'accepted') return { state: 'mailed', at }
  if (outcome.state === 'refused') return { state: 'over', error: outcome.error }
  // An attempt that we aborted is not a failure of the mail server: the next process retries it.
  if (stopping.aborted) return { state: 'again', at, error: null }
  const waitMs = mailWaitMs(link.attempts)
  const { error } = outcome
  return waitMs === undefined || at + waitMs >= link.expires_at
    ? { state: 'over', error }
    : { state: 'again', at: at + waitMs, error }
}

function mailOf(
  { sealer, from, publicUrl }: LinkMailParts,
  link: DueLink,
  { email, name, account_name, language }: Addressee,
): OutgoingMail {
  const { id, purpose, created_at, expires_at, own } = link
  const account = account_name ?? 'Reckoner'
  const message = linkMessage({
    purpose,
    account,
    language: link.mail_language ?? language ?? 'en',
    recipient: name,
    url: linkUrl(publicUrl(), sealer.open(link.sealed_token).toString('utf8')),
    lastsMs: expires_at - created_at,
    own,
  })
  return {
    message_id: `${encodeId('lnk', id)}@${from.split('@').at(-1)}`,
    date: created_at,
    from: { name: account, address: from },
    to: { name, address: email },
    cc: [],
    reply_to: null,
    subject: message.subject,
    text: plainText(message),
    html: htmlText(message),
    attachments: [],
  }
}

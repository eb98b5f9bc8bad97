// One-time links: the holder can do one thing, once, within a limited time.

import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/sql.ts'
import { newUuid } from '../../platform/ids.ts'
import { idOf } from '../../platform/key-ring.ts'
import { randomText } from '../../platform/random-text.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { LinkPurpose, OneTimeLink } from './record.ts'
import { insertLinks } from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LASTS_MS: Record<LinkPurpose, number> = {
  owner: DAY_MS,
  invitation: 7 * DAY_MS,
  password_reset: DAY_MS,
}
/** Lifetime of a reset link requested without signing in: its user is waiting for the mail. */
export const OWN_RESET_MS = HOUR_MS

/** 238 random bits. */
const TOKEN_LENGTH = 40

export interface MadeLink {
  record: OneTimeLink
  /** The full secret of the link. It is not stored anywhere, unless the link waits to be mailed. */
  token: string
}

type LinkSpec = Pick<OneTimeLink, 'purpose'> &
  Partial<Pick<OneTimeLink, 'environment_id' | 'member_id' | 'user_id' | 'email'>>

export function newLink(secretKey: Buffer, spec: LinkSpec, at: number): MadeLink {
  const token = randomText(TOKEN_LENGTH)
  const record: OneTimeLink = {
    environment_id: null,
    member_id: null,
    user_id: null,
    email: null,
    ...spec,
    id: newUuid(),
    token_hash: hashLink(secretKey, token),
    secret_key_id: idOf(secretKey),
    created_at: at,
    expires_at: at + LASTS_MS[spec.purpose],
    sealed_token: null,
    mail_language: null,
    next_attempt_at: null,
  }
  return { record, token }
}

/** The link, to be mailed from `at` on: its token is stored sealed until the mail is sent. */
export function toBeMailed({ record, token }: MadeLink, sealer: Sealer, at: number): MadeLink {
  const sealed_token = sealer.seal(Buffer.from(token, 'utf8'))
  return { token, record: { ...record, sealed_token, next_attempt_at: at } }
}

export function hashLink(secretKey: Buffer, token: string): Buffer {
  return createHmac('sha256', secretKey).update(`link ${token}`).digest()
}

/** The page of a link. The token follows the #, so it is never sent to a server and never logged. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/welcome#${token}`
}

/** Creates a link that makes its holder an owner of the account of a live environment. */
export async function createOwnerLink(
  db: Db,
  secretKey: Buffer,
  spec: { environment_id: number; user_id?: string; email?: string },
  at: number,
): Promise<string> {
  const { record, token } = newLink(secretKey, { purpose: 'owner', ...spec }, at)
  await insertLinks(db, [record])
  return token
}

// One-time links: who holds one may do one thing, once, for some days.

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
/** What somebody asks for who is not signed in is there for those who sit before their mail. */
export const OWN_RESET_MS = HOUR_MS

/** 238 random bits. */
const TOKEN_LENGTH = 40

export interface MadeLink {
  record: OneTimeLink
  /** The whole link's secret. It exists nowhere else, unless it waits to be mailed. */
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

/** The same link, to be mailed from `at` on: its token is kept, sealed, until it has left. */
export function toBeMailed({ record, token }: MadeLink, sealer: Sealer, at: number): MadeLink {
  const sealed_token = sealer.seal(Buffer.from(token, 'utf8'))
  return { token, record: { ...record, sealed_token, next_attempt_at: at } }
}

export function hashLink(secretKey: Buffer, token: string): Buffer {
  return createHmac('sha256', secretKey).update(`link ${token}`).digest()
}

/** The page of a link. Its token is behind the #, which no server and no log is sent. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/welcome#${token}`
}

/** Makes a link by which somebody becomes an owner of the account of a live environment. */
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

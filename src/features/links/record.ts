// The table of one-time links: only a keyed hash of their token is stored.

import { Type } from 'typebox'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import {
  apart,
  bytes,
  closedOneOf,
  fixed,
  hidden,
  instant,
  nullable,
  ownText,
  small,
  uuid,
} from '../kinds.ts'

export const LINK_PURPOSES = ['owner', 'invitation', 'password_reset'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

// Erasures concern customers; a link is for a user of the dashboard and expires within days.
const said = () => hidden(nullable(ownText(Type.String(), { erased: NOT_PERSONAL })))
const time = () => hidden(nullable(instant()))

export const linkRecord = record('one_time_links', {
  id: fixed(uuid()),
  token_hash: fixed(bytes({ erased: NOT_PERSONAL })),
  /** The secret key of the hash; null for the unmarked key. */
  secret_key_id: fixed(said()),
  purpose: fixed(hidden(closedOneOf(LINK_PURPOSES, ''))),
  member_id: fixed(nullable(uuid())),
  user_id: fixed(nullable(uuid())),
  email: fixed(said()),
  created_at: fixed(hidden(instant())),
  expires_at: fixed(hidden(instant())),
  /** Sealed; set while the link waits to be mailed. */
  sealed_token: fixed(nullable(bytes({ erased: NOT_PERSONAL }))),
  mail_language: fixed(said()),
  next_attempt_at: fixed(time()),

  // Mail delivery is recorded outside the lane (`store-mail.ts`).
  attempts: apart(small()),
  lease_token: apart(nullable(uuid())),
  lease_until: apart(time()),
  mailed_at: apart(time()),
  last_error: apart(said()),
})

export interface OneTimeLink extends Omit<RowOf<typeof linkRecord.members>, 'environment_id'> {
  /** The live environment of the account it gives access to; null for a user's own reset. */
  environment_id: number | null
}

// A member's session as owners and admins of the account see it.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { Body, listQuery, Timestamp } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { memberIds } from '../members/record.ts'
import { sessionRef } from '../sessions/session.ts'
import type { MemberSession as Row } from './store.ts'

const closed = { additionalProperties: false }
const Id = Type.String({
  pattern: '^ses_[0-9a-z]{26}$',
  description: 'ID of the session.',
  examples: ['ses_01h2xcejqtf2nbrexx3vqjhp41'],
})
const MemberId = Type.String({
  pattern: '^mem_[0-9a-z]{26}$',
  examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'],
})

export const SessionPath = { id: Id }

export const SessionList = Body({
  ...listQuery,
  member_id: Type.Optional({ ...MemberId, description: 'Sessions of this member.' }),
})

export const MemberSession = Type.Object(
  {
    id: Id,
    object: Type.Literal('session'),
    member_id: { ...MemberId, description: 'The signed-in member.' },
    email: Type.String(),
    address: Type.String({ description: 'IP address of the sign-in.' }),
    user_agent: Type.String({ description: 'User-Agent of the browser.' }),
    created_at: Timestamp,
    last_seen_at: { ...Timestamp, description: 'Accurate to half a minute.' } as typeof Timestamp,
    expires_at: {
      ...Timestamp,
      description: 'When it expires, if it is used until then.',
    } as typeof Timestamp,
  },
  closed,
)
type MemberSession = Static<typeof MemberSession>

export const EndedSession = Type.Object(
  { id: Id, object: Type.Literal('session'), deleted: Type.Literal(true) },
  closed,
)

export const parseSessionId = (text: string): string | undefined => decodeId('ses', text)

export function sessionJson(row: Row): string {
  const session: MemberSession = {
    id: sessionRef(row.id),
    object: 'session',
    member_id: memberIds.ref(row.member_id),
    email: row.email,
    address: row.address,
    user_agent: row.user_agent,
    created_at: timestamp(row.created_at),
    last_seen_at: timestamp(row.last_seen_at),
    expires_at: timestamp(row.expires_at),
  }
  return JSON.stringify(session)
}

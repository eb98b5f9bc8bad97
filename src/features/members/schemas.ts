// A member of an account as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { ROLES } from '../../domain/roles.ts'
import { Body, Line, listQuery, OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { memberRef, type Member as Row } from './store.ts'

const Email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'The mail address, by which this person signs in.',
  examples: ['ada@example.com'],
})
const Role = OneOf(ROLES, 'What this person may do. Only owners make, change and remove owners.')
const Name = Line(256, 'What others call this person.')

const Mail = Type.Optional(
  Type.Boolean({
    description:
      'Whether the link is mailed to this person, as it is unless told otherwise where `SMTP_URL` is set. Otherwise the answer shows it, to hand over.',
  }),
)

export const MemberCreate = Body({
  email: Email,
  role: Role,
  name: Type.Optional(Name),
  mail: Mail,
})
export type MemberCreate = Static<typeof MemberCreate>

export const MemberLink = Body({ mail: Mail })

export const MemberPatch = Body({ role: Type.Optional(Role) })

export const MemberList = Body(listQuery)

export const Member = Type.Object(
  {
    id: Type.String({
      pattern: '^mem_[0-9a-z]{26}$',
      examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
    object: Type.Literal('member'),
    email: Type.String(),
    name: Type.String(),
    role: Role,
    status: OneOf(['invited', 'active'], 'Who is invited becomes active by the link.'),
    link: Type.Union([Type.String(), Type.Null()], {
      description:
        'The one-time link to hand over: shown when it is made and not mailed, null ever after. Whoever opens it joins, or sets a new password.',
    }),
    mail_status: Type.Union([OneOf(['pending', 'sent', 'failed'], 'How far it is.'), Type.Null()], {
      description: 'What became of the mail with the link; null when none is, or it was used.',
    }),
    mail_error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the mail server did not take it, at the last attempt.',
    }),
    second_factor: Type.Boolean({
      description: 'Whether this person enters a code after the password when signing in.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { additionalProperties: false },
)
type Member = Static<typeof Member>

export const DeletedMember = Type.Object(
  { id: Type.String(), object: Type.Literal('member'), deleted: Type.Literal(true) },
  { additionalProperties: false },
)

export const MemberPath = {
  id: Type.String({
    pattern: '^mem_[0-9a-z]{26}$',
    description: 'The id of the member.',
    examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'],
  }),
}

/** The JSON text of a member; the link only where it has just been made. */
export function memberJson(row: Row, link: string | null = null): string {
  const member: Member = {
    id: memberRef(row.id),
    object: 'member',
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.user_id === null ? 'invited' : 'active',
    link,
    mail_status: row.mail_status,
    mail_error: row.mail_error,
    second_factor: row.second_factor,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  }
  return JSON.stringify(member)
}

// A member of an account as clients see it, and the requests about it.

import { type Static, Type } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { memberRecord } from './record.ts'
import type { Member as Row } from './store.ts'

const { email, name, role } = memberRecord.members

const Mail = Type.Optional(
  Type.Boolean({
    description:
      'Whether to email the link. Default: true if `SMTP_URL` is set. Otherwise the response has the link to share.',
  }),
)

export const MemberCreate = Body({
  email: email.input,
  role: role.input,
  name: Type.Optional(name.input),
  mail: Mail,
})
export type MemberCreate = Static<typeof MemberCreate>

export const MemberLink = Body({ mail: Mail })

export const MemberPatch = Body({ role: Type.Optional(role.input) })

export const Member = memberRecord.item

export const DeletedMember = Type.Object(
  { id: Type.String(), object: Type.Literal('member'), deleted: Type.Literal(true) },
  { additionalProperties: false },
)

/** The JSON text of a member; includes the link only in the response that created it. */
export function memberJson(row: Row, link: string | null = null): string {
  const { user_id, mail_status, mail_error, second_factor } = row
  const status = user_id === null ? 'invited' : 'active'
  return memberRecord.json(row, { status, link, mail_status, mail_error, second_factor })
}

// The table of members, stored under the account's live environment. The mail status of their links and whether they
// have a second factor are read in `store.ts`.

import { Type } from 'typebox'
import { billingError } from '../../domain/errors.ts'
import { ROLES } from '../../domain/roles.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { Line, OneOf } from '../../platform/http/shapes.ts'
import { type ObjectIds, objectIds } from '../identifiers.ts'
import {
  computed,
  fixed,
  hidden,
  instant,
  nullable,
  object,
  oneOf,
  ownText,
  prefixedId,
  shownAs,
  uuid,
} from '../kinds.ts'

export const memberIds: ObjectIds = {
  ...objectIds({
    prefix: 'mem',
    path: 'members',
    scope: 'members',
    page: 'Members',
    en: { one: 'member', many: 'members' },
  }),
  schema: Type.String({
    pattern: '^mem_[0-9a-z]{26}$',
    description: 'The ID of the member.',
    examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'],
  }),
  missing: (ref) => billingError('resource_missing', `There is no member ${ref} in this account.`),
}

// Erasures concern customers; members are removed by the account.
const mail = {
  ...ownText(Type.String(), { erased: NOT_PERSONAL }),
  input: Type.String({
    format: 'email',
    maxLength: 254,
    description: 'Email to sign in with.',
    examples: ['ada@example.com'],
  }),
}
const name = {
  ...ownText(Type.String(), { erased: NOT_PERSONAL }),
  input: Line(256, 'Display name.'),
}

export const memberRecord = record('members', {
  id: fixed(
    shownAs(
      prefixedId('mem'),
      Type.String({
        pattern: '^mem_[0-9a-z]{26}$',
        examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'],
      }),
    ),
  ),
  object: object('member'),
  email: fixed(mail),
  name,
  role: oneOf(ROLES, 'Permissions of the member. Only owners can add, change and remove owners.'),
  status: computed(OneOf(['invited', 'active'], '`active` once the invitation is accepted.')),
  link: computed(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'The one-time link to share, if it is not emailed; null in later responses. Anyone with it can join, or set a new password.',
    }),
  ),
  mail_status: computed(
    Type.Union([OneOf(['pending', 'sent', 'failed'], 'Status.'), Type.Null()], {
      description:
        'Status of the email with the link; null if there is no email, or the link was used.',
    }),
  ),
  mail_error: computed(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Error of the email server at the last attempt.',
    }),
  ),
  second_factor: computed(
    Type.Boolean({
      description: 'Whether two-factor authentication is on.',
    }),
  ),
  created_at: fixed(instant()),
  updated_at: instant(),

  /** Null until the invitation is accepted. */
  user_id: nullable(uuid()),
  /** The only link that can be redeemed for this member. */
  link_id: nullable(uuid()),
  removed_at: hidden(nullable(instant())),
})

/** A member row; its environment is the account's live one. */
export interface MemberRow extends RowOf<typeof memberRecord.members> {}

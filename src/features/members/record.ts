// The table of members: who belongs to an account, under its live environment. What becomes of their links and
// whether they have a second factor is read beside it, in `store.ts`.

import { Type } from 'typebox'
import { ROLES } from '../../domain/roles.ts'
import { NOBODY } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { Line, OneOf } from '../../platform/http/shapes.ts'
import {
  computed,
  fixed,
  hidden,
  id,
  instant,
  nullable,
  object,
  oneOf,
  ownText,
  shownAs,
  uuid,
} from '../kinds.ts'

// Erasures are of customers: a member is removed by the account.
const mail = {
  ...ownText(Type.String(), { erased: NOBODY }),
  input: Type.String({
    format: 'email',
    maxLength: 254,
    description: 'The mail address, by which this person signs in.',
    examples: ['ada@example.com'],
  }),
}
const name = {
  ...ownText(Type.String(), { erased: NOBODY }),
  input: Line(256, 'What others call this person.'),
}

export const memberRecord = record('members', {
  id: fixed(
    shownAs(
      id('mem'),
      Type.String({
        pattern: '^mem_[0-9a-z]{26}$',
        examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'],
      }),
    ),
  ),
  object: object('member'),
  email: fixed(mail),
  name,
  role: oneOf(ROLES, 'What this person may do. Only owners make, change and remove owners.'),
  status: computed(OneOf(['invited', 'active'], 'Who is invited becomes active by the link.')),
  link: computed(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'The one-time link to hand over: shown when it is made and not mailed, null ever after. Whoever opens it joins, or sets a new password.',
    }),
  ),
  mail_status: computed(
    Type.Union([OneOf(['pending', 'sent', 'failed'], 'How far it is.'), Type.Null()], {
      description: 'What became of the mail with the link; null when none is, or it was used.',
    }),
  ),
  mail_error: computed(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Why the mail server did not take it, at the last attempt.',
    }),
  ),
  second_factor: computed(
    Type.Boolean({
      description: 'Whether this person enters a code after the password when signing in.',
    }),
  ),
  created_at: fixed(instant()),
  updated_at: instant(),

  /** Null until the invitation is accepted. */
  user_id: nullable(uuid()),
  /** The one link that may be redeemed for this member. */
  link_id: nullable(uuid()),
  removed_at: hidden(nullable(instant())),
})

/** Its environment is the account's live one. */
export interface MemberRow extends RowOf<typeof memberRecord.members> {}

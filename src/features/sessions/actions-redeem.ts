// One-time links as their holders meet them: what they are for, and redeeming them once.

import { billingError } from '../../domain/errors.ts'
import { normalEmail } from '../../domain/password.ts'
import type { Tx } from '../../platform/db/action.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { newUuid } from '../../platform/ids.ts'
import { unavailable } from '../../platform/refusal.ts'
import { hashLink } from '../links/actions.ts'
import { endOwnerLinks, endResets, findLink, type OneTimeLink, takeLink } from '../links/store.ts'
import {
  admitOwnersToDemos,
  findMembers,
  joinMember,
  type Member,
  makeOwner,
} from '../members/store.ts'
import {
  findUser,
  findUserById,
  insertUser,
  lockUser,
  setPassword,
  type User,
} from '../users/store.ts'
import { assertPassword, begin, type SignParts, verified } from './actions-sign.ts'
import { deleteSessions } from './store.ts'

const linkInvalid = () =>
  billingError(
    'link_invalid',
    'This link cannot be used any more: it was used, has expired, or was replaced. Ask for a new one; for an owner, the command "reckoner owner-link" makes one.',
  )

/** A link with whom it is for. */
export interface OpenLink {
  link: OneTimeLink
  member: Member | undefined
  /** Who has this mail address already. */
  user: User | undefined
}

/** What a token may still be redeemed for; throws `link_invalid`. */
export async function openLink(parts: SignParts, token: string): Promise<OpenLink> {
  const { pool, secretKey } = parts
  const link = await findLink(pool, hashLink(secretKey, token), parts.wallNow())
  if (!link) throw linkInvalid()
  const { member_id, environment_id } = link
  const [member] =
    member_id !== null && environment_id !== null
      ? await findMembers(pool, [{ environment_id, id: member_id }])
      : []
  if (member_id !== null && member?.link_id !== link.id) throw linkInvalid()
  const email = member?.email ?? link.email
  const user = link.user_id
    ? await findUserById(pool, link.user_id)
    : email
      ? await findUser(pool, email)
      : undefined
  return { link, member, user }
}

export interface Redemption {
  token: string
  email?: string
  name?: string
  password: string
}

/**
 * Does what a link is for, once: of two who redeem it together, one is told that it is used. Whoever
 * has a user already proves it by their password, unless the link is there to set a new one.
 */
export async function redeemLink(
  parts: SignParts,
  caller: Caller,
  given: Redemption,
): Promise<{ token: string }> {
  const { link, member, user } = await openLink(parts, given.token)
  const email = member?.email ?? link.email ?? user?.email ?? normalEmail(given.email ?? '')
  if (email === '') {
    throw billingError('parameter_missing', 'email is missing: whose link is this?', {
      param: 'email',
    })
  }
  const person = user ?? (await findUser(parts.pool, email))
  const sets = link.user_id !== null
  let hash: string | undefined
  if (person && !sets) await verified(parts, caller, email, given.password)
  else {
    assertPassword(given.password, email, 'password')
    hash = await parts.passwords.hash(given.password)
  }
  const at = parts.wallNow()
  const done = await transaction(parts.pool, async (tx) => {
    // Before the link: of two links that set one password, the other ends with the first.
    if (person) await lockUser(tx, person.id)
    if (!(await takeLink(tx, link.id))) throw linkInvalid()
    const redeemer = await settleUser(tx, { person, email, name: given.name ?? '', hash, at })
    await admit(tx, link, member, redeemer, at)
    return redeemer
  })
  return begin(parts, caller, done, `redeem_${link.purpose}`)
}

interface Newcomer {
  person: User | undefined
  email: string
  name: string
  hash: string | undefined
  at: number
}

async function settleUser(tx: Tx, { person, email, name, hash, at }: Newcomer): Promise<User> {
  if (person) {
    if (hash === undefined) return person
    await setPassword(tx, { id: person.id, password: hash }, at)
    await endResets(tx, person.id)
    await deleteSessions(tx, person.id)
    return { ...person, password: hash }
  }
  const user: User = { id: newUuid(), email, name, password: hash ?? '', created_at: at }
  // Somebody became this user between the look and the leap; the link is as it was.
  if (!(await insertUser(tx, user))) throw unavailable('Somebody else does the same. Try again.')
  return user
}

async function admit(
  tx: Tx,
  link: OneTimeLink,
  member: Member | undefined,
  { id, email, name }: User,
  at: number,
): Promise<void> {
  const { environment_id } = link
  if (link.purpose === 'owner' && environment_id !== null) {
    await makeOwner(tx, { id: newUuid(), environment_id, user_id: id, email, name }, at)
    await endOwnerLinks(tx, environment_id)
    await admitOwnersToDemos(tx, at)
  } else if (link.purpose === 'invitation' && member) {
    const joining = { id: member.id, link_id: link.id, user_id: id, name: name || member.name }
    if (!(await joinMember(tx, joining, at))) throw linkInvalid()
  }
}

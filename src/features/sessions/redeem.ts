// One-time links from the holder's side: showing what a link is for, and redeeming it once.

import { billingError } from '../../domain/errors.ts'
import { normalEmail } from '../../domain/password.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { newUuid } from '../../platform/ids.ts'
import { RECKONER } from '../../platform/invocation.ts'
import { unavailable } from '../../platform/refusal.ts'
import { hashLink } from '../links/create.ts'
import type { OneTimeLink } from '../links/record.ts'
import { endOwnerLinks, endResets, findLink, takeLink } from '../links/store.ts'
import {
  admitOwnersToDemos,
  findMembers,
  joinMember,
  type Member,
  makeOwner,
} from '../members/store.ts'
import { hasSecondFactor } from '../second-factors/store.ts'
import {
  findUser,
  findUserById,
  insertUser,
  lockUser,
  setPassword,
  type User,
} from '../users/store.ts'
import { admitCode, assertCode, codeMissing } from './challenge.ts'
import { couldBeMadeNow } from './maker.ts'
import { assertPassword, type Begun, begin, type SignParts, verified } from './sign-in.ts'
import { deleteSessions } from './store.ts'
import { deleteChallenges } from './store-challenges.ts'
import { deleteDevices } from './store-devices.ts'

const linkInvalid = () =>
  billingError(
    'link_invalid',
    `This link is no longer valid: it was used, has expired or was replaced. Ask for a new one. For an owner, run "${RECKONER} owner-link".`,
  )

/** A link and the person it is for. */
export interface OpenLink {
  link: OneTimeLink
  member: Member | undefined
  /** The user whose password the link sets. */
  user: User | undefined
}

/** Returns the purpose of a link that can still be redeemed; throws `link_invalid`. */
export async function openLink(parts: SignParts, token: string): Promise<OpenLink> {
  const { pool, keys } = parts
  const hashes = keys.all.map((key) => hashLink(key, token))
  const link = await findLink(pool, hashes, parts.wallNow())
  if (!link) throw linkInvalid()
  const { member_id, environment_id } = link
  const [member] =
    member_id !== null && environment_id !== null
      ? await findMembers(pool, [{ environment_id, id: member_id }])
      : []
  if (member_id !== null && member?.link_id !== link.id) throw linkInvalid()
  if (member && !(await couldBeMadeNow(pool, member, parts.wallNow()))) throw linkInvalid()
  const user = link.user_id === null ? undefined : await findUserById(pool, link.user_id)
  return { link, member, user }
}

export interface Redemption {
  token: string
  email?: string
  name?: string
  password: string
  /** Code of the second factor, if the user has one. */
  code?: string
}

/**
 * Redeems a link exactly once: of two concurrent requests, one gets `link_invalid`. An existing user also proves their
 * identity with their password, unless the link is there to set a new one, and always with their second factor. Access
 * to a user's mail alone is not enough to take over their account.
 */
export async function redeemLink(
  parts: SignParts,
  caller: Caller,
  given: Redemption,
): Promise<Begun> {
  const { link, member, user } = await openLink(parts, given.token)
  const email = member?.email ?? link.email ?? user?.email ?? normalEmail(given.email ?? '')
  if (email === '') {
    throw billingError(
      'parameter_missing',
      'email is required. Send the email of the person the link is for.',
      {
        param: 'email',
      },
    )
  }
  const person = user ?? (await findUser(parts.pool, email))
  const sets = link.user_id !== null
  // Same check whether or not the user exists, so that a refusal does not reveal which addresses are known.
  assertPassword(given.password, email, 'password')
  let hash: string | undefined
  if (person && !sets) await verified(parts, caller, email, given.password)
  const admission = person && (await admitFactor(parts, caller, person, given.code))
  if (!person || sets) hash = await parts.passwords.hash(given.password)
  const at = parts.wallNow()
  const done = await transaction(parts.pool, async (tx) => {
    // Locked before the link: of two links that set one password, redeeming the first ends the other.
    if (person) {
      await lockUser(tx, person.id)
      await assertFactor(tx, parts, caller, person, given.code)
    }
    // Checked again under the lock, since this user can no longer join another account.
    if (member && !(await couldBeMadeNow(tx, member, at))) throw linkInvalid()
    if (!(await takeLink(tx, link.id))) throw linkInvalid()
    const redeemer = await settleUser(tx, { person, email, name: given.name ?? '', hash, at })
    await admit(tx, link, member, redeemer, at)
    return redeemer
  })
  await admission?.succeed()
  return begin(parts, caller, done, `redeem_${link.purpose}`, () => Promise.resolve())
}

/** Waits until a code may be tried, if the user has a second factor. */
async function admitFactor(parts: SignParts, caller: Caller, person: User, code?: string) {
  if (!(await hasSecondFactor(parts.pool, person.id))) return undefined
  if (code === undefined) throw codeMissing()
  return admitCode(parts, caller, person)
}

async function assertFactor(tx: Tx, parts: SignParts, caller: Caller, person: User, code?: string) {
  if (!(await hasSecondFactor(tx, person.id))) return
  if (code === undefined) throw codeMissing()
  await assertCode(tx, parts, caller, person, code)
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
    await deleteChallenges(tx, person.id)
    await deleteDevices(tx, person.id)
    return { ...person, password: hash }
  }
  const user: User = { id: newUuid(), email, name, password: hash ?? '', created_at: at }
  // Another request created this user after we looked it up; the link is still unused.
  if (!(await insertUser(tx, user)))
    throw unavailable('Another request is changing this. Try again.')
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

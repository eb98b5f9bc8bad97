// Members of an account: invite, change role, remove. An account always keeps an owner.

import { billingError } from '../../domain/errors.ts'
import { linkSubject, type MailedPurpose } from '../../domain/link-mail.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { mayManage, ROLES, type Role, scopesOf } from '../../domain/roles.ts'
import type { FactRequest, Facts } from '../../platform/db/action.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Call, Route } from '../../platform/http/route.ts'
import { newUuid } from '../../platform/ids.ts'
import { RECKONER } from '../../platform/invocation.ts'
import { allows } from '../../platform/scope.ts'
import { environmentSettings } from '../account-settings/store.ts'
import { type Action, findEnvironment, type Work } from '../accounts/store.ts'
import type { MadeLink } from '../links/create.ts'
import { oneTimeLinks } from '../links/store.ts'
import type { Service } from '../service.ts'
import { memberIds } from './record.ts'
import { memberJson } from './schemas.ts'
import { listMembersOf, type Member, members, membershipsElsewhere } from './store.ts'

/** Role and scopes of the caller. */
export interface Power {
  /** Role of the caller; an API key counts as an admin. */
  own: Role
  /** Scopes of the caller. Callers cannot grant, revoke or change a role with more scopes than their own. */
  scopes: readonly string[]
}

/** Input of every change of members: the caller and the account. */
interface ByCaller extends Power {
  /** The account's live environment. */
  environment_id: number
  /** Wall time. */
  at: number
}

interface MadeWith extends ByCaller {
  link: MadeLink
  /** To be shown in the response; null if the link is mailed. */
  url: string | null
}

/** All members of each account concerned. */
const everybody: Facts<ByCaller, Member[]> = {
  about: ['members'],
  load: (tx, requests) =>
    listMembersOf(
      tx,
      requests.map(({ environment_id }) => environment_id),
    ),
}

const keyOf = ({ environment_id, input: { id } }: FactRequest<{ id: string }>) => ({
  environment_id,
  id,
})

// Serializes all changes to one account's members, so that each sees the ones before.
const inTurn = (environment_id: number) => [{ table: environmentSettings, id: environment_id }]

function getMember(work: Work, id: string): Member {
  const member = work.find(members, id)
  if (!member || member.removed_at !== null) throw memberIds.missing(memberIds.ref(id))
  return member
}

/** Throws unless the caller can grant, change or revoke this role, or create a link that grants it. */
export function assertMayManage({ own, scopes }: Power, other: Role): void {
  if (!mayManage(own, other)) {
    throw billingError(
      'owner_required',
      `Only an owner can add, change or remove an owner; you are ${own}. Ask an owner, or run "${RECKONER} owner-link".`,
    )
  }
  const lacked = scopesOf(other).filter((scope) => !allows(scopes, scope))
  if (lacked.length === 0) return
  throw billingError(
    'permission_denied',
    `The role ${other} has scopes that this key does not have: ${lacked.join(', ')}. Use a live key with every scope of the role, or the dashboard.`,
  )
}

/** Throws if this member is the account's last owner. */
function assertNotLastOwner(all: readonly Member[], { id, role, email }: Member): void {
  if (role !== 'owner') return
  const others = all.filter((each) => each.role === 'owner' && each.user_id && each.id !== id)
  if (others.length > 0) return
  throw billingError(
    'last_owner',
    `${email} is the only owner of this account. Make someone else an owner first.`,
  )
}

export const inviteMember: Action<
  MadeWith & { email: string; role: Role; name: string },
  Member[]
> = {
  name: 'members.invite',
  rows: ({ environment_id }) => inTurn(environment_id),
  facts: everybody,
  decide(work, { environment_id, own, scopes, at, link, url, email, role, name }, all) {
    assertNewTexts([{ param: 'email', be: 'email', text: email }])
    assertMayManage({ own, scopes }, role)
    const known = all.find((each) => each.email === email)
    if (known) {
      throw billingError(
        'member_exists',
        `${email} is already a member of this account (${memberIds.ref(known.id)}). Change the role, or create a new link.`,
        { param: 'email' },
      )
    }
    const id = newUuid()
    const member: Member = {
      environment_id,
      id,
      email,
      name,
      role,
      user_id: null,
      ...linked(link),
      created_at: at,
      updated_at: at,
      removed_at: null,
      second_factor: false,
    }
    work.insert(members, member)
    insertLink(work, 'invitation', link, member)
    return answered(member, url)
  },
}

export const updateMember: Action<ByCaller & { id: string; role: Role | undefined }, Member[]> = {
  name: 'members.update',
  rows: ({ environment_id, id }) => [{ table: members, id }, ...inTurn(environment_id)],
  facts: everybody,
  decide(work, { own, scopes, at, id, role }, all) {
    const before = getMember(work, id)
    work.assertMatch(() => memberJson(before))
    const unchanged = { json: memberJson(before), object_id: memberIds.ref(id) }
    if (role === undefined) return unchanged
    assertMayManage({ own, scopes }, before.role)
    assertMayManage({ own, scopes }, role)
    if (role !== 'owner') assertNotLastOwner(all, before)
    if (role === before.role) return unchanged
    const after: Member = { ...before, role, updated_at: at }
    work.update(members, after)
    return { json: memberJson(after), object_id: memberIds.ref(id) }
  },
}

export const removeMember: Action<ByCaller & { id: string }, Member[]> = {
  name: 'members.remove',
  rows: ({ environment_id, id }) => [{ table: members, id }, ...inTurn(environment_id)],
  facts: everybody,
  decide(work, { own, scopes, at, id }, all) {
    const before = getMember(work, id)
    work.assertMatch(() => memberJson(before))
    assertMayManage({ own, scopes }, before.role)
    assertNotLastOwner(all, before)
    work.update(members, { ...before, link_id: null, updated_at: at, removed_at: at })
    const object_id = memberIds.ref(id)
    return { json: JSON.stringify({ id: object_id, object: 'member', deleted: true }), object_id }
  },
}

/** Creates a new link: to join, for invited members; to set a password, for joined members. */
export const linkMember: Action<MadeWith & { id: string }, number> = {
  name: 'members.link',
  rows: ({ environment_id, id }) => [{ table: members, id }, ...inTurn(environment_id)],
  facts: {
    about: ['members'],
    load: (tx, requests) => membershipsElsewhere(tx, requests.map(keyOf)),
  },
  decide(work, { own, scopes, at, link, url, id }, elsewhere) {
    const before = getMember(work, id)
    assertMayManage({ own, scopes }, before.role)
    // A new password gives access to all accounts of that user, so an admin of one account cannot set it.
    if (before.user_id !== null && elsewhere > 0) {
      throw billingError(
        'member_elsewhere',
        `${before.email} also belongs to another account of this installation, so only they can set a new password, or the operator with "${RECKONER} owner-link --email".`,
      )
    }
    const after: Member = { ...before, ...linked(link), updated_at: at }
    work.update(members, after)
    insertLink(work, before.user_id === null ? 'invitation' : 'password_reset', link, after)
    return answered(after, url)
  },
}

/** Properties that a member takes from a new link. */
const linked = ({ record }: MadeLink) => ({
  link_id: record.id,
  mail_status: record.next_attempt_at === null ? null : ('pending' as const),
  mail_error: null,
})

/** Inserts the link of a member. A mailed link uses the account's language. */
function insertLink(
  work: Work,
  purpose: MailedPurpose,
  { record }: MadeLink,
  { environment_id, id, user_id, email }: Member,
): void {
  const settings = work.find(environmentSettings, environment_id)
  const { language = 'en', name = '' } = settings ?? {}
  const mailed = record.next_attempt_at !== null
  work.insert(oneTimeLinks, {
    ...record,
    purpose,
    environment_id,
    member_id: id,
    user_id,
    email,
    ...(mailed && { mail_language: language, subject: linkSubject(purpose, name, language) }),
  })
}

function answered(member: Member, url: string | null): Answer {
  const answer = { json: memberJson(member), object_id: memberIds.ref(member.id) }
  return url === null ? answer : { ...answer, shown_once: memberJson(member, url) }
}

const NOT_BY_TEST_KEYS = 'Test keys cannot use it.'

/** Moves a route to the live environment, which stands for the account. */
export function underLive(route: Route<Service>): Route<Service> {
  const { description } = route
  return {
    ...route,
    ofPeople: true,
    description: description ? `${description} ${NOT_BY_TEST_KEYS}` : NOT_BY_TEST_KEYS,
    async handle(call, service) {
      const live = await findEnvironment(service.pool, call.scope.account_id, 'live')
      const environment_id = live?.id ?? call.scope.environment_id
      return route.handle({ ...call, scope: { ...call.scope, environment_id } }, service)
    },
  }
}

/** Role and scopes of the caller. */
export function powerOf({ scope }: Pick<Call, 'scope'>): Power {
  const own = ROLES.find((role) => role === scope.role) ?? 'admin'
  return { own, scopes: scope.scopes }
}

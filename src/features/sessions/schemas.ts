// Schemas of sign-in requests and of what signed-in users see about themselves.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { ROLES, scopesOf } from '../../domain/roles.ts'
import { Body, Line, OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { LINK_PURPOSES } from '../links/record.ts'
import { userRef } from '../users/passwords.ts'
import type { OpenLink } from './redeem.ts'
import { type SignedIn, sessionRef } from './session.ts'
import type { Session as StoredSession } from './store.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const Password = Type.String({ minLength: 1, maxLength: 1024 })
const Token = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code.',
})

export const SignIn = Body({ email: Email, password: Password })
export const PasswordChange = Body({ password: Password, new_password: Password })
export const ResetRequest = Body({ email: Email })
export const LinkInspection = Body({ token: Token })
export const LinkRedemption = Body({
  token: Token,
  email: Type.Optional(Email),
  name: Type.Optional(Line(256, 'Display name.')),
  password: Password,
  code: Type.Optional(Code),
})
export const CodeEntry = Body({ code: Code })
export const FactorProof = Body({ password: Password, code: Code })
export const Confirmation = Body({ password: Password, code: Type.Optional(Code) })
export const AccountRule = Body({
  require_second_factor: Type.Boolean({
    description: 'Whether everyone in the account needs two-factor authentication.',
  }),
})
export const Naming = Body({ name: Line(256, 'Display name.', 1) })

const User = Type.Object({
  id: Type.String({ examples: ['usr_01h2xcejqtf2nbrexx3vqjhp41'] }),
  email: Type.String(),
  name: Type.String(),
  second_factor: Type.Boolean({ description: 'Whether two-factor authentication is on.' }),
})

/** The signed-in user and their permissions in each account. */
export const CurrentSession = Type.Object({
  object: Type.Literal('session'),
  id: Type.String(),
  user: User,
  accounts: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      role: OneOf(ROLES, 'Role of the user.'),
      scopes: Type.Array(Type.String()),
      require_second_factor: Type.Boolean({
        description: 'Whether the account requires two-factor authentication.',
      }),
    }),
  ),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type CurrentSession = Static<typeof CurrentSession>

export function currentSessionJson(session: SignedIn): string {
  const current: CurrentSession = {
    object: 'session',
    id: sessionRef(session.id),
    user: {
      id: userRef(session.user_id),
      email: session.email,
      name: session.name,
      second_factor: session.second_factor,
    },
    accounts: session.memberships.map(({ account_id, account_name, role, ...membership }) => ({
      id: account_id,
      name: account_name,
      role,
      scopes: [...scopesOf(role)],
      require_second_factor: membership.require_second_factor,
    })),
    created_at: timestamp(session.created_at),
    expires_at: timestamp(session.expires_at),
  }
  return JSON.stringify(current)
}

/** The state after a correct password, before the code is entered. It grants no access. */
export const SignInChallenge = Type.Object({
  object: Type.Literal('sign_in_challenge'),
  expires_at: Timestamp,
})
type SignInChallenge = Static<typeof SignInChallenge>

export function challengeJson(expiresAt: number): string {
  const challenge: SignInChallenge = {
    object: 'sign_in_challenge',
    expires_at: timestamp(expiresAt),
  }
  return JSON.stringify(challenge)
}

/** Whether a user has a second factor. */
export const SecondFactor = Type.Object({
  object: Type.Literal('second_factor'),
  enabled: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
})
type SecondFactor = Static<typeof SecondFactor>

export function factorJson(state: { enabled: boolean; recoveryCodesLeft: number }): string {
  const { enabled, recoveryCodesLeft: recovery_codes_left } = state
  const factor: SecondFactor = { object: 'second_factor', enabled, recovery_codes_left }
  return JSON.stringify(factor)
}

/** The data for an authenticator app; shown until a code from it has been entered. */
export const FactorSetup = Type.Object({
  object: Type.Literal('second_factor_setup'),
  secret: Type.String({ description: 'Base32 secret for manual entry.' }),
  uri: Type.String({ description: 'The same as an otpauth URI, for a QR code.' }),
})
type FactorSetup = Static<typeof FactorSetup>

export function setupJson({ secret, uri }: { secret: string; uri: string }): string {
  const setup: FactorSetup = { object: 'second_factor_setup', secret, uri }
  return JSON.stringify(setup)
}

/** Shown once; each code works once in place of a code from the app. */
export const RecoveryCodes = Type.Object({
  object: Type.Literal('recovery_codes'),
  codes: Type.Array(Type.String()),
})
type RecoveryCodes = Static<typeof RecoveryCodes>

export function recoveryCodesJson(codes: string[]): string {
  const recoveryCodes: RecoveryCodes = { object: 'recovery_codes', codes }
  return JSON.stringify(recoveryCodes)
}

/** One session of the user. */
const OwnSession = Type.Object({
  object: Type.Literal('session'),
  id: Type.String(),
  address: Type.String({ description: 'IP address of the sign-in.' }),
  user_agent: Type.String({ description: 'User-Agent of the browser.' }),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  current: Type.Boolean({ description: 'Whether it is the current session.' }),
})
type OwnSession = Static<typeof OwnSession>

export const OwnSessions = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(OwnSession),
})

export function ownSessionsJson(sessions: StoredSession[], currentId: string): string {
  const data = sessions.map(
    (session): OwnSession => ({
      object: 'session',
      id: sessionRef(session.id),
      address: session.address,
      user_agent: session.user_agent,
      created_at: timestamp(session.created_at),
      last_seen_at: timestamp(session.last_seen_at),
      current: session.id === currentId,
    }),
  )
  return JSON.stringify({ object: 'list', data })
}

/** How a user who cannot sign in gets a new password; the same response for every address. */
export const ResetWay = Type.Object({
  object: Type.Literal('password_reset'),
  delivery: OneOf(['mail', 'none'], 'Whether this service emails links.'),
})
export type ResetWay = Static<typeof ResetWay>

export function resetWayJson(mails: boolean): string {
  const way: ResetWay = { object: 'password_reset', delivery: mails ? 'mail' : 'none' }
  return JSON.stringify(way)
}

export const Installation = Type.Object({
  object: Type.Literal('installation'),
  is_owned: Type.Boolean(),
})
export type Installation = Static<typeof Installation>

/** The purpose of a one-time link. */
export const LinkFacts = Type.Object({
  object: Type.Literal('link'),
  purpose: OneOf(LINK_PURPOSES, 'Effect of redeeming it.'),
  account_name: Type.Union([Type.String(), Type.Null()]),
  role: Type.Union([OneOf(ROLES, 'Role that it grants.'), Type.Null()]),
  email: Type.Union([Type.String(), Type.Null()], {
    description: 'Email of the user; null if the user enters it.',
  }),
  asks: OneOf(
    ['new_password', 'password'],
    'Whether a new password is set. Otherwise the user enters their current password, or chooses one if they have none; the response does not say which.',
  ),
})
export type LinkFacts = Static<typeof LinkFacts>

export function linkFactsJson(
  { link, member, user }: OpenLink,
  accountName: string | null,
): string {
  const facts: LinkFacts = {
    object: 'link',
    purpose: link.purpose,
    account_name: accountName,
    role: link.purpose === 'owner' ? 'owner' : (member?.role ?? null),
    email: member?.email ?? link.email ?? user?.email ?? null,
    asks: link.user_id === null ? 'password' : 'new_password',
  }
  return JSON.stringify(facts)
}

export const parseSessionId = (text: string): string | undefined => decodeId('ses', text)

// Routes of the signed-in user: sign-in and sign-out, their sessions, links and passwords.

import { Type } from 'typebox'
import { billingError } from '../../domain/errors.ts'
import {
  DONE,
  Done,
  openRoute,
  type PersonalRoute,
  personalRoute,
} from '../../platform/http/personal.ts'
import { findAccountName } from '../accounts/store.ts'
import { answerChallenge, signIn } from './challenge.ts'
import { confirmPassword } from './confirm.ts'
import { openLink, redeemLink } from './redeem.ts'
import { type ResetParts, requestReset } from './reset.ts'
import { factorRoutes } from './routes-second-factor.ts'
import {
  CodeEntry,
  Confirmation,
  CurrentSession,
  challengeJson,
  currentSessionJson,
  LinkFacts,
  LinkInspection,
  LinkRedemption,
  linkFactsJson,
  Naming,
  OwnSessions,
  ownSessionsJson,
  PasswordChange,
  parseSessionId,
  ResetRequest,
  ResetWay,
  resetWayJson,
  SignIn,
  SignInChallenge,
} from './schemas.ts'
import type { SignedIn } from './session.ts'
import { type Begun, changePassword, rename, type SignParts, signOut } from './sign-in.ts'
import { listSessions } from './store.ts'

type Routes = PersonalRoute<SignedIn>[]

export function sessionRoutes(parts: SignParts, resets: ResetParts): Routes {
  return [
    ...signRoutes(parts),
    ...listRoutes(parts),
    ...passwordRoutes(parts),
    ...resetRoutes(parts, resets),
    ...linkRoutes(parts),
    ...factorRoutes(parts),
  ]
}

/** The response after a sign-in: the same as that of reading the current session later. */
async function begun(parts: SignParts, { token, device }: Begun) {
  const session = await parts.sessions.find(token)
  if (!session) throw new Error('A session ended before it was returned.')
  return { json: currentSessionJson(session), token, device }
}

const signRoutes = (parts: SignParts): Routes => [
  openRoute({
    method: 'POST',
    path: '/sessions',
    status: 201,
    body: SignIn,
    response: Type.Union([CurrentSession, SignInChallenge]),
    async handle({ caller, body }) {
      const made = await signIn(parts, caller, body)
      if ('token' in made) return begun(parts, made)
      return { status: 202, json: challengeJson(made.expiresAt), challenge: made.challenge }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/sessions/second_factor',
    status: 201,
    body: CodeEntry,
    response: CurrentSession,
    async handle({ caller, body }) {
      const made = await answerChallenge(parts, caller, body.code)
      return { ...(await begun(parts, made)), challenge: null }
    },
  }),
  personalRoute({
    method: 'GET',
    path: '/sessions/current',
    response: CurrentSession,
    handle: async ({ session }) => ({ json: currentSessionJson(session) }),
  }),
  personalRoute({
    method: 'DELETE',
    path: '/sessions',
    response: Done,
    async handle({ caller, session }) {
      await signOut(parts, caller, session, {})
      return { json: DONE, token: null }
    },
  }),
]

const listRoutes = (parts: SignParts): Routes => [
  personalRoute({
    method: 'GET',
    path: '/sessions',
    response: OwnSessions,
    async handle({ session }) {
      const sessions = await listSessions(parts.pool, session.user_id)
      return { json: ownSessionsJson(sessions, session.id) }
    },
  }),
  personalRoute({
    method: 'DELETE',
    path: '/sessions/:id',
    response: Done,
    async handle({ caller, session, params }) {
      const named = params.id ?? ''
      const id = named === 'current' ? session.id : parseSessionId(named)
      const ended = id !== undefined && (await signOut(parts, caller, session, { only: id }))
      if (!ended) {
        throw billingError(
          'resource_missing',
          `You have no session ${JSON.stringify(named.slice(0, 60))}.`,
        )
      }
      return id === session.id ? { json: DONE, token: null } : { json: DONE }
    },
  }),
]

const passwordRoutes = (parts: SignParts): Routes => [
  personalRoute({
    method: 'POST',
    path: '/sessions/confirm',
    body: Confirmation,
    response: Done,
    async handle({ caller, session, body }) {
      await confirmPassword(parts, caller, session, body)
      return { json: DONE }
    },
  }),
  personalRoute({
    method: 'POST',
    path: '/password',
    body: PasswordChange,
    response: Done,
    async handle({ caller, session, body }) {
      await changePassword(parts, caller, session, body)
      return { json: DONE }
    },
  }),
  personalRoute({
    method: 'PATCH',
    path: '/user',
    body: Naming,
    response: Done,
    async handle({ caller, session, body }) {
      await rename(parts, caller, session, body.name)
      return { json: DONE }
    },
  }),
]

const resetRoutes = (parts: SignParts, resets: ResetParts): Routes => [
  openRoute({
    method: 'GET',
    path: '/password_resets',
    response: ResetWay,
    handle: async () => ({ json: resetWayJson(resets.sealer !== undefined) }),
  }),
  openRoute({
    method: 'POST',
    path: '/password_resets',
    body: ResetRequest,
    response: ResetWay,
    async handle({ caller, body }) {
      await requestReset(parts, resets, caller, body.email)
      return { json: resetWayJson(resets.sealer !== undefined) }
    },
  }),
]

const linkRoutes = (parts: SignParts): Routes => [
  openRoute({
    method: 'POST',
    path: '/links/inspect',
    body: LinkInspection,
    response: LinkFacts,
    async handle({ body }) {
      const open = await openLink(parts, body.token)
      const { environment_id } = open.link
      const name =
        environment_id === null ? null : await findAccountName(parts.pool, environment_id)
      return { json: linkFactsJson(open, name) }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/links/redeem',
    status: 201,
    body: LinkRedemption,
    response: CurrentSession,
    handle: async ({ caller, body }) => begun(parts, await redeemLink(parts, caller, body)),
  }),
]

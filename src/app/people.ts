// Wires the parts that only the dashboard needs: sessions, passwords, one-time links.

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { nearest } from '../domain/nearest.ts'
import { findEnvironment, listAccounts } from '../features/accounts/store.ts'
import { createOwnerLink, linkUrl } from '../features/links/create.ts'
import { hasOwner } from '../features/members/store.ts'
import { CHALLENGE_LASTS_MS } from '../features/sessions/challenge.ts'
import { DEVICE_LASTS_MS } from '../features/sessions/device.ts'
import { sessionRoutes } from '../features/sessions/routes.ts'
import { installationRoutes } from '../features/sessions/routes-installation.ts'
import {
  createSessions,
  LASTS_MS,
  type Sessions,
  type SignedIn,
} from '../features/sessions/session.ts'
import type { SignParts } from '../features/sessions/sign-in.ts'
import { CODES, type Counters, RESETS, SIGN_INS, Throttle } from '../features/sessions/throttle.ts'
import { createPasswords } from '../features/users/passwords.ts'
import { transaction } from '../platform/db/pool.ts'
import type { RateLimit } from '../platform/http/limiter.ts'
import { addPersonal, PERSONAL_PREFIX, type PersonalRoute } from '../platform/http/personal.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Sealer } from '../platform/seal.ts'
import { recordCommand } from './command-audit.ts'

export interface People {
  sessions: Sessions
  routes: readonly PersonalRoute<SignedIn>[]
  /** Their paths, for the responses to requests that match no route. */
  addresses: readonly { method: string; path: string }[]
}

export interface PeopleParts {
  pool: Pool
  keys: KeyRing
  /** Counts sign-in attempts, apart from all other requests, so that guessing slows down only other sign-ins. */
  attempts: Counters
  /** Seals links that wait to be emailed; undefined without a mail server. */
  mailSealer: Sealer | undefined
  /** Seals the secrets of authenticator apps. */
  factorSealer: Sealer
  wallNow(): number
}

export function createPeople(given: PeopleParts): People {
  const { pool, keys, attempts, mailSealer, factorSealer, wallNow } = given
  const sessions = createSessions(pool, keys, wallNow)
  const parts: SignParts = {
    pool,
    keys,
    factorSealer,
    sessions,
    wallNow,
    passwords: createPasswords(),
    throttle: new Throttle(attempts, SIGN_INS),
    codeThrottle: new Throttle(attempts, CODES),
  }
  const resets = { sealer: mailSealer, throttle: new Throttle(attempts, RESETS) }
  const routes = [...sessionRoutes(parts, resets), ...installationRoutes(() => isOwned(pool))]
  const addresses = routes.map(({ method, path }) => ({ method, path: PERSONAL_PREFIX + path }))
  return { sessions, routes, addresses }
}

export function addPeople(
  server: FastifyInstance,
  { sessions, routes }: People,
  { publicUrl, failures }: { publicUrl(): string; failures: RateLimit },
): void {
  const { find } = sessions
  const cookieSeconds = {
    session: LASTS_MS / 1_000,
    device: DEVICE_LASTS_MS / 1_000,
    challenge: CHALLENGE_LASTS_MS / 1_000,
  }
  addPersonal(server, { routes, find, publicUrl, failures, nearest, cookieSeconds })
}

type InviteParts = Pick<PeopleParts, 'pool' | 'keys' | 'wallNow'>

/** The link that creates the first account's owner; undefined if it has one. */
export async function firstOwnerLink(
  { pool, keys, wallNow }: InviteParts,
  publicUrl: string,
): Promise<string | undefined> {
  const live = await findOwnerless(pool)
  if (!live) return undefined
  const token = await transaction(pool, async (tx) => {
    await recordCommand(tx, live.id, 'createOwnerLink', null)
    return createOwnerLink(tx, keys.first, { environment_id: live.id }, wallNow())
  })
  return linkUrl(publicUrl, token)
}

/** True if the first account has an owner. */
export const isOwned = async (pool: Pool): Promise<boolean> =>
  (await findOwnerless(pool)) === undefined

/** The live environment of the first account, if that account has no owner. */
async function findOwnerless(pool: Pool) {
  const [account] = await listAccounts(pool)
  const live = account && (await findEnvironment(pool, account.id, 'live'))
  return live && !(await hasOwner(pool, live.id)) ? live : undefined
}

// Verification over HTTP: the same as `reckoner verify`, for the environment of a key.

import type { Heads } from '../../platform/db/chain-heads.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import type { Tx } from '../../platform/db/table.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { unavailable } from '../../platform/refusal.ts'
import type { Service } from '../service.ts'
import { type TimedReport, Verification, verificationJson } from './schemas.ts'
import { inSnapshot } from './store.ts'
import type { Report, Within } from './verify.ts'

export interface VerificationService extends Service {
  /** Verifies an environment; a second call for the same one joins the first. */
  verify(environmentId: number, heavy: Heavy): Promise<TimedReport>
}

export const createVerify = (parts: VerifyParts): VerificationService['verify'] =>
  joined((environmentId, heavy) =>
    heavy.during('verification', () => verifyEnvironment(parts, environmentId)),
  )

export const verificationRoutes: Route<VerificationService>[] = [
  route({
    method: 'GET',
    path: '/ledger/verification',
    operation: 'verifyLedger',
    summary: 'Verify the books',
    description:
      'Recomputes the books of this environment from its documents, in one snapshot, and reports the differences. It reads everything, so it can take a while. Concurrent requests share one result.',
    tag: 'Ledger',
    permission: 'ledger:read',
    response: Verification,
    untagged: true,
    handle: async ({ scope, heavy }, { verify }: VerificationService) => ({
      json: verificationJson(await verify(scope.environment_id, heavy)),
    }),
  }),
]

interface VerifyParts extends Pick<Service, 'pool' | 'stopping' | 'wallNow'> {
  heads: Heads
  verifyWithin(tx: Tx, within: Within): Promise<Report>
}

async function verifyEnvironment(
  { pool, heads, stopping, wallNow, verifyWithin }: VerifyParts,
  environmentId: number,
): Promise<TimedReport> {
  if (stopping.aborted) throw unavailable('The service is shutting down. Try again in a moment.')
  const started_at = wallNow()
  const read = (tx: Tx) => verifyWithin(tx, { environmentId, against: { heads, given: [] } })
  const report = await inSnapshot(pool, read, stopping)
  return { ...report, started_at, duration_ms: Math.max(0, wallNow() - started_at) }
}

/** A second call for the same environment joins the first. */
function joined<T>(work: (environmentId: number, heavy: Heavy) => Promise<T>) {
  const running = new Map<number, Promise<T>>()
  return (environmentId: number, heavy: Heavy): Promise<T> => {
    let made = running.get(environmentId)
    if (made === undefined) {
      made = work(environmentId, heavy).finally(() => running.delete(environmentId))
      running.set(environmentId, made)
    }
    return made
  }
}

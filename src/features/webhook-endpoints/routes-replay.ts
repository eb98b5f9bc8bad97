// Shows the secret of a webhook endpoint in replayed responses.

import type { Pool } from 'pg'
import type { Call, JsonReply } from '../../platform/http/route.ts'
import type { Sealer } from '../../platform/seal.ts'
import { secretText } from './actions.ts'
import { endpointIds } from './record.ts'
import { showingSecret } from './schemas.ts'
import { findShownSecret } from './store-replay.ts'

interface Parts {
  pool: Pool
  sealer: Sealer
  wallNow(): number
}

/** How long a replay shows the secret of the original response. */
const SHOWN_MS = 3_600_000

/**
 * A replay by the key that created the secret shows it again for an hour, in case the response was lost, but never
 * after the secret was replaced. Without this, the endpoint would exist but be unusable.
 */
export async function withSecret(
  { pool, sealer, wallNow }: Parts,
  { scope, claim }: Pick<Call, 'scope' | 'claim'>,
  made: JsonReply,
): Promise<JsonReply> {
  const id = endpointIds.parse(made.object_id ?? '')
  if (!made.replayed || !claim || id === undefined || scope.role !== undefined) return made
  const sealed = await findShownSecret(pool, {
    environment_id: scope.environment_id,
    key: claim.key,
    ref: made.object_id as string,
    id,
    actor: scope.actor.id,
    since: wallNow() - SHOWN_MS,
  })
  if (!sealed) return made
  const secret = secretText(sealer.open(sealed))
  return { ...made, shown_once: showingSecret(made.json, secret) }
}

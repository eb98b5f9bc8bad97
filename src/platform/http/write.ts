// Submits a call to the lane and returns its response; used by every route that writes.

import type { Action } from '../db/action.ts'
import type { Lane } from '../db/lane.ts'
import type { Environment } from '../db/table.ts'
import type { Foreseen } from '../db/work.ts'
import { dryRunJson } from './dry-run.ts'
import type { Call, JsonReply } from './route.ts'

export type Write<E extends Environment> = <I, F>(
  call: Call,
  action: Action<I, E, F>,
  input: I,
) => Promise<JsonReply>

export function writeThrough<E extends Environment>(
  lane: Lane<E>,
  wrote: (environmentId: number) => void,
  dataFor: (scopes: readonly string[], event: Foreseen['events'][number]) => string,
): Write<E> {
  return async (call, action, input) => {
    const submitted = lane.submit({
      action,
      environment_id: call.scope.environment_id,
      input,
      bytes: call.bytes,
      ifMatch: call.ifMatch,
      claim: call.claim,
      assertReadBack: call.assertReadBack,
      refusal: call.refusal,
      origin: call.origin,
      dryRun: call.dryRun,
    })
    // Also runs if the outcome is unknown: the client will read the state again.
    const { answer, status, replayed, foreseen, event_id } = await submitted.finally(() => {
      if (!call.dryRun) wrote(call.scope.environment_id)
    })
    if (foreseen) {
      const { scopes } = call.scope
      const result = { answer, ...foreseen }
      return {
        json: dryRunJson({ scopes, dataOf: (event) => dataFor(scopes, event) }, result),
        status,
        dryRun: true,
        foreseen: result,
      }
    }
    const { json, object_id, shown_once, also } = answer
    return { json, also, shown_once, object_id, event_id, status, replayed, etag: true }
  }
}

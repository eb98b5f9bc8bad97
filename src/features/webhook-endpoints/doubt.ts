// Finds endpoints that receive more than their creators can read, or that name event types which do not exist. The
// audit log has who created and changed an endpoint; a key's scopes never change.

import { scopeOfEvents, typesOf } from '../../domain/event.ts'
import { scopesOf } from '../../domain/roles.ts'
import type { Db } from '../../platform/db/sql.ts'
import { allows } from '../../platform/scope.ts'
import { endpointIds, type WebhookEndpoint } from './record.ts'
import { listEndpoints, listMakers, type Maker } from './store-makers.ts'

type Judged = Pick<WebhookEndpoint, 'environment_id' | 'id' | 'enabled_events'>

export interface Doubt {
  /** Patterns that none of the endpoint's makers can read. */
  beyond: string[]
  /** Patterns that match no event. */
  unknown: string[]
}

/** The doubtful patterns of each of these endpoints. */
export async function doubtsOf(db: Db, endpoints: readonly Judged[]): Promise<Doubt[]> {
  const makers = await listMakers(db, endpoints)
  return endpoints.map(({ environment_id, id, enabled_events }) => {
    const own = makers.filter(
      (each) => each.environment_id === environment_id && each.object_id === endpointIds.ref(id),
    )
    const vouched = (pattern: string) =>
      own.some((maker) => allows(powerOf(maker), scopeOfEvents(pattern)))
    return {
      // The makers of endpoints older than the audit log are unknown.
      beyond: own.length === 0 ? [] : enabled_events.filter((pattern) => !vouched(pattern)),
      unknown: enabled_events.filter((pattern) => typesOf(pattern).length === 0),
    }
  })
}

function powerOf({ actor, scopes, role }: Maker): readonly string[] {
  if (actor === 'command') return ['*']
  return scopes ?? (role === null ? [] : scopesOf(role))
}

const CHUNK = 500

/** All doubtful endpoints of the installation, one sentence each. */
export async function findDoubtful(db: Db): Promise<{ sentence: string }[]> {
  const found: { sentence: string }[] = []
  let after: { environment_id: number; id: string } | undefined
  for (;;) {
    const chunk = await listEndpoints(db, after, CHUNK)
    const doubts = await doubtsOf(db, chunk)
    for (const [index, { id, account_id, mode, url }] of chunk.entries()) {
      const { beyond, unknown } = doubts[index] as Doubt
      const where = `${endpointIds.ref(id)} to ${url} (account ${account_id}, ${mode})`
      const findings = [
        ...(beyond.length > 0
          ? [`receives ${beyond.join(' ')}, which its creator cannot read`]
          : []),
        ...(unknown.length > 0 ? [`waits for ${unknown.join(' ')}, which does not exist`] : []),
      ]
      if (findings.length > 0) found.push({ sentence: `${where} ${findings.join(' and ')}` })
    }
    after = chunk.at(-1)
    if (chunk.length < CHUNK) return found
  }
}

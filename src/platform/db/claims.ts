// Idempotency keys and events: the rows that the write path writes on its own behalf.

import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { Claim, Command, Outcome } from './action.ts'
import { markColumns } from './chain.ts'
import { given, insertAll, toInsert } from './given.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from './sql.ts'
import type { Answer, Tx } from './table.ts'
import type { RecordedEvent } from './work.ts'

interface StoredKey {
  environment_id: number
  key: string
  fingerprint: Buffer
  status: number
  object_id: string
  json: string
  also: string | null
  event_id: string | null
}

type Keyed = Command & { claim: Claim }

const isKeyed = (command: Command): command is Keyed => command.claim !== undefined

/**
 * Claims the keys of a batch; returns the commands whose key was taken before. Waits (up to the lock
 * timeout) for another process that holds the same key and has not committed.
 */
export async function claimKeys(
  tx: Tx,
  commands: readonly Command[],
  wallMs: number,
): Promise<Command[]> {
  const keyed = commands.filter(isKeyed)
  if (keyed.length === 0) return []
  // Sorted, so that two processes cannot deadlock.
  const sorted = keyed.toSorted(
    (a, b) => a.environment_id - b.environment_id || (a.claim.key < b.claim.key ? -1 : 1),
  )
  const claimed = await query<{ environment_id: number; key: string }>(
    tx,
    sql`insert into idempotency_keys
          (environment_id, key, fingerprint, status, event_id, created_at)
        select v.*, ${new Date(wallMs)}::timestamptz from ${toInsert('v', sorted, {
          key: sql`${sorted.map(({ claim }) => claim.key)}::text[]`,
          fingerprint: sql`${sorted.map(({ claim }) => claim.fingerprint)}::bytea[]`,
          status: sql`${plain(sorted.map(({ claim }) => claim.status))}::smallint[]`,
          event_id: sql`${plain(sorted.map(({ claim }) => claim.event_id))}::uuid[]`,
        })}
        on conflict do nothing returning environment_id, key`,
  )
  if (claimed.length === keyed.length) return []
  const won = new Set(claimed.map((row) => `${row.environment_id}/${row.key}`))
  return sorted.filter(({ environment_id, claim }) => !won.has(`${environment_id}/${claim.key}`))
}

/** 409: another request holds the key and has not ended yet. */
export function keyInUse(key: string): Refusal {
  return new Refusal(
    'idempotency_key_in_use',
    `A request with Idempotency-Key "${key}" is still running. Wait a moment, then repeat it to get its response.`,
    { param: 'Idempotency-Key', headers: { 'retry-after': '1' } },
  )
}

/** Resolves taken keys: to a replay, or to a refusal if the key belongs to a different request. */
export async function findReplays(tx: Tx, taken: Command[]): Promise<Map<Command, Outcome>> {
  const outcomes = new Map<Command, Outcome>()
  for (const command of taken.filter(isKeyed)) {
    const { key, fingerprint } = command.claim
    const outcome = await findReplay(tx, command.environment_id, key, fingerprint)
    // A key that expired (30 days) between claim and lookup is free at the next try.
    outcomes.set(command, outcome ?? { ok: false, error: keyInUse(key) })
  }
  return outcomes
}

async function findKey(db: Db, environmentId: number, key: string): Promise<StoredKey | undefined> {
  const rows = await query<StoredKey>(
    db,
    sql`select k.environment_id, k.key, k.fingerprint, k.status,
               coalesce(e.object_id, k.object_id) as object_id,
               coalesce(e.object, k.body)::text as json, k.also::text as also, e.id as event_id
        from idempotency_keys k
        left join events e on e.environment_id = k.environment_id and e.id = k.event_id
        where k.environment_id = ${environmentId} and k.key = ${key}`,
  )
  return rows[0]
}

function replay(stored: StoredKey, fingerprint: Buffer): Outcome {
  if (!timingSafeEqual(stored.fingerprint, fingerprint)) {
    return {
      ok: false,
      error: new Refusal(
        'idempotency_key_reused',
        `Idempotency-Key "${stored.key}" was used before for another request (other method, path or body). Use a new key for a new request.`,
        { param: 'Idempotency-Key' },
      ),
    }
  }
  const { json, object_id, also } = stored
  const answer = { json, object_id, ...(also !== null && { also }) }
  const { status, event_id } = stored
  return { ok: true, answer, status, replayed: true, event_id: event_id ?? undefined }
}

/** Returns the outcome stored for a key; used for a request refused before the write path. */
export async function findReplay(
  db: Db,
  environmentId: number,
  key: string,
  fingerprint: Buffer,
): Promise<Outcome | undefined> {
  const stored = await findKey(db, environmentId, key)
  return stored && replay(stored, fingerprint)
}

/** Frees the keys of refused members: a refusal does not use up its key. */
export async function releaseKeys(tx: Tx, commands: Command[]): Promise<void> {
  const keyed = commands.filter(isKeyed)
  await deleteKeys(
    tx,
    keyed.map(({ environment_id, claim }) => ({ environment_id, key: claim.key })),
  )
}

/** Stores a member's response, or the part of it that no event contains. */
export async function storeAnswer(
  tx: Tx,
  { environment_id, claim }: Command,
  { json, object_id, also }: Answer,
  isRecorded: boolean,
): Promise<void> {
  const body = isRecorded
    ? sql``
    : sql`event_id = null, object_id = ${object_id}, body = ${json}::json,`
  await execute(
    tx,
    sql`update idempotency_keys set ${body} also = ${also ?? null}::json
        where environment_id = ${environment_id} and key = ${claim?.key}`,
  )
}

export function insertEvents(tx: Tx, events: RecordedEvent[]): Promise<void> {
  return insertAll(
    tx,
    'events',
    events,
    sql`insert into events (environment_id, sequence, id, type, object_id, customer_id, object,
                            previous_attributes, frozen, created_at, link, digest, salt)
        select v.environment_id, v.sequence, v.id, v.type, v.object_id, v.customer_id, v.object,
               v.previous_attributes, v.frozen, v.created_at, v.link, decode(v.digest, 'hex'),
               decode(v.salt, 'hex')
        from ${toInsert('v', events, {
          sequence: sql`${plain(events.map((event) => event.sequence))}::bigint[]`,
          id: sql`${plain(events.map((event) => event.id))}::uuid[]`,
          type: sql`${events.map((event) => event.type)}::text[]`,
          object_id: sql`${events.map((event) => event.object_id)}::text[]`,
          customer_id: sql`${plain(events.map((event) => event.customer_id))}::bigint[]`,
          object: jsons(events.map((event) => event.object)),
          previous_attributes: jsons(events.map((event) => event.previous_attributes)),
          frozen: sql`${plain(events.map((event) => event.frozen))}::text[]`,
          created_at: sql`${instants(events.map((event) => event.created_at))}::timestamptz[]`,
          ...markColumns(events),
        })}`,
  )
}

/** Deletes at most `most` keys created before `olderThanMs`; returns how many were deleted. */
export async function purgeKeys(db: Db, olderThanMs: number, most: number): Promise<number> {
  const old = await query<{ environment_id: number; key: string }>(
    db,
    sql`select o.environment_id, o.key from environments e
        cross join lateral (
          select i.environment_id, i.key from idempotency_keys i
          where i.environment_id = e.id and i.created_at < ${new Date(olderThanMs)}
          order by i.created_at limit ${most}) o
        limit ${most}`,
  )
  if (old.length > 0) await deleteKeys(db, old)
  return old.length
}

function deleteKeys(db: Db, keys: { environment_id: number; key: string }[]): Promise<number> {
  return execute(
    db,
    sql`delete from idempotency_keys k
        using ${given('gone', keys, { key: sql`${keys.map((key) => key.key)}::text[]` })}
        where k.environment_id = gone.environment_id and k.key = gone.key`,
  )
}

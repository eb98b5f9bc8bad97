// All SQL of links added outside the lane: for late rows, erasures and resets.

import type { AuditRow } from '../../platform/db/audit.ts'
import {
  auditDigest,
  auditEntry,
  eventDigest,
  eventEntry,
  extend,
  type LinkKind,
  leftDigest,
  type Mark,
  markColumns,
  rewriteEntry,
  salts,
} from '../../platform/db/chain.ts'
import { insertLinks } from '../../platform/db/links.ts'
import { type Db, execute, join, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { EnvironmentTable, Tx } from '../../platform/db/table.ts'
import type { RecordedEvent } from '../../platform/db/work.ts'
import type { BillingEnvironment } from '../accounts/store.ts'

/** The parts needed to extend chains outside the lane. */
export interface Linking {
  environments: EnvironmentTable<BillingEnvironment>
  wallNow(): number
}

/** Written as in the indexes of unlinked rows. */
export const UNLINKED = raw('link is null')

/**
 * Adds a link over these entries. Must come last in a transaction: nothing is locked after the lock it takes. Returns
 * its number; undefined if the environment is being erased.
 */
async function addLink(
  tx: Tx,
  { environments, wallNow }: Linking,
  environmentId: number,
  kind: LinkKind,
  entries: readonly string[],
): Promise<number | undefined> {
  let [environment] = await environments.lock(tx, [environmentId], 'wait')
  if ((await environments.mendHeads(tx, [environmentId])) > 0) {
    ;[environment] = await environments.lock(tx, [environmentId], 'wait')
  }
  if (!environment || environment.resetting) return undefined
  await insertLinks(tx, extend(environment, kind, wallNow(), entries))
  await environments.save(tx, [environment])
  return environment.chain.link
}

type StoredEvent = Pick<
  RecordedEvent,
  | 'sequence'
  | 'id'
  | 'type'
  | 'object_id'
  | 'object'
  | 'previous_attributes'
  | 'frozen'
  | 'created_at'
>

const stored = sql`e.sequence, e.id, e.type, e.object_id, e.object::text as object,
  e.previous_attributes::text as previous_attributes, e.frozen, e.created_at`

/** Links the next unlinked events, at most this many; rows locked by another session are left for later. */
export async function linkEvents(
  tx: Tx,
  linking: Linking,
  environmentId: number,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const events = await query<StoredEvent & Record<string, unknown>>(
    tx,
    sql`select ${stored} from events e
        where e.environment_id = ${environmentId} and e.${UNLINKED} and e.sequence > ${after}
        order by e.sequence limit ${most} for no key update skip locked`,
  )
  const unused = salts(events.length)
  const rows = events.map((event, index): StoredEvent & { mark: Mark } => {
    const salt = unused[index] as string
    return { ...event, mark: { link: 0, salt, digest: eventDigest(event, salt) } }
  })
  const entries = rows.map((row) => eventEntry(row, row.mark.digest))
  if (!(await markLate(tx, linking, environmentId, rows, entries))) return []
  await execute(
    tx,
    sql`update events e set link = v.link, digest = decode(v.digest, 'hex'), salt = decode(v.salt, 'hex')
        from unnest(${plain(rows.map(({ sequence }) => sequence))}::bigint[],
                    ${join(Object.values(markColumns(rows)))})
          as v (sequence, link, digest, salt)
        where e.environment_id = ${environmentId} and e.sequence = v.sequence`,
  )
  return rows.map(({ sequence }) => sequence)
}

type StoredEntry = AuditRow & { id: string; digest: string | null; salt: string | null }

/** Links the next unlinked audit entries. Entries that a link before a reset has sealed stay sealed. */
export async function linkAudit(
  tx: Tx,
  linking: Linking,
  environmentId: number,
  most: number,
): Promise<number> {
  const entries = await query<StoredEntry & Record<string, unknown>>(
    tx,
    sql`select a.environment_id, a.id, a.created_at, a.actor, a.actor_label, a.address, a.request_id,
               a.action, a.object_id, a.first_sequence, a.last_sequence,
               encode(a.digest, 'hex') as digest, encode(a.salt, 'hex') as salt
        from audit_log a
        where a.environment_id = ${environmentId} and a.${UNLINKED}
        order by a.created_at, a.id limit ${most} for no key update skip locked`,
  )
  const unused = salts(entries.length)
  const rows = entries
    .map((entry, index): StoredEntry & { mark: Mark } => {
      const salt = entry.digest === null ? (unused[index] as string) : entry.salt
      const digest = entry.digest ?? auditDigest(entry, salt as string)
      return { ...entry, mark: { link: 0, salt, digest } }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const linked = rows.map((row) => auditEntry(row, row.mark.digest))
  if (!(await markLate(tx, linking, environmentId, rows, linked))) return 0
  await execute(
    tx,
    sql`update audit_log a set link = v.link, digest = decode(v.digest, 'hex'), salt = decode(v.salt, 'hex')
        from unnest(${plain(rows.map(({ id }) => id))}::uuid[],
                    ${join(Object.values(markColumns(rows)))})
          as v (id, link, digest, salt)
        where a.environment_id = ${environmentId} and a.id = v.id`,
  )
  return rows.length
}

async function markLate(
  tx: Tx,
  linking: Linking,
  environmentId: number,
  rows: readonly { mark: Mark }[],
  entries: readonly string[],
): Promise<boolean> {
  if (rows.length === 0) return false
  const link = await addLink(tx, linking, environmentId, 'late', entries)
  if (link === undefined) return false
  for (const { mark } of rows) mark.link = link
  return true
}

const lastNote = (environmentId: number) => sql`(
  select encode(r.digest, 'hex') from chain_rewrites r
  where r.environment_id = ${environmentId} and r.sequence = e.sequence
  order by r.link desc limit 1)`

/**
 * Returns which of these events were altered: they match neither the written content nor the content after an erasure.
 */
export async function findAltered(
  tx: Tx,
  environmentId: number,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  const events = await query<StoredEvent & Marked & Record<string, unknown>>(
    tx,
    sql`select ${stored}, encode(e.digest, 'hex') as digest, encode(e.salt, 'hex') as salt,
               ${lastNote(environmentId)} as note
        from events e
        where e.environment_id = ${environmentId} and e.sequence = any(${plain(sequences)}::bigint[])
          and e.link is not null`,
  )
  const altered = events.filter((event) =>
    event.salt === null
      ? leftDigest(event) !== event.note
      : eventDigest(event, event.salt) !== event.digest,
  )
  return new Set(altered.map(({ sequence }) => sequence))
}

interface Marked {
  digest: string | null
  salt: string | null
  note: string | null
}

/** An event that an erasure has rewritten. */
export interface Rewritten {
  sequence: number
  /** True if the chain must not confirm the remaining text. */
  isAltered: boolean
}

/**
 * Records in the chain the content of these events after an erasure. Must come last in its transaction. Deletes their
 * salts, so that erased values can no longer be guessed. Skips events unchanged since an earlier erasure, and altered
 * ones, which remain a difference.
 */
export async function noteErased(
  tx: Tx,
  linking: Linking,
  environmentId: number,
  events: readonly Rewritten[],
): Promise<void> {
  const altered = new Set(events.filter((each) => each.isAltered).map(({ sequence }) => sequence))
  const sequences = events.map(({ sequence }) => sequence)
  const rewritten = await query<StoredEvent & { left: string | null } & Record<string, unknown>>(
    tx,
    sql`update events e set salt = null
        from unnest(${plain(sequences)}::bigint[]) as v (sequence)
        where e.environment_id = ${environmentId} and e.sequence = v.sequence and e.link is not null
        returning ${stored}, ${lastNote(environmentId)} as left`,
  )
  const notes = rewritten
    .map((event) => ({ sequence: event.sequence, digest: leftDigest(event), left: event.left }))
    .filter(({ sequence, digest, left }) => digest !== left && !altered.has(sequence))
    .sort((a, b) => a.sequence - b.sequence)
  if (notes.length === 0) return
  const entries = notes.map(({ sequence, digest }) => rewriteEntry(sequence, digest))
  const link = await addLink(tx, linking, environmentId, 'erased', entries)
  if (link === undefined) return
  await execute(
    tx,
    sql`insert into chain_rewrites (environment_id, sequence, link, digest)
        select c.environment_id, v.sequence, ${link}, decode(v.digest, 'hex')
        from environment_counters c
        cross join unnest(${plain(notes.map(({ sequence }) => sequence))}::bigint[],
                          ${plain(notes.map(({ digest }) => digest))}::text[]) as v (sequence, digest)
        where c.environment_id = ${environmentId}`,
  )
}

/** Detaches audit entries from a chain that a reset has erased; returns how many, at most `most`. */
export const unlinkAudit = (tx: Tx, environmentId: number, most: number): Promise<number> =>
  execute(
    tx,
    sql`update audit_log a set link = null
        where a.environment_id = ${environmentId} and a.id in (
          select id from audit_log
          where environment_id = ${environmentId} and link is not null limit ${most})`,
  )

/** Restarts the chain of an environment, in the transaction that opens it again. */
export async function restartChain(tx: Tx, linking: Linking, environmentId: number): Promise<void> {
  await addLink(tx, linking, environmentId, 'reset', [])
}

/** The next environments, after one, whose head is signed with a key other than this, at most this many. */
export async function listOtherwiseSigned(
  db: Db,
  key: string,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select environment_id from environment_counters
        where environment_id > ${after} and chain_link > 0 and chain_key is distinct from ${key}
        order by environment_id limit ${most}`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/**
 * Signs heads with the current key, as the write path would with the next link. A head that none of our keys signed
 * stays as it is until a link records it. Locked counter rows are left to the next run.
 */
export async function signAgain(
  tx: Tx,
  { environments }: Pick<Linking, 'environments'>,
  environmentIds: number[],
): Promise<number> {
  const free = await environments.lock(tx, environmentIds, 'skip')
  const ours = free.filter(({ chain }) => chain.isGenuine)
  if (ours.length > 0) await environments.save(tx, ours)
  return ours.length
}

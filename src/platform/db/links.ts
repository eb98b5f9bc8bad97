// Links the rows that a batch of the write path has written to the chain.

import { newUuid } from '../ids.ts'
import type { AuditRow } from './audit.ts'
import {
  auditDigest,
  auditEntry,
  eventDigest,
  eventEntry,
  extend,
  type Link,
  type Mark,
  salts,
} from './chain.ts'
import { insertAll, toInsert } from './given.ts'
import { type Db, instants, plain, sql } from './sql.ts'
import type { Environment } from './table.ts'
import type { RecordedEvent } from './work.ts'

/** Links the rows of a batch and sets their marks; returns the links to insert. */
export function linkBatch(
  environments: ReadonlyMap<number, Environment>,
  { events, audit }: { events: readonly RecordedEvent[]; audit: readonly AuditRow[] },
  madeAt: number,
): Link[] {
  const unused = salts(events.length + audit.length)
  const entries = new Map<number, string[]>()
  const marks: { environment_id: number; mark: Mark }[] = []
  const enter = (row: { environment_id: number; mark?: Mark }, salt: string, digest: string) => {
    row.mark = { link: 0, digest, salt }
    marks.push({ environment_id: row.environment_id, mark: row.mark })
    const known = entries.get(row.environment_id) ?? []
    entries.set(row.environment_id, known)
    return known
  }
  for (const event of events) {
    const salt = unused.pop() as string
    const digest = eventDigest(event, salt)
    enter(event, salt, digest).push(eventEntry(event, digest))
  }
  // IDs are made in this order, and so ascend, as verification reads them.
  for (const row of audit) {
    const salt = unused.pop() as string
    const digest = auditDigest(row, salt)
    row.id = newUuid(row.created_at)
    enter(row, salt, digest).push(auditEntry(row as AuditRow & { id: string }, digest))
  }
  const links = [...entries].flatMap(([id, of]) =>
    extend(environments.get(id) as Environment, 'written', madeAt, of),
  )
  for (const { environment_id, mark } of marks) {
    mark.link = environments.get(environment_id)?.chain.link as number
  }
  return links
}

export function insertLinks(db: Db, links: readonly Link[]): Promise<void> {
  return insertAll(
    db,
    'chain_links',
    links,
    sql`insert into chain_links (environment_id, link, kind, hash, made_at)
        select v.environment_id, v.link, v.kind, decode(v.hash, 'hex'), v.made_at
        from ${toInsert('v', links, {
          link: sql`${plain(links.map((link) => link.link))}::bigint[]`,
          kind: sql`${plain(links.map((link) => link.kind))}::text[]`,
          hash: sql`${plain(links.map((link) => link.hash))}::text[]`,
          made_at: sql`${instants(links.map((link) => link.made_at))}::timestamptz[]`,
        })}`,
  )
}

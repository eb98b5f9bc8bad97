// Reads from the write-ahead log what a kind of request writes: rows, index entries and bytes, table by table.

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Kind } from './compare-requests.ts'
import { AT_ONCE, type Side } from './compare-sides.ts'
import { sendSome } from './compare-turns.ts'
import { aligned } from './report.ts'
import { asSuperuser } from './server.ts'

/** Enough rounds that concurrent background writes hardly count. */
const HANDFULS = 40
/** The request log is written twice a second. */
const LOGGED_MS = 1_500

/** For one table with its indexes and TOAST tables counted separately; per request. */
export interface Written {
  /** Empty for records without a table, such as the commit. */
  table: string
  rows: number
  updates: number
  /** The updates that changed no index (HOT). */
  hot: number
  index_entries: number
  bytes: number
}

/**
 * A record is attributed to the table whose block it names first. Full-page images after a
 * checkpoint are left out: they would be charged to the wrong request.
 */
const WRITTEN = `
  with record as (
    select start_lsn, resource_manager, record_type, record_length - fpi_length as bytes,
           -- What COPY has put on a page at once.
           substring(description from 'ntuples: ([0-9]+)')::int as copied
    from pg_get_wal_records_info($1, $2)
  ), block as (
    select start_lsn, relfilenode from pg_get_wal_block_info($1, $2, false)
    where block_id = 0 and reldatabase = (select oid from pg_database where datname = current_database())
  ), named as (
    select c.relfilenode, coalesce(whole.relname, owner.relname, indexed.relname, c.relname) as name
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    left join pg_class indexed on indexed.oid = i.indrelid
    left join pg_class owner on owner.reltoastrelid = coalesce(i.indrelid, c.oid)
    -- A part counts as the table it is of.
    left join pg_inherits part on part.inhrelid = coalesce(owner.oid, indexed.oid, c.oid)
    left join pg_class whole on whole.oid = part.inhparent
  )
  select coalesce(named.name, '') as table,
         (count(*) filter (where resource_manager = 'Heap' and record_type like 'INSERT%')
           + coalesce(sum(copied), 0))::int as rows,
         count(*) filter (where resource_manager = 'Heap' and record_type like '%UPDATE%')::int as updates,
         count(*) filter (where resource_manager = 'Heap' and record_type like 'HOT\\_UPDATE%')::int as hot,
         count(*) filter (where resource_manager = 'Btree'
           and record_type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R'))::int as index_entries,
         sum(bytes)::int as bytes
  from record left join block using (start_lsn) left join named using (relfilenode)
  group by 1`

/** Sends a side some requests of a kind, and reads from the log what it has written for them. */
export function readWritten(side: Side, kind: Kind): Promise<Written[]> {
  return asSuperuser(side, side.connection.database, async (client) => {
    await client.query('create extension if not exists pg_walinspect')
    const from = await position(client)
    for (let handful = 0; handful < HANDFULS; handful++) await sendSome(side, kind)
    await pause(LOGGED_MS)
    const { rows } = await client.query<Written>(WRITTEN, [from, await position(client)])
    return rows.map(({ table, ...counts }) => {
      const each = Object.entries(counts).map(([name, count]) => [name, count / HANDFULS / AT_ONCE])
      return { table, ...(Object.fromEntries(each) as Omit<Written, 'table'>) }
    })
  })
}

async function position(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')
  return rows[0]?.at as string
}

const NOTHING = { rows: 0, updates: 0, hot: 0, index_entries: 0, bytes: 0 }

/** A Markdown table of what the two sides write for a request of each kind. */
export function writtenTable(kinds: { kind: string; sides: [Written[], Written[]] }[]): string[] {
  const head = ['request', 'table', 'rows', 'updates (HOT)', 'index entries', 'bytes of WAL']
  const lines = kinds.flatMap(({ kind, sides }) => {
    const tables = [...new Set(sides.flat().map(({ table }) => table))]
    const each = tables.map((table) => ({ table, pair: sides.map((side) => sum(side, table)) }))
    const shown = each
      .filter(({ pair }) => pair.some(({ bytes }) => bytes >= BYTES_SHOWN))
      .toSorted((a, b) => (b.pair[1]?.bytes ?? 0) - (a.pair[1]?.bytes ?? 0))
      .map(({ table, pair }) => cells(kind, table || '(none)', pair))
    return [
      cells(
        kind,
        'all',
        sides.map((side) => sum(side)),
      ),
      ...shown,
    ]
  })
  return aligned([head, ...lines])
}

/** Smaller amounts come from activity other than the requests. */
const BYTES_SHOWN = 20

function sum(side: Written[], table?: string): typeof NOTHING {
  return side
    .filter((written) => table === undefined || written.table === table)
    .reduce(
      (total, written) => ({
        rows: total.rows + written.rows,
        updates: total.updates + written.updates,
        hot: total.hot + written.hot,
        index_entries: total.index_entries + written.index_entries,
        bytes: total.bytes + written.bytes,
      }),
      NOTHING,
    )
}

function cells(kind: string, table: string, pair: (typeof NOTHING)[]): string[] {
  const both = (figureOf: (side: typeof NOTHING) => string) => {
    const [before, after] = pair.map(figureOf)
    return before === after ? `${before}` : `${before} → ${after}`
  }
  return [
    kind,
    table,
    both(({ rows }) => rows.toFixed(1)),
    both(({ updates, hot }) => `${updates.toFixed(1)} (${hot.toFixed(1)})`),
    both(({ index_entries }) => index_entries.toFixed(1)),
    both(({ bytes }) => bytes.toFixed(0)),
  ]
}

// The rows that a demo must not touch, and those that it must not leave behind.

import { OWNED_TABLES, REFERENCE_TABLES, TENANT_TABLES } from '../src/app/tables.ts'
import { CHAINED } from './chained.ts'
import type { World } from './harness.ts'

/** Tables about the whole installation, tables that processes use to coordinate, and links, which a job creates. */
const MOVING = ['installation', 'processes', 'rate_windows', 'throttled_attempts', 'chain_links']
/** Columns with the time and address of the last use. */
const SEEN = ['last_used_at', 'last_used_address', 'last_seen_at']

/** Every row that belongs to no demo, as text. */
export async function everyoneElse(w: World): Promise<Record<string, string[]>> {
  const mine = `(select e.id from environments e join accounts a on a.id = e.account_id
    where a.demo is not null)`
  const owners = new Map<string, string>([
    ...TENANT_TABLES.map((table) => [table, 'environment_id'] as const),
    ...OWNED_TABLES.map(({ table, column }) => [table, column] as const),
  ])
  const found: Record<string, string[]> = {}
  for (const table of [...TENANT_TABLES, ...REFERENCE_TABLES]) {
    if (MOVING.includes(table)) continue
    const column = owners.get(table)
    const others =
      column === 'environment_id'
        ? `not in ${mine}`
        : 'not in (select id from accounts where demo is not null)'
    const rows = await w.sql<{ row: string }>(
      `select to_jsonb(t) - $1::text[] #>> '{}' as row from ${table} t
       ${column ? `where t.${column} ${others}` : ''} order by 1`,
      [[...SEEN, ...CHAINED]],
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Number of tenant rows whose environment does not exist. */
export async function orphans(w: World): Promise<number> {
  let rows = 0
  for (const table of TENANT_TABLES) {
    const found = await w.sql<{ count: number }>(
      `select count(*)::int as count from ${table} t where not exists (
         select 1 from environments e where e.id = t.environment_id)`,
    )
    rows += found[0]?.count ?? 0
  }
  return rows
}

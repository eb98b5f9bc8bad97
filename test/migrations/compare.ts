// Compares what the migrations of two folders make of an empty database, on both servers, and prints each difference.
//
//   node bin/reckoner.mjs --run test/migrations/compare.ts <old folder> <new folder>

import pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migrations.ts'
import { type ClusterKind, startCluster } from '../cluster.ts'

const OURS = "'public'::regnamespace"

/** Each query returns the names of objects and whatever must be the same in both databases. The order of columns is free. */
const CATALOG: Record<string, string> = {
  relation: `select relname as name, concat_ws(' ', relkind, relpersistence, relispartition, relreplident,
      relrowsecurity, pg_get_partkeydef(c.oid), pg_get_expr(relpartbound, c.oid), array(select unnest(reloptions) order by 1),
      (select t.reloptions from pg_class t where t.oid = c.reltoastrelid)) as is
    from pg_class c where relnamespace = ${OURS} and relkind <> 'i' and relkind <> 'I'`,
  column: `select format('%s.%s', attrelid::regclass, attname) as name, concat_ws(' ', format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid), 'collate ' || nullif(collname, 'default'),
      attidentity, attgenerated, attstorage, attcompression, attoptions) as is
    from pg_attribute a join pg_class c on c.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum left join pg_collation l on l.oid = attcollation
    where relnamespace = ${OURS} and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  constraint: `select format('%s.%s', conrelid::regclass, conname) as name, concat_ws(' ', contype, convalidated,
      condeferrable, pg_get_constraintdef(oid)) as is from pg_constraint where connamespace = ${OURS}`,
  index: `select indexrelid::regclass::text as name, concat_ws(' ', indisprimary, indisunique, indisvalid, indisreplident,
      pg_get_indexdef(indexrelid), c.reloptions) as is
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = ${OURS}`,
  'order of indexes': `select indrelid::regclass::text as name, string_agg(indexrelid::regclass::text, ' ' order by indexrelid) as is
    from pg_index join pg_class c on c.oid = indrelid where relnamespace = ${OURS} group by 1`,
  comment: `select pg_describe_object(classoid, objoid, objsubid) as name, description as is from pg_description
    where classoid <> 'pg_extension'::regclass and objoid >= 16384`,
  other: `select format('%s %s', kind, name) as name, '' as is from (
      select 'function' as kind, proname as name from pg_proc where pronamespace = ${OURS}
      union all select 'trigger', tgname from pg_trigger where not tgisinternal
      union all select 'rule', rulename from pg_rules where schemaname = 'public'
      union all select 'policy', polname from pg_policy
      union all select 'statistics', stxname from pg_statistic_ext
      union all select 'type', typname from pg_type where typnamespace = ${OURS} and typrelid = 0 and typelem = 0
      union all select 'extension', extname from pg_extension
      union all select 'schema', nspname from pg_namespace where nspname not like 'pg\\_%') o`,
}

type Catalog = Map<string, string>

async function catalogOf(url: string, folder: string): Promise<Catalog> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const began = performance.now()
    const files = readMigrations(folder)
    await migrate(client, undefined, files)
    const ms = Math.round(performance.now() - began)
    const found: Catalog = new Map()
    for (const [kind, text] of Object.entries(CATALOG)) {
      for (const { name, is } of (await client.query(text)).rows) found.set(`${kind} ${name}`, is)
    }
    const { rows } = await client.query(
      `select oid::regclass::text as name from pg_class where relnamespace = ${OURS} and relkind in ('r', 'p') and relname <> 'migrations'`,
    )
    for (const { name } of rows) {
      const held = await client.query(`select json_agg(t)::text as is from ${name} t`)
      if (held.rows[0].is) found.set(`rows of ${name}`, held.rows[0].is)
    }
    console.log(`${folder}: ${files.length} files in ${ms} ms, ${found.size} objects`)
    return found
  } finally {
    await client.end()
  }
}

/** The name of a constraint in the other catalog that differs in nothing but its name. */
function renamed(key: string, from: Catalog, to: Catalog): string | undefined {
  if (!key.startsWith('constraint ')) return undefined
  const table = key.slice(0, key.indexOf('.') + 1)
  return [...to.keys()].find(
    (other) => other.startsWith(table) && !from.has(other) && to.get(other) === from.get(key),
  )
}

function differences(before: Catalog, after: Catalog): string[] {
  const found: string[] = []
  for (const [key, is] of before) {
    const now = after.get(key) ?? renamed(key, before, after)
    if (now === undefined) found.push(`- ${key}: ${is}`)
    else if (!after.has(key)) found.push(`= ${key} is now ${now}`)
    else if (now !== is) found.push(`- ${key}: ${is}`, `+ ${key}: ${now}`)
  }
  for (const [key, is] of after) {
    if (!before.has(key) && !renamed(key, after, before)) found.push(`+ ${key}: ${is}`)
  }
  return found.sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
}

async function compare(kind: ClusterKind, folders: string[]): Promise<void> {
  const cluster = await startCluster(kind)
  try {
    const admin = new pg.Client(cluster.url)
    await admin.connect()
    console.log(`\n${(await admin.query('select version()')).rows[0].version}`)
    const catalogs: Catalog[] = []
    for (const [index, folder] of folders.entries()) {
      await admin.query(`create database compared_${index} template template0`)
      const url = new URL(cluster.url)
      url.pathname = `/compared_${index}`
      catalogs.push(await catalogOf(url.href, folder))
    }
    await admin.end()
    const [before = new Map(), after = new Map()] = catalogs
    const found = differences(before, after)
    console.log(found.length === 0 ? 'No difference.' : found.join('\n'))
  } finally {
    await cluster.stop()
  }
}

const folders = process.argv.slice(2)
if (folders.length !== 2) throw new Error('Name two folders of migrations.')
for (const kind of ['embedded', 'external'] as const) await compare(kind, folders)

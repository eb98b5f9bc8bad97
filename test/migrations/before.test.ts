// What the versions before have left behind, as a database and as a backup: this one starts on it, its sweeps
// come through, the books are in order, and what was issued is shown byte for byte as it was.
// When labels of documents are reworded on purpose, the texts and digests in .documents.json are changed along; figures never.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import pg from 'pg'
import { BACKFILLS } from '../../src/app/backfills.ts'
import { startService } from '../../src/app/service.ts'
import { inspectBackup } from '../../src/platform/backup/format.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migrations.ts'
import { createLog } from '../../src/platform/log.ts'
import { countLeft } from '../../src/platform/sweeps/backfill.ts'
import { reckonerHere } from '../cli.ts'
import { assertSound } from '../crash/books.ts'
import { openDatabase } from '../database.ts'
import { until } from '../harness.ts'
import { type IssuedDocument, PUBLIC_URL, readDocuments, SECRET_KEY } from './fixtures.ts'

const here = (name: string) => join(import.meta.dirname, name)
const versions = globSync('*.documents.json', { cwd: import.meta.dirname })
  .sort()
  .map((name) => name.split('.')[0] as string)

test('the last version of another schema has left something behind', () => {
  const last = versions.at(-1) ?? ''
  assert.ok(readMigrations().some(({ name }) => name.startsWith(last)))
  for (const version of versions) assert.ok(existsSync(here(`${version}.backup.gz`)), version)
})

/** What is told otherwise on purpose since: of a void invoice nothing remains. */
const CHANGED: Record<string, object> = { void: { amount_remaining: 0 } }

/** What an object has of the members that an older version told, and likewise its lines. */
function within(now: Record<string, unknown>, then: object): Record<string, unknown> {
  const kept = Object.entries(then).map(([name, value]): [string, unknown] => {
    const is = now[name]
    if (name !== 'line_items') return [name, is]
    return [
      name,
      (is as object[]).map((line, at) => within({ ...line }, (value as object[])[at] ?? {})),
    ]
  })
  return Object.fromEntries(kept)
}

/** Starts this version, at the instant at which the former one ended, and holds it to what that left. */
async function judge(
  version: string,
  { url, pool }: { url: string; pool: pg.Pool },
): Promise<void> {
  const { head } = await inspectBackup(here(`${version}.backup.gz`))
  const documents = readFileSync(here(`${version}.documents.json`), 'utf8')
  const key = /Key: (\w+)/.exec(readFileSync(here(`${version}.sql`), 'utf8'))?.[1] ?? ''
  const env = { SECRET_KEY, PORT: '0', DATA_DIR: '/nonexistent', DATABASE_URL: url, PUBLIC_URL }
  const wallNow = () => Date.parse(head.created_at)
  const service = await startService(loadConfig(env, '/'), createLog('fatal'), { wallNow })
  try {
    for (const backfill of BACKFILLS) {
      await until(backfill.name, async () => (await countLeft(pool, backfill)) === 0)
    }
    const shown = await readDocuments({ url: service.url, key })
    const left: IssuedDocument[] = JSON.parse(documents)
    assert.equal(shown.length, left.length)
    for (const [index, { json, pdf, page }] of left.entries()) {
      const now = shown[index] as IssuedDocument
      // Members may have come; none went, and none is another.
      assert.deepEqual(within(now.json, json), { ...json, ...CHANGED[String(json.status)] })
      assert.deepEqual({ pdf: now.pdf, page: now.page }, { pdf, page }, String(json.number))
    }
  } finally {
    await service.stop()
  }
  await assertSound(pool)
}

for (const version of versions) {
  test(`the database of ${version}`, { timeout: 600_000 }, async (t) => {
    const database = await openDatabase(t, { template: 'template0' })
    const client = new pg.Client(database.url)
    await client.connect()
    const known = readMigrations().filter(({ name }) => name <= `${version}~`)
    await migrate(client, undefined, known)
    await client.query(readFileSync(here(`${version}.sql`), 'utf8'))
    await client.end()
    await judge(version, database)
  })

  test(`a backup of ${version}, made by that version`, { timeout: 600_000 }, async (t) => {
    const database = await openDatabase(t, { template: 'template0' })
    const env = { SECRET_KEY, DATABASE_URL: database.url, DATA_DIR: '/nonexistent' }
    const ran = await reckonerHere(['restore', here(`${version}.backup.gz`)], env)
    assert.equal(ran.code, 0, ran.err)
    await assertSound(database.pool)
    await judge(version, database)
  })
}

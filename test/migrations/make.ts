// Makes the fixture of a release: full books of this checkout as a backup, and the invoices as the API shows them. node
// bin/reckoner.mjs --run test/migrations/make.ts

import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../src/platform/version.ts'
import { reckonerHere } from '../cli.ts'
import { startCluster } from '../cluster.ts'
import { undo } from '../harness.ts'
import { type Fixture, readIssued } from './fixtures.ts'

const cleanups: (() => Promise<unknown>)[] = []
const cluster = await startCluster('embedded')
cleanups.push(() => cluster.stop())
try {
  process.env.TEST_DATABASE_URL = cluster.url
  const { fullBooks } = await import('../full-books.ts')
  const w = await fullBooks({ after: (work) => void cleanups.push(async () => work()) })
  const fixture: Fixture = {
    secretKey: String(w.secretKey),
    key: w.keys.test,
    invoices: await readIssued(w.api),
  }
  await w.stop()
  const path = join(import.meta.dirname, version())
  const file = join(mkdtempSync(join(tmpdir(), 'reckoner-fixture-')), 'backup.gz')
  const { code, err } = await reckonerHere(['backup', file], {
    DATABASE_URL: String(w.config.databaseUrl),
    SECRET_KEY: fixture.secretKey,
    DATA_DIR: '/nonexistent',
  })
  if (code !== 0) throw new Error(err)
  renameSync(file, `${path}.backup.gz`)
  writeFileSync(`${path}.json`, `${JSON.stringify(fixture, null, 1)}\n`)
  console.log(`Made ${path}.backup.gz with ${fixture.invoices.length} finalized invoices.`)
} finally {
  await undo(cleanups)
}

// A data folder as a version with an older PostgreSQL leaves it, made by Debian's server.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serverAccount } from '../src/platform/db/embedded/account.ts'
import { clusterPassword, makeFolder, runInitdb } from '../src/platform/db/embedded/cluster.ts'
import { connectionTo, makeDatabase } from '../src/platform/db/embedded/connection.ts'
import { makeDataDir, placeIn } from '../src/platform/db/embedded/place.ts'
import { launchServer, stopServer } from '../src/platform/db/embedded/postmaster.ts'
import { SERVER_SETTINGS } from '../src/platform/db/embedded/settings.ts'
import { count } from './costs.ts'
import { newFolder } from './embedded-harness.ts'

export const FORMER_BIN = '/usr/lib/postgresql/15/bin'
/** Without Debian's server these tests are skipped, except in CI. */
export const FORMER_MISSING = !existsSync(FORMER_BIN) && !process.env.CI

/** Creates the folder, and runs `work` on its database while the old server runs. */
export async function makeFormer(work: (databaseUrl: string) => Promise<void>): Promise<string> {
  count('servers')
  const folder = newFolder()
  const place = placeIn(folder)
  makeDataDir(place)
  const account = serverAccount(place)
  makeFolder(place.data, account)
  makeFolder(place.run, account)
  // The password file is created while there is no data: with data, its absence would be an error.
  const data = `${place.data}.made`
  makeFolder(data, account)
  spawnSync('rmdir', [place.data])
  const password = clusterPassword(place)
  runInitdb(join(FORMER_BIN, 'initdb'), data, password, account, ['--locale=C.UTF-8'])
  assert.equal(spawnSync('mv', [data, place.data]).status, 0)
  await withFormerServer(folder, async (databaseUrl) => {
    await makeDatabase(connectionTo(place))
    await work(databaseUrl)
  })
  return folder
}

/** Runs `work` on the database of an old folder while the old server runs. */
export async function withFormerServer(
  folder: string,
  work: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  const place = placeIn(folder)
  const { io_method: _, ...settings } = SERVER_SETTINGS
  const postgres = join(FORMER_BIN, 'postgres')
  const account = serverAccount(place)
  const child = await launchServer({
    postgres,
    data: place.data,
    log: place.log,
    settings,
    account,
  })
  try {
    const { user, password, database, host } = connectionTo(place)
    const at = encodeURIComponent(host)
    await work(`postgresql://${user}:${password}@localhost/${database}?host=${at}`)
  } finally {
    await stopServer(place.data, [child.pid as number])
  }
}

/** Copies the folder, so that a test can change it. */
export function copyFormer(folder: string): string {
  const copy = newFolder()
  assert.equal(spawnSync('cp', ['-a', `${folder}/.`, copy]).status, 0)
  return copy
}

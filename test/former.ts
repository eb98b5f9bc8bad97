// A data folder as a version left it that brought an older PostgreSQL: made by Debian's.

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
/** Where it is missing, only the suite of every change insists on it. */
export const FORMER_MISSING = !existsSync(FORMER_BIN) && !process.env.CI

/** Makes the folder, and has `work` done on its database while the old server runs. */
export async function makeFormer(work: (databaseUrl: string) => Promise<void>): Promise<string> {
  count('servers')
  const folder = newFolder()
  const place = placeIn(folder)
  makeDataDir(place)
  const account = serverAccount(place)
  makeFolder(place.data, account)
  makeFolder(place.run, account)
  // The password is asked for before there are data, or its file would be missed.
  const data = `${place.data}.made`
  makeFolder(data, account)
  spawnSync('rmdir', [place.data])
  const password = clusterPassword(place)
  runInitdb(join(FORMER_BIN, 'initdb'), data, password, account, ['--locale=C.UTF-8'])
  assert.equal(spawnSync('mv', [data, place.data]).status, 0)
  const { io_method: _, ...settings } = SERVER_SETTINGS
  const postgres = join(FORMER_BIN, 'postgres')
  const server = { postgres, data: place.data, log: place.log, settings, account }
  const child = await launchServer(server)
  try {
    const connection = connectionTo(place)
    await makeDatabase(connection)
    const { user, database, host } = connection
    const at = encodeURIComponent(host)
    await work(`postgresql://${user}:${password}@localhost/${database}?host=${at}`)
  } finally {
    await stopServer(place.data, [child.pid as number])
  }
  return folder
}

/** A copy of the folder, which may be used up. */
export function copyFormer(folder: string): string {
  const copy = newFolder()
  assert.equal(spawnSync('cp', ['-a', `${folder}/.`, copy]).status, 0)
  return copy
}

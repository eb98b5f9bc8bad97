// PostgreSQL's data folder: created completely or not at all, and only opened by the version that created it.

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fault } from '../../faults.ts'
import { RECKONER } from '../../invocation.ts'
import { readOrMake, syncFolder } from '../../secret.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { draftIn, removeDrafts } from './draft.ts'
import { EmbeddedError } from './error.ts'
import type { Place } from './place.ts'

/** The superuser; the service itself uses an ordinary role. */
export const SUPERUSER = 'postgres'

/** Indexes sort by code point, with PostgreSQL's own tables: a new system library changes nothing. */
export const BUILTIN_LOCALE = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
]

/** Returns the password of both roles, created on the first start. */
export function clusterPassword(place: Place): string {
  if (existsSync(place.data) && !existsSync(place.password)) {
    throw new EmbeddedError(
      `${place.password}, the password of the database next to it, is missing. Restore it from your backup.`,
    )
  }
  return readOrMake(place.password, () => randomBytes(24).toString('base64url'))
}

/**
 * Moves the data of a new major version into place. While two folders are renamed, there is an instant
 * without a folder of the right name; if the process is killed then, the next start completes the move.
 */
export function finishExchange(place: Place): void {
  if (existsSync(place.data) || !existsSync(place.next)) return
  renameSync(place.next, place.data)
  syncFolder(place.dataDir)
}

/** Creates the cluster if it is missing. A killed process leaves a draft that the next start replaces. */
export async function makeCluster(
  place: Place,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  finishExchange(place)
  if (existsSync(place.data)) {
    refuseOtherMajor(place.data, binaries.major)
    return
  }
  const password = clusterPassword(place)
  await removeDrafts(place)
  const draft = draftIn(place, randomBytes(4).toString('hex'))
  initCluster(binaries, draft, password, account)
  fault('embedded.initialized')
  renameSync(draft, place.data)
  fault('embedded.made')
  syncFolder(place.dataDir)
}

/** Creates an empty cluster in a folder that does not exist yet. */
export function initCluster(
  { initdb }: Pick<Binaries, 'initdb'>,
  folder: string,
  password: string,
  account: Account | undefined,
): void {
  makeFolder(folder, account)
  runInitdb(initdb, folder, password, account, [
    ...BUILTIN_LOCALE,
    '--data-checksums',
    '--sync-method=syncfs',
  ])
}

/** Creates a folder that belongs to the server's account and is closed to all others. */
export function makeFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

/** Runs initdb in an empty folder that the account owns. */
export function runInitdb(
  initdb: string,
  folder: string,
  password: string,
  account: Account | undefined,
  options: string[],
): void {
  // initdb takes the password from a file it can read, and requires its folder to be empty.
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) chownSync(passwordFile, account.uid, account.gid)
  try {
    const run = spawnSync(
      initdb,
      [
        ...['--pgdata', folder, '--username', SUPERUSER, '--pwfile', passwordFile],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions', ...options],
      ],
      { ...account, cwd: '/', env: { LC_ALL: 'C' }, encoding: 'utf8' },
    )
    if (run.status !== 0) {
      const said = run.error?.message ?? run.stderr.trim()
      if (/No space left on device/.test(said)) {
        throw new EmbeddedError(
          `The disk of ${folder} is full. Free up space on it, then start again.`,
        )
      }
      throw new EmbeddedError(
        `The database could not be created in ${folder}. initdb said: ${said}`,
      )
    }
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Returns the major version that wrote a data folder. */
export function majorOf(data: string): number {
  const version = join(data, 'PG_VERSION')
  if (existsSync(version)) return Number.parseInt(readFileSync(version, 'utf8'), 10)
  throw new EmbeddedError(
    `The folder ${data} is not a PostgreSQL data folder: it has no PG_VERSION. Move it, or restore your backup there.`,
  )
}

function refuseOtherMajor(data: string, major: number): void {
  const found = majorOf(data)
  if (found === major) return
  const remedy =
    found < major
      ? `Run "${RECKONER} upgrade-database", which keeps the old data next to the new, or start the version of Reckoner that wrote it.`
      : 'Start the version of Reckoner that wrote it, or set DATA_DIR to another folder.'
  throw new EmbeddedError(
    `The data in ${data} was written by PostgreSQL ${found}, but this Reckoner includes PostgreSQL ${major}. ${remedy}`,
  )
}

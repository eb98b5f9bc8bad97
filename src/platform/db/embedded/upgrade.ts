// Moves the data of the embedded database to a new major version: copied between two servers, then renamed.

import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fault } from '../../faults.ts'
import { syncFolder } from '../../secret.ts'
import { type Account, requirePassage, serverAccount } from './account.ts'
import { findBinaries, installBinaries } from './binaries.ts'
import { clusterPassword, finishExchange, initCluster, majorOf, makeFolder } from './cluster.ts'
import { type Connection, connectionTo, makeDatabase, PORT } from './connection.ts'
import { draftIn, removeDrafts } from './draft.ts'
import { EmbeddedError } from './error.ts'
import { takeOwnership } from './owner.ts'
import { type Place, placeIn } from './place.ts'
import { clearLeftovers, launchServer, stopServer } from './postmaster.ts'
import { SERVER_SETTINGS, type ServerSettings } from './settings.ts'

/** Both servers run at once for a while, with sockets of different names in one folder. */
const NEW_PORT = PORT + 1
/** Settings introduced by a version; an older one does not start with them. */
const SINCE: Record<string, number> = { io_method: 18 }

export interface UpgradeOptions {
  dataDir: string
  /** Folder with the programs of the former version, if its own copy no longer exists. */
  oldBin: string | undefined
  log(line: string): void
  /** Copies everything into the new, empty database; throws unless all of it arrived. */
  copy(from: Connection, to: Connection): Promise<void>
}

export interface Upgraded {
  from: number
  to: number
  /** Path of the former data, which is unchanged. */
  kept: string
}

/**
 * Upgrades the data folder; undefined if there is nothing to do. The former data does not change before the
 * two renames at the end; if the process is killed between those two, the next start finishes the upgrade.
 * Throws EmbeddedError with a sentence if it cannot be done.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<Upgraded | undefined> {
  const place = placeIn(options.dataDir)
  if (!existsSync(place.data) && !existsSync(place.next)) {
    throw new EmbeddedError(
      `There is no database in ${place.dataDir} yet, so there is nothing to upgrade.`,
    )
  }
  const describe = () => ({
    pid: process.pid,
    command: 'upgrade-database',
    state: 'starting' as const,
  })
  const ownership = await takeOwnership(place.dataDir, describe)
  try {
    const account = serverAccount(place)
    requirePassage(place, account)
    const binaries = installBinaries(place.binaries)
    finishExchange(place)
    const from = majorOf(place.data)
    if (from === binaries.major) return undefined
    if (from > binaries.major) throw tooNew(place, from, binaries.major)
    const former = findFormer(place, from, options.oldBin)
    const kept = `${place.data}.${from}`
    if (existsSync(kept)) {
      throw new EmbeddedError(
        `${kept} already exists, from another upgrade. Move or delete it, then try again.`,
      )
    }
    const draft = await fillDraft({ place, account, former, binaries, from, options })
    fault('upgrade.copied')
    exchange(place, draft, kept)
    return { from, to: binaries.major, kept }
  } finally {
    await ownership.release()
  }
}

function exchange(place: Place, draft: string, kept: string): void {
  rmSync(place.next, { recursive: true, force: true })
  renameSync(draft, place.next) // under this name it is known to be complete
  syncFolder(place.dataDir)
  fault('upgrade.named')
  renameSync(place.data, kept)
  fault('upgrade.moved')
  finishExchange(place)
  fault('upgrade.exchanged')
}

interface Filling {
  place: Place
  account: Account | undefined
  /** The programs of the former version. */
  former: string
  binaries: { initdb: string; postgres: string; major: number }
  from: number
  options: UpgradeOptions
}

/** Creates a cluster next to the data and copies everything into it; both servers are then stopped. */
async function fillDraft(filling: Filling): Promise<string> {
  const { place, account, former, binaries, from, options } = filling
  makeFolder(place.run, account)
  await removeDrafts(place)
  await clearLeftovers(place.data, place.run)
  const draft = draftIn(place, randomBytes(4).toString('hex'))
  options.log(
    `Creating a PostgreSQL ${binaries.major} database next to that of PostgreSQL ${from}.`,
  )
  initCluster(binaries, draft, clusterPassword(place), account)
  const servers: [string, ChildProcess][] = []
  const launch = async (postgres: string, data: string, settings: ServerSettings) => {
    const child = await launchServer({ postgres, data, log: place.log, settings, account })
    servers.push([data, child])
  }
  // If this process ends before they are stopped, they still get the signal.
  const farewell = () => {
    for (const [, child] of servers) child.kill('SIGINT')
  }
  process.on('exit', farewell)
  try {
    await launch(former, place.data, settingsFor(from))
    await launch(binaries.postgres, draft, {
      ...settingsFor(binaries.major),
      port: String(NEW_PORT),
    })
    fault('upgrade.launched')
    const to = connectionTo(place, NEW_PORT)
    await makeDatabase(to)
    await options.copy(connectionTo(place), to)
  } finally {
    for (const [data, child] of servers) if (child.pid) await stopServer(data, [child.pid])
    process.off('exit', farewell)
  }
  return draft
}

function settingsFor(major: number): ServerSettings {
  return Object.fromEntries(
    Object.entries(SERVER_SETTINGS).filter(([name]) => major >= (SINCE[name] ?? 0)),
  )
}

function findFormer(place: Place, major: number, oldBin: string | undefined): string {
  const found =
    oldBin === undefined ? findBinaries(place.binaries, major) : join(oldBin, 'postgres')
  if (found !== undefined && existsSync(found)) return found
  throw new EmbeddedError(
    oldBin === undefined
      ? `The programs of PostgreSQL ${major}, which wrote the data in ${place.data}, are no longer in ${place.binaries}. Set --old-bin to a folder that has them, such as /usr/lib/postgresql/${major}/bin.`
      : `There is no program postgres in ${oldBin}. Set --old-bin to the folder with the programs of PostgreSQL ${major}.`,
  )
}

function tooNew(place: Place, found: number, major: number): EmbeddedError {
  return new EmbeddedError(
    `The data in ${place.data} was written by PostgreSQL ${found}, but this Reckoner includes PostgreSQL ${major}. Start the newer Reckoner that wrote it.`,
  )
}

// The embedded database: starts it in the data folder, keeps it running, and reports its state.
import { fault } from '../../faults.ts'
import { requirePassage, serverAccount } from './account.ts'
import { installBinaries, removeOtherBinaries } from './binaries.ts'
import { makeCluster, makeFolder } from './cluster.ts'
import { type Connection, connectionTo, makeDatabase } from './connection.ts'
import { EmbeddedError } from './error.ts'
import { boundLog } from './log-file.ts'
import { askOwner, type Owner, type Ownership, staysUp, takeOwnership } from './owner.ts'
import { makeDataDir, type Place, placeIn } from './place.ts'
import { clearLeftovers, launchServer, stopServer } from './postmaster.ts'
import { SERVER_SETTINGS, type ServerSettings } from './settings.ts'
import { stepDown } from './step-down.ts'
import { type ServerState, type Supervisor, supervise } from './supervisor.ts'
import { until } from './until.ts'

export interface EmbeddedServer {
  connection: Connection
  /** While it is `restarting`, the database does not respond: ask the caller to try again. */
  state(): ServerState
  /** Rolls back open transactions, flushes everything and releases the data folder. */
  stop(): Promise<void>
  pid(): number | undefined
  /**
   * As root: continues as the account that owns the database, if that can read these files. Returns why it stays
   * root, or undefined.
   */
  stepDown(needed: readonly string[]): string | undefined
  dataDir: string
}

export interface EmbeddedOptions {
  dataDir: string
  /** `serve`, or the name of the command that briefly needs the database. */
  command: string
  log: (line: string) => void
  settings?: ServerSettings
}

/**
 * Creates the data folder, the account, the cluster and the database if they are missing, and
 * starts the server. Throws EmbeddedError with a sentence for the person who started the process.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = placeIn(options.dataDir)
  makeDataDir(place)
  let state: Owner['state'] = 'starting'
  let supervisor: Supervisor | undefined
  const ownership = await takeOwnership(place.dataDir, () => ({
    pid: process.pid,
    command: options.command,
    state: state === 'running' && supervisor !== undefined ? supervisor.state() : state,
  }))
  fault('embedded.owned')
  try {
    supervisor = await startServer(place, options)
    const connection = connectionTo(place)
    await makeDatabase(connection)
    fault('embedded.prepared')
    state = 'running'
    return present(place, connection, supervisor, ownership, () => {
      state = 'stopped'
    })
  } catch (error) {
    await supervisor?.stop()
    await ownership.release()
    throw inSentences(error, place)
  }
}

/**
 * Returns the database of a Reckoner that runs in this data folder, or undefined if none does. Waits
 * for a short command, and for a server that is starting or stopping.
 */
export async function findRunning(
  dataDir: string,
): Promise<{ connection: Connection; owner: { pid: number; command: string } } | undefined> {
  const place = placeIn(dataDir)
  const deadline = Date.now() + 15_000
  for (;;) {
    const owner = await askOwner(place.dataDir)
    if (owner === undefined) return undefined
    if (staysUp(owner) && owner.state === 'running') {
      return { connection: connectionTo(place), owner: { pid: owner.pid, command: owner.command } }
    }
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `Process ${owner.pid} (reckoner ${owner.command}) owns the data folder ${place.dataDir}, ` +
          `and its database is ${owner.state}. Try again, or look at ${place.log}.`,
      )
    }
    await until(() => false, 50)
  }
}

/** Adds advice to operating system errors, which contain none. */
function inSentences(error: unknown, place: Place): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code ?? '')) return error
  if (code === 'ENOSPC') {
    return new EmbeddedError(
      `The disk of ${place.dataDir} is full. Free up space on it, then start again.`,
    )
  }
  return new EmbeddedError(
    `The data folder ${place.dataDir} cannot be used (${message}). ` +
      'Check that its disk has space and that this user owns its files, or set DATA_DIR to another folder.',
  )
}

async function startServer(place: Place, options: EmbeddedOptions): Promise<Supervisor> {
  const account = serverAccount(place)
  requirePassage(place, account)
  const binaries = installBinaries(place.binaries)
  fault('embedded.copied')
  await makeCluster(place, binaries, account)
  makeFolder(place.run, account)
  const settings = { ...SERVER_SETTINGS, ...options.settings }
  const launch = async () => {
    if (await clearLeftovers(place.data, place.run)) {
      options.log('Stopped the PostgreSQL server that an earlier process had left running.')
    }
    fault('embedded.cleared')
    return launchServer({
      postgres: binaries.postgres,
      data: place.data,
      log: place.log,
      settings,
      account,
    })
  }
  const supervisor = await supervise(launch, (pid) => stopServer(place.data, [pid]), options.log)
  removeOtherBinaries(place.binaries)
  return supervisor
}

function present(
  place: Place,
  connection: Connection,
  supervisor: Supervisor,
  ownership: Ownership,
  onStop: () => void,
): EmbeddedServer {
  const logBound = setInterval(() => boundLog(place.log), 60_000).unref()
  let stopped: Promise<void> | undefined
  const stopOnce = async () => {
    onStop()
    clearInterval(logBound)
    await supervisor.stop()
    // Processes of a killed server can outlive it for a moment.
    await clearLeftovers(place.data, place.run)
    await ownership.release()
  }
  return {
    connection,
    dataDir: place.dataDir,
    state: supervisor.state,
    pid: supervisor.pid,
    stepDown(needed) {
      const account = process.getuid?.() === 0 ? serverAccount(place) : undefined
      return account && stepDown(place, account, needed)
    },
    stop() {
      stopped ??= stopOnce()
      return stopped
    },
  }
}

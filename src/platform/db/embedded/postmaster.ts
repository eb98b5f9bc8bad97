// One PostgreSQL server process: starts, finds and stops it.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fault } from '../../faults.ts'
import type { Account } from './account.ts'
import { EmbeddedError } from './error.ts'
import { complaintSince, logLength, openLog } from './log-file.ts'
import type { ServerSettings } from './settings.ts'
import { until } from './until.ts'

export interface Launch {
  postgres: string
  data: string
  log: string
  settings: ServerSettings
  account: Account | undefined
}

/**
 * Starts a server and resolves when it accepts connections; throws with the reason when it does not.
 * It gets a session of its own: a Ctrl-C in our terminal must not stop it before the requests end.
 */
export async function launchServer(launch: Launch): Promise<ChildProcess> {
  const log = openLog(launch.log)
  const start = logLength(launch.log)
  const options = Object.entries(launch.settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(launch.postgres, ['-D', launch.data, ...options], {
    ...launch.account,
    cwd: '/',
    env: { LC_ALL: 'C' }, // the server must not see our own secrets
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  fault('embedded.launched')
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  // A live server eventually accepts connections or exits, however long crash recovery takes.
  await until(
    () => failure !== undefined || ended(child) || isReady(launch.data, child.pid),
    Number.POSITIVE_INFINITY,
  )
  if (failure === undefined && !ended(child)) {
    fault('embedded.ready')
    return child
  }
  throw new EmbeddedError(
    `PostgreSQL does not start: ${failure?.message ?? complaintSince(launch.log, start)} ` +
      `(its log is ${launch.log}).`,
  )
}

export function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * Stops the servers and all their workers: open transactions are rolled back and the data is
 * flushed. Processes that do not end in time are killed, which the next start repairs.
 */
export async function stopServer(data: string, pids: number[]): Promise<void> {
  const gone = () => workersIn(data).length === 0
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000], // fast shutdown
    ['SIGQUIT', 5_000], // immediate shutdown
    ['SIGKILL', 5_000],
  ]
  for (const [name, patienceMs] of steps) {
    const targets = name === 'SIGKILL' ? workersIn(data) : pids
    for (const pid of targets) signal(pid, name)
    if (await until(gone, patienceMs)) return
  }
  throw new EmbeddedError(
    `PostgreSQL (process ${workersIn(data).join(', ')}) does not stop. Stop it manually.`,
  )
}

/** Ends processes that a killed process of ours left running on this data. Returns true if there were any. */
export async function clearLeftovers(data: string, run: string): Promise<boolean> {
  const leftovers = workersIn(data)
  if (leftovers.length > 0) {
    const main = readPidFile(data)?.pid
    await stopServer(data, leftovers.includes(main ?? 0) ? [main ?? 0] : leftovers)
  }
  // No process works here now. The PID in a leftover lock file can belong to an unrelated process by now,
  // and PostgreSQL would take that process for a server of this data.
  rmSync(join(data, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(run)) rmSync(join(run, name), { force: true })
  return leftovers.length > 0
}

/** Returns the PostgreSQL processes that work on this data: each has it as its working directory. */
export function workersIn(data: string): number[] {
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => link(pid, 'cwd') === folder && isPostgres(link(pid, 'exe')))
}

function isPostgres(program: string | undefined): boolean {
  return basename(program ?? '').replace(/ \(deleted\)$/, '') === 'postgres'
}

function link(pid: number, name: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return undefined // it ended, or belongs to another user
  }
}

function isReady(data: string, pid: number | undefined): boolean {
  const file = readPidFile(data)
  return file !== undefined && file.pid === pid && file.status === 'ready'
}

/** postmaster.pid: the process on line 1, its status on line 8 (src/include/utils/pidfile.h). */
export function readPidFile(data: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}

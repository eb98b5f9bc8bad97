// The two sides of a comparison: a commit in its own checkout and the working tree, each with a running service.

import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Connection } from '../src/platform/db/embedded/connection.ts'
import { findRunning } from '../src/platform/db/embedded/server.ts'
import { freePort } from '../test/free-port.ts'
import type { Bench } from './bench.ts'
import { type Made, nothingMade } from './compare-requests.ts'
import { ProcessorTime } from './processes.ts'
import { EVERY_REQUEST, stopDatabase, stopProcess } from './server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** Requests that a side gets at once: enough for writes to be batched. */
export const AT_ONCE = 16

export interface Side {
  port: number
  processor: ProcessorTime
  key: string
  agent: Agent
  made: Made
  connection: Connection
  stop(): Promise<void>
}

/** The commit's full name. Throws a sentence if it does not exist. */
export async function resolveCommit(commit: string): Promise<string> {
  try {
    const name = `${commit}^{commit}`
    const { stdout } = await git('rev-parse', '--verify', '--quiet', '--end-of-options', name)
    return stdout.trim()
  } catch {
    throw new Error(
      `--compare ${commit}: there is no such commit here; name one as git does, such as main or HEAD~3.`,
    )
  }
}

/** Calls `work` with a checkout of the commit, which shares our packages unless it needs others. */
export async function withCheckout<T>(
  bench: Bench,
  commit: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(bench.folder, 'checkout')
  await git('worktree', 'add', '--quiet', '--detach', folder, commit)
  try {
    const wants = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
    if (wants(folder) === wants(root)) {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    } else {
      bench.say(`installing the packages of ${commit.slice(0, 7)}, which wants others`)
      const launcher = join(folder, 'bin/reckoner.mjs')
      await run(process.execPath, [launcher, '--version'], { cwd: folder, signal: bench.signal })
    }
    return await work(folder)
  } finally {
    await git('worktree', 'remove', '--force', folder)
  }
}

const git = (...args: string[]) => run('git', ['-C', root, ...args])

/** Starts a checkout as `npm start` does, on a new database, and waits for the key of its first start. */
export async function startSide(bench: Bench, name: string, checkout: string): Promise<Side> {
  const folder = join(bench.folder, name)
  mkdirSync(folder, { mode: 0o711 })
  const port = await freePort()
  const child = spawn(process.execPath, [join(checkout, 'bin/reckoner.mjs'), 'serve'], {
    cwd: folder,
    env: {
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_TIER: 'enterprise',
      REQUEST_LOG_DAILY: EVERY_REQUEST,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: bench.signal,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const stop = async () => {
    agent.destroy()
    await stopProcess(child, ended)
    await stopDatabase({ folder })
  }
  let output = ''
  try {
    const key = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output = `${output}${text}`.slice(-4_000)
          const found = /\bKEY=(svc_test_\w+)\s/.exec(output)?.[1]
          if (found) resolve(found)
        })
      }
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`The version ${name} did not start.\n${output}`)))
    })
    const running = await findRunning(join(folder, 'data'))
    if (!running)
      throw new Error(`The version ${name} started, but no process has locked its data folder.`)
    return {
      port,
      connection: running.connection,
      processor: new ProcessorTime(child.pid as number),
      key,
      agent,
      made: nothingMade(),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

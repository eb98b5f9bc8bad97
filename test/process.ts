// A server in its own process, as `reckoner serve` starts it, for races and crashes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Api, connectApi } from './client.ts'
import { count } from './costs.ts'

export interface Process {
  pid: number
  api: Api
  /** Everything that it has printed so far. */
  output(): string
  /** Resolves with exit code or signal once it has ended. */
  ended: Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/** The environment variables that child processes inherit: none that affects their behavior. */
export const INHERITED = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
/** Processes that must not outlive the test that started them. */
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})
/** A start that takes longer than this hangs, on any loaded machine. */
export const START_MS_MOST = 60_000
/** The time limit for a stop. */
const STOP_MS_MOST = 60_000

/** Environment variable with the path of the bundled `src/main.ts`. */
export const BUNDLED = 'TEST_MAIN'

/** The program that `reckoner` runs. */
export const MAIN = process.env[BUNDLED] ?? join(import.meta.dirname, '../src/main.ts')

const SERVE = [process.execPath, MAIN, 'serve'] as const

/** The `serve` command, limited to this many descriptors. */
export const withDescriptors = (most: number) =>
  ['sh', '-c', `ulimit -n ${most}; exec "$@"`, 'sh', ...SERVE] as const

/**
 * Starts `serve` with only these settings, and waits until it prints its address. `onSpawn` gets the process before
 * that; if that fails, the start fails and the process ends.
 */
export async function startProcess(
  env: Record<string, string>,
  key: string,
  onSpawn?: (child: ChildProcess) => void | Promise<void>,
  [program, ...args]: readonly [string, ...string[]] = SERVE,
): Promise<Process> {
  count('starts')
  if (!env.DATABASE_URL) count('servers')
  const child = spawn(program, args, {
    cwd: '/',
    // No load balancer has to notice the stop. Few connections, because opening one is expensive: see world().
    env: { ...INHERITED, SHUTDOWN_DELAY_SECONDS: '0', DATABASE_POOL_SIZE: '4', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  living.add(child)
  child.once('exit', () => living.delete(child))
  const seenTo = (async () => onSpawn?.(child))().catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const [url] = await Promise.all([addressOf(child, ended, () => output), seenTo])
  const api = connectApi(url, key)
  return {
    pid: child.pid as number,
    api,
    output: () => output,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      await api.close()
      child.kill('SIGTERM')
      // A suspended process gets the signal only when it continues.
      child.kill('SIGCONT')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MOST)
      await ended
      clearTimeout(late)
    },
  }
}

/** Resolves with the address that it prints; throws with its output if it ends first or takes too long. */
function addressOf(
  child: ChildProcess,
  ended: Promise<unknown>,
  output: () => string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (end: unknown) =>
      reject(new Error(`The server did not start (${end}):\n${output()}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`not within ${START_MS_MOST} ms`)
    }, START_MS_MOST)
    const look = () => {
      const found = /https?:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(output())
      if (!found) return
      clearTimeout(timer)
      resolve(found[0])
    }
    child.stdout?.on('data', look)
    void ended.then((end) => {
      clearTimeout(timer)
      fail(end)
    })
  })
}

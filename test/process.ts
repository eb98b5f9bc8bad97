// A server in a process of its own, as `reckoner serve` starts it, for races and crashes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Api, connectApi } from './client.ts'
import { count } from './costs.ts'

export interface Process {
  pid: number
  api: Api
  /** What it has printed so far. */
  output(): string
  /** Resolves with exit code or signal once it has ended. */
  ended: Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/** What a process of ours gets of our own environment: nothing that decides how it behaves. */
export const INHERITED = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
/** What must not outlive the test that started it. */
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})
/** However loaded the machine is: longer than this is a start that hangs. */
export const START_MS_MOST = 60_000
/** The same of a stop. */
const STOP_MS_MOST = 60_000

/** Names what a run has bundled `src/main.ts` into. */
export const BUNDLED = 'TEST_MAIN'

/** What `reckoner` runs. */
export const MAIN = process.env[BUNDLED] ?? join(import.meta.dirname, '../src/main.ts')

const SERVE = [process.execPath, MAIN, 'serve'] as const

/** The same with no more descriptors than this. */
export const withDescriptors = (most: number) =>
  ['sh', '-c', `ulimit -n ${most}; exec "$@"`, 'sh', ...SERVE] as const

/**
 * Starts `serve` with these settings and nothing of ours, and waits until it names its address.
 * `onSpawn` gets hold of it before that; when that fails, so does the start, and the process ends.
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
    // No load balancer has to notice the stop. Few connections, since opening one is expensive: see world().
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
      // One that was put to sleep hears it when it wakes.
      child.kill('SIGCONT')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MOST)
      await ended
      clearTimeout(late)
    },
  }
}

/** The address it prints; throws with all it printed when it ends first or takes too long. */
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

// The service in a storm: a process that is restarted whenever it died.

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Process, startProcess } from '../process.ts'

const START_MS_MOST = 120_000
/** Nothing listens on this port. */
export const NOWHERE = 'http://127.0.0.1:9'

export class Service {
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined
  #process: Process | undefined
  /** PIDs of all processes started. */
  readonly pids: number[] = []

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  /** URL of the running process. Another process can reuse a dead one's port. */
  get url(): string {
    return this.#process?.api.url ?? NOWHERE
  }

  get isAlive(): boolean {
    const { exitCode, signalCode } = this.#child ?? { exitCode: 0, signalCode: null }
    return exitCode === null && signalCode === null
  }

  /** Can fail if something was killed meanwhile. */
  async #start(): Promise<void> {
    try {
      const started = await startProcess(this.#env, '', (child) => {
        this.#child = child
        this.pids.push(child.pid ?? 0)
      })
      this.#process = started
      void started.ended.then(() => {
        if (this.#process === started) this.#process = undefined
      })
    } catch (error) {
      this.#process = undefined
      assert.match(String(error), /did not start \((SIGKILL|1)\)/)
      assert.doesNotMatch(String(error), /^ +at .*\/src\//m, 'a mistake of ours')
    }
  }

  /** Resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || !this.isAlive) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Waits until the service is healthy, and restarts it if it is dead. */
  async bringBack(): Promise<void> {
    const deadline = performance.now() + START_MS_MOST
    for (;;) {
      if (!this.isAlive) await this.#start()
      if (this.isAlive && (await isWell(this.url))) return
      assert.ok(performance.now() < deadline, `it does not come back:\n${this.#process?.output()}`)
    }
  }

  /** Stops the service; fails unless it ends cleanly. */
  async stop(): Promise<void> {
    if (!this.isAlive) return
    const process = this.#process ?? assert.fail('it has not started')
    await process.stop()
    assert.equal(await process.ended, 0, process.output())
  }
}

function isWell(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

// One typesetting process as seen by its parent: starts it, gives it one job at a time, ends it.

import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Equipment, Job, Start } from './job.ts'
import { processorMs } from './processor-time.ts'

/** Lower priority than everything that serves requests. */
const NICE = 10
/** A start that takes longer has failed; it takes a tenth of a second on an idle machine. */
const START_LIMIT_MS = 20_000

/** The discard port, on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9'
/** Number of characters of a dying process's stderr that are kept. */
const SAID_MAX = 2_000

/** Elapsed time limit as a multiple of the processor time limit, for a busy machine. */
const WAIT_FACTOR = 6
const LOOK_MS = 50

/** Result of a job. `plainBecause`: why it is a plain PDF and not a PDF/A-3b. */
export interface Typeset {
  pdf: Buffer
  plainBecause?: string | undefined
}

/** The process ended, or was killed, before it responded. */
export class LostProcess extends Error {
  override readonly name = 'LostProcess'
}

/** The template failed: it has an error, or a file cannot be read. */
export class BrokenDocument extends Error {
  override readonly name = 'BrokenDocument'
}

type Waiting = { take(answer: Answer): void; lose(error: Error): void }

export class TypesetterProcess {
  readonly #child: ChildProcess
  readonly #ready: Promise<unknown>
  readonly #ended: Promise<void>
  #waiting: Waiting | undefined
  #done = 0
  #memoryBytes = 0

  constructor(equipment: Equipment) {
    this.#child = fork(
      new URL('./typesetter.ts', import.meta.url),
      [JSON.stringify({ ...equipment, parent: process.pid } satisfies Start)],
      {
        serialization: 'advanced',
        // No secrets and no network: downloads go to a proxy that does not exist. A single malloc arena, since its
        // threads would otherwise keep freed memory from each other.
        env: { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, MALLOC_ARENA_MAX: '1' },
        execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    )
    const { pid } = this.#child
    if (pid !== undefined) lowerPriority(pid)
    this.#child.on('message', (answer: Answer) => this.#waiting?.take(answer))
    this.#child.on('error', (error) => this.#waiting?.lose(new LostProcess(error.message)))
    let said = ''
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_MAX)
    })
    this.#ended = new Promise((resolve) => this.#child.once('close', () => resolve()))
    void this.#ended.then(() => this.#waiting?.lose(new LostProcess(`The process ended. ${said}`)))
    this.#ready = this.#answer(START_LIMIT_MS)
    // The first job reports a failed start; an unhandled rejection must not stop the service before.
    this.#ready.catch(() => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get done(): number {
    return this.#done
  }

  /** Resident memory after the last document. */
  get memoryBytes(): number {
    return this.#memoryBytes
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && !this.#child.killed
  }

  /**
   * Renders one document; not concurrently. Throws BrokenDocument, or LostProcess if the process died or was killed
   * because it worked longer than `limitMs`.
   */
  async run(job: Job, limitMs: number): Promise<Typeset> {
    await this.#ready
    this.#done += 1
    const id = this.#done
    const answer = await this.#answer(limitMs, () => this.#child.send({ ...job, id }))
    if ('ready' in answer || answer.id !== id) throw new LostProcess('It responded to another job.')
    this.#memoryBytes = answer.memoryBytes
    if ('failure' in answer) throw new BrokenDocument(answer.failure)
    const { buffer, byteOffset, byteLength } = answer.pdf
    return { pdf: Buffer.from(buffer, byteOffset, byteLength), plainBecause: answer.plainBecause }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL')
    if (this.#child.pid !== undefined) await this.#ended
  }

  async #answer(limitMs: number, ask?: () => void): Promise<Answer> {
    const timeout = new AbortController()
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { take: resolve, lose: reject }
        void this.#overtime(limitMs, timeout.signal).then((isOver) => {
          if (!isOver) return
          this.#child.kill('SIGKILL')
          reject(new LostProcess(`It took more than ${limitMs / 1000} s and was stopped.`))
        })
        try {
          ask?.()
        } catch (error) {
          reject(new LostProcess(String(error)))
        }
      })
    } finally {
      timeout.abort()
      this.#waiting = undefined
    }
  }

  /**
   * Waits until the process has used this much processor time, or until far more time has elapsed: at its low priority,
   * it may wait for others longer than it works. Returns false if aborted.
   */
  async #overtime(limitMs: number, signal: AbortSignal): Promise<boolean> {
    const worked = () => (this.pid === undefined ? undefined : processorMs(this.pid))
    const before = worked()
    const startMs = performance.now()
    for (let leftMs = limitMs; leftMs > 0; ) {
      if (
        !(await pause(Math.max(leftMs, LOOK_MS), true, { signal, ref: false }).catch(() => false))
      )
        return false
      const passedMs = performance.now() - startMs
      const workedMs = before === undefined ? passedMs : (worked() ?? passedMs) - before
      leftMs = Math.min(limitMs - workedMs, limitMs * WAIT_FACTOR - passedMs)
    }
    return true
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // The process has already ended; its waiting job is informed.
  }
}

// One typesetting process, as its parent sees it: started, given one job at a time, ended.

import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Equipment, Job, Start } from './job.ts'
import { processorMs } from './processor-time.ts'

/** Below everything that answers requests. */
const NICE = 10
/** A start that takes longer has failed; it takes a tenth of a second on an idle machine. */
const START_LIMIT_MS = 20_000

/** The discard port, where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9'
/** Of what a dying process says, this many characters are kept. */
const SAID_MAX = 2_000

/** A document may take so many times its limit while others use the processor. */
const WAIT_FACTOR = 6
const LOOK_MS = 50

/** What came of a job. `plainBecause`: why it is no PDF/A-3b but a plain PDF. */
export interface Typeset {
  pdf: Buffer
  plainBecause?: string | undefined
}

/** The process ended, or was ended, before it answered. */
export class LostProcess extends Error {
  override readonly name = 'LostProcess'
}

/** The template could not be set: a mistake in it, or a file it cannot read. */
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
        // None of our secrets, and no way out: what would fetch anything finds a proxy that is not there.
        // One arena: its threads would else keep memory from each other.
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
    // Whoever gives the first job is told of a failure; it must not stop us before.
    this.#ready.catch(() => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Documents made so far. */
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
   * Makes one document; one at a time. Throws BrokenDocument, or LostProcess when the process died or
   * had to be killed because it worked for longer than `limitMs`.
   */
  async run(job: Job, limitMs: number): Promise<Typeset> {
    await this.#ready
    this.#done += 1
    const id = this.#done
    const answer = await this.#answer(limitMs, () => this.#child.send({ ...job, id }))
    if ('ready' in answer || answer.id !== id) throw new LostProcess('It answered another job.')
    this.#memoryBytes = answer.memoryBytes
    if ('failure' in answer) throw new BrokenDocument(answer.failure)
    const { buffer, byteOffset, byteLength } = answer.pdf
    return { pdf: Buffer.from(buffer, byteOffset, byteLength), plainBecause: answer.plainBecause }
  }

  /** Ends the process at once. */
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
          reject(new LostProcess(`It worked for more than ${limitMs / 1000} s and was ended.`))
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
   * Waits until the process has worked for so long, or until so much time has passed that it makes no
   * difference: with its low priority it may wait for others longer than it works. False when aborted.
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
    // It has ended already; whoever waits for it is told.
  }
}

// The frame of a run: its own folder, a time limit, and cleanup at the end.

import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import type { Bench } from './bench.ts'
import { stopDatabase } from './server.ts'

const TMPFS = 0x01021994

/** Runs `work`; a signal or the time limit ends every program it started. */
export async function session<T>(
  extent: Pick<Bench, 'quick' | 'rounds' | 'seconds'>,
  minutesMost: number,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  onStopSignal((reason) => stop.abort(new Error(`Stopped by ${reason}.`)))
  const bound = setTimeout(
    () => stop.abort(new Error(`Stopped after ${minutesMost} minutes.`)),
    minutesMost * 60_000,
  )
  const startedMs = performance.now()
  const bench: Bench = {
    ...extent,
    folder: makeFolder(),
    signal: stop.signal,
    say(line) {
      const seconds = Math.round((performance.now() - startedMs) / 1000)
      process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`)
    },
  }
  try {
    return await work(bench)
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    clearTimeout(bound)
    await stopDatabase(bench)
    rmSync(bench.folder, { recursive: true, force: true })
  }
}

/** A folder that the database's own account can reach, on a disk if there is a choice. */
function makeFolder(): string {
  const parent = statfsSync(tmpdir()).type === TMPFS ? '/var/tmp' : tmpdir()
  const folder = mkdtempSync(join(parent, 'reckoner-bench-'))
  chmodSync(folder, 0o711)
  return folder
}

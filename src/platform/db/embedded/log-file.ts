// PostgreSQL's own log: a file next to the data that never grows beyond twice its bound.
import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const BOUND_BYTES = 8 * 1024 * 1024

/**
 * Opens the log for the server to write to. The server writes to the file itself: a pipe through this
 * process would stall it whenever this process does not read.
 */
export function openLog(path: string): number {
  boundLog(path)
  return openSync(path, 'a', 0o600)
}

/** Moves a log that is too long to `….1`. The server appends, so it continues at the start of the file. */
export function boundLog(path: string): void {
  if (logLength(path) <= BOUND_BYTES) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}

export function logLength(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Returns why the server did not start: its log after `start` bytes, from the first complaint on. */
export function complaintSince(path: string, start: number): string {
  const length = Math.min(logLength(path) - start, 64 * 1024)
  if (length <= 0) return 'it said nothing'
  const buffer = Buffer.alloc(length)
  const file = openSync(path, 'r')
  readSync(file, buffer, 0, length, start)
  closeSync(file)
  const lines = buffer.toString('utf8').trim().split('\n')
  const complaint = lines.findIndex((line) =>
    /\b(FATAL|PANIC|could not|error while loading)/.test(line),
  )
  return lines.slice(Math.max(complaint, 0)).slice(0, 3).join(' ')
}

// PostgreSQL's own log: a file beside the data that never grows beyond twice its bound.
import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const BOUND_BYTES = 8 * 1024 * 1024

/**
 * Opens the log for the server to write to. It writes to the file itself, not through us: a pipe
 * would stall it whenever this process does not read.
 */
export function openLog(path: string): number {
  boundLog(path)
  return openSync(path, 'a', 0o600)
}

/** Moves a log that has become too long to `….1`. The server appends, so it goes on at the front. */
export function boundLog(path: string): void {
  if (logLength(path) <= BOUND_BYTES) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}

export function logLength(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The reason the server gave for not starting: the last complaint since `start` bytes. */
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

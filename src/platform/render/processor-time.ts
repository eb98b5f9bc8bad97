// Processor time of a process; on a busy machine it is less than the elapsed time.

import { readFileSync } from 'node:fs'

/** Length of the clock tick of proc(5): 100 a second on every Linux that Node runs on. */
const TICK_MS = 10

/** Processor time of a process with its threads in milliseconds; undefined if not available. */
export function processorMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets can contain spaces; utime and stime are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}

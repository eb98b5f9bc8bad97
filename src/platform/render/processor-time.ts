// How much a process has worked: on a busy machine that is less than the time that passed.

import { readFileSync } from 'node:fs'

/** Of the kernel's clock that proc(5) counts in: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10

/** Processor time of a process and its threads, in milliseconds; undefined where nobody tells. */
export function processorMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; utime and stime are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}

// What the kernel tells of processes: the memory and the processor time they take.

import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for everyone who reads it (man 5 proc). */
const TICK_US = 10_000

/** Proportional set size in MB: pages that processes share are counted once. */
export function pssMb(pids: number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss: +(\d+) kB/m.exec(proc(pid, 'smaps_rollup'))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, part) => sum + part, 0) / 1024
}

/** Processor time of processes, and of those they started that have ended, in microseconds. */
export function cpuUs(pids: number[]): number {
  let ticks = 0
  for (const pid of pids) {
    const fields = proc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
    for (const field of fields.slice(11, 15)) ticks += Number(field)
  }
  return ticks * TICK_US
}

function proc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // it has ended
  }
}

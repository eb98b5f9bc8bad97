// Reads the memory and processor time of processes from the kernel.

import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports processor time in hundredths of a second (man 5 proc). */
const TICK_US = 10_000

/** Proportional set size in MB: pages that processes share are counted once. */
export function pssMb(pids: number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss: +(\d+) kB/m.exec(proc(pid, 'smaps_rollup'))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, part) => sum + part, 0) / 1024
}

/** Processor time of processes and of their children that have ended, in microseconds. */
export function cpuUs(pids: number[]): number {
  const fieldsOf = (pid: number) => proc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return pids.reduce((sum, pid) => sum + ticksUs(fieldsOf(pid), 11, 15), 0)
}

export interface Used {
  node: number
  postgres: number
}

/** A session of PostgreSQL in the list of processes, recognized by its client's address. */
const SESSION = /^postgres: .*(\[local\]|\(\d+\))/

/**
 * The processor time of a service, sampled repeatedly: of its process with its children and,
 * separately, of the sessions of the PostgreSQL it started. Shared background work (vacuum,
 * checkpoints) runs at any time and is left out, as it would be charged to the wrong request.
 */
export class ProcessorTime {
  readonly #pid: number
  /** Includes processes that have ended since, as of their last sample. */
  readonly #used = new Map<number, { program: keyof Used; us: number }>()

  constructor(pid: number) {
    this.#pid = pid
  }

  readUs(): Used {
    for (const { pid, name, fields } of withDescendants(this.#pid)) {
      if (name === 'postgres' && !SESSION.test(proc(pid, 'cmdline'))) continue
      const us = threadsUs(pid) ?? ticksUs(fields, 11, 13)
      this.#used.set(pid, { program: name === 'postgres' ? 'postgres' : 'node', us })
    }
    const sum: Used = { node: 0, postgres: 0 }
    for (const { program, us } of this.#used.values()) sum[program] += us
    return sum
  }
}

/** The processes a user has: the launcher, where it stays, the service, and its PostgreSQL. */
export type Part = 'launcher' | 'service' | 'postgres'

/** Memory of a process and its children in MB, part by part. */
export function weighParts(pid: number): Record<Part, number> {
  const all = withDescendants(pid)
  const databases = all.filter(({ name }) => name === 'postgres').map((each) => each.pid)
  const others = all.filter(({ name }) => name !== 'postgres').map((each) => each.pid)
  // Where possible, the launcher is replaced by the service.
  const service = others.length > 1 ? others.slice(1) : others
  return {
    launcher: pssMb(others.filter((each) => !service.includes(each))),
    service: pssMb(service),
    postgres: pssMb(databases),
  }
}

interface Process {
  pid: number
  name: string
  /** The fields of proc_pid_stat(5) from the third on. */
  fields: string[]
}

function withDescendants(pid: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name): Process => {
      const [, comm = '', rest = ''] = /\((.*)\) (.*)/s.exec(proc(Number(name), 'stat')) ?? []
      return { pid: Number(name), name: comm, fields: rest.split(' ') }
    })
  const found = all.filter((each) => each.pid === pid)
  for (const each of found) {
    found.push(...all.filter(({ fields }) => Number(fields[1]) === each.pid))
  }
  return found
}

/** Nanosecond values of the scheduler, thread by thread; undefined where the kernel has none. */
function threadsUs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const counts = threads.map((thread) => proc(pid, `task/${thread}/schedstat`).split(' ')[0])
    return counts.reduce((sum, count) => sum + Number(count), 0) / 1_000 || undefined
  } catch {
    return undefined // it has ended
  }
}

function ticksUs(fields: string[], from: number, to: number): number {
  return fields.slice(from, to).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_US
}

function proc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // it has ended
  }
}

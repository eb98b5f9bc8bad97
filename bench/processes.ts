// What the kernel tells of processes: the memory and the processor time they take.

import { readdirSync, readFileSync } from 'node:fs'

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
  const fieldsOf = (pid: number) => proc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return pids.reduce((sum, pid) => sum + ticksUs(fieldsOf(pid), 11, 15), 0)
}

export interface Used {
  node: number
  postgres: number
}

/** A session of PostgreSQL in the list of processes, by where its client is. */
const SESSION = /^postgres: .*(\[local\]|\(\d+\))/

/**
 * The processor time of a service, read again and again: of its process with those it started, and
 * apart from them of the sessions of the PostgreSQL that it started as well. What that does for all of
 * them together (vacuum, checkpoints) comes when it comes, and would be charged to whoever is there then.
 */
export class ProcessorTime {
  readonly #pid: number
  /** Also of those that have ended since, as of when they were last seen. */
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

/** What a user has running: the launcher, where it stays, the service, and its PostgreSQL. */
export type Part = 'launcher' | 'service' | 'postgres'

/** What a process and those it started weigh, in MB, part by part. */
export function weighParts(pid: number): Record<Part, number> {
  const all = withDescendants(pid)
  const databases = all.filter(({ name }) => name === 'postgres').map((each) => each.pid)
  const others = all.filter(({ name }) => name !== 'postgres').map((each) => each.pid)
  // Where it can, the launcher becomes the service.
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
  /** Those of proc_pid_stat(5) from the third on. */
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

/** Counted by the scheduler in nanoseconds, thread by thread; undefined where the kernel does not. */
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

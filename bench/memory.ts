// What the server takes from the machine: time to start, memory, and processor time a request.

import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Figure } from './bench.ts'
import { type Load, type Loaded, load } from './load.ts'
import type { RequestFile } from './requests.ts'
import type { Server } from './server.ts'
import type { World } from './world.ts'

/** Linux counts processor time in hundredths of a second for everyone who reads it (man 5 proc). */
const TICK_US = 10_000
const SETTLE_MS = 2_000

/** Stops and starts the server some times, and weighs it when it has nothing to do. */
export async function startAgain(
  bench: Bench,
  first: Server,
  start: () => Promise<Server>,
): Promise<{ server: Server; figures: Figure[] }> {
  const warm: number[] = []
  const idle: number[] = []
  let server = first
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`starting again, ${round + 1} of ${bench.rounds}`)
    await server.stop()
    server = await start()
    warm.push(server.startMs)
    await pause(SETTLE_MS, undefined, { signal: bench.signal })
    idle.push(pssMb(server))
  }
  return {
    server,
    figures: [
      {
        ...{ name: 'start_empty', about: 'start, making the database', unit: 'ms' as const },
        values: [first.startMs],
      },
      { name: 'start_warm', about: 'start, the database being there', unit: 'ms', values: warm },
      { name: 'memory_idle', about: 'memory of all processes, idle', unit: 'MB', values: idle },
    ],
  }
}

/** Weighs the server in the middle of creating invoices over 64 connections. */
export async function loadedMemory(bench: Bench, world: World): Promise<Figure[]> {
  const values: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const { seconds } = bench
    const done = load(bench, world.server.url, world.files.create, { connections: 64, seconds })
    const weighed = pause(seconds * 600).then(() => values.push(pssMb(world.server)))
    const { answered } = (await Promise.all([done, weighed]))[0]
    world.product.answered += answered
    world.product.unanswered += 64
  }
  const about = 'memory of all processes, 64 connections creating'
  return [{ name: 'memory_loaded', about, unit: 'MB', values }]
}

export interface Costed extends Loaded {
  /** Processor time for each request, of the server's process and of its database's. */
  serverUs: number
  databaseUs: number
}

/** A load, with what it cost. */
export async function costedLoad(
  bench: Bench,
  { server }: World,
  requests: RequestFile,
  options: Load,
): Promise<Costed> {
  const before = [cpuUs([server.pid]), cpuUs(server.databasePids())] as const
  const loaded = await load(bench, server.url, requests, options)
  const after = [cpuUs([server.pid]), cpuUs(server.databasePids())] as const
  return {
    ...loaded,
    serverUs: (after[0] - before[0]) / loaded.answered,
    databaseUs: (after[1] - before[1]) / loaded.answered,
  }
}

/** Proportional set size: pages that processes share are counted once. */
function pssMb(server: Server): number {
  const kilobytes = [server.pid, ...server.databasePids()].map((pid) =>
    Number(/^Pss: +(\d+) kB/m.exec(proc(pid, 'smaps_rollup'))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, part) => sum + part, 0) / 1024
}

/** Of the processes and of those they started that have ended. */
function cpuUs(pids: number[]): number {
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

// Measures the server's start time, and its memory idle and loaded.

import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Figure } from './bench.ts'
import { load } from './load.ts'
import { pssMb } from './processes.ts'
import type { Server } from './server.ts'
import type { World } from './world.ts'

const SETTLE_MS = 2_000

/** Restarts the server several times, and measures it when idle. */
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
    idle.push(weigh(server))
  }
  return {
    server,
    figures: [
      {
        name: 'start_empty',
        about: 'start, making the database',
        unit: 'ms' as const,
        values: [first.startMs],
      },
      { name: 'start_warm', about: 'start, the database being there', unit: 'ms', values: warm },
      { name: 'memory_idle', about: 'memory of all processes, idle', unit: 'MB', values: idle },
    ],
  }
}

/** Measures the server's memory while invoices are created over 64 connections. */
export async function loadedMemory(bench: Bench, world: World): Promise<Figure[]> {
  const values: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const { seconds } = bench
    const done = load(bench, world.server.url, world.files.create, { connections: 64, seconds })
    const weighed = pause(seconds * 600).then(() => values.push(weigh(world.server)))
    const { answered } = (await Promise.all([done, weighed]))[0]
    world.product.answered += answered
    world.product.unanswered += 64
  }
  const about = 'memory of all processes, 64 connections creating'
  return [{ name: 'memory_loaded', about, unit: 'MB', values }]
}

const weigh = (server: Server) => pssMb([server.pid, ...server.databasePids()])

// Plans from one seed which process is killed, and at which point.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workersIn } from '../../src/platform/db/embedded/postmaster.ts'
import { until as poll } from '../../src/platform/db/embedded/until.ts'
import { killNow } from '../embedded-harness.ts'
import { type Random, randomFrom } from '../random.ts'

/** The service; the PostgreSQL postmaster, or one of its other processes; service and postmaster; or all processes. */
export const VICTIMS = ['service', 'postmaster', 'backend', 'both', 'all'] as const
export type Victim = (typeof VICTIMS)[number]

export interface Kill {
  victim: Victim
  /** Index among PostgreSQL's processes, for a `backend`. */
  which: number
  /** Under load: writes acknowledged in this round. During a recovery: processes that PostgreSQL has started since. */
  progress: number
}

/** One kill under load and, in one round of four, a second one during the recovery. */
export interface Round {
  kill: Kill
  again: Kill | undefined
}

const SECOND_KILLS = [true, false, false, false]
const WRITES_MOST = 100
/** PostgreSQL starts nine processes of its own, then one per connection, so every stage of a start is hit. */
const PROCESSES_MOST = 16
/** Ample, since PostgreSQL's processes end within milliseconds. */
const END_MS = 2_000
const START_MS_MOST = 120_000

export function planStorm(rounds: number, seed: number): Round[] {
  const random = randomFrom(2 * seed + 1)
  // Skips the first values, which are similar for adjacent seeds.
  for (let n = 0; n < 20; n++) random.below(1)
  const underLoad = shuffled(random, VICTIMS)
  const whileMended = shuffled(random, VICTIMS)
  const areTwo = shuffled(random, SECOND_KILLS)
  const plan = (victims: Generator<Victim, never>, most: number): Kill => ({
    victim: victims.next().value,
    which: random.below(1_000),
    progress: random.below(most),
  })
  return Array.from({ length: rounds }, () => {
    const kill = plan(underLoad, WRITES_MOST)
    return { kill, again: areTwo.next().value ? plan(whileMended, PROCESSES_MOST) : undefined }
  })
}

/** Yields the list in random order again and again, so no item is left out. */
function* shuffled<T>(random: Random, list: readonly T[]): Generator<T, never> {
  for (;;) {
    const left = [...list]
    while (left.length > 0) yield left.splice(random.below(left.length), 1)[0] as T
  }
}

export function describe({ kill, again }: Round): string {
  const first = `${kill.victim} after ${kill.progress} writes`
  return again ? `${first}, ${again.victim} with ${again.progress} new processes` : first
}

/** Waits until PostgreSQL has started `count` processes, or `isOver`. */
export async function untilStarted(count: number, dataDir: string, isOver: () => boolean) {
  const data = join(dataDir, 'postgres')
  const before = new Set(workersIn(data))
  const started = () => workersIn(data).filter((pid) => !before.has(pid)).length
  await poll(() => isOver() || started() >= count, START_MS_MOST)
}

/** Kills, and waits until every affected process has ended. Returns true if a process was killed. */
export async function strike(
  { victim, which }: Kill,
  dataDir: string,
  service: { isAlive: boolean; kill(): Promise<unknown> },
): Promise<boolean> {
  const data = join(dataDir, 'postgres')
  const servers = existsSync(data) ? workersIn(data) : []
  const first = servers.find((pid) => pid === postmasterOf(data))
  const others = servers.filter((pid) => pid !== first)
  const one = others[which % (others.length || 1)]
  const killed = {
    service: [],
    postmaster: [first],
    backend: [one],
    both: [first],
    all: servers,
  }[victim].filter((pid) => pid !== undefined)
  const takesService = !['postmaster', 'backend'].includes(victim) && service.isAlive
  const dead = takesService ? service.kill() : undefined
  for (const pid of killed) killNow(pid)
  await dead
  // If the postmaster dies, the others end. If another process dies, the postmaster ends the rest and restarts them,
  // unless the victim was only about to reject a connection, which it does alone.
  const doomed = killed.length > 0 ? others : []
  const isOver = () => {
    const left = workersIn(data)
    return !doomed.some((pid) => left.includes(pid))
  }
  await poll(isOver, END_MS)
  return takesService || killed.length > 0
}

function postmasterOf(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined // starting or being repaired
  }
}

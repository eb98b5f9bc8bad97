// The processes on this database. Each registers every few seconds by the database's clock, so that one with a wrong
// clock is also seen.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { type Db, execute, query, sql } from './db/sql.ts'
import type { ProcessRole } from './process-role.ts'
import type { Sweep } from './sweeps/sweeps.ts'

const BEAT_MS = 5_000
/** A process not seen for this long was killed, hangs, or has lost its connection to the database. */
const SILENT_MS_MOST = 20_000
/** A killed process is reported for an hour. */
const KEPT_MS = 3_600_000
/** Larger differences between clocks are reported. */
const CLOCKS_APART_MS_MOST = 2_000

export interface OwnProcess {
  id: string
  role: ProcessRole
  version: string
  host: string
  /** Fingerprints of the settings that must be equal in all processes. */
  settings: Record<string, string>
}

export interface SeenProcess extends OwnProcess {
  clock_ahead_ms: number
  /** Time since it was last seen. */
  silent_ms: number
}

export const isAlive = ({ silent_ms }: SeenProcess): boolean => silent_ms <= SILENT_MS_MOST

/** Hashes settings, so that other processes can compare but not read them. */
export function fingerprints(settings: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const hash = createHash('sha256').update(JSON.stringify(value ?? null))
      return [name, hash.digest('hex').slice(0, 16)]
    }),
  )
}

/** The names of settings in which processes differ. */
export function differingSettings(processes: readonly OwnProcess[]): string[] {
  const names = new Set(processes.flatMap(({ settings }) => Object.keys(settings)))
  return [...names].filter((name) => {
    // A process of another version may not report this setting.
    const values = processes.flatMap(({ settings }) => settings[name] ?? [])
    return new Set(values).size > 1
  })
}

export interface ClockDifference {
  /** How far this machine's clock is ahead of the database's. */
  aheadMs: number
  /** The uncertainty of the measurement: half of its duration. */
  doubtMs: number
}

export async function measureClock(db: Db, wallNow: () => number): Promise<ClockDifference> {
  const [before, started] = [wallNow(), performance.now()]
  const rows = await query<{ at: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`,
  )
  const doubtMs = (performance.now() - started) / 2
  return { aheadMs: Math.trunc(before + doubtMs - (rows[0]?.at ?? 0)), doubtMs }
}

export const areApart = ({ aheadMs, doubtMs }: ClockDifference): boolean =>
  Math.abs(aheadMs) > CLOCKS_APART_MS_MOST + doubtMs

/** Returns a sentence about a wrong clock, without a full stop. */
export function clockSentence(whose: string, aheadMs: number): string {
  const seconds = Math.trunc(Math.abs(aheadMs) / 1_000).toLocaleString('en')
  return `the clock of ${whose} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`
}

export const CLOCK_REMEDY = 'Synchronize both with NTP (systemd-timesyncd or chrony).'

export function listProcesses(db: Db): Promise<SeenProcess[]> {
  return query<SeenProcess & Record<string, unknown>>(
    db,
    sql`select id, role, version, host, settings, clock_ahead_ms,
               (extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint as silent_ms
        from processes order by started_at, id`,
  )
}

function saySeen(db: Db, own: OwnProcess, aheadMs: number): Promise<number> {
  return execute(
    db,
    sql`insert into processes
          (id, role, version, host, clock_ahead_ms, settings, started_at, seen_at)
        values (${own.id}, ${own.role}, ${own.version}, ${own.host}, ${aheadMs},
                ${JSON.stringify(own.settings)}::json, clock_timestamp(), clock_timestamp())
        on conflict (id) do update
        set clock_ahead_ms = excluded.clock_ahead_ms, settings = excluded.settings,
            seen_at = excluded.seen_at`,
  )
}

function forgetSilent(db: Db): Promise<number> {
  return execute(
    db,
    sql`delete from processes
        where seen_at < clock_timestamp() - ${KEPT_MS} * interval '1 millisecond'`,
  )
}

/** This process and the others, as of the last beat. */
export interface Presence {
  readonly processes: readonly SeenProcess[]
  readonly clock: ClockDifference
  /** Registers this process and reads the list of the others. */
  beat(): Promise<void>
  /** Removes this process from the list on an orderly shutdown. */
  leave(): Promise<void>
}

export function createPresence(pool: Pool, own: OwnProcess, wallNow: () => number): Presence {
  let processes: readonly SeenProcess[] = []
  let clock: ClockDifference = { aheadMs: 0, doubtMs: 0 }
  return {
    get processes() {
      return processes
    },
    get clock() {
      return clock
    },
    async beat() {
      clock = await measureClock(pool, wallNow)
      await saySeen(pool, own, areApart(clock) ? clock.aheadMs : 0)
      await forgetSilent(pool)
      processes = (await listProcesses(pool)).filter(isAlive)
    },
    async leave() {
      await execute(pool, sql`delete from processes where id = ${own.id}`)
    },
  }
}

/** The beat as a sweep, which every process runs whatever its role; calls `onBeat` after each. */
export function beatSweep(presence: Presence, onBeat: () => void): Sweep {
  return {
    name: 'processes.beat',
    everyMs: BEAT_MS,
    async run() {
      await presence.beat()
      onBeat()
      return { done: 1, lagMs: 0, more: false }
    },
  }
}

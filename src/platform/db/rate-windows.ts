// Rate limit windows shared by processes: how many slots of each window a process holds. One statement decides,
// so that no lock outlasts it, and a stopped process holds nothing that others wait for.

import type { Pool } from 'pg'
import { type Db, execute, plain, query, sql } from './sql.ts'

/** How long a request counts in a window. */
export const WINDOW_MS = 60_000
/** How long after a process was last seen its admitted requests can still be in the window. */
const REMEMBERED_MS = 65_000
/** How long no process gets more slots after the table was emptied: the others have yet to report theirs. */
const SETTLING_MS = 1_500
/** A process not seen for this long was killed, hangs, or is cut off from the database. */
const SILENT_MS_MOST = 20_000
/** A process that has not reported for this long must report again before it relies on being seen. */
const LISTED_MS_MOST = 12_000

/** A process's request for slots of a window. */
export interface Ask {
  key: string
  quota: number
  /** Requests that it admitted and that are still in the window. */
  used: number
  /** Further slots that it holds and goes on using until the response arrives. */
  kept: number
  /** Requests waiting for a slot. */
  need: number
  /** Slots for future requests, where there are plenty. */
  ahead: number
  /** Time until the first used slot is free again; null if none is used. */
  freeInMs: number | null
}

/** A process's share of the window from then on. */
export interface Share {
  /** Slots that it holds, including used ones. */
  held: number
  /** Requests that other processes admitted. */
  usedByOthers: number
  /** Unused slots of other processes, as last reported; they become available again. */
  idle: number
  /** Time until the first slot used by others is free again; null if none is used. */
  freeInMs: number | null
  /** Slots that no process holds. */
  left: number
}

/** `freeAt` is when the first slot is free again, `until` when to drop the claim; milliseconds since 1970. */
type Claim = [held: number, used: number, freeAt: number | null, until: number]

interface Row extends Record<string, unknown> {
  key: string
  claims: Record<string, Claim>
  now: number
  made: number
}

const CLOCK = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
const later = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/**
 * Reports a process's slots and asks for more. A process never gets slots that another one holds: the sum
 * of held slots stays within the quota. No 60 seconds can therefore admit more requests than the quota, as
 * long as each process admits only its own share.
 */
export async function exchange(
  db: Db,
  holder: string,
  asks: readonly Ask[],
): Promise<Map<string, Share>> {
  const known = await claim(db, holder, asks)
  // Windows not asked about before, or all of them if the table was emptied.
  const missing = asks.filter(({ key }) => !known.has(key))
  if (missing.length === 0) return known
  await insertWindows(
    db,
    missing.map(({ key }) => key),
  )
  return new Map([...known, ...(await claim(db, holder, missing))])
}

async function claim(db: Db, holder: string, asks: readonly Ask[]): Promise<Map<string, Share>> {
  const keys = asks.map(({ key }) => key)
  const column = (name: Exclude<keyof Ask, 'key'>) => plain(asks.map((ask) => ask[name]))
  const rows = await query<Row>(
    db,
    // Locked in order, so that two processes cannot deadlock; read again if another one was first.
    sql`with locked as materialized (
          select key from rate_windows where key = any(${keys}::text[]) order by key for no key update
        )
        update rate_windows w
        set until = ${later(REMEMBERED_MS)},
            claims = (
              select json_object_agg(each.holder, each.claim)
              from (
                select coalesce(sum((o.value->>0)::int), 0) as held
                from json_each(w.claims) o
                where o.key <> ${holder} and (o.value->>3)::bigint > clock.now
              ) others
              cross join lateral (
                select case when clock.made > clock.now - ${SETTLING_MS}::int then 0
                       else greatest(0, a.quota - others.held - a.used - a.kept) end as room
              ) free
              cross join lateral (select least(a.need, free.room) as given) needed
              cross join lateral (
                select o.key as holder, o.value as claim
                from json_each(w.claims) o
                where o.key <> ${holder} and (o.value->>3)::bigint > clock.now
                union all
                select ${holder}, json_build_array(
                  -- A fourth of what is left at most: the others may ask as well.
                  a.used + a.kept + needed.given + least(a.ahead, (free.room - needed.given) / 4),
                  a.used + needed.given,
                  clock.now + coalesce(a.free_in_ms, case when needed.given > 0 then ${WINDOW_MS}::int end),
                  clock.now + ${REMEMBERED_MS}::int)
              ) each
            )
        from unnest(${keys}::text[], ${column('quota')}::int[], ${column('used')}::int[],
                    ${column('kept')}::int[], ${column('need')}::int[], ${column('ahead')}::int[],
                    ${column('freeInMs')}::int[])
               as a (key, quota, used, kept, need, ahead, free_in_ms)
        join locked on locked.key = a.key
        cross join (
          select ${CLOCK} as now, (extract(epoch from made_at) * 1000)::bigint as made
          from rate_windows where key = ''
        ) clock
        where w.key = a.key
        returning w.key, w.claims, clock.now, clock.made`,
  )
  const quotas = new Map(asks.map(({ key, quota }) => [key, quota]))
  return new Map(rows.map((row) => [row.key, shareOf(row, holder, quotas.get(row.key) ?? 0)]))
}

function shareOf({ claims, now, made }: Row, holder: string, quota: number): Share {
  const others = Object.entries(claims).flatMap(([id, each]) => (id === holder ? [] : [each]))
  const sum = (of: (each: Claim) => number) => others.reduce((total, each) => total + of(each), 0)
  const [held] = claims[holder] as Claim
  const frees = others.flatMap(([, , freeAt]) => freeAt ?? [])
  const isSettling = made > now - SETTLING_MS
  return {
    held,
    usedByOthers: sum(([, used]) => used),
    // A slot that has expired is not given back yet; slots of processes that have yet to report are unknown.
    idle: isSettling
      ? quota
      : sum(([all, used, freeAt]) => all - used + Number(freeAt !== null && freeAt <= now)),
    freeInMs: frees.length === 0 ? null : Math.min(...frees) - now,
    left: Math.max(0, quota - held - sum(([all]) => all)),
  }
}

function insertWindows(db: Db, keys: readonly string[]): Promise<number> {
  return execute(
    db,
    sql`insert into rate_windows (key, made_at, until)
        select key, clock_timestamp(), ${later(REMEMBERED_MS)}
        from unnest(${['', ...keys.toSorted()]}::text[]) as key
        on conflict (key) do nothing`,
  )
}

/** The other processes on this database, as far as the rate limit is concerned. */
export interface Company {
  /** Other live processes that serve requests. */
  others: number
  /** Number of these processes that do not share windows (yet). */
  strangers: number
  /** Other processes that shared windows within the last minute: requests they admitted still count. */
  took_part: number
  /** True if the others can see this process. */
  listed: boolean
  /** When the table was created or emptied; null if no process has shared since. */
  made: number | null
}

export async function lookAround(db: Db, id: string): Promise<Company> {
  const [found] = await query<Company & Record<string, unknown>>(
    db,
    sql`with took as (
          select c.key as id from rate_windows w cross join json_each(w.claims) c
          where w.key = '' and (c.value->>3)::bigint > ${CLOCK}
        ), others as (
          select id::text from processes
          where id <> ${id} and role <> 'work'
            and seen_at > clock_timestamp() - ${SILENT_MS_MOST} * interval '1 millisecond'
        )
        select (select count(*)::int from others) as others,
               (select count(*)::int from others where id not in (select id from took)) as strangers,
               (select count(*)::int from took where id <> ${id}) as took_part,
               exists (
                 select 1 from processes
                 where id = ${id}
                   and seen_at > clock_timestamp() - ${LISTED_MS_MOST} * interval '1 millisecond'
               ) as listed,
               (select (extract(epoch from made_at) * 1000)::bigint
                from rate_windows where key = '') as made`,
  )
  return found as Company
}

/** Registers a process that has reported all requests it admitted within the last minute. */
export function takePart(db: Db, id: string): Promise<number> {
  return execute(
    db,
    sql`insert into rate_windows as w (key, claims, made_at, until)
        values ('', json_build_object(${id}::text, ${claimOfPart()}), clock_timestamp(), clock_timestamp())
        on conflict (key) do update
        set claims = (
          select json_object_agg(each.key, each.value)
          from (
            select o.key, o.value from json_each(w.claims) o
            where o.key <> ${id} and (o.value->>3)::bigint > ${CLOCK}
            union all
            select ${id}, ${claimOfPart()}
          ) each
        )`,
  )
}

const claimOfPart = () => sql`json_build_array(0, 0, null, ${CLOCK} + ${REMEMBERED_MS}::int)`

/** Deregisters a process that is the only one, and continues without sharing. */
export function leaveSharing(db: Db, id: string): Promise<number> {
  return execute(
    db,
    sql`update rate_windows w
        set claims = coalesce(
          (select json_object_agg(o.key, o.value) from json_each(w.claims) o where o.key <> ${id}), '{}')
        where key = ''`,
  )
}

/** Deletes windows that no process has asked about for as long as a request counts in one. */
export function purgeWindows(pool: Pool, most: number): Promise<number> {
  return execute(
    pool,
    sql`delete from rate_windows
        where key in (
          select key from rate_windows
          where key <> '' and until < clock_timestamp() order by key limit ${most}
          for update skip locked
        )`,
  )
}

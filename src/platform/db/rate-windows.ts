// The windows of the rate limit as processes share them: how many slots of each a process has. One statement
// decides, so that no lock outlasts it, and a process that stops has nothing that others wait for.

import type { Pool } from 'pg'
import { type Db, execute, plain, query, sql } from './sql.ts'

/** So long a request stays in a window. */
export const WINDOW_MS = 60_000
/** For so long after a process was last heard of, requests that it let in may be in the window. */
const REMEMBERED_MS = 65_000
/** So long after the table was emptied nobody is given more than they have: the others have yet to say what that is. */
const SETTLING_MS = 1_500
/** A process that was not seen for as long was killed, hangs, or is cut off from the database. */
const SILENT_MS_MOST = 20_000
/** One that has not said for as long that it is here must say so again before it relies on being seen. */
const LISTED_MS_MOST = 12_000

/** What a process asks of a window. */
export interface Ask {
  key: string
  quota: number
  /** Requests that it let in and that are in the window. */
  used: number
  /** Slots that it holds beside, and goes on using until it is answered. */
  kept: number
  /** Requests that wait for a slot. */
  need: number
  /** Slots for those to come, where there are plenty. */
  ahead: number
  /** When the first of those used is free again; null when none is used. */
  freeInMs: number | null
}

/** What it has of it from then on. */
export interface Share {
  /** Slots of its own, used ones among them. */
  held: number
  /** Requests that the others let in. */
  usedByOthers: number
  /** Slots that others have and do not use, as far as they said: those come back. */
  idle: number
  /** When the first of those that others use is free again; null when there are none. */
  freeInMs: number | null
  /** Slots that nobody has. */
  left: number
}

/** Held, used, when the first is free again, when to be forgotten; the last two in milliseconds since 1970. */
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
 * Says what a process has of windows and asks for more. It is never given what another one has: the sum
 * of what all hold stays below the quota. In no 60 seconds more can be let in, then, as long as each
 * lets nobody in beyond its own part of the window.
 */
export async function exchange(
  db: Db,
  holder: string,
  asks: readonly Ask[],
): Promise<Map<string, Share>> {
  const known = await claim(db, holder, asks)
  // Windows that nobody had asked about, or all of them, when the table was emptied.
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
    // Locked in order, so that no two wait for each other; read again where another one was first.
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
    // One whose time has come is not given back yet; what those have who have yet to say is not known.
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

/** Who else is on the database, as far as the rate limit is concerned. */
export interface Company {
  /** Processes that answer requests and are alive, beside this one. */
  others: number
  /** Those of them that do not take part in sharing (yet). */
  strangers: number
  /** Others that took part within the last minute, alive or not: what they let in may be in windows. */
  took_part: number
  /** Whether the others can see that this process is here. */
  listed: boolean
  /** When the table was made or emptied; null when nobody has taken part since. */
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

/** Says that a process takes part: all that it let in within the last minute is told. */
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

/** Says that a process that is alone goes on without asking. */
export function leaveSharing(db: Db, id: string): Promise<number> {
  return execute(
    db,
    sql`update rate_windows w
        set claims = coalesce(
          (select json_object_agg(o.key, o.value) from json_each(w.claims) o where o.key <> ${id}), '{}')
        where key = ''`,
  )
}

/** Forgets windows that nobody asked about for as long as requests are in one. */
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

// A model of shared rate windows, independent of the SQL statement that implements them.

import type { Share as Answer, Ask } from '../src/platform/db/rate-windows.ts'

const MINUTE = 60_000
const REMEMBERED_MS = 65_000

export interface Claim {
  held: number
  used: number
  freeAt: number | null
  until: number
}

/** Computes the same as the statement; shared-limiter.test.ts compares both. */
export function answerOf(claims: Map<number, Claim>, id: number, ask: Ask, now: number): Answer {
  const others = [...claims].flatMap(([other, claim]) =>
    other === id || claim.until <= now ? [] : [claim],
  )
  const sum = (of: (claim: Claim) => number) => others.reduce((total, each) => total + of(each), 0)
  const mine = ask.used + ask.kept
  const room = Math.max(0, ask.quota - sum(({ held }) => held) - mine)
  const given = Math.min(ask.need, room)
  const held = mine + given + Math.min(ask.ahead, Math.trunc((room - given) / 4))
  const freeInMs = ask.freeInMs ?? (given > 0 ? MINUTE : null)
  const freeAt = freeInMs === null ? null : now + freeInMs
  claims.set(id, { held, used: ask.used + given, freeAt, until: now + REMEMBERED_MS })
  const frees = others.flatMap((claim) => claim.freeAt ?? [])
  return {
    held,
    usedByOthers: sum(({ used }) => used),
    idle: sum((each) => each.held - each.used + Number(each.freeAt !== null && each.freeAt <= now)),
    freeInMs: frees.length === 0 ? null : Math.min(...frees) - now,
    left: Math.max(0, ask.quota - held - sum((each) => each.held)),
  }
}

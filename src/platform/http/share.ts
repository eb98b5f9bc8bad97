// This process's share of a window that several processes use: what it asks for, and what a response means. Pure.

import type { Share as Answer, Ask } from '../db/rate-windows.ts'

/** Lifetime of granted slots; a process that was suspended meanwhile asks again. */
const LEASE_MS = 2_000
/** How long a window is assumed to stay used up. */
const BELIEVED_MS = 1_000

export interface Share {
  /** Slots of this process, including used ones, and until when the unused ones are valid. */
  held: number
  until: number
  /** Requests let in by others as of `answeredAt`, and when the first of them leaves the window. */
  usedByOthers: number
  othersFreeAt: number | undefined
  answeredAt: number
  /** The last reported numbers. */
  said: { held: number; used: number }
  /** Slots used since that report. */
  busy: number
  /** True if so few slots are left that no process keeps unused ones. */
  scarce: boolean
  /** Until when a quota of at most `fullFor` is known to be used up. */
  fullUntil: number
  fullFor: number
}

export const newShare = (): Share => ({
  held: 0,
  until: Number.NEGATIVE_INFINITY,
  usedByOthers: 0,
  othersFreeAt: undefined,
  answeredAt: Number.NEGATIVE_INFINITY,
  said: { held: 0, used: 0 },
  busy: 0,
  scarce: false,
  fullUntil: Number.NEGATIVE_INFINITY,
  fullFor: 0,
})

/** The state of a window that a process knows on its own. */
export interface Own {
  key: string
  quota: number
  used: number
  need: number
  /** When its first used slot is free again. */
  freeInMs: number | undefined
}

/** True if another request may be let in without asking. */
export const hasRoom = (share: Share, { quota, used }: Pick<Own, 'quota' | 'used'>, now: number) =>
  now < share.until && used < Math.min(share.held, quota)

export const isFull = ({ fullUntil, fullFor }: Share, quota: number, now: number): boolean =>
  now < fullUntil && quota <= fullFor

/** A tenth of the quota: the most unused slots that a process keeps, and the limit below which they are scarce. */
const few = (quota: number): number => Math.ceil(quota / 10)

/**
 * Returns the slots to ask for; unused slots that are no longer held are given back. If slots are plentiful, keeps
 * twice what was used since the last exchange; if they are scarce, keeps none.
 */
export function askFor(share: Share, own: Own, now: number): Ask {
  const { key, quota, used, need, freeInMs } = own
  const spare = now < share.until ? Math.max(0, share.held - used) : 0
  const wanted = share.scarce ? 0 : Math.min(few(quota), 2 * share.busy)
  const kept = Math.min(spare, wanted)
  share.held = used + kept
  share.busy = 0
  return {
    key,
    quota,
    used,
    kept,
    need: Math.min(need, quota),
    ahead: wanted - kept,
    freeInMs: freeInMs === undefined ? null : Math.ceil(freeInMs),
  }
}

/** Applies a response to a request sent at `sentAt`; its data is as old as the round trip to `now`. */
export function answered(
  share: Share,
  ask: Ask,
  answer: Answer,
  { sentAt, now }: { sentAt: number; now: number },
): void {
  share.held = answer.held
  share.until = sentAt + LEASE_MS
  share.usedByOthers = answer.usedByOthers
  share.othersFreeAt = answer.freeInMs === null ? undefined : now + answer.freeInMs
  share.answeredAt = now
  const given = Math.min(ask.need, answer.held - ask.used - ask.kept)
  share.said = { held: answer.held, used: ask.used + given }
  share.scarce = answer.left < few(ask.quota)
}

/** No process has a slot to give back: no request is let in until the first one leaves the window. */
export function full(share: Share, { quota, freeInMs }: Own, now: number): void {
  const frees = [
    BELIEVED_MS,
    freeInMs ?? BELIEVED_MS,
    (share.othersFreeAt ?? Number.POSITIVE_INFINITY) - now,
  ]
  share.fullUntil = now + Math.max(0, Math.min(...frees))
  share.fullFor = quota
}

/** True if the others must be informed: slots were used, became free, or are held unused. */
export const isDue = ({ said, busy }: Share, used: number): boolean =>
  busy > 0 || said.used !== used || said.held !== used

/** No response came: the others may not know our last report, so this process holds nothing. */
export function unanswered(share: Share): void {
  share.held = 0
  share.until = Number.NEGATIVE_INFINITY
}

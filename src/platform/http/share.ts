// What one process has of a window that several share: how much it asks for, and what an answer means. Pure.

import type { Share as Answer, Ask } from '../db/rate-windows.ts'

/** What was given may be used for so long: a process that was stopped meanwhile asks again. */
const LEASE_MS = 2_000
/** That a window is used up is believed for so long. */
const BELIEVED_MS = 1_000

export interface Share {
  /** Slots of this process, used ones among them, and until when those not used may be. */
  held: number
  until: number
  /** What others have let in as of `answeredAt`, and when the first of it is free again. */
  usedByOthers: number
  othersFreeAt: number | undefined
  answeredAt: number
  /** What was said last of held and used. */
  said: { held: number; used: number }
  /** Slots used since then. */
  busy: number
  /** Whether so little is left that nobody keeps slots that it does not use. */
  scarce: boolean
  /** Until when it is known that a quota of no more than `fullFor` is used up. */
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

/** What a process knows of a window by itself. */
export interface Own {
  key: string
  quota: number
  used: number
  need: number
  /** When the first of those used is free again. */
  freeInMs: number | undefined
}

/** Whether one more may be let in without asking. */
export const hasRoom = (share: Share, { quota, used }: Pick<Own, 'quota' | 'used'>, now: number) =>
  now < share.until && used < Math.min(share.held, quota)

export const isFull = ({ fullUntil, fullFor }: Share, quota: number, now: number): boolean =>
  now < fullUntil && quota <= fullFor

/** A tenth of the quota: so few slots are worth no keeping. */
const few = (quota: number): number => Math.ceil(quota / 10)

/**
 * What is asked for, and what is given back by no longer being held. Where there are plenty, twice what was
 * used since the last time is kept for the requests to come; where there are few, nothing.
 */
export function asked(share: Share, own: Own, now: number): Ask {
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

/** Takes an answer in that was asked for at `sentAt`; it is older than `now` by what that took. */
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

/** Nobody has a slot to give back: until the first one leaves its window, nobody else is let in. */
export function full(share: Share, { quota, freeInMs }: Own, now: number): void {
  const frees = [
    BELIEVED_MS,
    freeInMs ?? BELIEVED_MS,
    (share.othersFreeAt ?? Number.POSITIVE_INFINITY) - now,
  ]
  share.fullUntil = now + Math.max(0, Math.min(...frees))
  share.fullFor = quota
}

/** Whether the others are to hear of it: something was used, was free again, or is held and not used. */
export const isDue = ({ said, busy }: Share, used: number): boolean =>
  busy > 0 || said.used !== used || said.held !== used

/** No answer came: what others make of what was said is not known, so nothing is held any more. */
export function unanswered(share: Share): void {
  share.held = 0
  share.until = Number.NEGATIVE_INFINITY
}

// Random pauses, resumes and trial ends for the model of changes within a period, and requests that are refused.

import { gridPeriod, type Item, type Request, type Sub } from './changes-books.ts'
import { type Command, DAY_MS, drawEnd, drawTouch } from './changes-commands.ts'
import { isFreeAt } from './changes-pauses.ts'
import type { Random } from './random.ts'

const DAYS = { day: 5, week: 20, month: 50, year: 90 }

/** A later instant, often a boundary or the end of the trial. */
function later({ below, pick }: Random, sub: Sub, from: number): number {
  const { life, items } = sub
  const days = DAYS[(items[0] as Item).price.interval]
  const free = from + 1000 * (1 + below(days * 86_400))
  const marks = [gridPeriod(sub, from).end, life.trial_end ?? 0].filter((at) => at > from)
  return below(3) === 0 ? pick(marks) : free
}

/**
 * True if a new period can begin now. The documents do not define this in a free first part, before a scheduled change,
 * pause or end, and in an hour that is repeated.
 */
export function canReset(sub: Sub, now: number): boolean {
  const { status, cancelAt, scheduled, grid, items, pause, period, life } = sub
  if (cancelAt !== null || scheduled.length > 0) return false
  if (status === 'active' ? pause?.from === period!.end : status !== 'paused') return false
  if (now < (life.trial_end ?? 0)) return false
  const t = grid.effective(now)
  return !isFreeAt(sub, now) && grid.period(grid.anchorAt(t), items[0]!.price.name, t).start === t
}

const pauseNow: Command = { verb: 'pause', at: 'now', isReturned: false, resume_at: null }
const resumeNow: Command = { verb: 'resume', at: 'now', isReset: false }
const trialNow: Command = { verb: 'trial_end', at: 'now' }

/** Commands of pauses and trials, or undefined if others are drawn. */
export function drawPauses(random: Random, sub: Sub, now: number): Command[] | undefined {
  const { below } = random
  const { status, pause } = sub
  if (below(12) === 0) return drawRefused(random, sub, now)
  if (status === 'paused') return drawPaused(random, sub, now)
  if (status === 'canceled') return []
  if (pause && below(3) === 0) {
    if (below(2) === 0) return [resumeNow]
    return [{ verb: 'resume', at: later(random, sub, pause.from), isReset: false }]
  }
  if (below(pause ? 15 : 4) === 0) return drawPause(random, sub, now)
  const isTrial = status === 'trialing' || status === 'scheduled'
  return isTrial && below(3) === 0 ? drawTrialEnd(random, sub, now) : undefined
}

function drawPaused(random: Random, sub: Sub, now: number): Command[] {
  switch (random.below(12)) {
    case 0:
      return [drawEnd(random)]
    case 1:
      return [drawTouch(random)]
    case 2:
    case 3:
      return []
    case 4:
      return [{ verb: 'resume', at: later(random, sub, now), isReset: false }]
    case 5:
    case 6:
      return [{ verb: 'resume', at: 'now', isReset: canReset(sub, now) }]
    default:
      return [resumeNow]
  }
}

/** A pause, sometimes taken back at the same instant. */
function drawPause(random: Random, sub: Sub, now: number): Command[] {
  const { below, pick } = random
  const { status, life, period, cancelAt } = sub
  const dated = (from: number) => (below(2) === 0 ? later(random, sub, from) : null)
  const pause = { verb: 'pause', isReturned: false } as const
  const at = later(random, sub, Math.max(now, life.start))
  if (status === 'scheduled') {
    const from = pick(['now', 'period_end', at] as const)
    return [{ ...pause, at: from, resume_at: dated(from === at ? at : life.start) }]
  }
  const isPlanned = below(10) > 6
  if (isPlanned && cancelAt === null) {
    const isEnd = below(2) === 0
    const from = isEnd ? period!.end : at
    return [{ ...pause, at: isEnd ? 'period_end' : at, resume_at: dated(from) }]
  }
  const begun: Command = { ...pause, at: 'now', isReturned: below(2) === 0, resume_at: dated(now) }
  return below(6) === 0 ? [begun, resumeNow] : [begun]
}

function drawTrialEnd({ below, pick }: Random, sub: Sub, now: number): Command[] {
  const { life, pause, status } = sub
  const from = Math.max(now, life.start)
  const end = life.trial_end ?? from
  // A pause that moves along has to begin before it ends.
  if (pause?.from === end && pause.resume_at !== null) return []
  const sooner = from + 1000 * (1 + below(Math.max(1, (end - from) / 1000)))
  const at = pick([sooner, end + 1000 * (1 + below(20 * 86_400))])
  return [status === 'trialing' && below(3) === 0 ? trialNow : { verb: 'trial_end', at }]
}

/** A request that the state does not allow. */
function drawRefused({ below, pick }: Random, sub: Sub, now: number): Command[] {
  const { status, items, life, pause } = sub
  const refused = (of: Command, code?: string): Command[] => [
    { verb: 'refused', of, status: code === 'proration_incompatible' || !code ? 400 : 409, code },
  ]
  const [item] = items as [Item]
  const request: Request = { items: [item], proration: 'prorate', isReset: false }
  const change: Command = { verb: 'change', request, isInterval: false, isBrief: false }
  const soon: Command = { verb: 'trial_end', at: now + DAY_MS }
  if (status === 'canceled') return refused(pick([pauseNow, resumeNow, soon]), 'subscription_ended')
  if (status === 'paused') {
    const isTrial = now < (life.trial_end ?? 0)
    if (isTrial && below(2) === 0)
      return refused({ ...resumeNow, isReset: true } as Command, 'proration_incompatible')
    const end: Command = { verb: 'cancel', at: 'period_end' }
    return refused(pick([pauseNow, change, soon, end]), 'subscription_paused')
  }
  if (status === 'active' && below(2) === 0) return refused(pick([soon, trialNow]), 'trial_over')
  if (pause) return []
  const returned = { ...pauseNow, at: 'period_end', isReturned: true } as Command
  return below(2) === 0 ? refused(returned) : refused(resumeNow, 'subscription_not_paused')
}

// The billing timeline of the evaluator of recurring billing: which state of an item bills from when until when. It is
// written from the design only and shares no code with the service.

import { type Anchor, type Fraction, fraction, gridOf } from './recurring-grid.ts'
import type { Act, Applied, Life, Span, Want, When } from './recurring-terms.ts'

export type State = ReturnType<typeof begin>

export const NEVER = Number.POSITIVE_INFINITY
const ZERO: Fraction = [0n, 1n]
const sum = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
export const exceeds = (a: Fraction, b: Fraction) => a[0] * b[1] > b[0] * a[1]

export function begin(given: Life) {
  const life = { ...given }
  const grid = gridOf(life)
  const state = {
    ...{ ...grid, anchor: life.anchor, spans: [] as Span[], prices: life.prices },
    /** When the newest part that is not a whole period began. */
    part: grid.first,
    /** Chooses the anchor as if it had been chosen at the creation. */
    create: (anchor: Anchor) => {
      life.anchor = anchor
      for (const span of state.spans) span.anchor = anchor
    },
    ...{ subscribed: new Map<string, Want>(), pauses: [] as { from: number; to: number }[] },
    /** Time that changes for the next invoice have ended or added, by the instant at which it is billed. */
    late: { sent: NEVER, ended: [] as Span[], added: [] as Span[] },
    arrears: ({ price }: Want) => life.prices[price]!.billing === 'arrears',
    periodOf: (span: Span, at: number) => span.once ?? grid.period(span.anchor, span.price, at),
    repeats: ({ price }: Want) => {
      const { interval, interval_count } = { ...life, ...life.prices[price] }
      return `${interval_count} ${interval}`
    },
    /** The end of the trial: changes before it bill nothing, also on its day. */
    trialEnd: life.trial_end ?? -NEVER,
    /** The instant from which items can bill: after the first part or trial. */
    floor: ({ price }: Want) => {
      const first = state.anchor === life.anchor ? price : life.items[0]!.price
      const { start, end } = grid.period(life.anchor, first, grid.first)
      const isFree = life.first_period === 'free' && grid.effective(start) < grid.first
      return isFree ? end : grid.first
    },
    value: ({ price, quantity }: Want): Fraction => {
      const { unit_amount, fixed_amount = '0', of } = life.prices[price]!
      if (of) return of(quantity)
      const [[n, d], [q, e]] = [fraction(unit_amount), fraction(String(quantity))]
      return sum(fraction(fixed_amount), [n * q, d * e])
    },
    add: (want: Want, from: number, issued: number, more: Partial<Span> = {}) => {
      const ends = { until: NEVER, settled: NEVER, closed: NEVER }
      const value = { value: state.value(want), less: ZERO }
      state.spans.push({ ...want, anchor: state.anchor, ...value, from, issued, ...ends, ...more })
    },
  }
  for (const want of life.items) {
    state.subscribed.set(want.id, want)
    state.add(want, state.floor(want), grid.first)
  }
  return state
}

/** Ends spans, and forgets those that were never billed. */
function stop(state: State, spans: Span[], { sent, waited }: When, end: (span: Span) => number) {
  const billed = (span: Span) => Math.max(span.from, span.issued) < sent
  for (const span of spans) {
    const until = Math.max(span.from, Math.min(span.until, end(span)))
    if (waited && billed(span) && until < span.until) state.late.ended.push({ ...span })
    span.until = until
  }
  state.spans = state.spans.filter((span) => span.until > span.from || billed(span))
}

function settle(spans: Span[], settled: number, closed: number) {
  for (const span of spans) {
    span.settled = Math.min(span.settled, settled)
    span.closed = Math.min(span.closed, closed)
  }
}

/** An instant in the last period that was billed before an act. */
const lastBilled = ({ follows }: Pick<Act, 'follows'>, at: number) => (follows ? at : at - 1000)

/** Ends an item with its period, adds a full difference, and returns when the new state bills. */
function atPeriodEnd(state: State, act: Applied, want: Want | undefined, own: Span[], when: When) {
  const { at, sent } = when
  const billing = own.findLast((span) => span.from <= at && span.until > at)
  const last = lastBilled(act, at)
  // Billed time stays billed up to there: it is no change that was not billed yet.
  const stays = { ...when, waited: false }
  stop(state, own, stays, (span) => (span.from > at ? at : state.periodOf(span, last).end))
  if (!want || act.anchor !== 'keep') return when.t
  if (state.floor(want) > at) return at
  const now = billing ?? { ...want, anchor: state.anchor, until: NEVER }
  const period = billing?.once ?? state.period(now.anchor, now.price, last)
  const from = Math.min(now.until, period.end)
  if (act.proration === 'none' || from <= at) return from
  if (state.arrears(want) || state.arrears(now)) return from
  const billed = own.filter((span) => {
    const begun = Math.max(span.from, span.issued) < sent && span.anchor === now.anchor
    return span === billing || (begun && span.until > at)
  })
  const less = billed.map(({ value }) => value).reduce((a, b) => (exceeds(b, a) ? b : a), ZERO)
  const book = { anchor: now.anchor, less, once: period, until: period.end }
  if (exceeds(state.value(want), less)) {
    state.add(want, Math.max(period.from, state.part), sent, book)
  }
  return from
}

const isPaused = ({ pauses }: State) => pauses.at(-1)?.to === NEVER

function change(state: State, act: Applied, when: When) {
  const { at, t, sent } = when
  const listed = new Map(act.items.map((item) => [item.id, item]))
  const reset = act.anchor !== 'keep'
  const from = act.follows ? t : at
  if (act.anchor === 'reset') state.anchor = state.anchorAt(from)
  else if (act.anchor !== 'keep')
    state.anchor = state.anchorOf(act.anchor, Math.max(from, state.first))
  if (reset && from <= state.first && act.anchor !== 'reset') state.create(state.anchor)
  if (reset) state.part = Math.max(from, state.first)
  if (isPaused(state)) {
    for (const [id, item] of listed)
      if ('price' in item) state.subscribed.set(id, item)
      else state.subscribed.delete(id)
    return
  }
  const all = [...state.subscribed.keys(), ...state.spans.map(({ id }) => id)]
  for (const id of new Set([...(reset ? all : []), ...listed.keys()])) {
    const had = state.subscribed.get(id)
    const item = listed.get(id) ?? had
    const want = item && 'price' in item ? item : undefined
    const own = state.spans.filter((span) => span.id === id)
    let begins = t
    if (act.proration === 'prorate' || at < state.trialEnd) {
      stop(state, own, when, () => t)
      if (reset) settle(own, sent, sent)
    } else begins = atPeriodEnd(state, act, want, own, when)
    state.subscribed.delete(id)
    if (!want) continue
    state.subscribed.set(id, want)
    state.add(want, Math.max(begins, state.floor(want)), sent)
    if (when.waited) state.late.added.push(state.spans.at(-1)!)
  }
}

function resume(state: State, isReset: boolean, when: When) {
  const { at, t } = when
  if (isReset) {
    state.anchor = state.anchorAt(t)
    stop(state, state.spans, when, () => t)
    settle(state.spans, at, at)
  }
  const paid = state.spans.filter((span) => !state.arrears(span))
  for (const want of state.subscribed.values()) {
    const alike = paid.filter((span) => state.repeats(span) === state.repeats(want))
    const end = Math.max(t, ...alike.map(({ until }) => until))
    state.add(want, Math.max(state.arrears(want) ? t : end, state.floor(want)), at)
  }
}

export function apply(state: State, act: Act, when: When) {
  const { at, t, sent } = when
  if (state.late.sent !== sent) state.late = { sent, ended: [], added: [] }
  if (act.type === 'change') return change(state, act, when)
  const pause = state.pauses.at(-1)
  if (pause && act.type !== 'pause') pause.to = Math.min(pause.to, at)
  if (act.type === 'resume') return resume(state, act.anchor === 'reset', when)
  const credit = act.type === 'pause' ? act.credit_unused : act.unused === 'credit'
  const last = lastBilled(act, at)
  const { ended, added } = credit ? { ended: [], added: [] as Span[] } : state.late
  const closed = act.type === 'cancel' ? at : NEVER
  settle(state.spans, at, closed)
  stop(state, state.spans, when, (span) => {
    const billed = span.issued <= last && (span.once || span.from <= last)
    return billed && !added.includes(span) && !credit && !state.arrears(span)
      ? state.periodOf(span, last).end
      : t
  })
  // A change that was not billed yet is billed up to this instant, and the time that was paid before stays paid.
  for (const span of ended.filter((each) => each.until > t && !state.arrears(each))) {
    const { end } = state.periodOf(span, last)
    const paid = { from: Math.max(t, span.from), until: Math.min(span.until, end), closed }
    state.spans.push({ ...span, ...paid })
  }
  if (act.type === 'pause') state.pauses.push({ from: at, to: NEVER })
}

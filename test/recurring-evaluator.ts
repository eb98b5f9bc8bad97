// Evaluates in closed form what a subscription has to have billed and returned up to an instant.
//
// It is written from the design of recurring billing alone and shares no code with the service.
// Amounts are before discounts and taxes. Choices where the design is open:
// - Acts at one instant collapse; `until` is included. An act precedes the billing of its instant
//   unless it `follows` it: a command that changes `now` runs the steps that are due first.
// - `none`, `full_difference` and a pause look at the last period that was billed before the act.
// - Time is not billed before it begins, also not the rest of a grid period that has begun.
// - With `day`, pause, resume and cancel count as local midnight too; a skipped day has no length.
// - With a trial, the first part begins at the trial end; a whole first period is not free.
// - A change in a trial or a free first part, also a reset, begins to bill when it ends. If days are
//   counted, this applies to the day on which a trial ends, up to its end.
// - A reset in a repeated hour anchors at the first of the two instants.
// - Time paid before a pause stays paid: a resume bills all items of one interval from the end of that time.
//   A resume that resets the anchor returns it instead, and bills from its own instant.
// - A change in a pause, that is a scheduled one, bills nothing before the pause ends.
// - A reset that was scheduled anchors at its boundary itself, also if days are counted.
// - A `full_difference` book is the difference of two rests, from the start of the part that is billed;
//   it is compared with what is still open. Arrears and resets make no such book.
// - More of the same compares with the newest billed state of the item.
// - A prorated reset also returns the open time of items that were removed without proration.
// - Arrears of a span that ends early wait for the period end, a pause, a cancel or a reset.
// - A change for the next invoice is billed at the next boundary of the shortest interval, or with
//   the next change, pause or cancel, as if all of them were made then from their own instants.
//   `none` does not bill such a change, and waits for it. In time that is free, it does not wait.
// - A billing day that moves begins a part of a grid period, with its own rest; it is free or full
//   only if it moves before or with the first part.
// - A minimum counts the time and amounts of one item on that price in one grid period. It is due
//   at the period end or at an earlier cancel or prorated reset; in a pause, when the pause ends.
//   That of a subscription counts all items, and what the minimums of their prices add.
// - Rows are in the order of periods; those without an amount are left out.

import { fraction, second, share } from './recurring-grid.ts'
import { apply, begin, exceeds, NEVER, type State } from './recurring-spans.ts'
import type { Act, Life, Span, When } from './recurring-terms.ts'

type Stretch = ReturnType<typeof stretches>[number]
type Billed = Pick<Stretch, 'span' | 'period'>
type Row = { item: string; period: [number, number]; charged: number; returned: number }

/** Returns the grid periods of a stretch, with Rule R's amount and the instant it is billed. */
function stretches(state: State, span: Span, start: number, until: number, most: number) {
  const found = []
  for (let from = start; from < until && from <= most; from = found.at(-1)!.to) {
    const period = state.periodOf(span, from)
    const to = Math.min(until, period.end)
    const rest = (at: number) => {
      const lengths = [state.length(at, period.end), state.length(period.from, period.end)] as const
      return share(span.value, ...lengths) - share(span.less, ...lengths)
    }
    const early = state.arrears(span) ? Math.min(period.end, span.settled) : period.start
    const moment = Math.max(span.issued, span.once ? span.issued : Math.max(early, span.from))
    found.push({ span, period, from, to, amount: rest(from) - rest(to), moment })
  }
  return found
}

/** True if nothing is returned: the item stays as it was billed, or has more of the same. */
function rises(state: State, open: Stretch[], at: number) {
  const last = open.at(-1)?.span
  const added = state.spans.findLast((s) => s.id === last?.id && s.issued === at && !s.once)
  if (!last || !added || added.price !== last.price || added.quantity < last.quantity) return false
  if (exceeds(last.value, added.value)) return false
  return open.every(({ span, period: { start, end }, from }) => {
    const same = span.anchor === added.anchor && state.periodOf(added, start).end === end
    return same && added.from <= from
  })
}

/** True if nothing is billed yet, so that a change bills nothing either. */
const isFree = (state: State, at: number) =>
  at < state.trialEnd || [...state.subscribed.values()].every((want) => state.floor(want) > at)

/** Yields the acts in the order in which they are billed, up to `until`; pending ones together. */
function* inOrder(state: State, all: Act[], until: number): Generator<[Act, When]> {
  let waiting: Act[] = []
  let due = NEVER
  const bill = (acts: Act[], sent: number): [Act, When][] =>
    acts.map((act) => {
      const at = second(act.at)
      return [act, { at, t: state.effective(at), sent, waited: waiting.includes(act) }]
    })
  for (const act of all) {
    const sent = second(act.sent ?? act.at)
    if (sent > until) break
    if (due < sent || (due === sent && act.follows)) {
      yield* bill(waiting, due)
      ;[waiting, due] = [[], NEVER]
    }
    const waits = act.type === 'change' && act.invoice === 'next' && !isFree(state, sent)
    const joins = act.type === 'change' && act.proration === 'none' && waiting.length > 0
    if (!waits && !joins) {
      yield* bill([...waiting, act], sent)
      ;[waiting, due] = [[], NEVER]
      continue
    }
    const ends = [...state.subscribed.values()].map(
      ({ price }) => state.period(state.anchor, price, sent).end,
    )
    waiting = [...waiting, act]
    due = Math.min(due, ...ends)
  }
  if (due <= until) yield* bill(waiting, due)
}

/** Applies the acts up to `until`; yields the stretches that they return. */
function* returns(state: State, all: Act[], until: number) {
  let now = -NEVER
  let before: { span: Span; until: number }[] = []
  const returned = () =>
    [...new Set(before.map(({ span }) => span.id))].flatMap((id) => {
      const open = before
        .filter(({ span }) => span.id === id)
        .flatMap(({ span, until: old }) => stretches(state, span, span.until, old, now))
        .filter(({ moment }) => moment < now)
      return rises(state, open, now) ? [] : open
    })
  for (const [act, when] of inOrder(state, all, until)) {
    if (when.sent > now) {
      yield* returned()
      now = when.sent
      before = state.spans.map((span) => ({ span, until: span.until }))
    }
    apply(state, act, when)
  }
  yield* returned()
}

/** The charge due by a minimum from stretches of one period, up to `until`; 0 if none is missing. */
function missing(
  state: State,
  group: (Billed & Partial<Stretch>)[],
  minimum: string,
  until: number,
) {
  const { period } = group[0]!
  const closed = Math.min(period.end, ...group.map((one) => one.span.closed))
  const due = state.pauses.find(({ from, to }) => from < closed && closed < to)?.to ?? closed
  const times = group.filter(({ span, from }) => !span.once && from !== undefined)
  let [billed, reached] = [0n, -NEVER]
  for (const { from, to } of times.sort((a, b) => a.from! - b.from!)) {
    if (to! > reached) billed += state.length(Math.max(from!, reached), to!)
    reached = Math.max(reached, to!)
  }
  const least = share(fraction(minimum), billed, state.length(period.from, period.end))
  const amount = least - group.reduce((total, one) => total + one.amount!, 0)
  return due <= until ? Math.max(0, amount) : 0
}

/** Yields the charges due by the minimums of prices and then of the subscription, from all stretches. */
function* minimums(state: State, all: Stretch[], until: number, ofAll?: string) {
  const periods = Map.groupBy(all, ({ period }) => [period.start, period.end].join())
  for (const stretches of periods.values()) {
    const { period } = stretches[0]!
    const groups = Map.groupBy(stretches, ({ span }) => [span.id, span.price].join())
    const charges = [...groups.values()].map((group) => {
      const { span } = group[0]!
      const least = state.prices[span.price]!.minimum_amount ?? '0'
      return { span, period, amount: missing(state, group, least, until) }
    })
    yield* charges
    const { span } = stretches[0]!
    const amount = missing(state, [...stretches, ...charges], ofAll ?? '0', until)
    yield { span: { ...span, id: 'all' }, period, amount }
  }
}

export function evaluate(life: Life, until: number) {
  const state = begin(life)
  const rows = new Map<string, Row>()
  const add = ({ span, period }: Billed, charged: number, returned: number) => {
    const key = [span.id, period.start, period.end].join()
    const row = rows.get(key) ?? { charged: 0, returned: 0 }
    const sums = { charged: row.charged + charged, returned: row.returned + returned }
    rows.set(key, { item: span.id, period: [period.start, period.end], ...sums })
  }
  for (const one of returns(state, life.acts, until)) add(one, one.amount, one.amount)
  const all = state.spans.flatMap((span) => stretches(state, span, span.from, span.until, until))
  for (const one of all) if (one.moment <= until) add(one, one.amount, 0)
  for (const one of minimums(state, all, until, life.minimum_amount)) add(one, one.amount, 0)
  const list = [...rows.values()]
    .filter((row) => row.charged !== 0)
    .sort((a, b) => a.period[0] - b.period[0] || a.period[1] - b.period[1])
  const charged = list.reduce((total, row) => total + row.charged, 0)
  const returned = list.reduce((total, row) => total + row.returned, 0)
  return { rows: list, charged, returned, due: charged - returned }
}

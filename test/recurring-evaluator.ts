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
// - A change in a trial or a free first part, also a reset, begins to bill when it ends.
// - A reset in a repeated hour anchors at the first of the two instants.
// - Time paid before a pause stays paid: a resume bills all items from the end of that time. A resume
//   that resets the anchor returns it instead, and bills from its own instant.
// - A change in a pause, that is a scheduled one, bills nothing before the pause ends.
// - A reset that was scheduled anchors at its boundary itself, also if days are counted.
// - A `full_difference` book is the difference of two rests; arrears and resets make no such book.
// - More of the same compares with the newest billed state of the item.
// - A prorated reset also returns the open time of items that were removed without proration.
// - Arrears of a span that ends early wait for the period end, a pause, a cancel or a reset.
// - A minimum counts the time and amounts of one item on that price in one grid period. It is due
//   at the period end or at an earlier cancel or prorated reset; in a pause, when the pause ends.
// - Rows are in the order of periods; those without an amount are left out.

type Interval = 'day' | 'week' | 'month' | 'year'
export type Fraction = readonly [bigint, bigint]
type State = ReturnType<typeof begin>
type Want = { id: string; price: string; quantity: number }
export type Anchor = { year: number; month: number; day: number; time: string }
type Amounts = { unit_amount: string; fixed_amount?: string; minimum_amount?: string }
/** The interval is the one of the life unless given; amounts are in the smallest unit. */
type Price = Amounts & { billing: 'advance' | 'arrears'; of?: Value } & Partial<Repeats>
/** The price of a quantity, exact; prices without it are linear. */
type Value = (quantity: number) => Fraction
type Repeats = { interval: Interval; interval_count: number }
type Applied = Change & Pick<Act, 'follows'>
type Proration = 'prorate' | 'none' | 'full_difference'
type Change = { type: 'change'; items: (Want | { id: string; remove: true })[] } & Grid
type Grid = { anchor: 'keep' | 'reset'; proration: Proration }
type Stop =
  | { type: 'pause'; credit_unused: boolean }
  | { type: 'cancel'; unused: 'none' | 'credit' }
export type Act = { at: number; follows?: boolean } & (
  | Change
  | Stop
  | { type: 'resume'; anchor: 'keep' | 'reset' }
)
/** Instants are in milliseconds since 1970; acts are in the order of time. */
export interface Life extends Repeats {
  zone: string
  unit: 'second' | 'day'
  anchor: Anchor
  first_period: 'prorate' | 'full' | 'free'
  start: number
  trial_end?: number
  prices: Record<string, Price>
  items: Want[]
  acts: Act[]
}
/** A grid period; the price belongs to `[from, end)`. */
export type Period = { start: number; end: number; from: number }
/** Billed from `from` to `until`; `once` and `less` make the book of a full difference. */
type Span = Want & { anchor: Anchor; value: Fraction; less: Fraction; once?: Period } & Instants
type Stretch = ReturnType<typeof stretches>[number]
type Billed = Pick<Stretch, 'span' | 'period'>
type Row = { item: string; period: [number, number]; charged: number; returned: number }
/** The acts that added the span, bill its arrears early and end its grid, and its time. */
type Instants = { issued: number; settled: number; closed: number; from: number; until: number }

const DAY = 86_400_000
const NEVER = Number.POSITIVE_INFINITY
const ZERO: Fraction = [0n, 1n]
const sum = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
const exceeds = (a: Fraction, b: Fraction) => a[0] * b[1] > b[0] * a[1]
const second = (at: number) => Math.floor(at / 1000) * 1000

/** Rounds a share of a value once, half away from zero. */
export const share = ([n, d]: Fraction, part: bigint, whole: bigint) =>
  whole === 0n ? 0 : Number((2n * n * part + d * whole) / (2n * d * whole))

function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

function remembered<Key, Value>(compute: (key: Key) => Value) {
  const known = new Map<Key, Value>()
  return (key: Key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/** Converts instants to wall times, written as if they were UTC, and back (RFC 5545, 3.3.5). */
const clockOf = remembered((timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const local = remembered((at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`))
  const instant = remembered((wall: number) => {
    const found = [wall - DAY, wall + DAY].map((at) => wall - (local(at) - at)) as [number, number]
    const valid = found.filter((at) => local(at) === wall)
    return valid.length > 0 ? Math.min(...valid) : found[0]
  })
  return { local, instant }
})

export function gridOf(life: Life) {
  const clock = clockOf(life.zone)
  const midnight = (at: number) => clock.instant(Math.floor(clock.local(at) / DAY) * DAY)
  const effective = (at: number) => (life.unit === 'day' ? midnight(at) : second(at))
  const first = effective(Math.max(life.start, life.trial_end ?? life.start))
  const length = (from: number, to: number) =>
    BigInt(Math.round((effective(to) - effective(from)) / (life.unit === 'day' ? DAY : 1000)))
  const boundary = ({ year, month, day, time }: Anchor, unit: Interval, step: number) => {
    const later = month + (unit === 'month' ? step : unit === 'year' ? 12 * step : 0)
    const last = new Date(Date.UTC(year, later, 0)).getUTCDate()
    const days = unit === 'day' ? step : unit === 'week' ? 7 * step : 0
    const date = Date.UTC(year, later - 1, Math.min(day, last) + days)
    return clock.instant(date + Date.parse(`1970-01-01T${time}Z`))
  }
  const period = (anchor: Anchor, price: string, at: number): Period => {
    const { interval, interval_count } = { ...life, ...life.prices[price] }
    const nth = (n: number) => boundary(anchor, interval, n * interval_count)
    const days = { day: 1, week: 7, month: 30.4, year: 365.2 }[interval] * interval_count
    let n = Math.floor((at - nth(0)) / DAY / days)
    while (nth(n) > at) n -= 1
    while (nth(n + 1) <= at) n += 1
    const [start, end] = [nth(n), nth(n + 1)]
    const full = life.first_period === 'full' && anchor === life.anchor
    return { start, end, from: full && start <= first && first < end ? first : start }
  }
  const anchorAt = (at: number): Anchor => {
    const [date, time = ''] = new Date(clock.local(at)).toISOString().slice(0, 19).split('T')
    const [year, month, day] = date!.split('-').map(Number) as [number, number, number]
    return { year, month, day, time }
  }
  return { first, effective, length, period, anchorAt }
}

function begin(life: Life) {
  const grid = gridOf(life)
  const state = {
    ...{ ...grid, anchor: life.anchor, spans: [] as Span[], prices: life.prices },
    ...{ subscribed: new Map<string, Want>(), pauses: [] as { from: number; to: number }[] },
    arrears: ({ price }: Want) => life.prices[price]!.billing === 'arrears',
    periodOf: (span: Span, at: number) => span.once ?? grid.period(span.anchor, span.price, at),
    /** The instant from which items can bill: first part or trial over. */
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
    const moment = span.once ? span.issued : Math.max(early, span.from)
    found.push({ span, period, from, to, amount: rest(from) - rest(to), moment })
  }
  return found
}

/** Ends spans, and forgets those that were never billed. */
function stop(state: State, spans: Span[], at: number, end: (span: Span) => number) {
  for (const span of spans) span.until = Math.max(span.from, Math.min(span.until, end(span)))
  const billed = (span: Span) => Math.max(span.from, span.issued) < at
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
function atPeriodEnd(state: State, act: Applied, want: Want | undefined, own: Span[], at: number) {
  const billing = own.findLast((span) => span.from <= at && span.until > at)
  const last = lastBilled(act, at)
  stop(state, own, at, (span) => (span.from > at ? at : state.periodOf(span, last).end))
  if (!want || act.anchor === 'reset') return state.effective(at)
  if (state.floor(want) > at) return at
  const now = billing ?? { ...want, anchor: state.anchor, until: NEVER }
  const period = billing?.once ?? state.period(now.anchor, now.price, last)
  const from = Math.min(now.until, period.end)
  if (act.proration === 'none' || from <= at) return from
  if (state.arrears(want) || state.arrears(now)) return from
  const billed = own.filter((span) => {
    const reached = span.until > period.start || span.from >= period.start
    const begun = Math.max(span.from, span.issued) < at && span.anchor === now.anchor
    return span === billing || (begun && reached)
  })
  const less = billed.map(({ value }) => value).reduce((a, b) => (exceeds(b, a) ? b : a), ZERO)
  const book = { anchor: now.anchor, less, once: period, until: period.end }
  if (exceeds(state.value(want), less)) state.add(want, period.from, at, book)
  return from
}

const isPaused = ({ pauses }: State) => pauses.at(-1)?.to === NEVER

function change(state: State, act: Applied, at: number, t: number) {
  const listed = new Map(act.items.map((item) => [item.id, item]))
  const reset = act.anchor === 'reset'
  if (reset) state.anchor = state.anchorAt(act.follows ? t : at)
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
    let from = t
    if (act.proration === 'prorate') {
      stop(state, own, at, () => t)
      if (reset) settle(own, at, at)
    } else from = atPeriodEnd(state, act, want, own, at)
    state.subscribed.delete(id)
    if (!want) continue
    state.subscribed.set(id, want)
    state.add(want, Math.max(from, state.floor(want)), at)
  }
}

function resume(state: State, isReset: boolean, at: number, t: number) {
  if (isReset) {
    state.anchor = state.anchorAt(t)
    stop(state, state.spans, at, () => t)
    settle(state.spans, at, at)
  }
  const ends = state.spans.filter((span) => !state.arrears(span)).map(({ until }) => until)
  const paid = Math.max(t, ...ends)
  for (const want of state.subscribed.values())
    state.add(want, Math.max(state.arrears(want) ? t : paid, state.floor(want)), at)
}

function apply(state: State, act: Act, at: number) {
  const t = state.effective(at)
  if (act.type === 'change') return change(state, act, at, t)
  const pause = state.pauses.at(-1)
  if (pause && act.type !== 'pause') pause.to = Math.min(pause.to, at)
  if (act.type === 'resume') return resume(state, act.anchor === 'reset', at, t)
  const credit = act.type === 'pause' ? act.credit_unused : act.unused === 'credit'
  settle(state.spans, at, act.type === 'cancel' ? at : NEVER)
  stop(state, state.spans, at, (span) => {
    const last = lastBilled(act, at)
    const billed = span.issued <= last && (span.once || span.from <= last)
    return billed && !credit && !state.arrears(span) ? state.periodOf(span, last).end : t
  })
  if (act.type === 'pause') state.pauses.push({ from: at, to: NEVER })
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

/** Applies the acts up to `until`; yields the stretches that they return. */
function* returns(state: State, all: Act[], until: number) {
  const acts = all.map((act) => ({ act, at: second(act.at) })).filter(({ at }) => at <= until)
  for (const now of new Set(acts.map(({ at }) => at))) {
    const before = state.spans.map((span) => ({ span, until: span.until }))
    for (const { act, at } of acts) if (at === now) apply(state, act, at)
    for (const id of new Set(before.map(({ span }) => span.id))) {
      const open = before
        .filter(({ span }) => span.id === id)
        .flatMap(({ span, until: old }) => stretches(state, span, span.until, old, now))
        .filter(({ moment }) => moment < now)
      if (!rises(state, open, now)) yield* open
    }
  }
}

/** Yields what is due by the minimums of prices, from all stretches up to `until`. */
function* minimums(state: State, all: Stretch[], until: number) {
  const groups = Map.groupBy(all, ({ span, period }) =>
    [span.id, span.price, period.start, period.end].join(),
  )
  for (const group of groups.values()) {
    const { span, period } = group[0]!
    const closed = Math.min(period.end, ...group.map((one) => one.span.closed))
    const due = state.pauses.find(({ from, to }) => from < closed && closed < to)?.to ?? closed
    const part = group.filter((one) => !one.span.once)
    const billed = part.reduce((days, { from, to }) => days + state.length(from, to), 0n)
    const minimum = fraction(state.prices[span.price]!.minimum_amount ?? '0')
    const least = share(minimum, billed, state.length(period.from, period.end))
    const amount = least - group.reduce((total, one) => total + one.amount, 0)
    if (due <= until && amount > 0) yield { span, period, amount }
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
  for (const one of minimums(state, all, until)) add(one, one.amount, 0)
  const list = [...rows.values()]
    .filter((row) => row.charged !== 0)
    .sort((a, b) => a.period[0] - b.period[0] || a.period[1] - b.period[1])
  const charged = list.reduce((total, row) => total + row.charged, 0)
  const returned = list.reduce((total, row) => total + row.returned, 0)
  return { rows: list, charged, returned, due: charged - returned }
}

// The laws of collecting as a model of its own: which states payments, refunds, disputes, invoices and subscriptions go through,
// on which days a failed payment is tried again, and what an open dispute holds up. It reads events, and knows nothing of the implementation.

import { Temporal } from 'temporal-polyfill'
import type { Made } from './fixtures.ts'

export const ZONE = 'America/Toronto'
/** A step of a plan is late after this time. */
const TOLERANCE_MS = 10 * 60_000

export interface Plan {
  days: number[]
  at_hour: number | null
  end: string
}

/** The states that follow a state; `''` before the first. */
const NEXT: Record<string, Record<string, string[]>> = {
  payment: {
    '': ['pending', 'settled'],
    // Canceled if the invoice can no longer be paid before the gateway has the payment.
    pending: ['requires_action', 'processing', 'settled', 'failed', 'canceled'],
    requires_action: ['settled', 'processing', 'failed', 'canceled'],
    processing: ['settled', 'failed'],
    settled: ['reversed'],
    // By a dispute that is won.
    reversed: ['settled'],
    failed: ['settled'],
    canceled: ['settled'],
  },
  refund: {
    '': ['pending'],
    pending: ['succeeded', 'failed', 'canceled'],
    succeeded: ['failed'],
    failed: [],
    canceled: [],
  },
  // The simulated gateway reports no responses and no appeals.
  dispute: {
    '': ['needs_response'],
    needs_response: ['won', 'lost'],
    won: [],
    lost: [],
  },
  invoice: {
    '': ['draft', 'posted', 'paid'],
    draft: ['posted', 'paid', 'void'],
    posted: ['overdue', 'paid', 'void'],
    overdue: ['paid', 'void'],
    paid: ['posted', 'overdue'],
    void: [],
  },
  subscription: {
    '': ['active'],
    active: ['past_due', 'paused', 'canceled'],
    past_due: ['active', 'paused', 'canceled'],
    paused: ['active', 'past_due', 'canceled'],
    canceled: [],
  },
}
const STATUSES = 'pending requires_action processing settled failed canceled reversed'.split(' ')
const LIVE = ['pending', 'requires_action', 'processing']

/** The properties that laws are about; ten years of whole rows do not fit into memory. */
const KEPT = [
  ...['id', 'object', 'status', 'method', 'invoice_id', 'initiated_by', 'amount', 'failure'],
  ...['customer_id', 'subscription_id', 'amount_remaining', 'amount_written_off'],
  ...['default_payment_method_id', 'payment_method_id', 'payment_id', 'amount_withdrawn'],
  ...['unallocated', 'to_balance'],
]
const slim = (row: Made): Made => Object.fromEntries(KEPT.map((name) => [name, row[name]]))

/** An object at an instant, and the event that made it so. */
interface Past {
  at: number
  type: string
  row: Made
}

/** From when until when an open dispute has money that an invoice was paid with. */
interface Hold {
  dispute: string
  method: string | null
  from: number
  until: number
  status: string
}

/** A time in which an invoice could not be collected: from the first failure until it is paid. */
interface Failing {
  from: number
  until: number
}

interface Step {
  invoice: string
  at: number
  end: string
  isLast: boolean
}

const iso = (at: number) => new Date(at).toISOString()
const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE_MS

/** The instant of a day of a plan. */
function dueOn(failedAt: number, day: number, at_hour: number | null): number {
  const local = Temporal.Instant.fromEpochMilliseconds(failedAt).toZonedDateTimeISO(ZONE)
  const then = local.add({ days: day })
  return (at_hour === null ? then : then.withPlainTime({ hour: at_hour })).epochMilliseconds
}

export class Histories {
  /** Objects by their ID. */
  readonly pasts = new Map<string, Past[]>()
  readonly faults: string[] = []
  /** The plans of the account, each from an instant on. */
  readonly plans: { from: number; plan: Plan | null }[] = []
  sequence = 0
  /** Number of retries seen, and of steps that were due. */
  counts = { retries: 0, steps: 0, ends: 0, holds: 0 }
  private readonly attempts = new Map<string, Set<string>>()
  private readonly methods = new Map<string, number[]>()
  private readonly defaults = new Map<string, string | null>()
  private readonly failing = new Map<string, Failing[]>()
  private readonly holds = new Map<string, Hold[]>()
  /** Payments of which a dispute was won. */
  private readonly won = new Set<string>()
  private readonly settledSteps = new Set<string>()

  private fault(id: string, text: string): void {
    const own = this.pasts.get(id) ?? []
    const invoice: string | undefined = own.at(-1)?.row.invoice_id
    const story = [...own, ...(this.pasts.get(invoice ?? '') ?? [])].map(
      ({ at, type, row }) =>
        `  ${iso(at)} ${type} ${row.status} ${row.amount_remaining ?? row.amount}`,
    )
    this.faults.push([`${id}: ${text}`, ...story].join('\n'))
  }

  last(id: string): Made | undefined {
    return this.pasts.get(id)?.at(-1)?.row
  }

  private at(id: string, instant: number): Made | undefined {
    return this.pasts.get(id)?.findLast(({ at }) => at <= instant)?.row
  }

  take({ type, created_at, sequence, data }: Made): void {
    const row = slim(data.object)
    const at = Date.parse(created_at)
    if (sequence !== this.sequence + 1) this.faults.push(`event ${sequence} after ${this.sequence}`)
    this.sequence = sequence
    const id: string = row.object === 'customer' ? `cus_${row.id}` : row.id
    const kind = type.split('.')[0] as string
    const before = this.last(id)
    const past = this.pasts.get(id) ?? []
    this.pasts.set(id, past)
    past.push({ at, type, row })
    if (kind === 'customer' || kind === 'subscription') this.noteMethod(row, id, at)
    const next = NEXT[kind]
    if (!next) return
    const from = before?.status ?? ''
    const hasChanged = row.status !== from
    if (hasChanged && !next[from]?.includes(row.status))
      this.fault(id, `${from} cannot become ${row.status}`)
    if (kind === 'invoice') this.noteInvoice(row, type, at)
    if (kind === 'dispute') this.noteDispute(row, before, at)
    if (kind !== 'payment' || row.method !== 'gateway') return
    if (from === 'reversed' && hasChanged && !this.won.has(id))
      this.fault(id, 'settled again without a dispute that was won')
    const reached = type.slice(kind.length + 1)
    if (STATUSES.includes(reached) && (!hasChanged || row.status !== reached))
      this.fault(id, `${type} with status ${row.status} after ${from}`)
    if (from === '') this.begin(row, at)
  }

  /** Remembers when a new method was chosen, since it is tried at once. */
  private noteMethod(row: Made, id: string, at: number): void {
    const method = row.default_payment_method_id ?? row.payment_method_id ?? null
    if (method !== null && method !== this.defaults.get(id))
      this.methods.set(id, [...(this.methods.get(id) ?? []), at])
    this.defaults.set(id, method)
  }

  private noteInvoice({ id, status }: Made, type: string, at: number): void {
    const all = this.failing.get(id) ?? []
    this.failing.set(id, all)
    const last = all.at(-1)
    const isFailing = last !== undefined && last.until === Number.POSITIVE_INFINITY
    if (type === 'invoice.payment_failed' && !isFailing)
      all.push({ from: at, until: Number.POSITIVE_INFINITY })
    if (status === 'paid' && isFailing) last.until = at
    if (type === 'invoice.reminded' && this.isHeld(id, at))
      this.fault(id, 'reminded while disputed')
  }

  /** A dispute holds the invoice if more is withdrawn than was not allocated to it. */
  private noteDispute(row: Made, before: Made | undefined, at: number): void {
    const { id, status, invoice_id, payment_id, amount_withdrawn } = row
    const holds = this.holds.get(invoice_id) ?? []
    this.holds.set(invoice_id, holds)
    if (status === 'won') this.won.add(payment_id)
    const known = holds.find(({ dispute }) => dispute === id)
    const { unallocated, to_balance, payment_method_id } = this.last(payment_id) as Made
    const isTaken = amount_withdrawn > 0 && (before?.amount_withdrawn ?? 0) === 0
    if (isTaken && invoice_id !== null && amount_withdrawn > unallocated + to_balance) {
      this.counts.holds += 1
      const until = status === 'needs_response' ? Number.POSITIVE_INFINITY : at
      holds.push({ dispute: id, method: payment_method_id, from: at, until, status })
    }
    if (known && status !== 'needs_response') Object.assign(known, { until: at, status })
  }

  private isHeld = (invoice: string, at: number): boolean =>
    (this.holds.get(invoice) ?? []).some(({ from, until }) => from <= at && at < until)

  /** Invoices that are overdue or could not be charged, are not paid, and are not held by an open dispute. */
  pastDue(now: number): Made[] {
    return [...this.pasts].flatMap(([id, past]) => {
      const row = past.at(-1)?.row
      if (!row || !id.startsWith('inv_')) return []
      const isFailing = (this.failing.get(id)?.at(-1)?.until ?? 0) > now
      const isDue = row.status === 'overdue' || (row.status === 'posted' && isFailing)
      return isDue && row.amount_remaining > 0 && !this.isHeld(id, now) ? [row] : []
    })
  }

  /** A subscription is past due while an invoice of it is, unless that is written off. */
  checkStanding(now: number): void {
    const due = new Set(
      this.pastDue(now).flatMap((row) =>
        row.amount_remaining > row.amount_written_off ? [row.subscription_id] : [],
      ),
    )
    for (const [id, past] of this.pasts) {
      const status = past.at(-1)?.row.status
      if (!id.startsWith('sub_') || !['active', 'past_due'].includes(status)) continue
      if (due.has(id) !== (status === 'past_due'))
        this.fault(id, `${status} with${due.has(id) ? '' : 'out'} invoices that are past due`)
    }
  }

  /** Checks that an attempt may begin. */
  private begin(row: Made, at: number): void {
    const { id, invoice_id, initiated_by } = row
    const others = this.attempts.get(invoice_id) ?? new Set()
    this.attempts.set(invoice_id, others)
    for (const other of others)
      if (LIVE.includes(this.last(other)?.status)) this.fault(id, `${other} was in progress`)
    others.add(id)
    const invoice = this.last(invoice_id)
    // Written-off money is still owed, but only asked for by people.
    const isAutomatic = initiated_by === 'auto' || initiated_by === 'retry'
    const lost = isAutomatic ? (invoice?.amount_written_off ?? 0) : 0
    const rest = (invoice?.amount_remaining ?? 0) - lost
    if (!['posted', 'overdue'].includes(invoice?.status))
      this.fault(id, `${initiated_by} attempt of ${invoice_id}, which is ${invoice?.status}`)
    else if (row.amount > rest)
      this.fault(
        id,
        `${initiated_by} attempt of ${row.amount}, of which ${rest} is to be collected`,
      )
    const holds = this.holds.get(invoice_id) ?? []
    if (isAutomatic && this.isHeld(invoice_id, at)) this.fault(id, `${invoice_id} is disputed`)
    const isTakenBack = ({ method, status }: Hold) =>
      status !== 'won' && method !== null && method === row.payment_method_id
    if (isAutomatic && holds.some(isTakenBack)) this.fault(id, 'by the method that was disputed')
    if (initiated_by !== 'retry') return
    this.counts.retries += 1
    const subscription = this.last(invoice?.subscription_id)
    if (subscription?.status === 'canceled') this.fault(id, `${subscription.id} is canceled`)
    if (!this.isPlanned(invoice, others, at)) {
      const failed = this.failing.get(invoice_id)?.at(-1)?.from
      this.fault(id, `no step of a plan, of ${invoice_id} that failed ${failed && iso(failed)}`)
    }
  }

  /** True if a retry is due by the plan, by a new method, or once another attempt is over. */
  private isPlanned(invoice: Made, others: Set<string>, at: number): boolean {
    const failing = this.failing.get(invoice.id)?.at(-1)
    if (failing?.until !== Number.POSITIVE_INFINITY) return false
    const first = failing.from
    const of = [invoice.customer_id, invoice.subscription_id]
    if (of.some((id) => this.methods.get(id)?.some((chosen) => isNear(chosen, at)))) return true
    const dues = this.plans.flatMap(({ plan }) =>
      (plan?.days ?? []).map((day) => dueOn(first, day, plan?.at_hour ?? null)),
    )
    if (dues.some((due) => isNear(due, at))) return true
    const waited = (from: number) => dues.some((due) => due > from - TOLERANCE_MS && due <= at)
    const holds = this.holds.get(invoice.id) ?? []
    if (holds.some(({ from, until }) => isNear(until, at) && waited(from))) return true
    return [...others].some((id) => {
      const past = this.pasts.get(id) as Past[]
      const over = past.find(({ row }) => !LIVE.includes(row.status))
      return over && isNear(over.at, at) && waited((past[0] as Past).at)
    })
  }

  /** Checks that each step that had nothing in its way was made, and that plans ended as they say. */
  checkSteps(now: number): void {
    const failing = [...this.failing].flatMap(([invoice, all]) =>
      all.map(({ from, until }) => ({ invoice, first: from, until })),
    )
    for (const { invoice, first, until } of failing) {
      const begin = this.plans.findLast(({ from }) => from <= first)
      const isChanged = (end: number) =>
        this.plans.some(({ from }) => from > first - TOLERANCE_MS && from <= end + TOLERANCE_MS)
      const days = begin?.plan?.days ?? []
      for (const [index, day] of days.entries()) {
        const at = dueOn(first, day, begin?.plan?.at_hour ?? null)
        const isLast = index === days.length - 1
        const key = `${invoice} ${first} ${day}`
        if (at > Math.min(now, until) - 2 * TOLERANCE_MS || isChanged(at)) continue
        if (this.settledSteps.has(key)) continue
        this.settledSteps.add(key)
        this.checkStep({ invoice, at, end: begin?.plan?.end as string, isLast })
      }
    }
  }

  private checkStep({ invoice, at, end, isLast }: Step): void {
    const attempts = [...(this.attempts.get(invoice) ?? [])].map(
      (id) => this.pasts.get(id) as Past[],
    )
    const begun = attempts.filter(([past]) => past && isNear(past.at, at))
    if (begun.length > 1) this.fault(invoice, `${begun.length} attempts for the step of ${iso(at)}`)
    const isFree = (instant: number) => {
      const row = this.at(invoice, instant)
      const subscription = this.at(row?.subscription_id, instant)
      return (
        ['posted', 'overdue'].includes(row?.status) &&
        row.amount_remaining > row.amount_written_off &&
        !this.isHeld(invoice, instant) &&
        ['active', 'past_due'].includes(subscription?.status) &&
        !attempts.some(
          ([past]) =>
            past &&
            past.at < at - TOLERANCE_MS &&
            LIVE.includes(this.at(past.row.id, instant)?.status),
        )
      )
    }
    if (!isFree(at - TOLERANCE_MS) || !isFree(at - 1)) return
    const row = this.at(invoice, at)
    const hasMethod = this.at(row.customer_id, at)?.default_payment_method_id
    const isRefused = attempts.some((past) =>
      past.some((each) => each.at <= at && each.row.failure?.retryable === false),
    )
    const isTakenBack = this.holds
      .get(invoice)
      ?.some(({ from, status }) => from <= at && status !== 'won')
    if (!hasMethod || isRefused || isTakenBack) return
    this.counts.steps += 1
    if (begun.length === 0) this.fault(invoice, `no attempt for the step of ${iso(at)}`)
    else if (isLast) this.checkEnd(invoice, begun[0] as Past[], end)
  }

  /** A plan whose last attempt failed at once ends then. */
  private checkEnd(invoice: string, attempt: Past[], end: string): void {
    const failed = attempt.find(({ row }) => row.status === 'failed')
    if (!failed || !isNear(failed.at, (attempt[0] as Past).at)) return
    this.counts.ends += 1
    const { at } = failed
    const hasEvent = (id: string, type: string) =>
      this.pasts.get(id)?.some((past) => past.type === type && isNear(past.at, at))
    if (!hasEvent(invoice, 'invoice.collection_ended'))
      this.fault(invoice, `no end after the last attempt ${iso(at)}`)
    const id = this.last(invoice)?.subscription_id
    const type = {
      cancel: 'subscription.canceled',
      pause: 'subscription.paused',
      write_off: 'invoice.written_off',
    }[end]
    if (type && !hasEvent(type.startsWith('invoice') ? invoice : id, type))
      this.fault(type.startsWith('invoice') ? invoice : id, `no ${type} at ${iso(at)}`)
  }
}

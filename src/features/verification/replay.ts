// Follows one object through the feed, event by event, and reports changes that its events do not explain.

import { same } from './canonical.ts'
import type { Differ } from './checks.ts'
import { RefundStory } from './refund-story.ts'
import type { FeedEvent } from './store-feed.ts'
import type { JsonObject, Transition } from './transition.ts'
import { type Kind, PERSONAL } from './transitions.ts'

/** The history of one object in the feed: each event is processed once, in order, and only the last is kept. */
export class Replay {
  readonly ref: string
  /** Number of events by type: `paid`, `voided`. */
  readonly counts: Record<string, number> = {}
  firstType: string | undefined
  /** The object as of its last event. */
  object: JsonObject | undefined
  erased = false
  deletedAt: string | null = null
  /** The event of finalizing, and the digest of the content frozen by it. */
  finalized: { sequence: number; frozen: string | null; former: boolean; at: string } | undefined
  /** The events of the credit notes of an invoice, in order. */
  readonly notes: { ref: string; verb: 'issued' | 'voided' }[] = []
  readonly #kind: Kind
  readonly #differ: Differ
  /** The amount that each payment pays of the invoice so far. */
  readonly #payments = new Map<string, bigint>()
  /** The sum of `#payments`. */
  #paid = 0n
  /** The amount by which the credit notes so far reduced the amount due. */
  #credited = 0n
  readonly #refunds = new RefundStory()
  readonly #credit = new Map<string, bigint>()
  #creditBefore = new Map<string, bigint>()

  constructor(ref: string, kind: Kind, differ: Differ) {
    this.ref = ref
    this.#kind = kind
    this.#differ = differ
  }

  /** Members that events of the previous version lack. */
  get later(): readonly string[] {
    return this.#kind.later
  }

  /** Compares two values of a member: only the path of a URL, since PUBLIC_URL can change. */
  alike(name: string, one: unknown, other: unknown): boolean {
    if (name in URLS) return withoutHost(name, one) === withoutHost(name, other)
    const later = this.#kind.laterIn[name] ?? []
    const isEarlier = [one, other].some(
      (list) => Array.isArray(list) && !list.every((each) => later.every((its) => has(each, its))),
    )
    return isEarlier ? same(without(one, later), without(other, later)) : same(one, other)
  }

  apply(event: FeedEvent): void {
    const { object_id, sequence, type, object } = event
    if (object_id !== this.ref) {
      this.#applyRelative(event)
      return
    }
    const report: Differ = (sentence) => this.#differ(`event ${sequence}, ${type}, ${sentence}`)
    this.#checkSelf(event, report)
    const transition = this.#kind.transitions[type]
    if (!transition) report('is not possible for this object')
    else {
      this.#checkTime(event, transition, report)
      this.#checkFormer(event, transition, report)
      if (this.object) this.#checkStep(this.object, event, transition, report)
    }
    if ('amount_paid' in object && wholeOf(object.amount_paid) !== this.#paid) {
      report(`has ${object.amount_paid} as paid, but the payments until then are ${this.#paid}`)
    }
    if ('amount_credited' in object && wholeOf(object.amount_credited) !== this.#credited) {
      report(`has ${object.amount_credited} as credited, but its notes add up to ${this.#credited}`)
    }
    if ('amount_written_off' in object) this.#checkWriteOff(event, report)
    if ('credit_balance' in object) this.#checkCredit(event, report)
    this.#keep(event)
  }

  #keep({ sequence, type, object, created_at, frozen, erased, previous_attributes }: FeedEvent) {
    const verb = type.slice(type.indexOf('.') + 1)
    this.counts[verb] = (this.counts[verb] ?? 0) + 1
    this.firstType ??= type
    this.object = object
    this.erased ||= erased
    if (verb === 'deleted') this.deletedAt = created_at
    if (verb === 'finalized') {
      this.finalized = { sequence, frozen, former: previous_attributes !== null, at: created_at }
    } else if (frozen !== null) {
      this.#differ(`event ${sequence}, ${type}, has a seal, but froze nothing`)
    }
  }

  /** Processes a payment, credit note or refund on an invoice, or credit of a customer. */
  #applyRelative(event: FeedEvent): void {
    const { sequence, type, object } = event
    if (type.startsWith('credit_note.')) this.#applyNote(event)
    this.#refunds.apply(type, { object, paid: paidBy(object, this.ref) }, (sentence) =>
      this.#differ(`event ${sequence}, ${type}, ${sentence}`),
    )
    const { amount, currency } = object
    if (type.startsWith('payment.')) {
      const paid = paidBy(object, this.ref)
      this.#paid += paid - (this.#payments.get(event.object_id) ?? 0n)
      this.#payments.set(event.object_id, paid)
    } else if (type === 'credit_transaction.created') {
      const balance = (this.#credit.get(String(currency)) ?? 0n) + hundredMillionths(amount)
      this.#credit.set(String(currency), balance)
      if (balance < 0n)
        this.#differ(`event ${sequence} takes more ${currency} of credit than the balance`)
    }
  }

  /** A note first reduces the balance due; voiding it restores that part. */
  #applyNote({ sequence, type, object_id, object }: FeedEvent): void {
    const [to_open, total] = [wholeOf(object.to_open), wholeOf(object.total)]
    if (type === 'credit_note.issued') {
      this.notes.push({ ref: object_id, verb: 'issued' })
      this.#credited += to_open
      const remaining = wholeOf(this.object?.amount_remaining)
      const expected = total < remaining ? total : remaining
      if (to_open !== expected)
        this.#differ(
          `event ${sequence} reduces the balance due by ${to_open} instead of ${expected}`,
        )
    } else if (type === 'credit_note.voided') {
      this.notes.push({ ref: object_id, verb: 'voided' })
      this.#credited -= to_open
    }
  }

  /**
   * Only a write-off increases the amount written off. A lower balance due reduces it, and a manual reversal removes
   * all of it.
   */
  #checkWriteOff({ type, object }: FeedEvent, report: Differ): void {
    const before = wholeOf(this.object?.amount_written_off ?? 0)
    const [now, remaining] = [wholeOf(object.amount_written_off), wholeOf(object.amount_remaining)]
    const kept = before < remaining ? before : remaining
    const fits =
      type === 'invoice.written_off'
        ? now > before && now <= remaining
        : now === kept || (type === 'invoice.write_off_reversed' && now === 0n)
    if (!fits) report(`has ${now} as written off of ${remaining}, after ${before}`)
  }

  #checkSelf({ object, customer_id }: FeedEvent, report: Differ): void {
    const id = typeof object.id === 'number' ? `cus_${object.id}` : object.id
    if (id !== this.ref) report(`has object ${id}`)
    const { noun } = this.#kind
    if (object.object !== noun) report(`has the object type ${object.object}, not ${noun}`)
    const customer = this.#kind.customerOf(object)
    if (customer_id !== customer)
      report(`has the customer ${customer_id}, but its object has ${customer}`)
  }

  #checkTime({ object, created_at }: FeedEvent, { at }: Transition, report: Differ): void {
    for (const name of at) {
      if (object[name] !== created_at) report(`is of ${created_at}, but ${name} is ${object[name]}`)
    }
  }

  #checkFormer(
    { object, previous_attributes: former }: FeedEvent,
    { former: expected }: Transition,
    report: Differ,
  ): void {
    if (former && expected === 'never') report('has previous_attributes, which this type never has')
    if (!former && expected === 'always') report('has no previous_attributes')
    for (const [name, value] of Object.entries(former ?? {})) {
      const isKnown = name in object || this.#kind.optional.includes(name)
      if (!isKnown) report(`has an unknown property, ${name}`)
      else if (JSON.stringify(value) === JSON.stringify(object[name])) {
        report(`lists ${name} as changed, but it is not`)
      }
    }
  }

  #checkStep(before: JsonObject, event: FeedEvent, transition: Transition, report: Differ): void {
    const { object, previous_attributes: former } = event
    const { former: expected, changes, leads } = transition
    const open = new Set(former || expected !== 'unless still' ? changes : [])
    for (const name of new Set([...Object.keys(before), ...Object.keys(object)])) {
      if (this.#isApart(name, event)) continue
      if (this.later.includes(name) && !(name in before && name in object)) continue
      const was = before[name] ?? null
      const now = object[name] ?? null
      const claimed = former && name in former ? former[name] : now
      if (former && !this.alike(name, claimed, was)) {
        report(`has ${show(claimed)} as the previous ${name}, but it was ${show(was)}`)
      }
      if (!open.has(name) && !this.alike(name, was, now)) {
        report(`changes ${name} from ${show(was)} to ${show(now)}`)
      }
    }
    const hidden = event.erased ? impersonal(before) : before
    if (leads && !leads(hidden, event.erased ? impersonal(object) : object)) {
      report(`cannot change ${before.status} to ${object.status}`)
    }
  }

  #isApart(name: string, { erased }: FeedEvent): boolean {
    return this.#kind.apart.includes(name) || (erased && PERSONAL.has(name))
  }

  /** The balances in a customer's event, current and previous, match its credit at that time. */
  #checkCredit({ object, previous_attributes: former }: FeedEvent, report: Differ): void {
    const differs = (shown: JsonObject, sums: Map<string, bigint>) => {
      const others = (shown.credit_balances ?? {}) as Record<string, unknown>
      const rest = new Map(sums)
      for (const [currency, balance] of Object.entries(others)) {
        if (hundredMillionths(balance) !== (rest.get(currency) ?? 0n)) return true
        rest.delete(currency)
      }
      // The account's own currency can change; balances in other currencies are listed by name.
      const own = [...rest.values()].filter((sum) => sum !== 0n)
      return own.length > 1 || hundredMillionths(shown.credit_balance) !== (own[0] ?? 0n)
    }
    if (differs(object, this.#credit))
      report('has a balance that differs from its credit until then')
    if (former && differs({ ...object, ...former }, this.#creditBefore)) {
      report('has a previous balance that differs from its credit until then')
    }
    this.#creditBefore = new Map(this.#credit)
  }
}

const show = (value: unknown): string => JSON.stringify(value)

const impersonal = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !PERSONAL.has(name)))

const has = (entry: unknown, name: string): boolean =>
  typeof entry === 'object' && entry !== null && name in entry

/** A list whose entries lack some members. */
function without(list: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(list)) return list
  return list.map((each: JsonObject) =>
    Object.fromEntries(Object.entries(each ?? {}).filter(([name]) => !names.includes(name))),
  )
}

/** Properties that are URLs of this service, with the beginning of their paths. */
const URLS: Readonly<Record<string, string>> = { hosted_url: '/i/', webhook_url: '/v1/' }

/** A property without the address of this service, if it is a URL of it: PUBLIC_URL can change. */
export function withoutHost(name: string, value: unknown): unknown {
  const start = URLS[name]
  return start !== undefined && typeof value === 'string'
    ? value.slice(value.lastIndexOf(start))
    : value
}

/** An exact decimal in units of 10^-8; a malformed decimal counts as zero. */
function hundredMillionths(decimal: unknown): bigint {
  const [, sign, units, rest = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(String(decimal)) ?? []
  if (units === undefined) return -1n
  const size = BigInt(`${units}${rest.padEnd(8, '0')}`)
  return sign ? -size : size
}

function wholeOf(amount: unknown): bigint {
  return Number.isSafeInteger(amount) ? BigInt(amount as number) : -1n
}

/**
 * The amounts that a payment pays, according to one of its events. In older versions, each payment pays one invoice.
 */
function paidBy(payment: JsonObject, invoice: string): bigint {
  const { status, invoice_id, amount, to_balance = 0, allocations } = payment
  if (status !== 'settled') return 0n
  if (!Array.isArray(allocations))
    return invoice_id === invoice ? wholeOf(amount) - wholeOf(to_balance) : 0n
  const of = (allocations as JsonObject[]).filter((each) => each.invoice_id === invoice)
  return of.reduce((sum, each) => sum + wholeOf(each.amount), 0n)
}

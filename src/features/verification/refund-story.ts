// Replays the refunds of an invoice, event by event: they never exceed the refunds of its notes or the money of its
// payments.

import type { Differ } from './checks.ts'
import type { JsonObject } from './transition.ts'

interface Received {
  ref: string
  at: string
  /** The amount that it pays of the invoice; zero once reversed. */
  amount: bigint
  /** The sum of its refunds, pending or paid. */
  refunded: bigint
}

interface Asking {
  refund: bigint
  isVoid: boolean
  /** The sum of its refunds, pending, paid or moved to the balance. */
  refunding: bigint
}

interface Started {
  amount: bigint
  payment: Received | undefined
  note: Asking | undefined
  isUnderWay: boolean
}

interface Part {
  payment: string
  amount: bigint
}

/** The properties of a refund that are null at first. */
const TIMES = ['paid_on', 'succeeded_at', 'failed_at', 'canceled_at', 'moved_to_balance_at']

const whole = (amount: unknown): bigint =>
  Number.isSafeInteger(amount) ? BigInt(amount as number) : 0n
const leftOf = ({ amount, refunded }: Received): bigint =>
  amount > refunded ? amount - refunded : 0n

/** The money of one invoice. Applies the events of its payments, credit notes and refunds in order. */
export class RefundStory {
  readonly #payments = new Map<string, Received>()
  readonly #notes = new Map<string, Asking>()
  readonly #refunds = new Map<string, Started>()
  /** The amount returned by the notes so far, as refunds or outside. */
  #returned = 0n
  /** The refunds that the last note has not started yet. */
  #expected: Part[] = []

  /** Applies an event about an object; for a payment, `paid` is the amount that it then pays of the invoice. */
  apply(
    type: string,
    { object, paid }: { object: JsonObject; paid: bigint },
    differ: Differ,
  ): void {
    const ref = String(object.id)
    if (type.startsWith('refund.')) this.#applyRefund(type, ref, object, differ)
    else this.#expected = []
    if (type.startsWith('payment.')) {
      const known = this.#payments.get(ref) ?? { ref, at: '', amount: 0n, refunded: 0n }
      const { refunded } = known
      if (object.status === 'settled' && paid < refunded)
        differ(`leaves ${paid} of a payment of which ${refunded} was refunded`)
      // Its refunds refer to it, so it stays the same object.
      this.#payments.set(ref, Object.assign(known, { at: String(object.created_at), amount: paid }))
    }
    if (type === 'credit_note.issued') this.#issue(ref, object, differ)
    if (type === 'credit_note.voided') this.#void(ref, object, differ)
  }

  #issue(ref: string, object: JsonObject, differ: Differ): void {
    // Notes of the previous version refund nothing.
    const [refund, outside] = [whole(object.refund), whole(object.outside)]
    const paid = [...this.#payments.values()].reduce((sum, { amount }) => sum + amount, 0n)
    const left = paid > this.#returned ? paid - this.#returned : 0n
    if (refund + outside > left)
      differ(`returns ${refund + outside}, but ${left} of the paid amount was left`)
    this.#returned += refund + outside
    this.#notes.set(ref, { refund, isVoid: false, refunding: 0n })
    this.#expected = this.#spread(refund)
  }

  /** Takes an amount from the payments, newest first. */
  #spread(amount: bigint): Part[] {
    let rest = amount
    const newestFirst = [...this.#payments.values()].sort((one, other) => {
      const [a, b] = [`${one.at} ${one.ref}`, `${other.at} ${other.ref}`]
      return Number(a < b) - Number(b < a)
    })
    return newestFirst.flatMap((payment) => {
      const left = leftOf(payment)
      const part = left < rest ? left : rest
      rest -= part
      return part > 0n ? [{ payment: payment.ref, amount: part }] : []
    })
  }

  #void(ref: string, object: JsonObject, differ: Differ): void {
    const note = this.#notes.get(ref)
    if (!note) return
    if (note.refunding !== 0n) differ(`is of a note of which ${note.refunding} was refunded`)
    if (whole(object.outside) !== 0n) differ(`is of a note that returned ${object.outside}`)
    note.isVoid = true
    this.#returned -= note.refund
  }

  #applyRefund(type: string, ref: string, object: JsonObject, differ: Differ): void {
    if (type === 'refund.created') this.#start(ref, object, differ)
    if (object.failure_reason && object.status !== 'failed')
      differ('has a reason, but did not fail')
    if (object.reference && object.succeeded_at === null)
      differ('has a reference, but was not paid')
    const refund = this.#refunds.get(ref)
    if (!refund) return
    const { amount, note, payment, isUnderWay } = refund
    const isOver = ['refund.failed', 'refund.canceled', 'refund.moved_to_balance'].includes(type)
    if (isOver && isUnderWay) {
      refund.isUnderWay = false
      if (payment) payment.refunded -= amount
      if (note) note.refunding -= amount
    }
    if (type === 'refund.moved_to_balance') this.#ask(note, amount, differ)
  }

  #start(ref: string, object: JsonObject, differ: Differ): void {
    if (object.status !== 'pending' || TIMES.some((name) => object[name] !== null))
      differ(`starts as ${object.status}, or is over already`)
    const amount = whole(object.amount)
    const payment = this.#payments.get(String(object.payment_id))
    const note = this.#notes.get(String(object.credit_note_id))
    const expected = this.#expected.shift()
    if (expected && (expected.payment !== object.payment_id || expected.amount !== amount))
      differ(`takes ${amount} of ${object.payment_id}, but its note refunds ${shown(expected)}`)
    const left = payment ? leftOf(payment) : 0n
    if (amount > left) differ(`takes ${amount} of a payment of which ${left} is left`)
    this.#ask(note, amount, differ)
    if (payment) payment.refunded += amount
    this.#refunds.set(ref, { amount, payment, note, isUnderWay: true })
  }

  /** Subtracts an amount from the sum that a note still has to refund. */
  #ask(note: Asking | undefined, amount: bigint, differ: Differ): void {
    const left = !note || note.isVoid ? 0n : note.refund - note.refunding
    if (amount > left) differ(`is of ${amount}, but its note has ${left} to refund`)
    if (note) note.refunding += amount
  }
}

const shown = ({ payment, amount }: Part): string => `${amount} of ${payment}`

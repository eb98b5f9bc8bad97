// What the stand-in for Stripe knows, and what cards and customers do: the part without HTTP. States and errors are those
// of https://docs.stripe.com/payments/paymentintents/lifecycle, https://docs.stripe.com/api/checkout/sessions,
// https://docs.stripe.com/refunds and https://docs.stripe.com/declines/codes.

import type Stripe from 'stripe'
import {
  balanceShape,
  cardShape,
  customerShape,
  disputeShape,
  intentShape,
  methodShape,
  refundShape,
  sessionShape,
  setupShape,
} from './shapes.ts'
import { invalid, missing, Refusal } from './wire.ts'

/** What a card or account does when it is charged. */
export interface Behavior {
  type?: Stripe.PaymentMethod.Type
  details?: Partial<Stripe.PaymentMethod>
  declines?: { code: string; decline_code?: string; advice_code?: string }
  /** The bank wants the customer to confirm each charge. */
  authenticates?: true
  /** The money arrives days later. */
  processes?: true
  /** The customer has to do something else first, such as to pay a voucher. */
  waits?: true
  /** Its bank takes refunds days later. */
  refundsLater?: true
}

const MESSAGE = 'Your card was declined.'

export class Books {
  readonly customers = new Map<string, Stripe.Customer>()
  readonly methods = new Map<string, Stripe.PaymentMethod>()
  readonly intents = new Map<string, Stripe.PaymentIntent>()
  readonly sessions = new Map<string, Stripe.Checkout.Session>()
  readonly setups = new Map<string, Stripe.SetupIntent>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly charges = new Map<
    string,
    Pick<Stripe.Charge, 'id' | 'amount_refunded' | 'refunded' | 'disputed'>
  >()
  readonly disputes = new Map<string, Stripe.Dispute>()
  private readonly behaviors = new Map<string, Behavior>()
  /** Intents that belong to a page. */
  private readonly ofPages = new Map<string, string>()
  private last = 0

  made(prefix: string): { id: string; created: number } {
    this.last += 1
    return { id: `${prefix}_${String(this.last).padStart(8, '0')}`, created: this.now() }
  }

  now(): number {
    return Math.floor(Date.now() / 1000)
  }

  get<T>(table: Map<string, T>, kind: string, id: string, param?: string, status?: number): T {
    const found = table.get(id)
    if (!found) throw missing(kind, id, param, status)
    return found
  }

  createCustomer(metadata: Stripe.Metadata): Stripe.Customer {
    const customer = customerShape({ ...this.made('cus'), metadata })
    this.customers.set(customer.id, customer)
    return customer
  }

  /** A method that belongs to a customer, or to none. */
  method(behavior: Behavior, more: Partial<Stripe.PaymentMethod> = {}): Stripe.PaymentMethod {
    const { type = 'card', details } = behavior
    const card = type === 'card' && { card: cardShape({ brand: 'visa', last4: '4242' }) }
    const method = methodShape({ ...this.made('pm'), type, ...card, ...details, ...more })
    this.methods.set(method.id, method)
    this.behaviors.set(method.id, behavior)
    return method
  }

  createSession(made: Partial<Stripe.Checkout.Session> & Pick<Stripe.Checkout.Session, 'mode'>) {
    const session = sessionShape({ ...this.made('cs_test'), ...made })
    this.sessions.set(session.id, session)
    return session
  }

  /** Creates a payment intent and confirms it without the customer; throws the card error, as the API does. */
  charge(
    made: Partial<Stripe.PaymentIntent> & Pick<Stripe.PaymentIntent, 'amount' | 'currency'>,
  ): Stripe.PaymentIntent {
    const intent = intentShape({ ...this.made('pi'), ...made })
    this.intents.set(intent.id, intent)
    const behavior = this.behaviors.get(intent.payment_method as string) ?? {}
    const declines = behavior.authenticates
      ? { code: 'authentication_required', decline_code: 'authentication_required' }
      : behavior.declines
    if (declines) {
      this.decline(intent, declines)
      // The error has the intent, and the intent has the error without it.
      const error = { ...intent.last_payment_error, type: 'card_error', message: MESSAGE }
      throw new Refusal(402, { ...error, payment_intent: structuredClone(intent) })
    }
    this.confirm(intent, behavior)
    return intent
  }

  private decline(intent: Stripe.PaymentIntent, error: NonNullable<Behavior['declines']>): void {
    const { id: charge } = this.made('ch')
    intent.status = 'requires_payment_method'
    intent.latest_charge = charge
    intent.last_payment_error = { type: 'card_error', message: MESSAGE, charge, ...error }
  }

  private confirm(intent: Stripe.PaymentIntent, { processes, waits }: Behavior): void {
    intent.status = waits ? 'requires_action' : processes ? 'processing' : 'succeeded'
    if (waits) intent.next_action = { type: 'boleto_display_details' }
    else intent.latest_charge = this.paid()
    if (intent.status === 'succeeded') intent.amount_received = intent.amount
  }

  private paid(): string {
    const { id } = this.made('ch')
    this.charges.set(id, { id, amount_refunded: 0, refunded: false, disputed: false })
    return id
  }

  /** The customer enters a card on the page, and checks the box that saves it or not. */
  complete(id: string, behavior: Behavior = {}, saves = false): Stripe.Checkout.Session {
    const session = this.get(this.sessions, 'checkout.session', id)
    if (session.status !== 'open') throw new Error(`This page is ${session.status}.`)
    const customer = session.customer as string
    const method = this.method(
      behavior,
      saves || session.mode === 'setup'
        ? { customer, allow_redisplay: 'always' }
        : { allow_redisplay: 'unspecified' },
    )
    if (session.mode === 'setup') return this.completeSetup(session, method)
    const intent = this.intentOfPage(session)
    intent.payment_method = method.id
    if (behavior.declines) this.decline(intent, behavior.declines)
    else {
      this.confirm(intent, behavior)
      session.status = 'complete'
      session.url = null
      session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
    }
    return session
  }

  private completeSetup(session: Stripe.Checkout.Session, method: Stripe.PaymentMethod) {
    const setup = setupShape({ ...this.made('seti'), status: 'succeeded' })
    setup.payment_method = method.id
    this.setups.set(setup.id, setup)
    Object.assign(session, { setup_intent: setup.id, status: 'complete', url: null })
    return session
  }

  /** The intent of a page is created when the customer first confirms. */
  private intentOfPage(session: Stripe.Checkout.Session): Stripe.PaymentIntent {
    const { amount_total, currency, customer, payment_intent } = session
    if (payment_intent !== null)
      return this.get(this.intents, 'payment_intent', `${payment_intent}`)
    const intent = intentShape({
      ...this.made('pi'),
      ...{ amount: amount_total as number, currency: currency as string, customer },
      metadata: { ...session.metadata },
    })
    this.intents.set(intent.id, intent)
    this.ofPages.set(intent.id, session.id)
    session.payment_intent = intent.id
    return intent
  }

  /** The customer contests a payment: https://docs.stripe.com/disputes/how-disputes-work. */
  contest(payment_intent: string): Stripe.Dispute {
    const { amount, currency } = this.get(this.intents, 'payment_intent', payment_intent)
    const dispute = disputeShape({ ...this.made('dp'), amount, currency, payment_intent })
    this.disputes.set(dispute.id, dispute)
    return dispute
  }

  /** Takes the money of a dispute, or returns it. */
  moveDisputed({ balance_transactions, amount, currency }: Stripe.Dispute, sign: 1 | -1): void {
    const moved = { amount: amount * sign, currency }
    balance_transactions.push(balanceShape({ ...this.made('txn'), ...moved }))
  }

  expire(id: string): Stripe.Checkout.Session {
    const session = this.get(this.sessions, 'checkout.session', id)
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    Object.assign(session, { status: 'expired', url: null })
    const intent = this.intents.get(`${session.payment_intent}`)
    if (intent) intent.status = 'canceled'
    return session
  }

  cancel(id: string): Stripe.PaymentIntent {
    const intent = this.get(this.intents, 'payment_intent', id)
    const isPage = this.ofPages.has(id)
    if (isPage || !intent.status.startsWith('requires_')) {
      const why = isPage ? 'it was created by a Checkout Session' : `it has status ${intent.status}`
      const code = isPage ? undefined : 'payment_intent_unexpected_state'
      throw invalid(`You cannot cancel this PaymentIntent because ${why}.`, { code })
    }
    return Object.assign(intent, { status: 'canceled', canceled_at: this.now() })
  }

  detach(id: string): Stripe.PaymentMethod {
    const method = this.get(this.methods, 'PaymentMethod', id, 'payment_method')
    if (method.customer === null) {
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    return Object.assign(method, { customer: null })
  }

  /** Days later, the money of a debit or voucher has arrived, or does not. */
  end(id: string, error?: NonNullable<Behavior['declines']>): void {
    const intent = this.get(this.intents, 'payment_intent', id)
    if (error) this.decline(intent, error)
    else this.confirm(intent, {})
  }

  /** Returns money of a payment: https://docs.stripe.com/api/refunds/create and https://docs.stripe.com/error-codes. */
  refund(made: { payment_intent: string; amount: number; metadata: Stripe.Metadata }) {
    const { payment_intent, amount } = made
    const intent = this.get(this.intents, 'payment_intent', payment_intent)
    const charge = this.charges.get(`${intent.latest_charge}`)
    if (intent.status !== 'succeeded' || !charge) {
      const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
      throw invalid(message, { param: 'payment_intent' })
    }
    if (charge.disputed) {
      const code = 'charge_disputed'
      throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code })
    }
    const left = intent.amount_received - this.refundedOf(intent.id)
    if (left === 0) {
      const code = 'charge_already_refunded'
      throw invalid(`Charge ${charge.id} has already been refunded.`, { code })
    }
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
      throw invalid(message, { param: 'amount' })
    }
    const { refundsLater } = this.behaviors.get(`${intent.payment_method}`) ?? {}
    const { currency } = intent
    const status = refundsLater ? 'pending' : 'succeeded'
    const refund = refundShape({ ...this.made('re'), ...made, charge: charge.id, currency, status })
    this.refunds.set(refund.id, refund)
    charge.amount_refunded += amount
    charge.refunded = amount === left
    return refund
  }

  /** Days later, a bank took the money of a refund or, with a reason, did not. */
  endRefund(id: string, failure_reason?: string): Stripe.Refund {
    const refund = this.get(this.refunds, 'refund', id)
    if (failure_reason === undefined) return Object.assign(refund, { status: 'succeeded' })
    const charge = this.charges.get(`${refund.charge}`)
    if (charge)
      Object.assign(charge, {
        refunded: false,
        amount_refunded: charge.amount_refunded - refund.amount,
      })
    return Object.assign(refund, { status: 'failed', failure_reason })
  }

  /** How much of a payment was returned or is on its way, by Stripe's own books. */
  refundedOf(payment_intent: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === payment_intent && refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  /** How often a payment was charged, by Stripe's own books. */
  chargesOf(payment: string): number {
    return [...this.intents.values()].filter(
      ({ metadata, status }) =>
        metadata.payment === payment && ['succeeded', 'processing'].includes(status),
    ).length
  }
}

// The interface of a payment gateway. It alone knows card numbers: they are entered on its own pages.

import type { DisputeReport } from '../domain/dispute.ts'
import type { SavedMethod } from '../domain/payment-method.ts'
import type { Outcome } from '../domain/payment-states.ts'
import type { Held } from '../domain/reconciliation.ts'
import type { RefundOutcome } from '../domain/refund-outcomes.ts'
import type { Background } from './background.ts'

/** How long a call can take. What it did is unknown then. */
export const CALL_MS = 20_000

/** A payment: `id` is the key under which it is charged at most once. */
export interface PaymentKey {
  environment_id: number
  id: string
}

/** A payment as it is stored. The wall time at which it began is in its ID; `created_at` is business time. */
export interface GatewayKey extends PaymentKey {
  customer_id: number
  /** What the gateway calls it; null until it said so. */
  gateway_ref: string | null
}

/** A page on which a customer pays. */
export interface BeginPayment extends PaymentKey {
  customer_id: number
  amount: number
  currency: string
  /** What the customer pays: the number of the invoice. */
  description: string
  /** The page to which the gateway sends the customer back. */
  return_path: string
  /** Of the page (BCP 47). */
  language: string
}

/** A page on which a customer saves a method without paying. */
export interface BeginSetup {
  environment_id: number
  /** The ID that the payment method will have, under which it is saved at most once. */
  id: string
  customer_id: number
  /** The page to which the gateway sends the customer back: an address, or a path of this service. */
  return_url: string
  /** In which the method is to be charged; without one, the page takes cards only. */
  currency?: string
  /** Of the page (BCP 47); without one, that of the browser. */
  language?: string
}

/** A method that a customer saved without paying, with what `beginSetup` was called with. */
export interface SavedSetup extends Pick<BeginSetup, 'environment_id' | 'id' | 'customer_id'> {
  method: SavedMethod
}

export interface Charge extends BeginPayment {
  payment_method_id: string
  /** What the gateway calls the method. */
  method: string
}

/** A refund as it is stored: `id` is the key under which it is paid at most once. */
export interface RefundKey {
  environment_id: number
  id: string
  payment_id: string
  /** What the gateway calls the payment. */
  payment_ref: string
  /** What the gateway calls the refund; null until it said so. */
  gateway_ref: string | null
}

export interface SendRefund extends RefundKey {
  amount: number
  currency: string
}

/** The object that an event is about: a payment, a refund, or a page that saves a method. */
export type EventSubject =
  | { environment_id: number; refund_id: string }
  | { environment_id: number; payment_id: string }
  | { environment_id: number; setup_ref: string }
  /** A dispute; its payment by what the gateway calls it. */
  | { disputed_ref: string }

/** What a gateway has of a payment of ours, by its own books. */
export interface GatewayRecord {
  /** Further kinds are compared in another way. */
  kind: 'payment'
  /** Of the payment here, as it was sent to the gateway. */
  id: string
  ref: string
  /** In the smallest unit as we count it. */
  amount: number
  currency: string
  held: Held
  /** The sum of its refunds that did not fail. */
  refunded: number
}

export interface ListSince {
  environment_id: number
  /** Real time; records of payments that began before can be left out. Null for all. */
  since: number | null
  /** That of the page before; null for the first. */
  cursor: string | null
}

export interface RecordPage {
  records: GatewayRecord[]
  /** Null after the last page. */
  next: string | null
}

/**
 * A gateway. Each method can be repeated with the same key. A call whose result is unknown is `open`; one that the
 * gateway refuses because of its configuration throws a `GatewayError`, and nothing was charged by it.
 */
export interface Gateway {
  /** Charges a saved method. Where the key can be older than a day, `lookUp` comes first. */
  charge(input: Charge): Promise<Outcome>
  /** Prepares a page on which the customer pays. */
  beginPayment(input: BeginPayment): Promise<Outcome>
  /** What became of a payment; undefined if nothing was charged, and `charge` is to be called. */
  lookUp(key: GatewayKey): Promise<Outcome | undefined>
  /** Ends a payment that the customer did not complete. It may have been completed meanwhile. */
  cancel(key: GatewayKey): Promise<Outcome>
  /** Returns money of a payment. Where the key can be older than a day, `lookUpRefund` comes first. */
  refund(input: SendRefund): Promise<RefundOutcome>
  /** What became of a refund; undefined if the gateway does not have it, and `refund` is to be called. */
  lookUpRefund(key: RefundKey): Promise<RefundOutcome | undefined>
  /** Prepares a page on which the customer saves a method; returns its address, and what the gateway calls it. */
  beginSetup(input: BeginSetup): Promise<{ url: string; ref: string }>
  lookUpSetup(ref: string): Promise<SavedSetup | 'open' | 'canceled'>
  /** All disputes of a payment whose money arrived; undefined if it is unknown now. */
  disputesOf(key: GatewayKey): Promise<readonly DisputeReport[] | undefined>
  /** Forgets a method; one that is gone stays so. */
  detach(method: string): Promise<void>
  /** A page of what it has of an environment. Throws a `GatewayError` without a response. */
  listSince(input: ListSince): Promise<RecordPage>
  /** Its record of one payment; undefined if it has none. Throws a `GatewayError` without a response. */
  findRecord(key: PaymentKey & { ref: string | null }): Promise<GatewayRecord | undefined>
  /** Reads an event, which is only a hint to look up its subject; `invalid` unless the gateway signed it just now. */
  readEvent(
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<EventSubject | 'other' | 'invalid'>
}

/** The gateways of all environments. */
export interface Gateways {
  /** The gateway of an attempt or a method, also if it is disabled; null is the simulated one. */
  of(environment_id: number, gateway_id: string | null): Promise<Gateway>
  /** A gateway, by a caller who does not know whether it exists. */
  find(environment_id: number, gateway_id: string): Promise<Gateway | undefined>
}

export interface GatewayBackground extends Background {
  gateways: Gateways
}

/** A call that a gateway refuses until an operator changes something. The message has no secret. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
}

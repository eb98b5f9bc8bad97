// The interface of a payment gateway. It alone knows card numbers: they are entered on its own pages.

import type { Outcome } from '../domain/payment-states.ts'

/** A payment as a gateway knows it: `id` is the key under which it is charged at most once. */
export interface GatewayKey {
  environment_id: number
  /** The payment. */
  id: string
}

export interface BeginPayment extends GatewayKey {
  amount: number
  currency: string
  /** What the customer pays: the number of the invoice. */
  description: string
  /** The page to which the gateway sends the customer back. */
  return_path: string
}

export interface Charge extends BeginPayment {
  /** What the gateway calls the method. */
  method: string
}

/** A customer saves a method without paying. */
export interface BeginSetup {
  environment_id: number
  /** The ID that the payment method will have, under which it is saved at most once. */
  id: string
  customer_id: number
  /** The page to which the gateway sends the customer back: an address, or a path of this service. */
  return_url: string
}

/** Each method can be repeated with the same key. */
export interface Gateway {
  /** Charges a saved method. */
  charge(input: Charge): Promise<Outcome>
  /** Prepares a page on which the customer pays. */
  beginPayment(input: BeginPayment): Promise<Outcome>
  /** Prepares a page on which the customer saves a method; returns its address. */
  beginSetup(input: BeginSetup): Promise<string>
  /** What became of a payment; undefined if the gateway does not know the key. */
  lookUp(key: GatewayKey): Promise<Outcome | undefined>
  /** Ends a payment that the customer did not complete. It may have been completed meanwhile. */
  cancel(key: GatewayKey): Promise<Outcome>
}

// The helpers of event causes, which create objects one after the other.

import type { EventObject, EventType } from '../domain/event.ts'

export interface CausedEvent {
  id: string
  sequence: number
  type: string
}

export interface Caused {
  event: CausedEvent
  /** IDs of the objects created for it. */
  made: string[]
}

/** Creates objects one after the other, and returns their IDs as events name them. */
export interface Making {
  made: string[]
  /** Uses the example of the API reference. */
  create(resource: EventObject): Promise<string>
  customer(): Promise<string>
  product(): Promise<string>
  price(members?: object): Promise<string>
  /** Moves the subscribers of a price to another one. */
  migration(from_price_id: string, to_price_id: string): Promise<string>
  invoice(members?: { due_date?: string }): Promise<string>
  /** Credits an open, finalized invoice. */
  creditNote(): Promise<{ note: string; invoice: string }>
  /** Starts in a trial, unless given otherwise. */
  subscription(members?: object): Promise<string>
  /** Waits for the end of a trial. */
  invoiceItem(): Promise<string>
  coupon(): Promise<string>
  promotionCode(): Promise<string>
  /** Redeems a coupon for a draft. Returns the coupon, and the draft's path with the discount. */
  redeemed(): Promise<{ coupon: string; discount: string }>
  taxRate(): Promise<string>
  taxRegistration(): Promise<string>
  gateway(): Promise<string>
  /** Creates and finalizes an invoice, of 59.97 unless given otherwise. */
  finalized(members?: { due_date?: string }): Promise<string>
  credit(): Promise<string>
  endpoint(url?: string): Promise<string>
  /** Pays a finalized invoice of 5997 in its currency. */
  payment(amount: number): Promise<{ payment: string; invoice: string }>
  /** Refunds 2500 of a paid invoice. */
  refund(): Promise<string>
  account(): Promise<string>
  patch(path: string, body: object): Promise<string>
  /** POSTs to the last segment of a path. Returns the object's ID. */
  act(path: string, verb: string, body?: object): Promise<string>
  remove(path: string): Promise<string>
  /** Waits for the event of this type about this object. */
  event(type: EventType, objectId: string): Promise<CausedEvent>
}

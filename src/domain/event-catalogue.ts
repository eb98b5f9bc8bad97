// Every type of event there is: what it carries, and when it is recorded.

/** What an event carries as `data.object`: a whole object as the API answers it. */
export type EventObject =
  | 'account'
  | 'coupon'
  | 'credit_transaction'
  | 'customer'
  | 'invoice'
  | 'payment'
  | 'price'
  | 'product'
  | 'promotion_code'
  | 'tax_rate'
  | 'tax_registration'
  | 'webhook_endpoint'

export interface EventEntry {
  object: EventObject
  /** When it is recorded, in one sentence; Markdown code is allowed. */
  when: string
  /** Whether `data.previous_attributes` says what the members that changed were before. */
  changes: boolean
}

/** In the order of their names; `<resource>.<past tense>`. */
export const EVENTS = {
  'account.updated': {
    object: 'account',
    when: 'A setting or the logo of this environment changes.',
    changes: true,
  },
  'coupon.created': {
    object: 'coupon',
    when: 'A coupon is created.',
    changes: false,
  },
  'coupon.redeemed': {
    object: 'coupon',
    when: 'A coupon is redeemed, by itself or by a promotion code: a customer or a draft has its discount.',
    changes: true,
  },
  'coupon.released': {
    object: 'coupon',
    when: 'A redemption is taken back: its discount is removed before anything is issued with it, or its draft is voided.',
    changes: true,
  },
  'coupon.updated': {
    object: 'coupon',
    when: 'A coupon changes, such as its limit.',
    changes: true,
  },
  'credit_transaction.created': {
    object: 'credit_transaction',
    when: 'Credit of a customer is granted, expires, is applied to an invoice, or is given back because that invoice is voided.',
    changes: false,
  },
  'customer.created': {
    object: 'customer',
    when: 'A customer is created.',
    changes: false,
  },
  'customer.deleted': {
    object: 'customer',
    when: 'A customer is deleted, or erased without having been deleted before.',
    changes: false,
  },
  'customer.erased': {
    object: 'customer',
    when: 'The erasure of a person begins; the object no longer holds any personal data.',
    changes: false,
  },
  'customer.updated': {
    object: 'customer',
    when: 'A field of a customer changes, or its credit balance does.',
    changes: true,
  },
  'invoice.created': {
    object: 'invoice',
    when: 'A draft is created.',
    changes: false,
  },
  'invoice.finalized': {
    object: 'invoice',
    when: 'A draft is finalized: it takes its definitive number, and its amounts and texts are frozen.',
    changes: true,
  },
  'invoice.overdue': {
    object: 'invoice',
    when: 'The due date of an open invoice ends in the time zone of the account while it has a balance due, or a reversed payment reopens an invoice after its due date.',
    changes: true,
  },
  'invoice.paid': {
    object: 'invoice',
    when: 'A payment settles all that remained, or an invoice with nothing due is finalized.',
    changes: true,
  },
  'invoice.partially_paid': {
    object: 'invoice',
    when: 'A payment is recorded and a balance is still due.',
    changes: true,
  },
  'invoice.payment_reversed': {
    object: 'invoice',
    when: 'A payment of the invoice is reversed, so that its amount is due again.',
    changes: true,
  },
  'invoice.reminded': {
    object: 'invoice',
    when: 'A payment reminder is written to the customer, on a day that `reminder_days` names.',
    changes: false,
  },
  'invoice.send_failed': {
    object: 'invoice',
    when: 'The email with the invoice has failed: the email server rejected it, or could not be reached for two days. Live environments only.',
    changes: true,
  },
  'invoice.sent': {
    object: 'invoice',
    when: 'The email server accepts the email with the invoice. Live environments only.',
    changes: true,
  },
  'invoice.updated': {
    object: 'invoice',
    when: 'A draft is edited, an invoice is sent again, or its hosted page gets another link.',
    changes: true,
  },
  'invoice.voided': {
    object: 'invoice',
    when: 'An invoice is voided; credit applied to it goes back to the customer.',
    changes: true,
  },
  'payment.created': {
    object: 'payment',
    when: 'A payment is recorded; `invoice.paid` or `invoice.partially_paid` follows.',
    changes: false,
  },
  'payment.reversed': {
    object: 'payment',
    when: 'A payment is reversed; `invoice.payment_reversed` follows.',
    changes: true,
  },
  'price.created': {
    object: 'price',
    when: 'A price is created, by itself or as a new version of another.',
    changes: false,
  },
  'price.updated': {
    object: 'price',
    when: 'A field of a price changes, or a new version replaces it.',
    changes: true,
  },
  'product.archived': {
    object: 'product',
    when: 'A product is archived.',
    changes: true,
  },
  'product.created': {
    object: 'product',
    when: 'A product is created.',
    changes: false,
  },
  'product.updated': {
    object: 'product',
    when: 'A product changes, or is made active again.',
    changes: true,
  },
  'promotion_code.created': {
    object: 'promotion_code',
    when: 'A promotion code is created.',
    changes: false,
  },
  'promotion_code.updated': {
    object: 'promotion_code',
    when: 'A promotion code changes, or how often it has been redeemed does.',
    changes: true,
  },
  'tax_rate.created': {
    object: 'tax_rate',
    when: 'A tax rate is created.',
    changes: false,
  },
  'tax_rate.updated': {
    object: 'tax_rate',
    when: 'A tax rate changes, such as the last day on which it applies.',
    changes: true,
  },
  'tax_registration.created': {
    object: 'tax_registration',
    when: 'A tax registration is created.',
    changes: false,
  },
  'tax_registration.updated': {
    object: 'tax_registration',
    when: 'A tax registration changes, such as its number or its last day.',
    changes: true,
  },
  'webhook_endpoint.created': {
    object: 'webhook_endpoint',
    when: 'A webhook endpoint is created.',
    changes: false,
  },
  'webhook_endpoint.deleted': {
    object: 'webhook_endpoint',
    when: 'A webhook endpoint is deleted.',
    changes: false,
  },
  'webhook_endpoint.disabled': {
    object: 'webhook_endpoint',
    when: 'A webhook endpoint is disabled, because its receiver answered 410 or failed for five days.',
    changes: false,
  },
  'webhook_endpoint.secret_rotated': {
    object: 'webhook_endpoint',
    when: 'The secret of a webhook endpoint is rotated.',
    changes: false,
  },
  'webhook_endpoint.test': {
    object: 'webhook_endpoint',
    when: 'A test event is asked for; it is delivered to this endpoint only.',
    changes: false,
  },
  'webhook_endpoint.updated': {
    object: 'webhook_endpoint',
    when: 'A webhook endpoint changes, is paused, or is resumed.',
    changes: true,
  },
} as const satisfies Record<`${EventObject}.${string}`, EventEntry>

export type EventType = keyof typeof EVENTS

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

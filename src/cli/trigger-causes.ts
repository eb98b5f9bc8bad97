// The requests that cause each type of event; any client could send them.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exampleOf } from '../app/examples.ts'
import { customerRef } from '../domain/customer.ts'
import { EVENT_TYPES, type EventObject, type EventType } from '../domain/event.ts'
import { RESOURCES } from '../domain/resources.ts'
import { CommandError } from './failure.ts'
import { NOT_TRIGGERED } from './not-triggered.ts'
import { Refused, type ServiceClient } from './service-client.ts'
import type { CausedEvent, Making } from './trigger-making.ts'
import { MIGRATION_CAUSES } from './trigger-migrations.ts'

const WAIT_SECONDS = 30
/** Beyond any event, so that the one before it is the last one. */
const FAR = 999_999_999_999
/** A day that is over in every time zone. */
const PAST = '2020-01-31'
/** A name that never resolves (RFC 2606), so that nothing leaves the machine. */
const NOWHERE = 'https://receiver.invalid/hooks'

const RATE = { country: 'AU', percentage: '10', valid_from: PAST }
const CUSTOMER = { name: 'Maple Bicycles (created by reckoner trigger)', country: 'CA' }
const SETUP = { description: 'Setup', unit_amount: 5000 }

/** It begins no payments. */
const idleGateway = () => ({ ...exampleOf('gateway', 'created'), status: 'disabled' })

export function startMaking(client: ServiceClient): Making {
  const made: string[] = []
  const send = async (method: string, path: string, body?: object) =>
    (await client.ask<{ id: string | number }>(method, path, { body })).body.id
  const make = async (path: string, body: object) => {
    const id = await send('POST', path, body)
    made.push(typeof id === 'number' ? customerRef(id) : id)
    return made.at(-1) as string
  }
  const self: Making = {
    made,
    create: (resource) => make(`/v1/${RESOURCES[resource].path}`, exampleOf(resource, 'created')),
    customer: () => make('/v1/customers', CUSTOMER),
    product: () => make('/v1/products', { name: 'Seat' }),
    async price(members = {}) {
      const product_id = await self.product()
      return make('/v1/prices', { product_id, model: 'per_unit', unit_amount: 1999, ...members })
    },
    migration: (...of) => migrate(make, of),
    subscription: (members) => subscribe(self, make, members),
    invoiceItem: () => addItem(self, make),
    coupon: () => self.create('coupon'),
    promotionCode: async () =>
      make('/v1/promotion_codes', { coupon_id: await self.coupon(), code: ownCode() }),
    async redeemed() {
      const path = `${invoices(await self.invoice())}/discounts`
      return redeemFor(client, path, await self.coupon())
    },
    // Names and places differ each time, so that none overlaps another.
    taxRate: () => make('/v1/tax_rates', { ...RATE, name: ownName() }),
    taxRegistration: () =>
      make('/v1/tax_registrations', {
        ...{ country: 'AU', region: ownName(), scheme: 'manual', valid_from: PAST },
      }),
    gateway: () => make('/v1/gateways', idleGateway()),
    async invoice(members = {}) {
      const customer_id = await self.customer()
      const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
      return make('/v1/invoices', { customer_id, line_items, ...members })
    },
    finalized: async (members) => self.act(invoices(await self.invoice(members)), 'finalize'),
    async credit() {
      const customer = await self.customer()
      return make(`/v1/customers/${customer}/credit_transactions`, { amount: '25.00' })
    },
    async payment(amount) {
      const invoice = await self.finalized()
      const body = { invoice_id: invoice, amount, method: 'bank_transfer' }
      return { payment: await make('/v1/payments', body), invoice }
    },
    creditNote: () => creditInPart(self, make),
    async refund() {
      made.push(await refundInPart(self, { client, make }))
      return made.at(-1) as string
    },
    // Subscribed to its own test events only, so that it receives no others.
    endpoint: (url = NOWHERE) =>
      make('/v1/webhook_endpoints', { url, enabled_events: ['webhook_endpoint.test'] }),
    async account() {
      const id = await send('PATCH', '/v1/account', { footer: await otherFooter(client) })
      made.push(String(id))
      return String(id)
    },
    patch: (path, body) => send('PATCH', path, body).then(() => idOf(path)),
    async act(path, verb, body) {
      await send('POST', `${path}/${verb}`, body)
      return idOf(path)
    },
    async remove(path) {
      await send('DELETE', path)
      return idOf(path)
    },
    async event(type, objectId) {
      const event = await eventOf(client, type, objectId)
      if (event) return { id: event.id, sequence: event.sequence, type: event.type }
      throw new CommandError(
        `${made.join(', ')} did not cause ${type} within ${WAIT_SECONDS} seconds. The log of the service can show why.`,
      )
    },
  }
  return self
}

/** There is only one account, so one call sets the footer and the next one clears it. */
async function otherFooter(client: ServiceClient): Promise<string> {
  const { footer } = (await client.ask<{ footer: string }>('GET', '/v1/account')).body
  const line = 'Thank you for riding with us.'
  return footer === line ? '' : line
}

async function eventOf(client: ServiceClient, type: EventType, objectId: string) {
  const about = `/v1/events?type=${type}&object_id=${objectId}&limit=1`
  const ask = async (how: string) =>
    (await client.ask<{ data: CausedEvent[] }>('GET', `${about}&${how}`)).body.data[0]
  return (await ask(`before=${FAR}`)) ?? (await ask(`wait=${WAIT_SECONDS}`))
}

/** Credits a part of a new invoice. */
async function creditInPart(making: Making, make: Make) {
  const invoice = await making.finalized()
  const body = { invoice_id: invoice, amount: 2500, reason: 'goodwill' }
  return { note: await make('/v1/credit_notes', body), invoice }
}

/** Refunds a part of a new invoice that was paid. Returns the refund. */
async function refundInPart(
  making: Making,
  { client, make }: { client: ServiceClient; make: Make },
): Promise<string> {
  const { invoice } = await making.payment(5997)
  const body = { invoice_id: invoice, amount: 2500, refund: 2500, reason: 'goodwill' }
  const path = `/v1/refunds?credit_note_id=${await make('/v1/credit_notes', body)}`
  const { data } = (await client.ask<{ data: [{ id: string }] }>('GET', path)).body
  return data[0].id
}

type Make = (path: string, body: object) => Promise<string>

/** Subscribes a new customer to a new plan. */
async function subscribe(
  making: Making,
  make: Make,
  members: object = { trial_days: 14 },
): Promise<string> {
  const product_id = await making.product()
  const terms = { product_id, model: 'per_unit', unit_amount: 1999, interval: 'month' }
  const price_id = await make('/v1/prices', terms)
  const customer_id = await making.customer()
  const items = [{ price_id, quantity: 3 }]
  return make('/v1/subscriptions', { customer_id, items, ...members })
}

const migrate = (make: Make, [from_price_id, to_price_id]: [string, string]): Promise<string> =>
  make('/v1/price_migrations', { from_price_id, to_price_id, effective_from: tomorrow() })

const addItem = async (making: Making, make: Make): Promise<string> =>
  make('/v1/invoice_items', { ...SETUP, subscription_id: await making.subscription() })

const ownName = () => `Trigger ${randomBytes(6).toString('hex')}`

const ownCode = () => ownName().replace(' ', '-')

/** Redeems a coupon. Returns the path of the discount. */
async function redeemFor(client: ServiceClient, path: string, coupon: string) {
  const answer = await client.ask<{ discounts: { id: string }[] }>('POST', path, {
    body: { coupon_id: coupon },
  })
  return { coupon, discount: `${path}/${answer.body.discounts[0]?.id}` }
}

const idOf = (path: string) => path.split('/').at(-1) as string

const invoices = (id: string) => `/v1/invoices/${id}`
const subscriptions = (id: string) => `/v1/subscriptions/${id}`
const items = (id: string) => `/v1/invoice_items/${id}`
const creditNotes = (id: string) => `/v1/credit_notes/${id}`
const refunds = (id: string) => `/v1/refunds/${id}`
const payments = (id: string) => `/v1/payments/${id}`
const endpoints = (id: string) => `/v1/webhook_endpoints/${id}`

/** Moves the object that the event is about to the end of those created. */
function lastly({ made }: Making, id: string): string {
  made.push(...made.splice(made.indexOf(id), 1))
  return id
}

/** An invoice with a write-off of 25.00. */
const writtenOff = async (m: Making): Promise<string> =>
  m.act(invoices(await m.finalized()), 'write_off', { amount: 2500, reason: 'Insolvent customer' })

/** Makes a payment and removes its allocation. */
async function freed(m: Making): Promise<{ payment: string; invoice: string }> {
  const { payment, invoice } = await m.payment(2500)
  await m.act(payments(payment), 'deallocate', { allocations: [{ invoice_id: invoice }] })
  lastly(m, payment)
  return { payment, invoice }
}

export type Triggered = Exclude<EventType, keyof typeof NOT_TRIGGERED>

export const TRIGGERED = EVENT_TYPES.filter((type): type is Triggered => !(type in NOT_TRIGGERED))

/** Why a known event cannot be triggered; undefined for any other text. */
export const whyNotTriggered = (text: string): string | undefined =>
  Object.entries(NOT_TRIGGERED).find(([type]) => type === text)?.[1]

const END = { at: 'period_end' }
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

type Cause = (making: Making) => Promise<string>

/** Causes one event of a type. Returns the ID of the object it is about. */
export const causeOf = (type: Triggered): Cause => CAUSES[type] ?? usualCause(type)

/** Creates the resource from the example of the API reference, and updates it unless the event is `created`. */
function usualCause(type: Triggered): Cause {
  const [name = '', act] = type.split('.')
  const resource = name as EventObject
  return async (m) => {
    const id = await m.create(resource)
    if (act === 'created') return id
    return m.patch(`/v1/${RESOURCES[resource].path}/${id}`, exampleOf(resource, 'updated'))
  }
}

/** Events that need more than the examples of the API reference. */
const CAUSES: Partial<Record<Triggered, Cause>> = {
  'account.updated': (m) => m.account(),
  'credit_transaction.created': (m) => m.credit(),
  'customer.created': (m) => m.customer(),
  'customer.updated': async (m) =>
    m.patch(`/v1/customers/${await m.customer()}`, { phone: '+1 514 555 0100' }),
  'customer.erased': async (m) => m.act(`/v1/customers/${await m.customer()}`, 'erase'),
  'customer.deleted': async (m) => m.remove(`/v1/customers/${await m.customer()}`),
  'product.archived': async (m) => m.remove(`/v1/products/${await m.product()}`),
  'price.created': (m) => m.price(),
  'price.updated': async (m) =>
    m.patch(`/v1/prices/${await m.price()}`, { description: 'One seat, a month' }),
  'coupon.redeemed': async (m) => (await m.redeemed()).coupon,
  'coupon.released': async (m) => {
    const { coupon, discount } = await m.redeemed()
    await m.remove(discount)
    return coupon
  },
  'promotion_code.created': (m) => m.promotionCode(),
  'promotion_code.updated': async (m) =>
    m.patch(`/v1/promotion_codes/${await m.promotionCode()}`, { active: false }),
  'tax_rate.created': (m) => m.taxRate(),
  'tax_rate.updated': async (m) =>
    m.patch(`/v1/tax_rates/${await m.taxRate()}`, { valid_to: '2030-12-31' }),
  'tax_registration.created': (m) => m.taxRegistration(),
  'tax_registration.updated': async (m) =>
    m.patch(`/v1/tax_registrations/${await m.taxRegistration()}`, { number: '42' }),
  'gateway.created': (m) => m.gateway(),
  'gateway.updated': async (m) =>
    m.patch(`/v1/gateways/${await m.gateway()}`, { name: 'Stripe, Canada' }),
  'subscription.created': (m) => m.subscription({ start: tomorrow() }),
  'subscription.started': (m) => m.subscription(),
  'subscription.updated': async (m) => m.act(subscriptions(await m.subscription()), 'cancel', END),
  'subscription.change_scheduled': async (m) => {
    const path = subscriptions(await m.subscription())
    const items = [{ price_id: m.made.find((id) => id.startsWith('price_')) }]
    return m.act(path, 'change', { at: 'period_end', items })
  },
  'subscription.paused': async (m) => m.act(subscriptions(await m.subscription()), 'pause'),
  'subscription.resumed': async (m) =>
    m.act(subscriptions(await m.subscription({ pause: {} })), 'resume'),
  'subscription.canceled': async (m) =>
    m.act(subscriptions(await m.subscription()), 'cancel', { at: 'now' }),
  ...MIGRATION_CAUSES,
  'invoice_item.created': (m) => m.invoiceItem(),
  'invoice_item.updated': async (m) => m.patch(items(await m.invoiceItem()), { quantity: 2 }),
  'invoice_item.deleted': async (m) => m.remove(items(await m.invoiceItem())),
  'invoice_item.billed': async (m) => {
    const item = await m.invoiceItem()
    const subscription = m.made.find((id) => id.startsWith('sub_')) as string
    await m.act(subscriptions(subscription), 'cancel', { at: 'now' })
    return item
  },
  'invoice.created': (m) => m.invoice(),
  'invoice.updated': async (m) => m.patch(invoices(await m.invoice()), { notes: 'Thank you.' }),
  'invoice.finalized': (m) => m.finalized(),
  'invoice.paid': async (m) => lastly(m, (await m.payment(5997)).invoice),
  'invoice.partially_paid': async (m) => lastly(m, (await m.payment(2500)).invoice),
  'invoice.payment_reversed': async (m) => {
    const { payment, invoice } = await m.payment(5997)
    await m.act(payments(payment), 'reverse')
    return lastly(m, invoice)
  },
  'invoice.credited': async (m) => lastly(m, (await m.creditNote()).invoice),
  'invoice.credit_note_voided': async (m) => {
    const { note, invoice } = await m.creditNote()
    await m.act(creditNotes(note), 'void')
    return lastly(m, invoice)
  },
  'invoice.written_off': async (m) => writtenOff(m),
  'invoice.write_off_reversed': async (m) =>
    m.act(invoices(await writtenOff(m)), 'reverse_write_off'),
  'credit_note.issued': async (m) => (await m.creditNote()).note,
  'credit_note.updated': async (m) =>
    m.act(creditNotes((await m.creditNote()).note), 'send', { to: 'finance@harbour.example' }),
  'credit_note.voided': async (m) => m.act(creditNotes((await m.creditNote()).note), 'void'),
  'refund.created': (m) => m.refund(),
  'refund.succeeded': async (m) => m.act(refunds(await m.refund()), 'succeed'),
  'refund.failed': async (m) => m.act(refunds(await m.refund()), 'fail'),
  'refund.canceled': async (m) => m.act(refunds(await m.refund()), 'cancel'),
  'refund.moved_to_balance': async (m) => m.act(refunds(await m.refund()), 'to_balance'),
  'payment.created': async (m) => (await m.payment(2500)).payment,
  'payment.allocated': async (m) => {
    const { payment, invoice } = await freed(m)
    return m.act(payments(payment), 'allocate', { allocations: [{ invoice_id: invoice }] })
  },
  'payment.deallocated': async (m) => (await freed(m)).payment,
  'payment.moved_to_balance': async (m) => m.act(payments((await freed(m)).payment), 'to_balance'),
  'payment.updated': async (m) => {
    const { payment } = await freed(m)
    await m.act('/v1', 'refunds', { payment_id: payment, from: 'overpayment' })
    return payment
  },
  'payment.reversed': async (m) => m.act(payments((await m.payment(2500)).payment), 'reverse'),
  'invoice.overdue': (m) => m.finalized({ due_date: PAST }),
  'invoice.voided': async (m) => m.act(invoices(await m.finalized()), 'void'),
  'webhook_endpoint.created': (m) => m.endpoint(),
  'webhook_endpoint.updated': async (m) =>
    m.patch(endpoints(await m.endpoint()), { description: 'Created by reckoner trigger' }),
  'webhook_endpoint.deleted': async (m) => m.remove(endpoints(await m.endpoint())),
  'webhook_endpoint.secret_rotated': async (m) =>
    m.act(endpoints(await m.endpoint()), 'rotate_secret'),
  // Paused, because its URL does not exist.
  'webhook_endpoint.test': async (m) =>
    m.act(endpoints(await m.act(endpoints(await m.endpoint()), 'pause')), 'test'),
  'webhook_endpoint.disabled': disableEndpoint,
}

/** A receiver on this machine returns 410 Gone, which disables its endpoint. */
async function disableEndpoint(making: Making): Promise<string> {
  const receiver = createServer((_, answer) => answer.writeHead(410).end())
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  try {
    const id = await making.endpoint(`http://127.0.0.1:${port}`).catch(unreachable)
    await making.act(endpoints(id), 'test')
    await making.event('webhook_endpoint.disabled', id)
    return id
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

function unreachable(error: unknown): never {
  if (!(error instanceof Refused && error.status === 400)) throw error
  throw new CommandError(
    'An endpoint is disabled by the responses of its receiver, and the service refuses receivers on this machine. Start it with WEBHOOK_ALLOW_PRIVATE=true.',
  )
}

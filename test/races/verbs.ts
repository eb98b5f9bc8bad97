// Every kind of write, aimed at few objects and at many: the requests of the deadlock hunt.

import { ROUTES } from '../../src/app/routes.ts'
import type { Random } from '../random.ts'

export interface Request {
  method: string
  path: string
  body?: unknown
}

/** Number of contended objects of a kind; the others are used now and then. */
const HOT = 6
const COLD = 400

/** The IDs of created objects, by collection. */
export class Ids {
  readonly #random: Random
  readonly #hot = new Map<string, string[]>()
  readonly #cold = new Map<string, string[]>()

  constructor(random: Random) {
    this.#random = random
  }

  has(collection: string): boolean {
    return (this.#hot.get(collection)?.length ?? 0) > 0
  }

  /** Adds an ID as contended; the previous ones in turn become ordinary. */
  add(collection: string, id: string): void {
    const { below } = this.#random
    const hot = this.#hot.get(collection) ?? []
    const cold = this.#cold.get(collection) ?? []
    this.#hot.set(collection, hot)
    this.#cold.set(collection, cold)
    if (hot.push(id) > HOT) cold.push(...hot.splice(below(hot.length), 1))
    if (cold.length > COLD) cold.splice(below(cold.length), 1)
  }

  /** Returns mostly a contended ID, or an unused one if the collection is empty. */
  pick(collection: string): string {
    const { below, pick } = this.#random
    const hot = this.#hot.get(collection) ?? []
    const cold = this.#cold.get(collection) ?? []
    const from = cold.length > 0 && below(4) === 0 ? cold : hot
    return from.length > 0 ? pick(from) : '7'
  }
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Bodies of the operations worth varying; the others send their examples. */
function bodies(ids: Ids, { below, pick, some }: Random): Record<string, () => unknown> {
  const customer_id = () => ids.pick('customers')
  const lines = () =>
    some([0, 0, 0, 0], 4).map(() => ({
      description: 'Line',
      quantity: 1 + below(5),
      ...(ids.has('prices') && below(3) === 0
        ? { price_id: ids.pick('prices') }
        : {
            unit_amount: below(1_000),
            ...(ids.has('products') && { product_id: ids.pick('products') }),
          }),
    }))
  const wanted = () => ({
    url: 'https://hunt.invalid/',
    enabled_events: [pick(['*', 'invoice.*', 'product.archived'])],
  })
  const redeemed = () =>
    ids.has('promotion_codes') && below(2) === 0
      ? { promotion_code_id: ids.pick('promotion_codes') }
      : { coupon_id: ids.pick('coupons') }
  return {
    createCustomer: () => ({ name: 'Ada', email: 'ada@hunt.example' }),
    updateCustomer: () => ({ name: `Name ${below(9)}` }),
    createCreditTransaction: () => ({ amount: pick(['3.5', '-1', '0.00000001']) }),
    createProduct: () => ({ name: 'Seat' }),
    updateProduct: () => ({ status: pick(['active', 'archived']) }),
    createPrice: () => ({
      product_id: ids.pick('products'),
      model: 'per_unit',
      unit_amount_decimal: pick(['5', '0.25']),
      currency: 'cad',
      ...(below(3) === 0 && { lookup_key: pick(['seats', 'storage']) }),
    }),
    updatePrice: () =>
      pick([
        { unit_amount_decimal: `0.${1 + below(9)}`, new_version: true },
        { lookup_key: pick(['seats', 'storage', null]) },
        { active: below(2) === 0 },
      ]),
    createCoupon: () => ({
      name: 'Less',
      ...pick([{ percent_off: '7.5' }, { amount_off: 1 + below(300), currency: 'cad' }]),
      duration: pick(['once', 'forever']),
      ...(below(2) === 0 && { max_redemptions: 1 + below(3) }),
    }),
    updateCoupon: () => ({ active: below(4) > 0 }),
    createPromotionCode: () => ({
      coupon_id: ids.pick('coupons'),
      code: `HUNT-${below(40)}`,
      first_time_only: below(3) === 0,
      ...(below(2) === 0 && { max_redemptions: 1 + below(3) }),
    }),
    updatePromotionCode: () => ({ active: below(4) > 0 }),
    addCustomerDiscount: redeemed,
    addSubscriptionDiscount: redeemed,
    addInvoiceDiscount: redeemed,
    createInvoice: () => ({
      customer_id: customer_id(),
      line_items: lines(),
      ...(ids.has('coupons') && below(3) === 0 && { discounts: [redeemed()] }),
      ...(below(3) === 0 && { due_date: '2020-01-31' }),
    }),
    updateInvoice: () => pick([{ customer_id: customer_id() }, { line_items: lines() }]),
    sendInvoice: () => ({}),
    createPayment: () => ({
      ...(below(4) === 0
        ? {
            customer_id: customer_id(),
            allocations: some([{ invoice_id: ids.pick('invoices') }], 1),
          }
        : { invoice_id: ids.pick('invoices') }),
      amount: 1 + below(500),
      currency: 'cad',
      method: 'cash',
    }),
    allocatePayment: () => ({ allocations: [{ invoice_id: ids.pick('invoices') }] }),
    deallocatePayment: () => ({ allocations: [{ invoice_id: ids.pick('invoices') }] }),
    movePaymentToBalance: () => ({ amount: 1 + below(300) }),
    reversePayment: () => ({}),
    updateAccount: () => ({ payment_terms_days: below(60), reminder_days: some([-3, 3, 10], 2) }),
    setAccountLogo: () => ({ content_type: 'image/png', data: PICTURE }),
    createWebhookEndpoint: wanted,
    updateWebhookEndpoint: wanted,
    advanceTestClock: () => ({ to: `${2030 + below(300)}-01-01T00:00:00.000Z` }),
  }
}

/** Relative frequency of each operation; 1 for those not listed, such as new ones. */
const WEIGHTS: Record<string, number> = {
  createCustomer: 12,
  createProduct: 12,
  createPrice: 12,
  updatePrice: 20,
  createCoupon: 6,
  createPromotionCode: 6,
  addCustomerDiscount: 12,
  removeCustomerDiscount: 8,
  addInvoiceDiscount: 15,
  removeInvoiceDiscount: 10,
  createInvoice: 40,
  createPayment: 40,
  updateInvoice: 40,
  finalizeInvoice: 25,
  voidInvoice: 15,
  reversePayment: 15,
  allocatePayment: 15,
  deallocatePayment: 15,
  createCreditTransaction: 30,
  updateCustomer: 20,
  deleteCustomer: 10,
  updateProduct: 20,
  updateAccount: 4,
  advanceTestClock: 1,
  sendInvoice: 6,
  rotateHostedUrl: 6,
  setAccountLogo: 2,
  removeAccountLogo: 2,
  createWebhookEndpoint: 2,
  updateWebhookEndpoint: 4,
  skipWebhookDelivery: 4,
  redeliverWebhookDelivery: 4,
  archiveProduct: 8,
}
/** Operations that destroy the objects of the other races; they need an environment of their own. */
export const RUINOUS: readonly string[] = ['resetTestClock']

export interface Verb {
  operation: string
  make(): Request
}

/** Each operation as often as its weight, so that a random pick respects the weights. */
export function verbsOf(ids: Ids, random: Random): Verb[] {
  const made = bodies(ids, random)
  const writes = ROUTES.filter(({ method }) => method !== 'GET')
  return writes.flatMap((route) => {
    const { operation, method } = route
    const [, collection = ''] = route.path.split('/')
    const make = (): Request => {
      const idOf = (name: string) =>
        ids.pick(name === ':discount_id' ? `${collection}/discounts` : collection)
      const path = `${route.prefixes[0]}${route.path.replace(/:[a-z_]+/g, idOf)}`
      const body = made[operation]?.() ?? route.example?.body
      return { method, path: random.below(20) === 0 ? `${path}?dry_run=true` : path, body }
    }
    return Array.from({ length: WEIGHTS[operation] ?? 1 }, () => ({ operation, make }))
  })
}

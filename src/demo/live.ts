// Executes the demo's plan through the API: advances the clock to each day, then performs the day's actions.

import { creditDecimal } from '../domain/credit.ts'
import { currencyExponent } from '../domain/currencies.ts'
import { chargeVisits, type Enter, payByCard } from './cards.ts'
import { COUPONS, type CouponName, PROMOTION_CODE } from './coupons.ts'
import { correct } from './credit-notes.ts'
import type { Deed, Payment, Plan } from './deeds.ts'
import { GOODS } from './goods.ts'
import { ENDPOINT, REGISTRATIONS, SELLER, sellerLogo } from './seller.ts'
import { subscribe } from './subscriptions.ts'

/** Sends one request to the API and returns its object. Throws if it is refused. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

export interface Watcher {
  /** Called after each day with the number of actions done and the clock's time. */
  onDay(done: number, at: number): void
}

export interface Lived {
  customers: number
  invoices: number
  payments: number
}

interface FinalizedInvoice {
  id: string
  currency: string
  amount_remaining: number
}

/** The objects created so far, by their index in the plan. */
interface World {
  ask: Ask
  /** How each coupon is redeemed. */
  coupons: Record<CouponName, object>
  goods: Map<string, string>
  customers: Map<number, number>
  invoices: Map<number, FinalizedInvoice>
  payments: Map<number, { id: string; invoice: number; amount: number }>
}

const WAIT_SECONDS = 30
const DAY_MS = 86_400_000
/** Business time in which the last invoices are charged. */
const CHARGING_MS = 5_000

/** Executes the whole plan. Returns how much was created. */
export async function livePlan(
  { ask, enter }: { ask: Ask; enter: Enter },
  plan: Plan,
  watcher: Watcher,
): Promise<Lived> {
  await ask('PATCH', '/v1/account', SELLER)
  await ask('POST', '/v1/account/logo', sellerLogo())
  for (const body of REGISTRATIONS) await ask('POST', '/v1/tax_registrations', body)
  const world: World = {
    ask,
    coupons: await makeCoupons(ask),
    goods: new Map(),
    customers: new Map(),
    invoices: new Map(),
    payments: new Map(),
  }
  let done = 0
  // Disputes follow a day later.
  const last = plan.days.findLast(({ at }) => at < Date.now() - DAY_MS)
  for (const day of plan.days) {
    await advance(ask, day.at)
    await performDay(world, day.deeds)
    if (day === last) await chargeVisits(ask, enter, [...world.customers.values()].slice(7, 9))
    done += day.deeds.length
    watcher.onDay(done, day.at)
  }
  // Catches up with the time that the execution itself has taken.
  await advance(ask, Date.now())
  await correct(ask)
  const people = [...world.customers.values()]
  await subscribe(ask, people.slice(0, 5))
  await payByCard(ask, enter, people.slice(5, 7))
  // The gateway is called as time passes.
  await advance(ask, Date.now() + CHARGING_MS)
  await endOnAFailure(world)
  const { customers, invoices, payments } = world
  return { customers: customers.size, invoices: invoices.size, payments: payments.size }
}

async function makeCoupons(ask: Ask): Promise<World['coupons']> {
  const make = (path: string, body: object) => ask<{ id: string }>('POST', path, body)
  const { id: charity } = await make('/v1/coupons', COUPONS.charity)
  const { id: welcome } = await make('/v1/coupons', COUPONS.welcome)
  const code = await make('/v1/promotion_codes', { ...PROMOTION_CODE, coupon_id: welcome })
  return { charity: { coupon_id: charity }, welcome: { promotion_code_id: code.id } }
}

/** Actions that take IDs or numbers run one by one, so that the same seed gives them the same ones. */
const ONE_BY_ONE: readonly Deed['do'][] = ['sell', 'meet', 'finalize']

async function performDay(world: World, deeds: readonly Deed[]): Promise<void> {
  for (const [kind, alike] of Map.groupBy(deeds, (deed) => deed.do)) {
    if (ONE_BY_ONE.includes(kind)) for (const deed of alike) await perform(world, deed)
    else await Promise.all(alike.map((deed) => perform(world, deed)))
  }
}

interface Clock {
  status: string
}

/** Advances the clock to an instant, and waits until it is there. */
async function advance(ask: Ask, at: number): Promise<void> {
  await ask('POST', '/v1/test_clock/advance', { to: new Date(at).toISOString() })
  for (let ready = false; !ready; ) {
    const { status } = await ask<Clock>('GET', `/v1/test_clock?wait=${WAIT_SECONDS}`)
    ready = status === 'ready'
  }
}

async function perform(world: World, deed: Deed): Promise<void> {
  const { ask, coupons, goods, customers, invoices, payments } = world
  switch (deed.do) {
    case 'sell': {
      const { name, description } = GOODS[deed.good]
      const made = await ask<{ id: string }>('POST', '/v1/products', { name, description })
      goods.set(deed.good, made.id)
      return
    }
    case 'archive':
      await ask('DELETE', `/v1/products/${goods.get(deed.good)}`)
      return
    case 'meet': {
      const made = await ask<{ id: number }>('POST', '/api/public/v1/customers', deed.body)
      customers.set(deed.customer, made.id)
      return
    }
    case 'discount':
      await ask(
        'POST',
        `/v1/customers/${customers.get(deed.customer)}/discounts`,
        coupons[deed.coupon],
      )
      return
    case 'credit': {
      const customer = customers.get(deed.customer)
      await ask('POST', `/v1/customers/${customer}/credit_transactions`, deed.body)
      return
    }
    case 'draft': {
      const line_items = deed.lines.map(({ good, ...line }) => ({
        ...line,
        product_id: goods.get(good),
      }))
      const customer_id = customers.get(deed.customer)
      const body = { customer_id, line_items, ...deed.body }
      invoices.set(deed.invoice, await ask<FinalizedInvoice>('POST', '/v1/invoices', body))
      return
    }
    case 'finalize':
    case 'void': {
      const { id } = invoices.get(deed.invoice) as FinalizedInvoice
      invoices.set(
        deed.invoice,
        await ask<FinalizedInvoice>('POST', `/v1/invoices/${id}/${deed.do}`),
      )
      return
    }
    case 'pay':
      return pay(world, deed)
    case 'reverse': {
      const payment = payments.get(deed.payment)
      // Credit may have paid for all of it, so that there is no payment.
      if (!payment) return
      await ask('POST', `/v1/payments/${payment.id}/reverse`, { reason: deed.reason })
      const invoice = invoices.get(payment.invoice) as FinalizedInvoice
      invoice.amount_remaining += payment.amount
    }
  }
}

async function pay(world: World, { payment, invoice, thousandths, over, body }: Payment) {
  const { ask, invoices, payments } = world
  const owed = invoices.get(invoice) as FinalizedInvoice
  const { id: invoice_id, currency, amount_remaining } = owed
  const amount = Math.floor((amount_remaining * thousandths) / 1_000)
  if (amount === 0) return
  const paid = { invoice_id, amount, currency, ...body }
  const made = await ask<{ id: string; customer_id: string }>('POST', '/v1/payments', paid)
  owed.amount_remaining -= amount
  payments.set(payment, { id: made.id, invoice, amount })
  if (over === 0) return
  // An invoice never takes more than is due: the rest becomes credit, which applies to the next one.
  await ask('POST', `/v1/customers/${made.customer_id}/credit_transactions`, {
    amount: majorUnits(over, currency),
    currency,
    reason: 'Overpayment',
  })
}

/** Converts smallest units to the decimal form of credit: 1250 cents become 12.50000000. */
function majorUnits(amount: number, currency: string): string {
  return creditDecimal(BigInt(amount) * 10n ** BigInt(8 - currencyExponent(currency)))
}

/** Creates an endpoint that never responds, and a few events for it. */
async function endOnAFailure({ ask, customers }: World): Promise<void> {
  await ask('POST', '/v1/webhook_endpoints', ENDPOINT)
  const customer_id = customers.get(0)
  if (customer_id === undefined) return
  const line_items = [{ description: 'On-site visit', quantity: 1, unit_amount: 45_000 }]
  const { id } = await ask<FinalizedInvoice>('POST', '/v1/invoices', { customer_id, line_items })
  await ask('POST', `/v1/invoices/${id}/finalize`)
}

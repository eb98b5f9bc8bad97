// Gateways of Stripe on a database of their own, and payments to try them with.

import Stripe from 'stripe'
import { accountDefaults, prepareInstallation } from '../../src/features/accounts/create.ts'
import type {
  BeginPayment,
  BeginSetup,
  Gateway,
  GatewayKey,
  SendRefund,
} from '../../src/features/gateway.ts'
import { type StripeParts, stripeGateway } from '../../src/features/stripe-gateway/gateway.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { encodeId, newUuid } from '../../src/platform/ids.ts'
import { type Lifetime, openDatabase } from '../database.ts'
import { type StandIn, startStripe, TEST_KEY } from './server.ts'

const SECRET_KEY = Buffer.alloc(32, 7)
export const WEBHOOK_SECRET = 'whsec_standin_secret'

export interface Bench {
  standIn: StandIn
  parts: StripeParts
  gateway: Gateway
  /** A gateway in another process, or with other settings. */
  other(more?: Partial<StripeParts>): Gateway
  /** The customers that are kept for Stripe's. */
  kept(customer_id: number): Promise<string[]>
  forgetCustomer(customer_id: number): Promise<void>
}

export async function openBench(lifetime: Lifetime): Promise<Bench> {
  const { url, pool } = await openDatabase(lifetime)
  const standIn = await startStripe(lifetime)
  const defaults = accountDefaults(loadConfig({ DATABASE_URL: url }, '/'))
  await prepareInstallation(pool, SECRET_KEY, defaults, Date.now())
  const parts: StripeParts = {
    pool,
    gateway_id: newUuid(),
    secretKey: TEST_KEY,
    webhookSecret: WEBHOOK_SECRET,
    publicUrl: () => 'https://billing.example',
    address: standIn.address,
  }
  return {
    standIn,
    parts,
    gateway: stripeGateway(parts),
    other: (more) => stripeGateway({ ...parts, ...more }),
    async kept(customer_id) {
      const found = 'select ref from stripe_customers where environment_id = 1 and customer_id = $1'
      return (await pool.query(found, [customer_id])).rows.map(({ ref }) => ref)
    },
    async forgetCustomer(customer_id) {
      const forget = 'delete from stripe_customers where environment_id = 1 and customer_id = $1'
      await pool.query(forget, [customer_id])
    },
  }
}

let customers = 0

/** A customer without payments. */
export function newCustomer(): number {
  customers += 1
  return customers
}

/** A payment of CA$59.97 that has not begun. */
export const newPayment = (more: Partial<BeginPayment> = {}): BeginPayment => ({
  environment_id: 1,
  id: newUuid(),
  customer_id: more.customer_id ?? newCustomer(),
  amount: 5997,
  currency: 'cad',
  description: 'INV-2026-0001',
  return_path: '/i/token',
  language: 'en',
  ...more,
})

/** The page on which its customer saves a method. */
export const setupFor = ({ environment_id, id, customer_id }: BeginPayment): BeginSetup => ({
  ...{ environment_id, id, customer_id },
  return_url: '/saved',
  currency: 'cad',
})

export const keyOf = (
  { environment_id, id, customer_id }: BeginPayment,
  gateway_ref: string | null = null,
): GatewayKey => ({ environment_id, id, customer_id, gateway_ref })

/** A refund of a payment that was not sent; `payment_ref` is what Stripe calls the payment. */
export const newRefund = (
  { environment_id, id: payment_id, currency }: BeginPayment,
  payment_ref: string,
  amount: number,
): SendRefund => ({
  ...{ environment_id, id: newUuid(), payment_id, payment_ref, gateway_ref: null },
  ...{ amount, currency },
})

export const refOf = ({ id }: { id: string }): string => encodeId('pay', id)

/** A signed event, as Stripe sends it. */
export function signed(
  type: string,
  object: object,
  { secret = WEBHOOK_SECRET, ageSeconds = 0 } = {},
): [body: Buffer, headers: Record<string, string>] {
  const data = { object }
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data, livemode: false })
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  const { webhooks } = new Stripe(TEST_KEY)
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return [Buffer.from(payload), { 'stripe-signature': signature }]
}

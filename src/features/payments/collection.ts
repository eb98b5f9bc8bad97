// How an invoice is collected: the attempts that were made, and the steps of its retry plan that follow.

import { methodToCharge } from '../../domain/collection.ts'
import { amountRefusal } from '../../domain/gateway-amounts.ts'
import { amountCollectible, invoiceCan } from '../../domain/invoice.ts'
import type { Initiator, PaymentFailure, PaymentStatus } from '../../domain/payment-states.ts'
import { type PlanEnd, retryPlanOf, stepsAhead } from '../../domain/retry-plan.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { getSettings } from '../account-settings/store.ts'
import { findCustomers } from '../customers/store.ts'
import type { ReadInvoice } from '../invoices/record.ts'
import { findSnapshots } from '../invoices/store.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { subscriptionRecord } from '../subscriptions/record.ts'

export interface MadeAttempt {
  id: string
  at: number
  initiated_by: Initiator | null
  status: PaymentStatus
  failure: PaymentFailure | null
  payment_method_id: string | null
}

export interface Collection {
  status: 'none' | 'running' | 'ended'
  attempts: MadeAttempt[]
  /** The instants of the steps that follow. */
  steps: number[]
  /** False if no card or account can be charged: the steps pass without an attempt. */
  charges: boolean
  ends: { at: number | null; how: PlanEnd } | null
}

/** The attempts that are shown; an invoice rarely has more than ten. */
const SHOWN_MOST = 100

const findAttempts = (db: Db, { environment_id, id }: RowKey): Promise<MadeAttempt[]> =>
  query<MadeAttempt & Record<string, unknown>>(
    db,
    sql`select * from (
          select y.id, y.created_at as at, y.initiated_by, y.status, y.failure, y.payment_method_id from payments y
          where y.environment_id = ${environment_id} and y.invoice_id = ${id}::uuid and y.method = 'gateway'
          order by y.created_at desc, y.id desc limit ${SHOWN_MOST}) newest
        order by at, id`,
  )

/** Reads how an invoice is collected. */
export async function collectionOf(db: Db, invoice: ReadInvoice): Promise<Collection> {
  const { environment_id, id, subscription_id, customer_id, payment_failed_at } = invoice
  const key = (of: string | number | null) => (of === null ? [] : [{ environment_id, id: of }])
  const [attempts, settings, [frozen], [subscription], [customer]] = await Promise.all([
    findAttempts(db, { environment_id, id }),
    getSettings(db, environment_id),
    findSnapshots(db, key(id)),
    subscriptionRecord.find(db, key(subscription_id)),
    findCustomers(db, key(customer_id)),
  ])
  const isOpen = invoiceCan('pay', invoice) && payment_failed_at !== null
  if (!isOpen || !frozen || !customer)
    return { status: 'none', attempts, steps: [], charges: false, ends: null }
  const isOver = subscription?.status === 'canceled'
  const plan = isOver ? null : retryPlanOf(settings.profile)
  const since = attempts.at(-1)?.at ?? payment_failed_at
  const timeZone = frozen.seller.time_zone
  const { steps, ends_at } = stepsAhead(invoice, { plan, since, timeZone })
  const [own] = await paymentMethods.find(db, key(subscription?.payment_method_id ?? null))
  const method = methodToCharge(invoice, {
    customer,
    subscription: subscription && { collection: subscription.collection, method: own },
    environment: { ...settings, active_gateways: JSON.stringify(settings.active_gateways) },
  })
  const [charged] = await paymentMethods.find(db, key(method))
  const isRefused = attempts.some(
    (each) => each.payment_method_id === method && each.failure?.retryable === false,
  )
  const isCharged =
    charged && !amountRefusal(charged.gateway_id, amountCollectible(invoice), invoice.currency)
  const hasEnded = invoice.retry_ended_at !== null
  return {
    status: hasEnded ? 'ended' : 'running',
    attempts,
    steps,
    charges: isCharged === true && !isRefused,
    ends: hasEnded ? null : { at: ends_at, how: plan?.end ?? 'past_due' },
  }
}

// The steps of a comparison. Each reads a page, from the gateway or from here, and is then recorded as a whole.

import { BillingError } from '../../domain/errors.ts'
import { isMoney, stateAfter } from '../../domain/payment-states.ts'
import {
  COMPARED_MS,
  differenceOf,
  nextComparison,
  type Refunded,
} from '../../domain/reconciliation.ts'
import type { Tx } from '../../platform/db/table.ts'
import { inBackground } from '../background.ts'
import { checkRefundNow } from '../crediting/refunds-by-gateway.ts'
import { takeOverDisputes } from '../disputes/report.ts'
import type { Gateway, GatewayBackground, PaymentKey } from '../gateway.ts'
import { takeOver } from '../payments/collect.ts'
import type { Payment } from '../payments/record.ts'
import { payments } from '../payments/store.ts'
import { gatewayOf, type Run } from './store.ts'
import { type Found, saveFound } from './store-differences.ts'
import {
  deleteMarks,
  findToCheck,
  insertMarks,
  type Mark,
  markOpen,
  markUnlisted,
  setChecked,
} from './store-marks.ts'
import { findPaidRefunds, findRefunded } from './store-refunds.ts'

export type StepParts = Pick<GatewayBackground, 'pool' | 'lane' | 'gateways' | 'wallNow'>

/** A run whose step was leased, and the business time of that. */
export type Leased = Run & { now: number }

/** Writes what a step found; returns the run as it is then. */
type Write = (tx: Tx) => Promise<Run>

/** Does what waits for the gateway; what it returns is called in the transaction that records the step. */
export function takeStep(parts: StepParts, run: Leased): Promise<Write> {
  const goesOn: Run = { ...run, due_at: run.now, error: null }
  const to = (phase: Run['phase'], changes: Partial<Run> = {}): Run => ({
    ...{ ...goesOn, phase, cursor: null },
    ...changes,
  })
  switch (run.phase) {
    case 'listing':
      return list(parts, run, (cursor, met) => {
        const compared_so_far = run.compared_so_far + met
        return { ...to(cursor === null ? 'searching' : 'listing'), cursor, compared_so_far }
      })
    case 'checking':
      return check(parts, run, (isDone, applied) => ({
        ...(isDone ? to('cleaning') : goesOn),
        applied_so_far: run.applied_so_far + applied,
      }))
    case null: {
      const next_since = parts.wallNow() - COMPARED_MS
      const counts = { compared_so_far: 0, applied_so_far: 0 }
      const begun = to('clearing', { started_at: run.now, next_since, ...counts })
      return Promise.resolve(() => Promise.resolve(begun))
    }
    case 'clearing':
    case 'cleaning':
      return Promise.resolve(async (tx) => {
        if (await deleteMarks(tx, run)) return goesOn
        return run.phase === 'clearing' ? to('listing') : to(null, completed(run))
      })
    case 'searching':
      return Promise.resolve(async (tx) => {
        const { marked, last } = await markUnlisted(tx, run)
        const compared_so_far = run.compared_so_far + marked
        return { ...to(last === null ? 'reopening' : 'searching'), cursor: last, compared_so_far }
      })
    case 'reopening':
      return Promise.resolve(async (tx) => {
        await markOpen(tx, run)
        return to('checking')
      })
  }
}

function completed({ now, started_at, ...run }: Leased): Partial<Run> {
  return {
    ...{ completed_at: now, compared_until: started_at },
    ...{ compared: run.compared_so_far, applied: run.applied_so_far },
    since: run.next_since,
    due_at: nextComparison(started_at ?? now, now),
  }
}

/** Compares a page of the gateway's list. What differs is only marked, and checked later. */
async function list(
  { pool, gateways }: StepParts,
  run: Leased,
  then: (cursor: string | null, met: number) => Run,
): Promise<Write> {
  const { environment_id, since, cursor } = run
  const gateway_id = gatewayOf(run.id)
  const gateway = await gateways.of(environment_id, gateway_id)
  const { records, next } = await gateway.listSince({ environment_id, since, cursor })
  const keys = records.map(({ id }) => ({ environment_id, id }))
  const found = await payments.find(pool, keys)
  const refunded = await findRefunded(pool, keys)
  const marks = records.flatMap((record, index): Mark[] => {
    const payment = found[index]
    // What is settled here alone is found by searching here. Two gateways can have keys of one account of the service.
    const isOther = payment && payment.gateway_id !== gateway_id
    if (record.held === 'none' || isOther) return []
    // Nothing here shows that an event about a dispute was lost.
    const isDisputed = payment !== undefined && record.held === 'disputed'
    const is_equal =
      differenceOf(payment, record, refunded[index] ?? NO_REFUNDS) === undefined && !isDisputed
    return [{ payment_id: record.id, is_equal, gateway_ref: record.ref }]
  })
  return async (tx) => then(next, await insertMarks(tx, run, marks))
}

const NO_REFUNDS: Refunded = { least: 0, most: 0 }
const ANY_REFUNDS: Refunded = { least: 0, most: Number.MAX_SAFE_INTEGER }

/** Payments that are asked for at the same time. */
const CHECKED_MOST = 10

interface Checked {
  found: Found | undefined
  isApplied: boolean
}

async function check(
  parts: StepParts,
  run: Leased,
  then: (isDone: boolean, applied: number) => Run,
): Promise<Write> {
  const { pool, gateways } = parts
  const { environment_id, now } = run
  const marks = await findToCheck(pool, run, CHECKED_MOST)
  const gateway = await gateways.of(environment_id, gatewayOf(run.id))
  const each = await Promise.all(marks.map((mark) => checkOne(parts, gateway, run, mark)))
  const checked = marks.map(({ payment_id }) => payment_id)
  const found = each.flatMap((one) => one.found ?? [])
  const applied = each.filter(({ isApplied }) => isApplied).length
  return async (tx) => {
    await saveFound(tx, run, { checked, found, now })
    await setChecked(tx, run, checked)
    return then(marks.length < CHECKED_MOST, applied)
  }
}

/** Compares one payment by the gateway's own record of it, after what became of it was taken over. */
async function checkOne(
  parts: StepParts,
  gateway: Gateway,
  { environment_id }: Run,
  { payment_id, gateway_ref }: Mark,
): Promise<Checked> {
  const key = { environment_id, id: payment_id }
  const [before] = await payments.find(parts.pool, [key])
  const [earlier = NO_REFUNDS] = await findRefunded(parts.pool, [key])
  const record = await gateway.findRecord({ ...key, ref: gateway_ref })
  // Of a payment that it does not know, it can say nothing else.
  const isAsked = before && record && differenceOf(before, record, ANY_REFUNDS)
  const isApplied = isAsked ? await apply(parts, gateway, before) : false
  const isMoved = record?.held === 'disputed' && (await applyDisputes(parts, gateway, key))
  const [payment] = await payments.find(parts.pool, [key])
  const [later = NO_REFUNDS] = await findRefunded(parts.pool, [key])
  // Refunds can be sent, and end, while the gateway is asked.
  const refunded = {
    least: Math.min(earlier.least, later.least),
    most: Math.max(earlier.most, later.most),
  }
  const difference = differenceOf(payment, record, refunded)
  if (difference?.kind === 'refunds_differ') await askAgain(parts, key, payment?.gateway_id ?? null)
  return {
    found: difference && { ...difference, payment_id, gateway_ref },
    isApplied: isApplied || isMoved,
  }
}

/** Has the gateway asked about refunds that it paid: the bank can have returned one, and the report was lost. */
async function askAgain(
  { pool, lane }: StepParts,
  key: PaymentKey,
  gateway_id: string | null,
): Promise<void> {
  for (const { id } of await findPaidRefunds(pool, key))
    await lane.submit(inBackground(key.environment_id, checkRefundNow, { id, gateway_id }))
}

/** Takes over what the gateway says of the disputes of a payment. True if that moved money. */
async function applyDisputes(
  parts: StepParts,
  gateway: Gateway,
  key: PaymentKey,
): Promise<boolean> {
  const [before] = await payments.find(parts.pool, [key])
  if (!before || !isMoney(before.status)) return false
  const { customer_id, gateway_ref, amount_reversed } = before
  const reports = await gateway.disputesOf({ ...key, customer_id, gateway_ref })
  await takeOverDisputes(parts, key, reports)
  const [after] = await payments.find(parts.pool, [key])
  return after !== undefined && after.amount_reversed !== amount_reversed
}

/** Takes over what the gateway says of a payment, as every other report of it. False if that changes nothing. */
async function apply(parts: StepParts, gateway: Gateway, payment: Payment): Promise<boolean> {
  const { environment_id, id, status, customer_id, gateway_ref } = payment
  const key = { environment_id, id }
  const outcome = await gateway.lookUp({ ...key, customer_id, gateway_ref })
  if (outcome === undefined || stateAfter(status, outcome) === undefined) return false
  try {
    await takeOver(parts, key, outcome)
  } catch (error) {
    // Such as a debit that came back while a refund of it is pending: it differs until that is over.
    if (error instanceof BillingError) return false
    throw error
  }
  return true
}

// Goes through all that is told of an erased person, some of it in each transaction, from where it stood.

import type { Pool } from 'pg'
import { customerRef } from '../../domain/customer.ts'
import {
  ERASURE_STEPS,
  type ErasureStep,
  previousWithoutPerson,
  withoutPerson,
} from '../../domain/erasure.ts'
import { transaction } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import { fault } from '../../platform/faults.ts'
import { encodeId } from '../../platform/ids.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { findAltered, type Linking, noteErased, type Rewritten } from '../chain/store.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { customerRecord } from '../customers/record.ts'
import { invoiceRecord } from '../invoices/record.ts'
import { payments } from '../payments/store.ts'
import { ERASABLE_MS } from '../requests/actions.ts'
import { findDueErasures, findErasingEnvironments, findNextErasure } from './store.ts'
import {
  eraseAttempts,
  eraseEmails,
  eraseInvoices,
  findAnswersAbout,
  findEventsAbout,
  rewriteAnswers,
  rewriteEvents,
} from './store-erase.ts'
import {
  endRound,
  findOwned,
  hasPendingMail,
  lockOwned,
  lockStanding,
  type Owned,
  type Place,
  putOff,
  type Standing,
  saveStanding,
} from './store-rounds.ts'

/** Erasures of one environment, and transactions of each, in one run. */
const DUE_MOST = 10
const CHUNKS_MOST = 50
/** Objects in one transaction; each has a handful of events. */
const OBJECTS_MOST = 100
const EVENTS_MOST = 500
/** When to look again for mails that were still to be sent. */
const MAIL_MS = 5 * 60_000

export interface EraseParts extends Linking {
  pool: Pool
}

export const erasureWork = ({ pool, environments, wallNow }: EraseParts): DueWork => ({
  name: 'customers.erase',
  findEnvironments: () => findErasingEnvironments(pool, wallNow()),
  nextDueAt: (environmentId, stretch) => findNextErasure(pool, environmentId, stretch),
  async run(environment_id) {
    const due = await findDueErasures(pool, environment_id, wallNow(), DUE_MOST)
    let done = 0
    let more = due.length === DUE_MOST
    for (const { id, now } of due) {
      for (
        let chunks = 1;
        await eraseSome({ pool, environments, wallNow }, { environment_id, id }, now);
        chunks++
      ) {
        done += 1
        more ||= chunks === CHUNKS_MOST
        if (chunks === CHUNKS_MOST) break
      }
    }
    const [first] = due
    return { done, lagMs: first ? first.now - first.due_at : 0, more }
  },
})

/** Erases the next of it in one transaction; false when nothing is due any more. */
async function eraseSome(
  { pool, environments, wallNow }: EraseParts,
  customer: RowKey,
  now: number,
): Promise<boolean> {
  const found = await transaction(pool, async (tx) => {
    const standing = await lockStanding(tx, customer, now)
    if (!standing) return false
    const documents = standing.documents_due_at <= now
    const rewritten: Rewritten[] = []
    const done_until = await eraseStep(tx, customer, standing, { documents, rewritten })
    const next = done_until === undefined ? followingStep(standing.step) : standing.step
    if (next) await saveStanding(tx, customer, { step: next, done_until: done_until ?? null })
    else if (await hasPendingMail(tx, customer)) await putOff(tx, customer, now + MAIL_MS)
    else await endRound(tx, customer, { now, documents, logDueAt: wallNow() + ERASABLE_MS })
    await noteErased(tx, { environments, wallNow }, customer.environment_id, rewritten)
    return true
  })
  fault('erasure.erased')
  return found
}

const followingStep = (step: ErasureStep): ErasureStep | undefined =>
  ERASURE_STEPS[ERASURE_STEPS.indexOf(step) + 1]

/**
 * Erases some objects of a step, with what is told of them; answers the place of the last of them, and puts the
 * events that it has rewritten in `rewritten`.
 */
async function eraseStep(
  tx: Tx,
  customer: RowKey,
  { step, done_until }: Standing,
  { documents, rewritten }: { documents: boolean; rewritten: Rewritten[] },
): Promise<string | undefined> {
  if (step === 'customer')
    return eraseTold(tx, customer, [customerRef(Number(customer.id))], { done_until, rewritten })
  const { owned, prefix, erase } = STEPS[step]
  if (!documents && (step === 'payments' || step === 'credit')) return undefined
  const objects = await findOwned(tx, owned, customer, {
    after: done_until === null ? undefined : (JSON.parse(done_until) as Place),
    most: OBJECTS_MOST,
    // What was never issued need not be kept by anybody.
    ...(step === 'invoices' && !documents && { visible: sql`finalized_at is null` }),
  })
  const last = objects.at(-1)
  if (!last) return undefined
  const ids = objects.map(({ id }) => id)
  // Whoever holds one of them has told of it before we look, or will tell what we leave of it.
  await lockOwned(tx, owned, customer.environment_id, ids)
  const refs = ids.map((id) => encodeId(prefix, id))
  for (let after: string | undefined = '0'; prefix !== 'eml' && after !== undefined; ) {
    after = await eraseTold(tx, customer, refs, { done_until: after, rewritten })
  }
  // What was frozen is sealed anew as it is left, once it is known whether events are as they were written.
  await erase(tx, customer.environment_id, ids)
  return JSON.stringify(last)
}

interface Step {
  owned: Owned
  prefix: string
  erase(tx: Tx, environmentId: number, ids: readonly string[]): Promise<unknown>
}

/** What is left of each object that is told of. */
const LEFT = {
  customer: customerRecord.left,
  invoice: invoiceRecord.left,
  payment: payments.left,
  credit_transaction: creditTransactions.left,
}

const STEPS: Record<Exclude<ErasureStep, 'customer'>, Step> = {
  emails: { owned: 'emails', prefix: 'eml', erase: eraseEmails },
  invoices: { owned: 'invoices', prefix: 'inv', erase: eraseInvoices },
  payments: { owned: 'payments', prefix: 'pay', erase: payments.erase },
  credit: { owned: 'credit_transactions', prefix: 'cbt', erase: creditTransactions.erase },
}

/** Rewrites events and stored answers about objects, and forgets what receivers of the events said. */
async function eraseTold(
  tx: Tx,
  { environment_id }: RowKey,
  refs: readonly string[],
  { done_until, rewritten }: { done_until: string | null; rewritten: Rewritten[] },
): Promise<string | undefined> {
  const answers = await findAnswersAbout(tx, environment_id, refs)
  if (answers.length > 0) {
    const rewritten = answers.map(({ key, body }) => ({ key, body: withoutPerson(body, LEFT) }))
    await rewriteAnswers(tx, environment_id, rewritten)
  }
  const told = { after: Number(done_until ?? 0), most: EVENTS_MOST }
  const { events, isLast } = await findEventsAbout(tx, environment_id, refs, told)
  const last = events.at(-1)
  if (!last) return undefined
  const left = events.map((event) => ({
    ...event,
    object: withoutPerson(event.object, LEFT),
    previous_attributes:
      event.previous_attributes && previousWithoutPerson(event.previous_attributes, LEFT),
  }))
  const sequences = events.map(({ sequence }) => sequence)
  const altered = await findAltered(tx, environment_id, sequences)
  await rewriteEvents(tx, environment_id, left)
  rewritten.push(...sequences.map((sequence) => ({ sequence, isAltered: altered.has(sequence) })))
  await eraseAttempts(
    tx,
    environment_id,
    events.map(({ id }) => id),
  )
  return isLast ? undefined : String(last.sequence)
}

// Erases all records of a person in bounded transactions, continuing from the stored position. The steps are the
// customer and then the tables that features name. A step that this version does not know was started by a newer
// process and is left to it.

import type { Pool } from 'pg'
import { customerRef } from '../../domain/customer.ts'
import {
  FIRST_STEP,
  type Left,
  previousWithoutPerson,
  withoutPerson,
} from '../../domain/erasure.ts'
import { resourceOf } from '../../domain/resource-lists.ts'
import { RESOURCES } from '../../domain/resources.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import { fault } from '../../platform/faults.ts'
import { encodeId } from '../../platform/ids.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { findAltered, type Linking, noteErased, type Rewritten } from '../chain/store.ts'
import { customerRecord } from '../customers/record.ts'
import { findDueEnvironments } from '../due-rows.ts'
import type { ErasedRows } from '../manifest.ts'
import { ERASABLE_MS } from '../requests/store.ts'
import { findDueErasures, toErase } from './store.ts'
import {
  eraseAttempts,
  findEventsAbout,
  findResponsesAbout,
  rewriteEvents,
  rewriteResponses,
} from './store-erase.ts'
import {
  endRound,
  findOwned,
  hasPendingMail,
  lockOwned,
  lockProgress,
  type Place,
  type Progress,
  putOff,
  saveProgress,
} from './store-rounds.ts'

/** Erasures of one environment, and transactions per erasure, in one run. */
const DUE_MOST = 10
const CHUNKS_MOST = 50
/** Objects per transaction; each has a handful of events. */
const OBJECTS_MOST = 100
const EVENTS_MOST = 500
/** When to check again for emails that were still to be sent. */
const MAIL_MS = 5 * 60_000

export interface EraseParts extends Linking {
  pool: Pool
  /** The tables of features with rows of customers, in the order of erasure. */
  erasedRows: readonly ErasedRows[]
}

/** The plan of an erasure. */
interface Plan {
  /** By name, in order. */
  steps: readonly string[]
  rows: ReadonlyMap<string, ErasedRows>
  /** The replacement values for objects of events. */
  left: Left
}

function planOf(erasedRows: readonly ErasedRows[]): Plan {
  const left: Record<string, Left[string]> = { customer: customerRecord.left }
  for (const [name, { path }] of Object.entries(RESOURCES)) {
    const rows = erasedRows.find(({ table }) => table === path)
    if (rows?.left) left[name] = rows.left
  }
  return {
    steps: [FIRST_STEP, ...erasedRows.map(({ table }) => table)],
    rows: new Map(erasedRows.map((rows) => [rows.table, rows])),
    left,
  }
}

export const erasureWork = (parts: EraseParts): DueWork => {
  const { pool, wallNow } = parts
  const plan = planOf(parts.erasedRows)
  return {
    name: 'customers.erase',
    rows: toErase,
    findEnvironments: () => findDueEnvironments(pool, toErase, wallNow()),
    async run(environment_id) {
      const bounds = { steps: plan.steps, most: DUE_MOST }
      const due = await findDueErasures(pool, environment_id, wallNow(), bounds)
      let done = 0
      let more = due.length === DUE_MOST
      for (const { id, now } of due) {
        for (let chunks = 1; await eraseSome(parts, plan, { environment_id, id }, now); chunks++) {
          done += 1
          more ||= chunks === CHUNKS_MOST
          if (chunks === CHUNKS_MOST) break
        }
      }
      const [first] = due
      return { done, lagMs: first ? first.now - first.due_at : 0, more }
    },
  }
}

/** Erases the next part in one transaction; returns false if nothing is due any more. */
async function eraseSome(
  { pool, environments, wallNow }: EraseParts,
  plan: Plan,
  customer: RowKey,
  now: number,
): Promise<boolean> {
  const found = await transaction(pool, async (tx) => {
    const progress = await lockProgress(tx, customer, { now, steps: plan.steps })
    if (!progress) return false
    const documents = progress.documents_due_at <= now
    const rewritten: Rewritten[] = []
    const done_until = await eraseStep(tx, customer, progress, { plan, documents, rewritten })
    const { step } = progress
    const next = done_until === undefined ? plan.steps[plan.steps.indexOf(step) + 1] : step
    if (next) await saveProgress(tx, customer, { step: next, done_until: done_until ?? null })
    else if (await hasPendingMail(tx, customer)) await putOff(tx, customer, now + MAIL_MS)
    else await endRound(tx, customer, { now, documents, logDueAt: wallNow() + ERASABLE_MS })
    await noteErased(tx, { environments, wallNow }, customer.environment_id, rewritten)
    return true
  })
  fault('erasure.erased')
  return found
}

/**
 * Erases some objects of a step and their copies. Returns the position of the last one, and adds the rewritten events
 * to `rewritten`.
 */
async function eraseStep(
  tx: Tx,
  customer: RowKey,
  { step, done_until }: Progress,
  { plan, documents, rewritten }: { plan: Plan; documents: boolean; rewritten: Rewritten[] },
): Promise<string | undefined> {
  const { left } = plan
  const rows = plan.rows.get(step)
  if (!rows) {
    const refs = [customerRef(Number(customer.id))]
    return eraseEvents(tx, customer, refs, { left, done_until, rewritten })
  }
  const { table, meanwhile, erase } = rows
  if (!documents && meanwhile === 'none') return undefined
  const objects = await findOwned(tx, table, customer, {
    after: done_until === null ? undefined : (JSON.parse(done_until) as Place),
    most: OBJECTS_MOST,
    ...(!documents && typeof meanwhile === 'object' && { visible: meanwhile }),
  })
  const last = objects.at(-1)
  if (!last) return undefined
  const ids = objects.map(({ id }) => id)
  // A transaction that had locked one of them has recorded its event by now, or will record the erased values.
  await lockOwned(tx, table, customer.environment_id, ids)
  if (rows.left) {
    const refs = ids.map((id) => encodeId(resourceOf(table)?.prefix ?? '', id))
    for (let after: string | undefined = '0'; after !== undefined; ) {
      after = await eraseEvents(tx, customer, refs, { left, done_until: after, rewritten })
    }
  }
  // Erased last: frozen rows get a new seal, which needs to know if their events are unaltered.
  await erase(tx, customer.environment_id, ids)
  return JSON.stringify(last)
}

/** Rewrites events and stored responses about objects, and erases the responses of webhook receivers. */
async function eraseEvents(
  tx: Tx,
  { environment_id }: RowKey,
  refs: readonly string[],
  {
    left,
    done_until,
    rewritten,
  }: { left: Left; done_until: string | null; rewritten: Rewritten[] },
): Promise<string | undefined> {
  const responses = await findResponsesAbout(tx, environment_id, refs)
  if (responses.length > 0) {
    const rewritten = responses.map(({ key, body }) => ({ key, body: withoutPerson(body, left) }))
    await rewriteResponses(tx, environment_id, rewritten)
  }
  const range = { after: Number(done_until ?? 0), most: EVENTS_MOST }
  const { events, isLast } = await findEventsAbout(tx, environment_id, refs, range)
  const last = events.at(-1)
  if (!last) return undefined
  const kept = events.map((event) => ({
    ...event,
    object: withoutPerson(event.object, left),
    previous_attributes:
      event.previous_attributes && previousWithoutPerson(event.previous_attributes, left),
  }))
  const sequences = events.map(({ sequence }) => sequence)
  const altered = await findAltered(tx, environment_id, sequences)
  await rewriteEvents(tx, environment_id, kept)
  rewritten.push(...sequences.map((sequence) => ({ sequence, isAltered: altered.has(sequence) })))
  await eraseAttempts(
    tx,
    environment_id,
    events.map(({ id }) => id),
  )
  return isLast ? undefined : String(last.sequence)
}

// Random sequences of what clients do, legal or not, played over HTTP against a model of the service,
// while connections are cut, processes die and the database goes away.
//
// SIMULATE_RUNS says how many sequences, however long it takes; SIMULATE_SEED which.

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { playSequence } from './play.ts'
import { Stage } from './stage.ts'
import { type Step, sequences } from './wishes.ts'

const seed = Number(process.env.SIMULATE_SEED ?? randomInt(2 ** 31))
const runs = process.env.SIMULATE_RUNS ? Number(process.env.SIMULATE_RUNS) : undefined
/** Sequences that are played at once: none knows of the others, but all share what breaks. */
const LANES = 8
const BUDGET_MS = runs ? Number.POSITIVE_INFINITY : 20_000
/** So many sequences meet whatever there is to meet. */
const MANY = 300
const RARE = [
  'change customer precondition_failed',
  'change invoice invoice_not_draft',
  'change settings first_invoice_number_taken',
  'create invoice amount_too_large',
  'create invoice product_archived',
  'credit credit_exceeds_balance',
  'delete customer customer_has_open_invoices',
  'delete customer ok',
  'pay currency_mismatch',
  'pay ok',
  'pay payment_exceeds_amount_due',
  'reverse ok',
  'reverse payment_already_reversed',
  'void invoice_has_payments',
  'void invoice_not_voidable',
]
const SHRINK_MS = 120_000

const stage = await Stage.open()
after(() => stage.close())

test(`random sequences end as the model says (seed ${seed})`, async (t) => {
  const ends = new Map<string, number>()
  const started = performance.now()
  let played = 0
  let failedAt: number | undefined
  let failed: number | undefined

  /** One lane after another fails, or all are done; who fails first shrinks alone. */
  const play = async (lane: number, steps: Step[]) => {
    const isOver = performance.now() - started > BUDGET_MS
    if (failed === undefined ? isOver : failed !== lane) return
    if (failedAt !== undefined && performance.now() - failedAt > SHRINK_MS) return
    played++
    try {
      await playSequence(stage, steps, ends)
    } catch (error) {
      failed ??= lane
      failedAt ??= performance.now()
      if (failed === lane) throw error
    }
  }
  const numRuns = Math.ceil((runs ?? 600) / LANES)
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.check(
      fc.asyncProperty(sequences, (steps) => play(lane, steps)),
      { seed: seed + lane, numRuns, endOnFailure: false },
    ),
  )
  const outcomes = await Promise.all(lanes)
  const seconds = Math.round((performance.now() - started) / 1_000)
  t.diagnostic(`${played} sequences, ${stage.requests} requests in ${seconds} s`)
  t.diagnostic(`broken: ${JSON.stringify(Object.fromEntries(stage.faults))}`)
  t.diagnostic(`ended: ${JSON.stringify(Object.fromEntries([...ends].sort()))}`)
  const outcome = outcomes.find((each) => each.failed)
  if (outcome) {
    const { counterexample, errorInstance, numShrinks } = outcome
    const error = errorInstance as Error | null
    assert.fail(
      `Shrunk ${numShrinks} times, from seed ${seed}, to ${counterexample?.[0].length} steps:\n${error?.message}\n${JSON.stringify(counterexample)}`,
    )
  }
  assert.deepEqual(stage.surprises, [])
  assert.ok(stage.requests > 0, 'something was played')
  if (played < MANY) return
  for (const end of RARE) assert.ok(ends.has(end), `${end} was seen`)
})

// Random sequences of valid and invalid client requests over HTTP, compared with a model of the service, while
// connections are cut, processes die and the database disappears. SIMULATE_RUNS sets the number of sequences,
// SIMULATE_SEED the seed, SIMULATE_FIRST the first one. The gate always plays the same ones.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { SUITE_SEED } from '../random.ts'
import { playSequence } from './play.ts'
import { type Shrunk, shrink } from './shrink.ts'
import { Stage } from './stage.ts'
import { type Step, sequences } from './wishes.ts'

const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const first = Number(process.env.SIMULATE_FIRST ?? 0)
const runs = Number(process.env.SIMULATE_RUNS ?? 5)
/** Sequences played concurrently; they share only the faults. */
const LANES = 8
/** Results that occur within this many sequences, whatever the seed. */
const SEEN_WITHIN: Record<number, string[]> = {
  30: [
    'change invoice invoice_not_draft',
    'create invoice product_archived',
    'credit credit_exceeds_balance',
    'delete customer customer_has_open_invoices',
    'delete customer ok',
    'pay ok',
    'pay payment_exceeds_amount_due',
    'reverse ok',
    'reverse payment_already_reversed',
    'void invoice_not_voidable',
  ],
  300: [
    'change customer precondition_failed',
    'change invoice invoice_not_draft',
    'change invoice parameter_missing',
    'change settings first_invoice_number_taken',
    'create invoice amount_too_large',
    'create invoice product_archived',
    'credit credit_exceeds_balance',
    'delete customer customer_has_credit',
    'delete customer customer_has_open_invoices',
    'delete customer ok',
    'pay currency_mismatch',
    'pay ok',
    'pay payment_exceeds_amount_due',
    'reverse ok',
    'reverse payment_already_reversed',
    'void invoice_has_payments',
    'void invoice_not_voidable',
  ],
}
const SHRINK_MS = 180_000
/** Sequences between two progress lines. */
const PROGRESS_EVERY = 100

const stage = await Stage.open()
after(() => stage.close())

const ends = new Map<string, number>()

interface Failing extends Shrunk {
  /** Index of the sequence within its seed. */
  index: number
}

const secondsSince = (started: number) => Math.round((performance.now() - started) / 1_000)

/** Plays a sequence. Returns its story if it fails. */
const attempt = (steps: Step[]): Promise<string | undefined> =>
  playSequence(stage, steps, ends).then(
    () => undefined,
    (error: Error) => error.message,
  )

test(`random sequences match the model despite faults (seed ${seed})`, async (t) => {
  const all = fc.sample(sequences, { seed, numRuns: first + runs })
  const started = performance.now()
  let next = first
  let failing: Failing | undefined

  /** Plays sequences one after the other, until one fails in any lane. */
  async function lane(): Promise<void> {
    while (!failing) {
      const index = next++
      const steps = all[index]
      if (!steps) return
      if (index > first && (index - first) % PROGRESS_EVERY === 0) {
        console.error(`${index - first} of ${runs} sequences, ${secondsSince(started)} s`)
      }
      const story = await attempt(steps)
      if (story) failing ??= { index, steps, story }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const played = Math.min(next, all.length) - first
  t.diagnostic(`${played} sequences, ${stage.requests} requests in ${secondsSince(started)} s`)
  t.diagnostic(`broken: ${JSON.stringify(Object.fromEntries(stage.faults))}`)
  t.diagnostic(`ended: ${JSON.stringify(Object.fromEntries([...ends].sort()))}`)
  if (failing) assert.fail(await reportOf(failing))
  assert.deepEqual(stage.surprises, [])
  assert.equal(played, runs)
  for (const [within, wanted] of Object.entries(SEEN_WITHIN)) {
    const unseen = wanted.filter((end) => !ends.has(end))
    if (played >= Number(within)) assert.deepEqual(unseen, [], `not seen in ${played} sequences`)
  }
})

/** Shrinks a failure while nothing else is played; returns its report. */
async function reportOf(failing: Failing): Promise<string> {
  const end = performance.now() + SHRINK_MS
  const shrunk = await shrink(
    failing,
    (steps) => attempt(steps),
    () => performance.now() > end,
  )
  const lengths = `${failing.steps.length} steps, shrunk to ${shrunk.steps.length}`
  const again = `--seed ${seed} --first ${failing.index} --runs 1`
  return `${again} fails: ${lengths}:\n${shrunk.story}\n\n${JSON.stringify(shrunk.steps)}`
}

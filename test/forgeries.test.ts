// Forgeries in several rows that agree with each other: each is tried, verification runs, and the transaction is rolled
// back. The gate tries a sample; FORGERIES=all tries all, and each undetected one without each of its steps.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { PoolClient } from 'pg'
import { recomputeSums } from './day-sums.ts'
import { Forger, type Forgery, type Step } from './forger.ts'
import { FORGERIES, STILL_REPORTED, UNDETECTED } from './forgeries.ts'
import { makeBooks } from './forgeries-books.ts'
import { WITNESSES } from './forgeries-witnesses.ts'
import { partOf, SPOIL_ALL } from './spoil-sample.ts'
import { differences, undone } from './spoiled.ts'

const { w, made } = await makeBooks({ after })

/** The live environment of the first account, which the forgeries change. */
const LIVE = 2

/** SQLSTATE class 23: an integrity constraint is violated. */
const REFUSED = /^23/

interface Outcome {
  /** The checks that notice, or what PostgreSQL refused. */
  noticed: string[]
  /** The witnesses that contradict the forgery, although verify does not check them. */
  witnesses: string[]
  steps: Step[]
}

/** Forges, verifies the forged environments or all of them, and rolls back. */
function outcomeOf(
  { forge, environments = [LIVE] }: Pick<Forgery, 'forge' | 'environments'>,
  { forgotten, isWhole = false }: { forgotten?: Step; isWhole?: boolean } = {},
): Promise<Outcome> {
  return undone(w.pool, async (tx) => {
    const forger = new Forger(tx, made, forgotten)
    const names = new Set<string>()
    try {
      await forge(forger)
      await forger.sums()
      for (const environment of isWhole ? [undefined] : environments) {
        for (const { name } of await differences(tx, environment)) names.add(name)
      }
      const witnesses = await witnessesOf(tx)
      return { noticed: [...names].sort(), witnesses, steps: [...forger.steps] }
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (!REFUSED.test(code ?? '')) throw error
      return { noticed: [`refused: ${constraint}`], witnesses: [], steps: [...forger.steps] }
    }
  })
}

async function witnessesOf(tx: PoolClient): Promise<string[]> {
  const names: string[] = []
  for (const [name, { sql }] of Object.entries(WITNESSES)) {
    const { rows } = await tx.query(sql)
    if (rows.length > 0) names.push(name)
  }
  return names
}

const unseen = ({ name }: Forgery): boolean => name in UNDETECTED || name in STILL_REPORTED

test('there are 56 forgeries, and each is listed as detected or not', () => {
  assert.equal(FORGERIES.length, 56)
  const names = FORGERIES.map(({ name }) => name)
  const listed = [...Object.keys(UNDETECTED), ...Object.keys(STILL_REPORTED)]
  assert.equal(new Set(names).size, names.length)
  assert.equal(new Set(listed).size, listed.length)
  assert.deepEqual(
    listed.filter((name) => !names.includes(name)),
    [],
  )
  for (const forgery of FORGERIES) {
    assert.equal(forgery.expect === undefined, unseen(forgery), forgery.name)
  }
})

test('forgers compute seals and sums correctly: recomputing them changes nothing', async () => {
  const forge = async (f: Forger) => {
    for (const name of Object.keys(made)) if (made[name].finalized_at) await f.reseal(name)
    await f.days()
    await recomputeSums(f.q.bind(f), 2)
  }
  const outcome = await outcomeOf({ forge })
  assert.deepEqual(outcome, { noticed: [], witnesses: [], steps: ['seal', 'sums of days'] })
})

const tried = partOf(FORGERIES, 4)
for (const forgery of FORGERIES) {
  test(`a forgery is detected or listed: ${forgery.name}`, {
    skip: !tried.includes(forgery),
  }, async () => {
    const isWhole = forgery === tried.at(-1)
    const { noticed, witnesses } = await outcomeOf(forgery, { isWhole })
    // A forgery that is now detected must be removed from the lists of undetected ones.
    assert.deepEqual(noticed, forgery.expect ?? [])
    if (!unseen(forgery)) return
    const witness = STILL_REPORTED[forgery.name]
    if (witness === undefined) assert.deepEqual(witnesses, [])
    else assert.ok(witnesses.includes(witness), `${witnesses} know of it, and ${witness} does not`)
  })
}

/** Steps that can be skipped undetected, and why. */
const NEEDLESS = [
  // Both invoices have the same day, whose sums do not change.
  'two invoices merged, the second removed and the feed renumbered: sums of days',
  // The row records its summed values, so the next sweep corrects it, as after a change by an older process.
  "a payment moved to another customer's invoice, in every table: sums of documents",
  // The row has another timestamp then, and an outdated text is not read.
  'a payment in cash removed, and the feed renumbered: texts',
  'a reversal undone, its events made to tell of a product: sums of documents',
  'credit raised from the beginning, with all that followed from it: texts',
  'an overdue invoice forgiven, its events made to tell of a product: texts',
  'an invoice of March issued in February, with feed, entry, mail and webhooks: texts',
  'a payment marked reversed, with mirror entry, events and audit row: texts',
  'a payment marked reversed, with mirror entry, events and audit row: sums of documents',
  'an invoice paid by money that never came, with entry, events, receipt and audit row: texts',
  'an invoice paid by money that never came, with entry, events, receipt and audit row: sums of documents',
  'an open invoice voided at the end, with mirror entry, event and audit row: texts',
  'an open invoice voided at the end, with mirror entry, event and audit row: sums of documents',
  // The text does not contain what changes.
  'a change of a customer removed, and the feed renumbered: texts',
]

test('forgeries that are not detected are detected if a single step is skipped', {
  skip: !SPOIL_ALL && 'FORGERIES=all forgets each step',
}, async () => {
  const passed: string[] = []
  for (const forgery of FORGERIES.filter(unseen)) {
    const { steps } = await outcomeOf(forgery)
    for (const step of steps) {
      const { noticed } = await outcomeOf(forgery, { forgotten: step })
      // The text of sent emails is stored nowhere else, as the guide says.
      if (noticed.length === 0 && step !== 'mails') passed.push(`${forgery.name}: ${step}`)
    }
  }
  assert.deepEqual(passed, NEEDLESS)
})

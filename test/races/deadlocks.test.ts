// A hunt for deadlocks: two processes, every kind of write, few objects and many, all at once and in
// every order. No request may get a 5xx, and PostgreSQL may not have had to end a circle once.
//
// HUNT_SECONDS says how long, RACE_SEED which.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { ROWS } from '../contract/rows.ts'
import { makeCustomer, makeInvoice, makeProduct } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { randomFrom, SUITE_SEED } from '../random.ts'
import { Ids, RUINOUS, type Verb, verbsOf } from './verbs.ts'

const HUNT_SECONDS = Number(process.env.HUNT_SECONDS ?? 12)
const HUNTERS = 40
const OK_LEAST = 400
const seed = Number(process.env.RACE_SEED ?? SUITE_SEED)

const w = await world({ after })
const second = await w.secondProcess({ LOG_LEVEL: 'error' })
const random = randomFrom(seed)
const { below, pick } = random
const ends = new Map<string, number>()
/** The operations that succeeded at least once. */
const done = new Set<string>()

/** One environment to hunt in: what there is in it, and what is done to it. */
class Ground {
  readonly ids = new Ids(random)
  readonly #verbs: Verb[]
  readonly #key: string

  constructor(key: string, may: (operation: string) => boolean) {
    this.#key = key
    this.#verbs = verbsOf(this.ids, random).filter(({ operation }) => may(operation))
  }

  async furnish(): Promise<void> {
    const ask = { key: this.#key }
    for (let count = 0; count < 6; count++) {
      const customer_id = `cus_${(await makeCustomer(w.api, {}, ask)).id}`
      this.ids.add('customers', customer_id)
      this.ids.add('products', (await makeProduct(w.api, {}, ask)).id)
      this.ids.add('invoices', (await makeInvoice(w.api, { customer_id }, ask)).id)
    }
  }

  /** By either process, sometimes with a key that others use as well. */
  async strike(): Promise<void> {
    const { operation, make } = pick(this.#verbs)
    const { method, path, body } = make()
    const headers: Record<string, string> =
      below(4) === 0 ? { 'idempotency-key': `key-${below(400)}` } : {}
    const ask = { body, headers, key: this.#key }
    const answer = await pick([w.api, second.api]).send(method, path, ask)
    const end = answer.status < 300 ? 'ok' : `${answer.status} ${answer.body.error.code}`
    ends.set(end, (ends.get(end) ?? 0) + 1)
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`)
    if (answer.status >= 300) return
    done.add(operation)
    const [collection, id] = answer.headers.location?.split('/').slice(-2) ?? []
    if (collection && id && answer.status === 201) this.ids.add(collection, id)
  }

  /** Deliveries come by themselves; whoever wants to skip one has to look for them. */
  async look(): Promise<void> {
    const found = await w.api.get('/v1/webhook_deliveries?limit=5', { key: this.#key })
    for (const { id } of found.body.data) this.ids.add('webhook_deliveries', id)
  }
}

test(`race deadlocks: ${ROWS['race deadlocks']}: two processes write everything for ${HUNT_SECONDS} s (seed ${seed})`, async (t) => {
  const hot = new Ground(w.keys.test, (operation) => !RUINOUS.includes(operation))
  const wasted = new Ground(w.keys.otherTest, () => true)
  const grounds = [hot, hot, hot, wasted]
  await hot.furnish()
  await wasted.furnish()

  const end = performance.now() + HUNT_SECONDS * 1_000
  const hunt = async () => {
    // However slow the machine is, much has to be done.
    while (performance.now() < end || (ends.get('ok') ?? 0) < OK_LEAST) {
      const ground = pick(grounds)
      await (below(100) === 0 ? ground.look() : ground.strike())
    }
  }
  await Promise.all(Array.from({ length: HUNTERS }, hunt))

  const total = [...ends.values()].reduce((sum, count) => sum + count, 0)
  t.diagnostic(`${total} writes: ${JSON.stringify(Object.fromEntries(ends))}`)
  const writes = ROUTES.filter(({ method }) => method !== 'GET')
  const never = writes.map(({ operation }) => operation).filter((each) => !done.has(each))
  t.diagnostic(`never succeeded: ${never.join(', ') || 'none'}`)
})

test('PostgreSQL had to end no circle of waiting', async () => {
  // A backend tells its counts when it ends, at the latest.
  await second.stop()
  const commits = await until('counts of what was done', async () => {
    const [row] = await w.sql<{ deadlocks: number; commits: number }>(
      `select deadlocks, xact_commit as commits from pg_stat_database
       where datname = current_database()`,
    )
    return row && row.commits > 100 && row
  })
  assert.equal(commits.deadlocks, 0)
})

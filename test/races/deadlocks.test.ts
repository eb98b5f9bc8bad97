// A hunt for deadlocks: two processes send every kind of write to few objects and many, concurrently and in any order.
// No request fails, and PostgreSQL ends no deadlock.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { makeCustomer, makeInvoice, makeProduct } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { randomFrom } from '../random.ts'
import { endOf, isRefusedForNow } from './pair.ts'
import { SEED, sample } from './rounds.ts'
import { Ids, RUINOUS, type Verb, verbsOf } from './verbs.ts'

const WRITES = sample(400)
/** A service that is slow to read sometimes closes a connection before it has a request. */
const RESET_MOST = WRITES / 100
const RESET = 'connection reset'
const HUNTERS = 40

const w = await world({ after })
const second = await w.secondProcess({ LOG_LEVEL: 'error' })
const random = randomFrom(SEED)
const { below, pick } = random
const ends = new Map<string, number>()
/** Operations that succeeded at least once. */
const done = new Set<string>()

/** One environment to hunt in: its objects, and the writes to them. */
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

  /** Sends one write by either process, sometimes with a key that is shared. */
  async strike(): Promise<void> {
    const { operation, make } = pick(this.#verbs)
    const { method, path, body } = make()
    const headers: Record<string, string> =
      below(4) === 0 ? { 'idempotency-key': `key-${below(400)}` } : {}
    const ask = { body, headers, key: this.#key }
    const answer = await pick([w.api, second.api])
      .send(method, path, ask)
      .catch(({ code }: { code?: string }) => assert.equal(code, 'ECONNRESET'))
    const end = answer ? endOf(answer) : RESET
    ends.set(end, (ends.get(end) ?? 0) + 1)
    if (!answer) return
    assert.ok(answer.status < 500 || isRefusedForNow(answer), `${method} ${path}: ${answer.text}`)
    if (answer.status >= 300) return
    done.add(operation)
    const [collection, id] = answer.headers.location?.split('/').slice(-2) ?? []
    if (collection && id && answer.status === 201) this.ids.add(collection, id)
  }

  /** Looks up deliveries, which appear on their own, so that one can be skipped. */
  async look(): Promise<void> {
    const found = await w.api.get('/v1/webhook_deliveries?limit=5', { key: this.#key })
    for (const { id } of found.body.data) this.ids.add('webhook_deliveries', id)
  }
}

test(`${WRITES} concurrent writes give no 5xx and no deadlock (seed ${SEED})`, async (t) => {
  const hot = new Ground(w.keys.test, (operation) => !RUINOUS.includes(operation))
  const wasted = new Ground(w.keys.otherTest, () => true)
  const grounds = [hot, hot, hot, wasted]
  await hot.furnish()
  await wasted.furnish()

  let begun = 0
  const hunt = async () => {
    while (begun < WRITES) {
      begun++
      const ground = pick(grounds)
      if (below(100) === 0) await ground.look()
      await ground.strike()
    }
  }
  await Promise.all(Array.from({ length: HUNTERS }, hunt))

  const total = [...ends.values()].reduce((sum, count) => sum + count, 0)
  t.diagnostic(`${total} writes: ${JSON.stringify(Object.fromEntries(ends))}`)
  assert.equal(total, WRITES)
  assert.ok((ends.get('ok') ?? 0) > WRITES / 5, 'many succeeded')
  assert.ok((ends.get(RESET) ?? 0) <= RESET_MOST, `${ends.get(RESET)} connections were reset`)
  const writes = ROUTES.filter(({ method }) => method !== 'GET')
  const never = writes.map(({ operation }) => operation).filter((each) => !done.has(each))
  t.diagnostic(`never succeeded: ${never.join(', ') || 'none'}`)
})

test('PostgreSQL ended no deadlock', async () => {
  // A backend reports its counts at the latest when it ends.
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

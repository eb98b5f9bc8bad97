// Checks for every crash test: what must be true of the data at any moment, also right after a crash, and of the
// responses that clients got.

import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Api } from '../client.ts'
import { findDifferences } from '../sound.ts'
import type { Deed } from './clients.ts'

/** Concurrent replays. */
const REPLAYS_MOST = 8

/** Checks sequences and numbers for gaps and duplicates, counts, and `verify`. */
export async function assertSound(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select e.id,
            c.event_sequence = coalesce((select max(sequence) from events where environment_id = e.id), 0)
              and c.event_sequence = (select count(*) from events where environment_id = e.id) as events,
            c.invoice_number = (select count(*) from invoices where environment_id = e.id
              and finalized_at is not null) as numbers,
            c.invoices_count = (select count(*) from invoices where environment_id = e.id)
              and c.products_count = (select count(*) from products where environment_id = e.id)
              and c.customers_count = (select count(*) from customers
                where environment_id = e.id and deleted_at is null) as counts,
            not exists (select 1 from idempotency_keys k where k.environment_id = e.id
              and k.body is null and not exists (select 1 from events v
                where v.environment_id = e.id and v.id = k.event_id)) as keys
     from environments e join environment_counters c on c.environment_id = e.id order by e.id`,
  )
  const sound = { events: true, numbers: true, counts: true, keys: true }
  assert.deepEqual(
    rows,
    rows.map(({ id }) => ({ id, ...sound })),
  )
  assert.deepEqual(await findDifferences(pool), [])
}

interface RecordedEvent {
  type: string
  object: string
  object_id: string
  sequence: number
}

/** Compares the events of one environment with the responses its clients got. */
export class Books {
  readonly #pool: Pool
  readonly #environmentId: number
  readonly #byThemselves: string[]
  /** Sequence of the last event checked. */
  #sequence = 0
  /** Recorded and expected number of events of each type. */
  readonly #recorded = new Map<string, number>()
  readonly #expected = new Map<string, number>()
  readonly #overdue = new Set<string>()

  /** `byThemselves`: further event types that this environment records without a request. */
  constructor(pool: Pool, environmentId: number, byThemselves: string[] = []) {
    this.#pool = pool
    this.#environmentId = environmentId
    this.#byThemselves = ['invoice.overdue', ...byThemselves]
  }

  /**
   * Checks that each request since the last call ran once, that its key replays its response, that its event carries
   * the response, and that nothing else happened. No client can be active meanwhile.
   */
  async assertDoneOnce(api: Api, deeds: Deed[]): Promise<void> {
    await assertReplays(api, deeds)
    const events = await this.#news()
    const recorded = new Set(events.map(({ object }) => object))
    for (const deed of deeds) {
      const type = typeOf(deed)
      if (!type) continue
      const { answer, path } = deed
      // The response to a delete has only part of the properties in its event.
      const isRecorded = type === 'customer.deleted' || recorded.has(answer.text)
      assert.ok(isRecorded, `${path}: ${answer.text}`)
      for (const each of [type, ...followersOf(type, deed)]) count(this.#expected, each)
    }
    for (const { type, object_id } of events) {
      if (!this.#byThemselves.includes(type)) count(this.#recorded, type)
      if (type !== 'invoice.overdue') continue
      assert.ok(!this.#overdue.has(object_id), `${object_id} fell overdue twice`)
      this.#overdue.add(object_id)
    }
    assert.deepEqual(sorted(this.#recorded), sorted(this.#expected), 'as many facts as deeds')
  }

  /** Returns the events since the last call, checked for order and gaps. */
  async #news(): Promise<RecordedEvent[]> {
    const { rows } = await this.#pool.query<RecordedEvent>(
      `select type, object::text as object, object_id, sequence from events
       where environment_id = $1 and sequence > $2 order by sequence`,
      [this.#environmentId, this.#sequence],
    )
    for (const { sequence } of rows) assert.equal(sequence, ++this.#sequence)
    return rows.filter(({ type }) => !type.startsWith('webhook_endpoint.'))
  }
}

/** Checks that the key of each request returns the same response, marked as a replay. */
export async function assertReplays(api: Api, deeds: readonly Deed[]): Promise<void> {
  const rest = deeds.values()
  const replay = async () => {
    for (const { method, path, body, key, answer } of rest) {
      const again = await api.send(method, path, { body, headers: { 'idempotency-key': key } })
      assert.equal(again.headers['idempotent-replayed'], 'true', `${method} ${path}`)
      assert.deepEqual([again.status, again.text], [answer.status, answer.text])
    }
  }
  await Promise.all(Array.from({ length: REPLAYS_MOST }, replay))
}

function count(counts: Map<string, number>, type: string): void {
  counts.set(type, (counts.get(type) ?? 0) + 1)
}

const sorted = (counts: Map<string, number>) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1))

/** Types of the events that follow a request's own. Each payment covers the whole balance due. */
function followersOf(type: string, { answer, path }: Deed): string[] {
  if (type === 'payment.created') return ['invoice.paid']
  if (type === 'payment.reversed') return ['invoice.payment_reversed']
  if (type === 'credit_transaction.created') return ['customer.updated']
  if (path.endsWith('/discounts')) return ['coupon.redeemed']
  return type.startsWith('invoice.') ? followersOfInvoice(type, JSON.parse(answer.text)) : []
}

interface Invoice {
  finalized_at: string | null
  credit_applied: number
  discounts: { source: string; amount: number }[]
}

function followersOfInvoice(type: string, invoice: Invoice): string[] {
  const own = invoice.discounts.filter(({ source }) => source === 'invoice')
  const given = invoice.discounts.filter(
    ({ source, amount }) => source === 'customer' && amount > 0,
  )
  if (type === 'invoice.created') return own.map(() => 'coupon.redeemed')
  if (type === 'invoice.voided' && invoice.finalized_at === null) {
    return own.map(() => 'coupon.released')
  }
  if (type !== 'invoice.finalized') return []
  return [
    ...(given.length > 0 ? ['customer.updated'] : []),
    ...(invoice.credit_applied > 0 ? ['credit_transaction.created', 'customer.updated'] : []),
  ]
}

/** The event type that a request records; the test clock records none of its own. */
function typeOf({ method, path }: Deed): string | undefined {
  if (path.startsWith('/v1/test_clock/')) return undefined
  if (path.endsWith('/discounts')) return 'customer.updated'
  if (path.endsWith('/credit_transactions')) return 'credit_transaction.created'
  const [, resource = '', action] = /v1\/(\w+)s(?:\/\w+)?(?:\/(\w+))?$/.exec(path) ?? []
  const verb = { POST: 'created', PATCH: 'updated', DELETE: 'deleted' }[method]
  if (method === 'DELETE' && resource === 'product') return 'product.archived'
  if (action === 'finalize') return 'invoice.finalized'
  const past: Record<string, string> = { void: 'voided', reverse: 'reversed' }
  return `${resource}.${past[action ?? ''] ?? verb}`
}

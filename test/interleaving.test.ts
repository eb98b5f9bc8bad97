// Commands that arrive together and go through the lane in batches end as if they had come one at a time: with the same
// objects, numbers, events and refusals.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { verify } from '../src/app/verify.ts'
import { createAccount } from '../src/features/accounts/create.ts'
import { createEnvironments } from '../src/features/accounts/store.ts'
import {
  createCustomer,
  deleteCustomer,
  updateCustomer,
} from '../src/features/customers/actions.ts'
import { customers } from '../src/features/customers/store.ts'
import { updateInvoice } from '../src/features/invoices/actions.ts'
import { createInvoice } from '../src/features/invoices/create.ts'
import { finalizeInvoice } from '../src/features/invoices/finalize.ts'
import { invoiceIds } from '../src/features/invoices/record.ts'
import { invoices } from '../src/features/invoices/store.ts'
import { voidInvoice } from '../src/features/invoices/void.ts'
import { ledgerEntries } from '../src/features/ledger/store.ts'
import { payments } from '../src/features/payments/store.ts'
import { archiveProduct, createProduct, updateProduct } from '../src/features/products/actions.ts'
import { productIds } from '../src/features/products/record.ts'
import { products } from '../src/features/products/store.ts'
import { subscriptions } from '../src/features/subscriptions/store.ts'
import type { Command, Outcome } from '../src/platform/db/action.ts'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { Lane } from '../src/platform/db/lane.ts'
import { KeyRing } from '../src/platform/key-ring.ts'
import { CHAINED } from './chained.ts'
import { openDatabase } from './database.ts'

const { pool } = await openDatabase({ after })
await pool.query(`insert into installation values (1, '', 1, 1, 1001)`)
const tables = [customers, products, subscriptions, invoices, payments, ledgerEntries]
// A fixed clock, so that the two runs differ only in how commands were sent.
const wallNow = () => Date.UTC(2026, 10, 20)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables, environments, wallNow }

/** Random values: IDs as spelled and as stored, and the tokens of hosted pages. */
const RANDOM =
  /(?:inv|il|prod)_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|(?:\/i\/[0-9a-z]+-)?\b[0-9A-Za-z]{27}\b/g

/** A command of a client: objects are chosen by creation order, modulo their count. */
interface Wish {
  verb: (typeof VERBS)[number]
  object: number
  other: number
  amount: number
}

const VERBS = [
  ...(['createCustomer', 'updateCustomer', 'deleteCustomer'] as const),
  ...(['createProduct', 'archiveProduct', 'renameProduct'] as const),
  ...(['createInvoice', 'createInvoice', 'moveInvoice', 'updateLines'] as const),
  ...(['finalize', 'finalize', 'void'] as const),
]

const wish: fc.Arbitrary<Wish> = fc.record({
  verb: fc.constantFrom(...VERBS),
  object: fc.nat({ max: 7 }),
  other: fc.nat({ max: 7 }),
  amount: fc.integer({ min: 0, max: 3 }),
})
/** Commands that arrive together; the next burst comes after the responses, and can use the new objects. */
const bursts = fc.array(fc.array(wish, { minLength: 1, maxLength: 14 }), {
  minLength: 2,
  maxLength: 4,
})

/** Each run starts with some objects for commands to act on. */
const prelude = (
  [
    ['createCustomer', 'createCustomer', 'createProduct', 'createProduct'],
    ['createInvoice', 'createInvoice', 'createInvoice', 'createInvoice'],
  ] as const
).map((verbs) => verbs.map((verb, object) => ({ verb, object, other: object, amount: object })))

/** One run in one environment: its lane, and the IDs of the objects created, in order. */
class Life {
  readonly customers: number[] = []
  readonly products: string[] = []
  readonly invoices: string[] = []
  readonly outcomes: string[] = []
  readonly #environmentId: number
  // One batch at a time, so that commands run in their order of arrival.
  readonly #lane = new Lane<never>(context as never, { batchSize: 5, inFlight: 1 })
  #nextCustomer = 1

  constructor(environmentId: number) {
    this.#environmentId = environmentId
  }

  /** Sends the commands, all at once or one by one, and waits for the outcomes. */
  async burst(wishes: Wish[], together: boolean): Promise<void> {
    const answers: PromiseSettledResult<Outcome & { ok: true }>[] = []
    const commands = wishes.map((wish) => this.#commandOf(wish))
    const chunks = together ? [commands] : commands.map((command) => [command])
    for (const chunk of chunks) {
      const sent = chunk.map((command) => this.#lane.submit(command))
      answers.push(...(await Promise.allSettled(sent)))
    }
    for (const [index, answer] of answers.entries()) {
      const { verb } = wishes[index] as Wish
      const end = answer.status === 'fulfilled' ? 'ok' : (answer.reason.code ?? answer.reason)
      this.outcomes.push(`${verb} ${end}`)
      if (answer.status === 'fulfilled') this.#remember(verb, answer.value)
    }
  }

  #remember(verb: Wish['verb'], { answer }: Outcome & { ok: true }): void {
    if (verb === 'createCustomer') this.customers.push(JSON.parse(answer.json).id)
    if (verb === 'createProduct') this.products.push(productIds.parse(answer.object_id) as string)
    if (verb === 'createInvoice') this.invoices.push(invoiceIds.parse(answer.object_id) as string)
  }

  #commandOf({ verb, object, other, amount }: Wish): Command<never, never> {
    const around = <T>(list: T[], at: number, none: T) => list[at % list.length] ?? none
    const id = around(this.invoices, object, '00000000-0000-7000-8000-000000000000')
    const customer_id = around(this.customers, other, 999)
    const product_id = around(this.products, other, null as never)
    const product = { id: around(this.products, object, '00000000-0000-7000-8000-000000000000') }
    const customer = { id: around(this.customers, object, 999) }
    const line_items = Array.from({ length: 1 + (amount % 2) }, () => ({
      description: 'Line',
      quantity: 1 + amount,
      unit_amount: amount * 10,
      product_id: amount > 0 ? product_id : null,
    }))
    const [action, input] = {
      createCustomer: () => [createCustomer, { name: 'Ada', id: this.#nextCustomer++ }] as const,
      updateCustomer: () =>
        [updateCustomer, { ...customer, patch: { city: `C${amount}` } }] as const,
      deleteCustomer: () => [deleteCustomer, customer] as const,
      createProduct: () => [createProduct, { name: 'Seat' }] as const,
      archiveProduct: () => [archiveProduct, product] as const,
      renameProduct: () => [updateProduct, { ...product, patch: { name: `P${amount}` } }] as const,
      createInvoice: () => [createInvoice, { customer_id, line_items }] as const,
      moveInvoice: () => [updateInvoice, { id, patch: { customer_id } }] as const,
      updateLines: () => [updateInvoice, { id, patch: { line_items } }] as const,
      finalize: () => [finalizeInvoice, { id }] as const,
      void: () => [voidInvoice, { id }] as const,
    }[verb]()
    const environment_id = this.#environmentId
    const made = { action, environment_id, input, ifMatch: undefined, claim: undefined }
    return made as unknown as Command<never, never>
  }

  /** All rows that are left, with random IDs replaced by their creation order. */
  async left(): Promise<unknown> {
    const rows = async (table: string, order: string) => {
      const found = await pool.query(
        `select to_jsonb(t) - $2::text[] as row from ${table} t
         where environment_id = $1 order by ${order}`,
        [this.#environmentId, ['environment_id', ...CHAINED]],
      )
      return found.rows.map(({ row }) => row)
    }
    const events = await rows('events', 'sequence')
    const text = JSON.stringify({
      counters: await rows('environment_counters', '1'),
      events: events.map(({ id: _, ...event }) => event),
      customers: await rows('customers', 'id'),
      products: await rows('products', 'id'),
      invoices: await rows('invoices', 'id'),
      lines: await rows('invoice_lines', 'invoice_id, position'),
      entries: await rows('ledger_entries', 'id'),
      postings: await rows('ledger_postings', 'entry_id, account'),
      days: await rows('ledger_days', 'day, account'),
    })
    const labels = new Map<string, string>()
    return JSON.parse(
      text.replace(RANDOM, (id) => {
        const label = labels.get(id) ?? `object ${labels.size}`
        labels.set(id, label)
        return label
      }),
    )
  }
}

/** Two environments with the same settings, which get the same commands in different ways. */
async function makePair(): Promise<[number, number]> {
  const terms = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' }
  const defaults = { tier: 'enterprise', ...terms } as const
  // In two accounts: only finalizing in a live environment warns about a missing mail server.
  const one = await createAccount(pool, 'Pair', defaults, wallNow())
  const other = await createAccount(pool, 'Pair', defaults, wallNow())
  return [one.environments.test, other.environments.test]
}

test('batches have the same result as single commands', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(bursts, async (bursts) => {
      const [one, other] = await makePair()
      const together = new Life(one)
      const single = new Life(other)
      for (const wishes of [...prelude, ...bursts]) {
        await together.burst(wishes, true)
        await single.burst(wishes, false)
      }
      assert.deepEqual(together.outcomes, single.outcomes)
      assert.deepEqual(await together.left(), await single.left())
      for (const outcome of together.outcomes) seen.add(outcome)
    }),
    { numRuns: 40 },
  )
  const wanted = ['deleteCustomer customer_has_open_invoices', 'moveInvoice ok', 'void ok']
  for (const outcome of wanted) assert.ok(seen.has(outcome), `${outcome} was among the outcomes`)
})

test('afterwards the books are clean', async () => {
  const { checks } = await verify(pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
})

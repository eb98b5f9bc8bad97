// Forgeries of credit: granted without events, granted with them, moved, raised.

import { encodeId, newUuid } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import { type Forger, type Forgery, major } from './forger.ts'
import { afterAll, append, claim } from './forger-feed.ts'

const decimals = (minor: number): string => `${major(minor)}000000`

/** Adds a credit transaction of the customer birch, and its entry. */
async function transact(f: Forger, type: string, minor: number, at: string): Promise<Made> {
  const id = newUuid()
  const customer_id = f.made.birch.id
  const shown = { type, amount: decimals(minor), currency: 'cad', reason: 'Goodwill' }
  const row = { environment_id: 2, id, customer_id, ...shown, metadata: {}, created_at: at }
  await f.insert('credit_transactions', row)
  await f.count('credit_transactions_count', 1)
  await f.enter(
    { kind: `credit_${type}`, object_id: id, customer_id, created_at: at },
    { credit_granted: minor, customer_credit: -minor },
  )
  return {
    id: encodeId('cbt', id),
    object: 'credit_transaction',
    customer_id: `cus_${customer_id}`,
    ...shown,
    invoice_id: null,
    metadata: {},
    created_at: at,
  }
}

const owe = (f: Forger, name: string, minor: number): Promise<unknown> =>
  f.q(
    `insert into customer_balances values (2, $1, 'cad', $2)
     on conflict (environment_id, customer_id, currency) do update set balance = $2`,
    f.made[name].id,
    major(minor),
  )

/** Credit that is granted and paid out without any event. */
async function inSilence(f: Forger): Promise<void> {
  const at = await afterAll(f)
  await transact(f, 'granted', 4000, at)
  await transact(f, 'expired', -4000, at)
  await owe(f, 'birch', 0)
}

async function aloud(f: Forger): Promise<void> {
  const at = await afterAll(f)
  const customer_id = f.made.birch.id
  const transaction = await transact(f, 'granted', 4000, at)
  await owe(f, 'birch', 4000)
  const before = await f.latest(f.id('birch'))
  const now = { ...before, credit_balance: transaction.amount, updated_at: at }
  const { credit_balance, updated_at } = before
  const sequences = await append(
    f,
    at,
    {
      type: 'credit_transaction.created',
      object_id: transaction.id,
      customer_id,
      object: transaction,
    },
    {
      type: 'customer.updated',
      object_id: f.id('birch'),
      customer_id,
      object: now,
      previous: { credit_balance, updated_at },
    },
  )
  const what = { action: 'createCreditTransaction', object_id: transaction.id }
  await claim(f, at, what, sequences)
  await f.set('customers', 'birch', { updated_at: at })
}

/** Credit granted to maple becomes credit granted to birch. */
async function moveGrant(f: Forger): Promise<void> {
  const to = f.made.birch.id
  const change = f.made.thanks.created_at
  await f.set('credit_transactions', 'thanks', { customer_id: to })
  await f.rewriteEvents(f.id('thanks'), (transaction) => {
    transaction.customer_id = `cus_${to}`
  })
  const [place] = (await f.sequences(f.id('maple'), 'customer.updated')).slice(-1)
  const before = await f.latest(f.id('birch'))
  await f.q(
    `update events set customer_id = $2 where environment_id = 2
       and (sequence = $1 or object_id = $3)`,
    place,
    to,
    f.id('thanks'),
  )
  await f.q(
    'update events set object_id = $2, object = $3::json where environment_id = 2 and sequence = $1',
    place,
    f.id('birch'),
    JSON.stringify({ ...before, credit_balance: decimals(1000), updated_at: change }),
  )
  await f.q(
    'update webhook_deliveries set object_id = $2 where environment_id = 2 and sequence = $1',
    place,
    f.id('birch'),
  )
  await f.rewriteEvents(f.id('birch'), () => undefined)
  await f.q(
    'update ledger_entries set customer_id = $2 where environment_id = 2 and object_id = $1',
    f.uuid('thanks'),
    to,
  )
  await f.q(
    'delete from customer_balances where environment_id = 2 and customer_id = $1',
    f.made.maple.id,
  )
  await owe(f, 'birch', 1000)
  await f.set('customers', 'birch', { updated_at: change })
  const { updated_at } = await f.latest(f.id('maple'))
  await f.set('customers', 'maple', { updated_at })
}

/** Raises a grant by five dollars, everywhere it has an effect. */
async function raiseGrant(f: Forger): Promise<void> {
  const more = 500
  const amount = decimals(3000)
  const raised = (text: string) => decimals(Math.round(Number(text) * 100) + more)
  await f.set('credit_transactions', 'granted', { amount })
  await f.rewriteEvents(f.id('granted'), (transaction) => Object.assign(transaction, { amount }))
  await f.sides(f.uuid('granted'), 'credit_granted', {
    credit_granted: 3000,
    customer_credit: -3000,
  })
  await f.rewriteEvents(f.id('cedar'), (customer, { type }) => {
    if (type !== 'customer.updated') return
    customer.credit_balance = raised(customer.credit_balance)
  })
  await owe(f, 'cedar', 800 + more)
  await f.freeze('credited', 'derivation', (due) => {
    due.steps[1].inputs.balance = amount
  })
}

export const creditForgeries: Forgery[] = [
  {
    name: 'credit granted and paid out, with entries and sums but no event',
    forge: inSilence,
    expect: ['history'],
  },
  {
    name: 'credit granted to a friend, with entry, events and audit row',
    forge: aloud,
  },
  {
    name: 'credit moved to another customer, in every table',
    forge: moveGrant,
  },
  {
    name: 'credit raised from the beginning, with all that followed from it',
    forge: raiseGrant,
  },
]

// Compares all that can be read of an environment with the model: every list, the ledger, and the verification.

import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../client.ts'
import { decimal, type Json, masked, type State, showCustomer } from './state.ts'

type Get = (path: string) => Promise<Answer['body']>

/** Throws an error with the first difference. */
export async function compareAll(get: Get, state: State): Promise<void> {
  const { customers, products, invoices, payments } = state
  const alive = Object.values(customers).filter(({ isDeleted }) => !isDeleted)
  await compareList(
    get,
    'customers',
    alive.map((each) => showCustomer(state, each)),
  )
  for (const [name, all] of Object.entries({ products, invoices, payments })) {
    await compareList(
      get,
      name,
      Object.values(all).map(({ json }) => json),
    )
  }
  await compareLedger(get, state)
  const { clean, checks } = await get('/v1/ledger/verification')
  if (!clean) throw new Error(`The books do not agree: ${JSON.stringify(checks)}`)
}

async function compareList(get: Get, name: string, expected: Json[]): Promise<void> {
  const all: Json[] = []
  for (;;) {
    const page = await get(`/v1/${name}?limit=100&offset=${all.length}`)
    all.push(...page.data.map(masked))
    if (page.total_count !== expected.length) {
      throw new Error(`There are ${page.total_count} ${name}, not ${expected.length}.`)
    }
    if (!page.has_more) break
  }
  const byId = (a: Json, b: Json) => (String(a.id) < String(b.id) ? -1 : 1)
  const [is, should] = [all.sort(byId), expected.sort(byId)]
  for (const [index, object] of is.entries()) {
    if (isDeepStrictEqual(object, should[index])) continue
    throw new Error(`${JSON.stringify(object)}\nshould be ${JSON.stringify(should[index])}`)
  }
}

async function compareLedger(get: Get, state: State): Promise<void> {
  const { currencies } = await get('/v1/ledger/trial_balance')
  const is: Record<string, string> = {}
  for (const { currency, accounts } of currencies) {
    for (const { account, balance } of accounts) is[`${account} ${currency}`] = balance
  }
  const names = new Set([...Object.keys(is), ...Object.keys(state.ledger)])
  for (const name of names) {
    const should = decimal(state.ledger[name] ?? 0n)
    const found = is[name] ?? decimal(0n)
    if (found !== should) throw new Error(`The ledger has ${found} on ${name}, not ${should}.`)
  }
}

// Sends the example of every operation, in an order in which each finds what it needs.

import assert from 'node:assert/strict'
import { declaredRoutes } from '../../src/app/api.ts'
import type { Exchange } from '../../src/platform/http/openapi.ts'
import type { Route } from '../../src/platform/http/route.ts'
import type { Answer } from '../client.ts'
import type { World } from '../harness.ts'

export const routes = declaredRoutes()

/** A story on an empty database: what an operation makes, the ones after it use. */
const STORY = [
  'createCustomer',
  'retrieveCustomer',
  'updateCustomer',
  'createProduct',
  'retrieveProduct',
  'updateProduct',
  'createInvoice',
  'retrieveInvoice',
  'updateInvoice',
  'explainInvoice',
  'listInvoices',
  'finalizeInvoice',
  'voidInvoice',
  'listProducts',
  'archiveProduct',
  'listCustomers',
  'deleteCustomer',
  'listEvents',
]

export interface Told {
  route: Route
  exchange: Exchange
  answer: Answer
}

/** Tells the story; fails when an operation has no place in it. */
export async function tellOperations({ api }: World): Promise<Told[]> {
  assert.deepEqual(routes.map(({ operation }) => operation).sort(), STORY.toSorted())
  const made = new Map<string, string>()
  const told: Told[] = []
  for (const operation of STORY) {
    const route = routes.find((each) => each.operation === operation) as Route
    const collection = route.path.split('/')[1] as string
    const path = `${route.prefixes[0]}${route.path.replace(/:[a-z_]+/, () => made.get(collection) ?? '')}`
    const query = new URLSearchParams(route.example?.query).toString()
    const address = query ? `${path}?${query}` : path
    const answer = await api.send(route.method, address, { body: route.example?.body })
    assert.equal(answer.status, route.status, `${operation}: ${answer.text}`)
    if (route.createdAt) made.set(collection, String(answer.headers.location?.split('/').at(-1)))
    told.push({
      route,
      answer,
      exchange: { path: address, status: answer.status, body: answer.body },
    })
  }
  return told
}

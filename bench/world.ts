// The setting of the measurements: the server, its tenants and their keys, and the reference database.

import assert from 'node:assert/strict'
import type { Bench } from './bench.ts'
import { findPgbench, makeReference, REFERENCE, type Texts } from './reference.ts'
import { type Request, type RequestFile, writeRequests } from './requests.ts'
import {
  CUSTOMERS,
  firstCustomerOf,
  hotEnvironment,
  LINES,
  METADATA,
  OLD_INVOICES,
  SPREAD,
  seededId,
  seedInvoices,
  seedKeys,
  seedTenants,
  type Tenants,
} from './seed.ts'
import { asSuperuser, type Server } from './server.ts'

export interface World {
  server: Server
  /** The same tenants in the product's database and in the reference's. */
  tenants: Tenants
  keys: Map<number, string>
  /** The rows that the product wrote for one request, which the reference writes too. */
  texts: { create: Texts; finalize: Texts }
  files: { create: RequestFile; hotCreate: RequestFile; get: RequestFile }
  /** Writes with a response, and those that may have been in flight when a load ended. */
  product: { answered: number; unanswered: number }
  reference: { answered: number; unanswered: number }
}

/** Seeds both databases alike. The server has been started on an empty folder. */
export async function makeWorld(bench: Bench, server: Server, secretKey: string): Promise<World> {
  findPgbench()
  bench.say('seeding tenants and old invoices, for the product and for the reference')
  const product = server.connection.database
  const tenants = await asSuperuser(server, product, seedTenants)
  assert.deepEqual(await makeReference(server), tenants, 'both databases start alike')
  const keys = await asSuperuser(server, product, (client) => seedKeys(client, tenants, secretKey))
  const { firstEnvironment } = tenants
  for (const database of [product, REFERENCE]) {
    await asSuperuser(server, database, async (client) => {
      await seedInvoices(client, tenants, {
        environments: [firstEnvironment, firstEnvironment + SPREAD - 1],
        numbers: [1, OLD_INVOICES],
        states: 'mixed',
      })
      await client.query('vacuum analyze')
    })
  }
  return {
    server,
    tenants,
    keys,
    texts: await learnTexts(server, tenants, keys),
    files: requestFiles(bench, tenants, keys),
    product: { answered: 2, unanswered: 0 },
    reference: { answered: 0, unanswered: 0 },
  }
}

export function invoiceRequest(
  world: Pick<World, 'tenants' | 'keys'>,
  environment: number,
  n: number,
) {
  const customer = firstCustomerOf(world.tenants, environment) + (n % CUSTOMERS)
  return {
    method: 'POST',
    path: '/v1/invoices',
    key: keyOf(world.keys, environment),
    body: { customer_id: `cus_${customer}`, line_items: LINES, metadata: METADATA },
  } satisfies Request
}

export function keyOf(keys: World['keys'], environment: number): string {
  const key = keys.get(environment)
  assert.ok(key, `environment ${environment} has a key`)
  return key
}

function requestFiles(bench: Bench, tenants: Tenants, keys: World['keys']): World['files'] {
  const hot = hotEnvironment(tenants)
  const spread = Array.from({ length: SPREAD }, (_, n) => tenants.firstEnvironment + n)
  const creates = spread.flatMap((environment) =>
    [1, 6].map((n) => invoiceRequest({ tenants, keys }, environment, n)),
  )
  const gets = spread.flatMap((environment) =>
    Array.from({ length: OLD_INVOICES }, (_, index) => ({
      method: 'GET' as const,
      path: `/v1/invoices/${seededId(index + 1)}`,
      key: keyOf(keys, environment),
    })),
  )
  const hotCreates = Array.from({ length: CUSTOMERS }, (_, n) =>
    invoiceRequest({ tenants, keys }, hot, n),
  )
  return {
    create: writeRequests(bench.folder, 'create', 'random', creates),
    hotCreate: writeRequests(bench.folder, 'hot-create', 'random', hotCreates),
    get: writeRequests(bench.folder, 'get', 'random', gets),
  }
}

/** Lets the product create and finalize one invoice, and reads what it wrote. */
async function learnTexts(
  server: Server,
  tenants: Tenants,
  keys: World['keys'],
): Promise<World['texts']> {
  const hot = hotEnvironment(tenants)
  const { path, key, body } = invoiceRequest({ tenants, keys }, hot, 0)
  const post = async (target: string, sent: object) => {
    const answer = await fetch(`${server.url}${target}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `learn-${target}`,
      },
      body: JSON.stringify(sent),
    })
    assert.ok(answer.ok, `POST ${target} answered ${answer.status}`)
    return (await answer.json()) as { id: string }
  }
  const { id } = await post(path, body)
  await post(`${path}/${id}/finalize`, {})
  return asSuperuser(server, server.connection.database, async (client) => {
    const { rows } = await client.query<Texts>(
      `select k.fingerprint::text, e.object_id, e.object::text
       from events e join idempotency_keys k
         on k.environment_id = e.environment_id and k.event_id = e.id
       where e.environment_id = $1 order by e.sequence`,
      [hot],
    )
    const frozen = await client.query<{ snapshot: string; derivation: string }>(
      'select snapshot::text, derivation::text from invoices where environment_id = $1',
      [hot],
    )
    const [create, finalize] = rows
    assert.ok(create && finalize, 'both writes left an event and a key')
    return { create, finalize: { ...finalize, ...frozen.rows[0] } }
  })
}

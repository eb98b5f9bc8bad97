// Creates one object of each resource from the examples of the API.

import { exampleOf } from '../src/app/examples.ts'
import { RECORDED } from '../src/domain/event.ts'
import type { ResourceName } from '../src/domain/resources.ts'

/** Resources that the stories of the tests create in their own way. */
const IN_STORIES: readonly ResourceName[] = [
  ...(['account', 'customer', 'product', 'price', 'tax_rate', 'tax_registration'] as const),
  ...([
    'coupon',
    'promotion_code',
    'invoice',
    'invoice_item',
    'price_migration',
    'payment',
    'payment_method',
    'dispute',
    'payout',
    'credit_note',
    'refund',
    'credit_transaction',
  ] as const),
  'refund',
  'subscription',
  'webhook_endpoint',
]

type Send = (method: string, path: string, body?: object) => Promise<{ id: string | number }>

/** An object that was created from an example. */
export interface Example {
  path: string
  prefix: string
  id: string
}

/** Creates and updates one object of every other resource, so that new resources are included automatically. */
export async function createOthers(send: Send): Promise<Example[]> {
  const made: Example[] = []
  for (const [name, { path, prefix }] of RECORDED) {
    if (IN_STORIES.includes(name)) continue
    const { id } = await send('POST', `/v1/${path}`, exampleOf(name, 'created'))
    await send('PATCH', `/v1/${path}/${id}`, exampleOf(name, 'updated'))
    made.push({ path, prefix, id: String(id) })
  }
  return made
}

// The request bodies that the API reference shows for creating and updating a resource, for code that needs valid ones.

import { RESOURCES, type ResourceName } from '../domain/resources.ts'
import { invariant } from '../invariant.ts'
import { ROUTES } from './routes.ts'

/** The example body of `POST /<path>` or `PATCH /<path>/:id`. */
export function exampleOf(name: ResourceName, act: 'created' | 'updated'): object {
  const { path } = RESOURCES[name]
  const [method, address] = act === 'created' ? ['POST', `/${path}`] : ['PATCH', `/${path}/:id`]
  const route = ROUTES.find((each) => each.method === method && each.path === address)
  const body = route?.example?.body
  invariant(typeof body === 'object' && body !== null, `${method} ${address} has no example body.`)
  return body
}

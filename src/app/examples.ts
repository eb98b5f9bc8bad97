// The bodies that the API reference shows for creating and updating a resource, for those who need one that works.

import { RESOURCES, type ResourceName } from '../domain/resources.ts'
import { invariant } from '../invariant.ts'
import { ROUTES } from './routes.ts'

/** The example of `POST /<path>` or `PATCH /<path>/:id`. */
export function exampleOf(name: ResourceName, act: 'created' | 'updated'): object {
  const { path } = RESOURCES[name]
  const [method, address] = act === 'created' ? ['POST', `/${path}`] : ['PATCH', `/${path}/:id`]
  const route = ROUTES.find((each) => each.method === method && each.path === address)
  const body = route?.example?.body
  invariant(typeof body === 'object' && body !== null, `${method} ${address} has no example body.`)
  return body
}

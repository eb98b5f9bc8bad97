// The known paths and their methods, for responses to requests that match no route.

import { Refusal } from '../refusal.ts'
import { PREFIXES, type Route } from './route.ts'
import type { Nearest } from './validate.ts'

interface Address {
  path: string
  pattern: RegExp
  methods: Set<string>
}
export type AddressTable = Address[]

const PARAMETER = /:[a-z_]+(?:\(\^([^)]+)\$\))?/g

/**
 * Table of the routes' paths and of the pages served next to them. `*` matches the rest of a path, and
 * `:account(^[0-9]+$)` a segment of that form.
 */
export function addressTable(
  routes: readonly Pick<Route, 'method' | 'path'>[],
  pages: readonly string[] = [],
  otherAddresses: readonly { method: string; path: string }[] = [],
): AddressTable {
  const table = new Map<string, Address>()
  const add = (path: string, method: string) => {
    const parts = path.replace(/\*$/, '.+').replace(PARAMETER, (_, like) => like ?? '[^/]+')
    const pattern = new RegExp(`^${parts}/?$`)
    const shown = path.replace(PARAMETER, (part) => part.replace(/\(.*/, ''))
    const address = table.get(path) ?? { path: shown, pattern, methods: new Set(['OPTIONS']) }
    table.set(path, address)
    address.methods.add(method)
    if (method === 'GET') address.methods.add('HEAD')
  }
  for (const { method, path } of routes) {
    for (const prefix of PREFIXES) add(`${prefix}${path}`, method)
  }
  for (const path of pages) add(path, 'GET')
  for (const { method, path } of otherAddresses) add(path, method)
  return [...table.values()]
}

/** Returns the `Allow` header for OPTIONS. Throws 405 for another method, 404 for an unknown path. */
export function answerUnrouted(
  table: AddressTable,
  method: string,
  url: string,
  nearest: Nearest,
): string {
  const path = url.split('?')[0] as string
  const address = table.find(({ pattern }) => pattern.test(path))
  if (!address) {
    const near = nearest(path.replace(/\/$/, ''), [...new Set(table.map((known) => known.path))])
    const remedy = near ? `Did you mean ${near}?` : 'See the API reference at /docs.'
    throw new Refusal('route_not_found', `${path.slice(0, 100)} does not exist. ${remedy}`)
  }
  const allow = [...address.methods].sort().join(', ')
  if (method === 'OPTIONS') return allow
  throw new Refusal('method_not_allowed', `${method} is not allowed on this path. Use ${allow}.`, {
    headers: { allow },
  })
}

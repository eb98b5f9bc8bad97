// What follows from the table of resources: their names, search kinds, counters, and pages of the reference.

import { RESOURCES, type Resource, type ResourceName, type Resources } from './resources.ts'

type With<Said> = {
  [Name in ResourceName]: Resources[Name] extends Said ? Name : never
}[ResourceName]

/** Resources by name. */
export const NAMED = Object.entries(RESOURCES) as [ResourceName, Resource][]

export type SearchKind = With<{ searched: true }>

/** What search finds, in the order in which the API names it. */
export const SEARCH_KINDS = NAMED.flatMap(([name, { searched }]) =>
  searched ? [name as SearchKind] : [],
)

/** Counters of an environment's rows, with the table that each counts. */
export const COUNTED = NAMED.flatMap(([, { path, counted, survivesReset = false }]) =>
  counted ? [{ counter: `${path}_count`, table: path, counted, survivesReset }] : [],
)

/** The resource with rows in a table. */
export const resourceOf = (table: string): Resource | undefined =>
  NAMED.find(([, { path }]) => path === table)?.[1]

/** The scope by which a resource is read. */
export const readScope = (name: ResourceName): string => `${RESOURCES[name].scope}:read`

/** The pages of the API reference that resources lead, in the order of the table. */
export const RESOURCE_PAGES = NAMED.flatMap(([, { page, about }]) =>
  about ? [{ name: page, description: about }] : [],
)

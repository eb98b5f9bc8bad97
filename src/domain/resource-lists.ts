// Lists derived from the table of resources: names, search kinds, counters, and reference pages.

import type { Resource } from './resource.ts'
import { RESOURCES, type ResourceName, type Resources } from './resources.ts'

type With<Said> = {
  [Name in ResourceName]: Resources[Name] extends Said ? Name : never
}[ResourceName]

export const NAMED = Object.entries(RESOURCES) as [ResourceName, Resource][]

/** The resources whose IDs have a prefix: all but API keys. */
export type PrefixedResource = With<{ prefix: string }>

export type SearchKind = With<{ searched: true }>

/** The kinds that search finds, in the order of the API. */
export const SEARCH_KINDS = NAMED.flatMap(([name, { searched }]) =>
  searched ? [name as SearchKind] : [],
)

/** Row counters of an environment, with the table that each counts. */
export const COUNTED = NAMED.flatMap(([, { path, counted, survivesReset = false }]) =>
  counted ? [{ counter: `${path}_count`, table: path, counted, survivesReset }] : [],
)

/** The resource stored in a table. */
export const resourceOf = (table: string): Resource | undefined =>
  NAMED.find(([, { path }]) => path === table)?.[1]

/** `TaxRate` of `tax rate` or `tax_rate`, as in `createTaxRate`. */
export const inPascalCase = (words: string): string =>
  words
    .split(/[ _]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('')

/** The noun with its English article: `an invoice`. */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** The pages of the API reference, in the order of the table. */
export const RESOURCE_PAGES = NAMED.flatMap(([, { page, about }]) =>
  about ? [{ name: page, description: about }] : [],
)

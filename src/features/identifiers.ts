// The IDs of a resource: in responses, in paths, and the 404 for one that does not exist.

import { type TString, Type } from 'typebox'
import { type BillingError, billingError } from '../domain/errors.ts'
import type { PrefixedResource } from '../domain/resource-lists.ts'
import { RESOURCES, type ResourceName } from '../domain/resources.ts'
import { decodeId, encodeId } from '../platform/ids.ts'

/** The properties of a resource that IDs and routes need. */
export interface Described {
  prefix?: string
  path: string
  scope: string
  page: string
  en: { one: string; many: string }
}

/** `I` is the type of the ID in the row. */
export interface ObjectIds<I = string> {
  of: Described
  /** The path parameter and its schema. */
  param: string
  schema: TString
  /** The ID in the form that clients see. */
  ref(id: I): string
  /** The ID in the row; undefined if the text is not a valid ID. */
  parse(ref: string): I | undefined
  missing(ref: string): BillingError
}

/** IDs such as `txr_01h2…`, which are UUIDs in the database. */
export function objectIds(resource: ResourceName | Described): ObjectIds {
  const of = typeof resource === 'string' ? RESOURCES[resource] : resource
  const { prefix = '', en } = of as Described
  return {
    of,
    param: 'id',
    schema: schemaOf(prefix, `The ${en.one}.`),
    ref: (id) => encodeId(prefix, id),
    parse: (ref) => decodeId(prefix, ref),
    missing: (ref) => missing(of, ref),
  }
}

/** The schema of a resource's ID, for queries and bodies. */
export const idSchema = (of: PrefixedResource, description?: string, example?: string): TString =>
  schemaOf(RESOURCES[of].prefix, description, example)

const schemaOf = (prefix: string, description?: string, example?: string): TString =>
  Type.String({
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    ...(description && { description }),
    ...(example && { examples: [example] }),
  })

export const missing = ({ en }: Pick<Described, 'en'>, ref: string): BillingError =>
  billingError(
    'resource_missing',
    `There is no ${en.one} ${ref} in this environment. Check the ID, and that the key belongs to the environment it was created in.`,
  )

/** The error for a missing object whose ID is in the body, which is 400; `hint` says what to send instead. */
export const missingInBody = <I>(
  ids: Pick<ObjectIds<I>, 'missing' | 'ref'>,
  id: I,
  param: string,
  hint = '',
): BillingError =>
  billingError('resource_missing', `${ids.missing(ids.ref(id)).message}${hint}`, {
    param,
    status: 400,
  })

/** The path parameter, for the reference. */
export const inPath = ({ param, schema }: Pick<ObjectIds, 'param' | 'schema'>) => ({
  [param]: schema,
})

/** The ID in the path of a call; throws 404 if it is invalid. */
export function idInPath<I>(
  ids: Pick<ObjectIds<I>, 'param' | 'parse' | 'missing'>,
  { params }: { params: Record<string, string> },
): I {
  const ref = String(params[ids.param])
  const id = ids.parse(ref)
  if (id === undefined) throw ids.missing(JSON.stringify(ref.slice(0, 60)))
  return id
}

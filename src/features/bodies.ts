// Request bodies derived from a record: which members they have, and which can be omitted or null.

import { type TNull, type TOptional, type TSchema, type TUnion, Type } from 'typebox'
import { CUSTOMER_REF } from '../domain/customer.ts'
import { invariant } from '../invariant.ts'
import type { Column, Members } from '../platform/db/column.ts'
import { WHOLE } from '../platform/http/describe.ts'
import { Clearable, MetadataPatch, TIMESTAMP } from '../platform/http/shapes.ts'

/** An amount above zero, in the smallest unit of the currency. */
export const Amount = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
    [WHOLE]: 'smallest_unit',
  })

/** A customer in a body: `cus_1001`, or 1001. */
export const customerIn = (description: string) =>
  Type.Union(
    [
      Type.String({ pattern: CUSTOMER_REF, examples: ['cus_1001'] }),
      Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
    ],
    { description },
  )

type Input<C> = C extends { input: infer I extends TSchema } ? I : never

type Sent<M, Required, Optional, Clearable> = {
  [K in (Required | Optional | Clearable) & keyof M]: K extends Required
    ? Input<M[K]>
    : K extends Optional
      ? TOptional<Input<M[K]>>
      : TOptional<TUnion<[Input<M[K]>, TNull]>>
}

/** Returns these members of a record as a request body, in the order of the record. */
export function sent<
  M extends Members,
  const Required extends keyof M = never,
  const Optional extends keyof M = never,
  const Clearable extends keyof M = never,
>(
  { members }: { members: M },
  by: {
    required?: readonly Required[]
    optional?: readonly Optional[]
    /** Optional members that accept null, which clears them or is the same as omitting them. */
    clearable?: readonly Clearable[]
  },
): Sent<M, Required, Optional, Clearable> {
  const { required = [], optional = [], clearable = [] } = by
  const has = (names: readonly unknown[], name: string) => names.includes(name)
  const all = Object.entries(members).flatMap(([name, member]): [string, TSchema][] => {
    const { input } = member as Column
    if (has(required, name)) return [[name, input]]
    if (has(optional, name)) return [[name, Type.Optional(input)]]
    if (has(clearable, name)) return [[name, Type.Optional(Clearable(input))]]
    return []
  })
  const wanted = required.length + optional.length + clearable.length
  invariant(all.length === wanted, 'A body has properties that its record does not have.')
  return Object.fromEntries(all) as Sent<M, Required, Optional, Clearable>
}

/** A body without descriptions, for a preview: those of the request that it previews apply. */
export function undescribed<S extends TSchema>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(undescribed) as unknown as S
  // One with a title is shared with other bodies.
  if (typeof schema !== 'object' || schema === null || 'title' in schema) return schema
  const kept = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as S
  // Optional properties are marked by a key that is not enumerable, constraints by symbols.
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'description' && typeof value === 'string') delete kept[name as keyof S]
    else Object.assign(kept, { [name]: undescribed(value) })
  }
  return kept
}

/** The metadata of a patch, which is merged by key. */
export const mergedMetadata = { metadata: Type.Optional(MetadataPatch) }

/** Binds a write to the preview of its result. */
export const PreviewSent = Type.Optional(
  Type.Object(
    {
      at: Type.String(TIMESTAMP),
      hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: '`at` of the preview.' }),
    },
    {
      additionalProperties: false,
      description:
        'A preview at most an hour old: fails with `preview_outdated` if the result differs.',
    },
  ),
)

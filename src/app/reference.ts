// The reference of this API: openapi.json and the pages under /docs, generated from the declarations of the features.

import type { TSchema } from 'typebox'
import { type EventObject, RECORDED } from '../domain/event.ts'
import { Account } from '../features/account-settings/schemas.ts'
import { invariant } from '../invariant.ts'
import type { OpenApi } from '../platform/http/openapi-document.ts'
import { openapiDocument as documentOf } from '../reference/openapi.ts'
import { createDocs as docsOf } from '../reference/site.ts'
import { FEATURES } from './features.ts'
import { ROUTES } from './routes.ts'

/** The schemas of the objects in events, by resource. */
const OBJECTS = Object.fromEntries(
  RECORDED.map(([resource, { path }]) => [resource, schemaOf(resource, path)]),
)

function schemaOf(resource: EventObject, path: string): TSchema {
  if (resource === 'account') return Account
  const item = FEATURES.find(({ objects }) => objects?.name === path)?.objects?.item
  invariant(item, `No feature declares the objects of ${resource}, which has events.`)
  return item
}

/** The document for a service at `publicUrl`; the default URL is that of a first start. */
export const openapiDocument = (publicUrl?: string): OpenApi =>
  documentOf({ routes: ROUTES, objects: OBJECTS }, publicUrl)

/** The document as text, as in `openapi.json`. */
export const openapiText = (): string => `${JSON.stringify(openapiDocument(), null, 1)}\n`

export const createDocs = (publicUrl: string) => docsOf(ROUTES, openapiDocument(publicUrl))

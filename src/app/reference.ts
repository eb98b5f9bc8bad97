// The reference of this API: openapi.json and the pages under /docs, made of what the features declare.

import type { TSchema } from 'typebox'
import type { OpenApi } from '../platform/http/openapi-document.ts'
import { openapiDocument as documentOf } from '../reference/openapi.ts'
import { createDocs as docsOf } from '../reference/site.ts'
import { FEATURES } from './features.ts'
import { ROUTES } from './routes.ts'

const OBJECTS: Record<string, TSchema> = Object.assign(
  {},
  ...FEATURES.map(({ objects }) => objects),
)

/** The document for a service at `publicUrl`; the default URL is that of a first start. */
export const openapiDocument = (publicUrl?: string): OpenApi =>
  documentOf({ routes: ROUTES, objects: OBJECTS }, publicUrl)

/** The document as text, as in `openapi.json`. */
export const openapiText = (): string => `${JSON.stringify(openapiDocument(), null, 1)}\n`

export const createDocs = (publicUrl: string) => docsOf(ROUTES, openapiDocument(publicUrl))

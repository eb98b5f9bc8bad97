// The parts of an OpenAPI document that the generator of calls reads.

export interface Reference {
  $ref?: string
}

export interface Parameter extends Reference {
  name?: string
  in?: string
  required?: boolean
  schema?: { type?: string; pattern?: string }
}

export interface Media {
  schema?: Reference & { type?: string }
}

export interface Response extends Reference {
  description?: string
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  /** The CSV export of the list. */
  'x-csv'?: { path: string }
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
}

/** The last part of a reference: `#/components/schemas/Invoice` is `Invoice`. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** Returns the component that a reference names, or the object itself. */
export function resolved<T extends Reference>(
  document: Document,
  kind: 'parameters' | 'responses',
  thing: T,
): T {
  if (thing.$ref === undefined) return thing
  return document.components[kind][nameOf(thing.$ref)] as unknown as T
}

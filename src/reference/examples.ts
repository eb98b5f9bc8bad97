// The example of each operation: the request, and the response of a running service.

import type { Route } from '../platform/http/route.ts'
import { readRecorded } from './openapi.ts'
import type { ShownRequest } from './samples.ts'

export interface ShownExample {
  request: ShownRequest
  /** The media type of a response that is not JSON. */
  produces: string | undefined
  response: unknown
}

export type FindExample = (operationId: string) => ShownExample | undefined

export function readExamples(declared: readonly Route[], baseUrl: string): FindExample {
  const { operations } = readRecorded(baseUrl)
  const routes = new Map(declared.map((route) => [route.operation, route]))
  return (operationId) => {
    const route = routes.get(operationId)
    const exchange = operations[operationId]
    if (!route || !exchange) return undefined
    const { method, example, produces } = route
    const { path, body: response } = exchange
    const file = produces && fileName(path, produces)
    return { request: { method, path, body: example?.body, file }, produces, response }
  }
}

/** A name for the downloaded file, after its resource. */
function fileName(path: string, mediaType: string): string {
  const [kind = ''] = mediaType.split(';')
  const [, extension = ''] = /\/(?:x-)?([a-z]+)/.exec(kind) ?? []
  const name =
    (path.split('?')[0] as string)
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  return extension === 'pdf' ? 'invoice.pdf' : `${name}.${extension}`
}

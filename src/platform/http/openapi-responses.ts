// Turns responses that several operations share into components, named after their schema.

import { type ApiAnswer, type Paths, type Ref, ref } from './openapi-document.ts'

/**
 * Replaces responses with the same schema and headers by references and returns the components they refer to. Examples
 * differ: the first one is kept. An example is shown once: to create an object, and not again to retrieve it.
 */
export function shareResponses(paths: Paths): Record<string, ApiAnswer> {
  const uses = new Map<string, number>()
  for (const { answer } of successes(paths)) {
    const text = textOf(answer)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  const shared: Record<string, ApiAnswer> = {}
  for (const { answer, replace } of successes(paths)) {
    const text = textOf(answer)
    const shape = shapeOf(answer)
    if (!shape || (uses.get(text) ?? 0) < 2) continue
    const name = names.get(text) ?? unused(shared, shape, answer)
    names.set(text, name)
    shared[name] ??= answer
    replace(ref('responses', name))
  }
  showOnce(paths)
  return shared
}

function showOnce(paths: Paths): void {
  const shown = new Set<string>()
  for (const { answer } of successes(paths)) {
    for (const media of Object.values(answer.content ?? {})) {
      const text = JSON.stringify(media)
      if (shown.has(text)) delete media.example
      shown.add(text)
    }
  }
}

function textOf(answer: ApiAnswer): string {
  return JSON.stringify(answer, (name, value) => (name === 'example' ? undefined : value))
}

/** Returns the schema name of the response. */
function shapeOf({ content = {} }: ApiAnswer): string | undefined {
  return content['application/json']?.schema.$ref?.split('/').at(-1)
}

/** Names a response after its schema; writes get their own name, since their headers differ. */
function unused(taken: Record<string, unknown>, shape: string, { headers = {} }: ApiAnswer) {
  const name = headers.Location
    ? `Created${shape}`
    : headers['Idempotent-Replayed']
      ? `Changed${shape}`
      : shape
  return name in taken ? `${name}${Object.keys(taken).length}` : name
}

function* successes(paths: Paths) {
  for (const item of Object.values(paths)) {
    for (const { responses } of Object.values(item)) {
      for (const [status, answer] of Object.entries(responses)) {
        if (!status.startsWith('2') || '$ref' in answer) continue
        const replace = (by: Ref) => {
          responses[status] = by
        }
        yield { answer, replace }
      }
    }
  }
}

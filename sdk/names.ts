// Names of the calls: `finalizeInvoice`, `POST /v1/invoices/{id}/finalize`, becomes
// `reckoner.invoices.finalize`.

const PREFIX = /^(?:\/api\/public)?\/v1\//

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** `webhook_endpoints` as words: `Webhook`, `Endpoints`. */
const wordsOf = (segment: string) => segment.split('_').map(upperFirst)

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')

/** Returns the first segment of the path in camelCase; undefined for paths outside the API. */
export function namespaceOf(path: string): string | undefined {
  if (!PREFIX.test(path)) return undefined
  const [segment = ''] = path.replace(PREFIX, '').split('/')
  return lowerFirst(wordsOf(segment).join(''))
}

/**
 * Removes the noun of the namespace from the operation: `listInvoiceTimeline` becomes
 * `invoices.listTimeline`. Undefined if nothing is left, as for `search`.
 */
export function methodOf(path: string, operationId: string): string | undefined {
  const [segment = ''] = path.replace(PREFIX, '').split('/')
  const words = wordsOf(segment)
  if (lowerFirst(words.join('')) === operationId) return undefined
  const [, verb = '', rest = ''] = /^([a-z]+)(.*)$/.exec(operationId) ?? []
  const last = words.at(-1) ?? ''
  const nouns = [
    words.join(''),
    [...words.slice(0, -1), singular(last)].join(''),
    ...(words.length > 1 ? [words[0] ?? ''] : []),
  ]
  const said = nouns.find(
    (noun) => rest.startsWith(noun) && !/^[a-z]/.test(rest.slice(noun.length)),
  )
  return verb + (said === undefined ? rest : rest.slice(said.length))
}

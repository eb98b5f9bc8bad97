// What a client prefers of what it can be answered: weighted lists such as Accept (RFC 9110, 12.4.2).

export interface Preference {
  /** In lower case and without parameters: `text/html`, `gzip`, `*`. */
  name: string
  /** From 0, which refuses it, to 1. */
  weight: number
}

/** A header as a list; what is no weight counts as none given, so as 1. */
export function preferences(header: string): Preference[] {
  const listed: Preference[] = []
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    if (name === '') continue
    const given = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? ''
    const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 1
    listed.push({ name, weight })
  }
  return listed
}

/** The weight of a media type, and how exactly it is named: 2 by itself, 1 by its range, 0 by any. */
export function mediaPreference(
  listed: readonly Preference[],
  type: string,
): { weight: number; exactness: number } {
  const names = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type]
  for (let exactness = 2; exactness >= 0; exactness--) {
    const found = listed.find(({ name }) => name === names[exactness])
    if (found) return { weight: found.weight, exactness }
  }
  return { weight: 0, exactness: -1 }
}

// Weighted preference lists such as Accept (RFC 9110, 12.4.2).

export interface Preference {
  /** In lower case and without parameters: `text/html`, `gzip`, `*`. */
  name: string
  /** From 0, which refuses it, to 1. */
  weight: number
}

/** Parses a header; an invalid weight counts as missing, which means 1. */
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

/** The weight of a media type, and how exactly it is named: 2 by name, 1 by its range, 0 by a wildcard. */
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

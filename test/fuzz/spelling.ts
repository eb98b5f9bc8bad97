// JSON that our own serializers never write: unusual numbers and repeated properties.

/** A piece of JSON text that is written as is. */
export class Spelled {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The JSON text of a value, in which `Spelled` parts are written as they are. */
export function spell(value: unknown): string {
  if (value instanceof Spelled) return value.text
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(([name, item]) => member(name, item))
  return `{${members.join(',')}}`
}

const member = (name: string, item: unknown): string => `${JSON.stringify(name)}:${spell(item)}`

/** An object with one more property of any name: also an existing one, or `__proto__`. */
export function withMember(object: object, name: string, item: unknown): Spelled {
  const inside = spell(object).slice(1, -1)
  return new Spelled(`{${inside}${inside && ','}${member(name, item)}}`)
}

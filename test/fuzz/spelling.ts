// JSON as somebody else might spell it: numbers and members that no serialiser of ours writes.

/** A piece of JSON text that stands for itself. */
export class Spelled {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON text of a value, with what is `Spelled` in it taken as it is. */
export function spell(value: unknown): string {
  if (value instanceof Spelled) return value.text
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(([name, item]) => member(name, item))
  return `{${members.join(',')}}`
}

const member = (name: string, item: unknown): string => `${JSON.stringify(name)}:${spell(item)}`

/** An object with one more member, whatever its name: also one it has already, or `__proto__`. */
export function withMember(object: object, name: string, item: unknown): Spelled {
  const inside = spell(object).slice(1, -1)
  return new Spelled(`{${inside}${inside && ','}${member(name, item)}}`)
}

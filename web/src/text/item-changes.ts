// The changes of a subscription's items, as its events recorded them.
/** Formats quantities and days. */
interface Format {
  number(value: number): string
  day(instant: string, zone?: string): string
}

interface Item {
  id: string
  price_id?: string
  product_id?: string
  quantity?: number
}

interface Scheduled {
  id: string
  at: string
  items: (Item & { add?: true; remove?: true })[]
}

export interface ItemWords {
  item: string
  added(name: string, quantity: string): string
  removed(name: string): string
  replaced(before: string, after: string): string
  repriced(name: string): string
  quantity(name: string, before: string, after: string): string
}

/** The name of a product; undefined while it is unknown. */
export type NameOf = (productId: string) => string | undefined

interface Recorded {
  object: Record<string, unknown>
  previous_attributes?: Record<string, unknown> | undefined
}

/** The changes of items of an event: "Team → Business, Seats: quantity 3 → 5"; "" for none. */
export function appliedChanges(
  words: ItemWords,
  format: Format,
  { object, previous_attributes = {} }: Recorded,
  nameOf: NameOf,
): string {
  if (!previous_attributes.items) return ''
  const before = listOf<Item>(previous_attributes.items)
  return differences(words, format, { before, after: listOf<Item>(object.items) }, nameOf)
}

/** The changes that an event scheduled, and the day of the first; undefined for none. */
export function scheduledChange(
  words: ItemWords,
  format: Format,
  { object, previous_attributes = {} }: Recorded,
  nameOf: NameOf,
): { day: string; changes: string } | undefined {
  const known = listOf<Scheduled>(previous_attributes.scheduled_changes).map((each) =>
    JSON.stringify(each),
  )
  const added = listOf<Scheduled>(object.scheduled_changes).find(
    (each) => !known.includes(JSON.stringify(each)),
  )
  if (!added) return undefined
  const before = listOf<Item>(object.items)
  const after = added.items.reduce(changed, before)
  const day = format.day(added.at, String(object.zone))
  return { day, changes: differences(words, format, { before, after }, nameOf) }
}

function changed(
  items: readonly Item[],
  { add, remove, ...change }: Scheduled['items'][number],
): Item[] {
  if (add) return [...items, change]
  if (remove) return items.filter(({ id }) => id !== change.id)
  return items.map((item) => (item.id === change.id ? { ...item, ...change } : item))
}

function differences(
  words: ItemWords,
  format: Format,
  { before, after }: { before: readonly Item[]; after: readonly Item[] },
  nameOf: NameOf,
): string {
  const name = ({ product_id }: Item) => nameOf(product_id ?? '') ?? words.item
  const count = ({ quantity = 1 }: Item) => format.number(quantity)
  const texts = after.flatMap((item) => {
    const was = before.find(({ id }) => id === item.id)
    if (!was) return words.added(name(item), count(item))
    const isMoved = was.quantity !== item.quantity
    const quantities = isMoved ? [words.quantity(name(item), count(was), count(item))] : []
    if (was.product_id !== item.product_id)
      return [words.replaced(name(was), name(item)), ...quantities]
    return [...(was.price_id === item.price_id ? [] : [words.repriced(name(item))]), ...quantities]
  })
  const gone = before.filter(({ id }) => !after.some((item) => item.id === id))
  return [...texts, ...gone.map((item) => words.removed(name(item)))].join(', ')
}

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

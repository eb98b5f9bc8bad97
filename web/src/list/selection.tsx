// Rows that are chosen, on this page of a list and on others: as many at most as one may act on at once.
import { useState } from 'react'

/** As many as can be chosen. */
export const SELECTED_MOST = 100

export interface Selection<T> {
  items: readonly T[]
  has: (item: T) => boolean
  toggle: (item: T) => void
  /** Chooses all of these, or none of them where all are chosen. */
  toggleAll: (items: readonly T[]) => void
  clear: () => void
}

/** `rows` are those on the screen: what was chosen is shown as it is now, where it is known. */
export function useSelection<T>(
  rows: readonly T[] | undefined,
  idOf: (item: T) => string,
): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const fresh = new Map(rows?.map((row) => [idOf(row), row]))
  const has = (item: T) => chosen.has(idOf(item))
  const change = (items: readonly T[], wanted: boolean) => {
    const next = new Map(chosen)
    for (const item of items) {
      if (!wanted) next.delete(idOf(item))
      else if (next.size < SELECTED_MOST) next.set(idOf(item), item)
    }
    setChosen(next)
  }
  return {
    items: [...chosen].map(([id, item]) => fresh.get(id) ?? item),
    has,
    toggle: (item) => change([item], !has(item)),
    toggleAll: (items) => change(items, !items.every(has)),
    clear: () => setChosen(new Map()),
  }
}

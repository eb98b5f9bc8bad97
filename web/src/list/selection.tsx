// The selected rows, on this page of a list and on others, up to the limit of one action.
import { useState } from 'react'

/** The maximum number of selected rows. */
export const SELECTED_MOST = 100

export interface Selection<T> {
  items: readonly T[]
  has: (item: T) => boolean
  toggle: (item: T) => void
  /** Selects all of these; deselects them if all are selected. */
  toggleAll: (items: readonly T[]) => void
  clear: () => void
}

/** `rows` are those on the screen: selected rows use their current data where it is loaded. */
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

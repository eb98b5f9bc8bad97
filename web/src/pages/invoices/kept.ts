// What was typed and not saved, kept in this window until it is: a reload or an ended session loses nothing.
import { useEffect, useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import type { ApiForm } from '../../form/api-form.ts'

interface Kept<V> {
  values: V
  /** The version of the draft that it was typed upon. */
  etag: string | null
}

const name = (surface: string, id: string): string => `reckoner-draft:${surface}:${id}`

function read<V>(key: string): Kept<V> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function store(key: string, kept: Kept<unknown> | undefined): void {
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage can be forbidden or full; then the browser asks before it leaves, as it does anyway.
  }
}

/** The unsaved state of an earlier look at the same page, if there is one. */
export function useKept<V>(id: string): Kept<V> | undefined {
  const { surface } = useTenant()
  const [kept] = useState(() => read<V>(name(surface, id)))
  return kept
}

/** Keeps what is typed while it is not saved; who leaves knowingly leaves it behind. */
export function useKeep<V extends object>(form: ApiForm<V>, id: string, etag: string | null) {
  const { surface } = useTenant()
  const key = name(surface, id)
  useEffect(() => {
    if (!form.dirty) {
      store(key, undefined)
      return
    }
    const timer = setTimeout(() => store(key, { values: form.values, etag }), 250)
    // A page that is closed within the pause still keeps its last word.
    const now = () => store(key, { values: form.values, etag })
    window.addEventListener('pagehide', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', now)
    }
  }, [form.dirty, form.values, key, etag])
  useEffect(() => () => store(key, undefined), [key])
}

// Stores unsaved edits in this browser window, so that a reload or an expired session loses nothing.
import { useEffect, useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import type { ApiForm } from '../../form/api-form.ts'

interface Kept<V> {
  values: V
  /** The version of the draft that the edits are based on. */
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
    // Storage can be disabled or full; the browser's confirmation before leaving still applies.
  }
}

/** The unsaved edits of an earlier visit to the same page, if any. */
export function useKept<V>(id: string): Kept<V> | undefined {
  const { surface } = useTenant()
  const [kept] = useState(() => read<V>(name(surface, id)))
  return kept
}

/** Stores edits until they are saved; leaving the page on purpose discards them. */
export function useKeep<V extends object>(form: ApiForm<V>, id: string, etag: string | null) {
  const { surface } = useTenant()
  const key = name(surface, id)
  useEffect(() => {
    if (!form.dirty) {
      store(key, undefined)
      return
    }
    const timer = setTimeout(() => store(key, { values: form.values, etag }), 250)
    // A page closed during the pause still stores the latest edits.
    const now = () => store(key, { values: form.values, etag })
    window.addEventListener('pagehide', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', now)
    }
  }, [form.dirty, form.values, key, etag])
  useEffect(() => () => store(key, undefined), [key])
}

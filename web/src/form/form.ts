// The state of a form: what was entered, whether it is saved, and which fields the server refused.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useRefusal } from '../words/refusals.ts'

export interface FormOptions<V, R> {
  initial: V
  /** Writes; what it throws is shown at the fields it names. */
  save: (values: V) => Promise<R>
  onSaved?: (result: R) => void
}

export interface FormState<V> {
  values: V
  set: <K extends keyof V>(name: K, value: V[K]) => void
  /** Whether something was entered that is not saved. */
  dirty: boolean
  busy: boolean
  /** What the server refused: by the path of the member, as the API names it. */
  errors: Record<string, string>
  /** The refusal as a whole, where no field is to blame. */
  refusal: ApiError | undefined
  submit: (event?: FormEvent) => Promise<void>
  /** Takes back what was entered. */
  reset: () => void
  ref: React.RefObject<HTMLFormElement | null>
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function useForm<V extends object, R = unknown>(options: FormOptions<V, R>): FormState<V> {
  const [saved, setSaved] = useState(options.initial)
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const tell = useRefusal()
  const dirty = !same(values, saved)

  // What changed on the server appears in a form that nobody has touched.
  const [seen, setSeen] = useState(options.initial)
  if (!same(seen, options.initial)) {
    setSeen(options.initial)
    if (!dirty) {
      setSaved(options.initial)
      setValues(options.initial)
    }
  }

  // Once the fields say that they are refused: a frame may pass before they do.
  useEffect(() => {
    if (refusal) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusal])

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({})
    setRefusal(undefined)
    try {
      const result = await options.save(values)
      setSaved(values)
      // Once the form knows that it is clean, so that leaving it asks nothing.
      setTimeout(() => options.onSaved?.(result))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const named = Object.fromEntries(
        error.errors.flatMap((fault) => (fault.param ? [[fault.param, tell(fault)]] : [])),
      )
      setErrors(named)
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors(({ [name as string]: _, ...others }) => others)
    },
    ...{ dirty, busy, errors, refusal, submit, ref },
    reset: () => {
      setValues(saved)
      setErrors({})
      setRefusal(undefined)
    },
  }
}

/** The properties that differ, as a PATCH takes them. */
export function changed<V extends object>(before: V, after: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !same(value, before[name as keyof V])),
  ) as Partial<V>
}

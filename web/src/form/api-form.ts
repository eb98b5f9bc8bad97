// A form that the API saves: the library holds its state; this file sends it and places the returned errors.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import type { Shown } from '../page/api-call.tsx'
import { useErrorText } from '../text/errors.ts'

export interface FormOptions<V, R> {
  initial: V
  /** Saves the values; errors are shown at the fields they name. */
  save: (values: V) => Promise<R>
  onSaved?: (result: R, form: ApiForm<V>) => void
  /** Handles an error of the API; returns true if nothing else is to be shown. */
  onFailed?: (error: ApiError, form: ApiForm<V>) => boolean
  /** True if errors are shown only at the top, as in forms of two or three fields. */
  errorsOnTop?: boolean
  /** Errors found before anything is sent, by field. */
  validate?: (values: V) => Record<string, string>
  /** The page's name for a property, if it is not the property's own. */
  nameOf?: (param: string) => string | undefined
  /** The field of a property, if their names differ. */
  fieldOf?: (param: string, sent: V, now: V) => string
}

export interface ApiForm<V> extends UseFormReturnType<V> {
  /** True if there are unsaved changes. */
  dirty: boolean
  /** The error of the whole form, if it belongs to no field. */
  failure: ApiError | undefined
  submit: (event?: FormEvent<HTMLFormElement>) => void
  ref: RefObject<HTMLFormElement | null>
  /** The call that saves the form, if it can be shown. */
  call?: Shown
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** `tax_numbers[0].label` in the library's notation: `tax_numbers.0.label`. */
const pathOf = (param: string): string => param.replaceAll(/\[(\d+)\]/g, '.$1')

export function useApiForm<V extends object, R = unknown>(options: FormOptions<V, R>): ApiForm<V> {
  const { initial, validate, fieldOf = pathOf, errorsOnTop = false } = options
  const errorText = useErrorText()
  const [failure, setFailure] = useState<ApiError>()
  const [attempts, setAttempts] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  const library = useForm<V>({
    initialValues: initial,
    ...(validate && { validate }),
    // An error of `reminder_days[1]` is shown at the one field for all of them.
    enhanceGetInputProps: ({ field, options: { withError }, form: { errors } }) => {
      const [, error] =
        Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`)) ??
        []
      return { name: field, ...(withError && { error }) }
    },
  })
  // Not isDirty(), which forgets added or removed rows once another field is edited.
  const dirty = !same(library.values, library.getInitialValues())

  // Changes on the server appear in a form without edits.
  const seen = useRef(initial)
  useEffect(() => {
    if (same(seen.current, initial)) return
    seen.current = initial
    if (dirty) return
    library.setInitialValues(initial)
    library.setValues(initial)
  })

  // Runs after the fields show their errors, which can take a frame.
  useEffect(() => {
    if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])

  async function send(values: V): Promise<void> {
    try {
      const result = await options.save(values)
      library.resetDirty(values)
      // Runs after the form is marked clean, so that leaving it asks for no confirmation.
      setTimeout(() => options.onSaved?.(result, form))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (options.onFailed?.(error, form)) return
      const named = errorsOnTop
        ? []
        : error.errors.flatMap((each) => {
            if (!each.param) return []
            const field = fieldOf(each.param, values, library.getValues())
            return [[field, errorText(each, options.nameOf?.(each.param))]]
          })
      library.setErrors(Object.fromEntries(named))
      setFailure(error)
      setAttempts((count) => count + 1)
    }
  }

  const form: ApiForm<V> = {
    ...library,
    dirty,
    failure,
    ref,
    submit: (event) => {
      event?.preventDefault()
      if (library.submitting) return
      setFailure(undefined)
      library.onSubmit(send, () => setAttempts((count) => count + 1))(event)
    },
    reset: () => {
      library.reset()
      setFailure(undefined)
    },
  }
  return form
}

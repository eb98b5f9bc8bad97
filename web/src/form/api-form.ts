// A form that the API saves: its state is the library's; sending it and placing the errors it is answered with is ours.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import type { Shown } from '../page/api-call.tsx'
import { useErrorText } from '../text/errors.ts'

export interface FormOptions<V, R> {
  initial: V
  /** Writes; what it throws is shown at the fields it names. */
  save: (values: V) => Promise<R>
  onSaved?: (result: R, form: ApiForm<V>) => void
  /** Called with an error of the API; true where that is all there is to say about it. */
  onFailed?: (error: ApiError, form: ApiForm<V>) => boolean
  /** Whether errors stand above the fields alone, as where there are two or three of them. */
  errorsOnTop?: boolean
  /** What is wrong before anything is sent, by field. */
  validate?: (values: V) => Record<string, string>
  /** What the page calls a property, where a reader does not see its own name. */
  nameOf?: (param: string) => string | undefined
  /** The field that a property is typed in, where it is not named like it. */
  fieldOf?: (param: string, sent: V, now: V) => string
}

export interface ApiForm<V> extends UseFormReturnType<V> {
  /** Whether something was entered that is not saved. */
  dirty: boolean
  /** The error as a whole, where no field is to blame. */
  failure: ApiError | undefined
  submit: (event?: FormEvent<HTMLFormElement>) => void
  ref: RefObject<HTMLFormElement | null>
  /** The call that saves it, where it can be shown. */
  call?: Shown
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** `tax_numbers[0].label` as the library writes it: `tax_numbers.0.label`. */
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
    // An error of `reminder_days[1]` is shown where all of them are typed.
    enhanceGetInputProps: ({ field, options: { withError }, form: { errors } }) => {
      const [, error] =
        Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`)) ??
        []
      return { name: field, ...(withError && { error }) }
    },
  })
  // Not by isDirty(), which forgets rows that were added or removed once another field was typed in.
  const dirty = !same(library.values, library.getInitialValues())

  // What changed on the server appears in a form that nobody has touched.
  const seen = useRef(initial)
  useEffect(() => {
    if (same(seen.current, initial)) return
    seen.current = initial
    if (dirty) return
    library.setInitialValues(initial)
    library.setValues(initial)
  })

  // Once the fields say what is wrong with them: a frame may pass before they do.
  useEffect(() => {
    if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])

  async function send(values: V): Promise<void> {
    try {
      const result = await options.save(values)
      library.resetDirty(values)
      // Once the form knows that it is clean, so that leaving it asks nothing.
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

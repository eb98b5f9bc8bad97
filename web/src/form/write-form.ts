// Forms of one API object: creating it, and updating the properties that differ.
import { notifications } from '@mantine/notifications'
import { useWrite, type Write } from '../api/hooks.ts'
import { type ApiForm, type FormOptions, useApiForm } from './api-form.ts'

interface WriteOptions<V, R> extends Omit<FormOptions<V, R>, 'save'> {
  callOf: (values: V) => Write
}

/** A form saved by one call, which is shown below it. */
export function useWriteForm<V extends object, R>(options: WriteOptions<V, R>): ApiForm<V> {
  const { callOf, ...others } = options
  const write = useWrite<R>()
  const form = useApiForm<V, R>({ ...others, save: (values) => write.mutateAsync(callOf(values)) })
  return { ...form, call: callOf(form.values) }
}

interface EditOptions<V> {
  path: string
  before: V
  /** Converts form values to the properties to send, if they differ. */
  bodyOf?: (changed: Partial<V>) => object
  /** The notification afterwards. */
  saved: string
  onSaved?: () => void
}

/** A form that sends only changed properties, and nothing without changes. */
export function useEditForm<V extends object>(options: EditOptions<V>): ApiForm<V> {
  const { path, before, bodyOf = (values) => values, saved, onSaved } = options
  const write = useWrite()
  const callOf = (values: V) =>
    ({ method: 'PATCH', path, body: bodyOf(changed(before, values)) }) as const
  const form = useApiForm<V>({
    initial: before,
    save: async (values) => {
      const call = callOf(values)
      if (Object.keys(call.body).length > 0) await write.mutateAsync(call)
    },
    onSaved: () => {
      notifications.show({ message: saved, color: 'green' })
      onSaved?.()
    },
  })
  return { ...form, call: callOf(form.values) }
}

function changed<V extends object>(before: V, after: V): Partial<V> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof V])
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<V>
}

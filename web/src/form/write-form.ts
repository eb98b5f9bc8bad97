// Forms of one object of the API: making it, and changing what differs.
import { notifications } from '@mantine/notifications'
import { useWrite, type Write } from '../api/hooks.ts'
import { type ApiForm, type FormOptions, useApiForm } from './api-form.ts'

interface WriteOptions<V, R> extends Omit<FormOptions<V, R>, 'save'> {
  callOf: (values: V) => Write
}

/** A form that is saved by one call, which can be read beneath it. */
export function useWriteForm<V extends object, R>(options: WriteOptions<V, R>): ApiForm<V> {
  const { callOf, ...others } = options
  const write = useWrite<R>()
  const form = useApiForm<V, R>({ ...others, save: (values) => write.mutateAsync(callOf(values)) })
  return { ...form, call: callOf(form.values) }
}

interface EditOptions<V> {
  path: string
  before: V
  /** The properties as they are sent, where the form shows them in another way. */
  bodyOf?: (changed: Partial<V>) => object
  /** Said in the corner afterwards. */
  saved: string
  onSaved?: () => void
}

/** A form that sends the properties that differ, and nothing where none does. */
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

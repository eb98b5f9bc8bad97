// Fields of a form, each tied to a member of it by name: value, change, and what the server refused.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FormState } from './form.ts'

interface FieldProps<V> {
  form: FormState<V>
  name: keyof V & string
  label: string
  description?: ReactNode
  required?: boolean
  disabled?: boolean
}

/** What was refused of a property, or of an element of it such as `reminder_days[1]`. */
function faultOf<V>({ errors }: FormState<V>, name: string): string | undefined {
  const [, fault] =
    Object.entries(errors).find(
      ([param]) => param === name || param.startsWith(`${name}[`) || param.startsWith(`${name}.`),
    ) ?? []
  return fault
}

export function TextField<V>({
  form,
  name,
  type = 'text',
  ...rest
}: FieldProps<V> & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'number'
  autoComplete?: string
  inputMode?: 'numeric' | 'decimal'
  maxLength?: number
}) {
  return (
    <TextInput
      {...rest}
      {...{ name, type }}
      value={String(form.values[name] ?? '')}
      error={faultOf(form, name)}
      onChange={(event) => form.set(name, event.currentTarget.value as V[typeof name])}
    />
  )
}

export function LinesField<V>({
  form,
  name,
  rows = 3,
  ...rest
}: FieldProps<V> & { rows?: number }) {
  return (
    <Textarea
      {...rest}
      {...{ name }}
      autosize
      minRows={rows}
      value={String(form.values[name] ?? '')}
      error={faultOf(form, name)}
      onChange={(event) => form.set(name, event.currentTarget.value as V[typeof name])}
    />
  )
}

export function ChoiceField<V>({
  form,
  name,
  choices,
  ...rest
}: FieldProps<V> & { choices: readonly { value: string; label: string }[] }) {
  const value = String(form.values[name] ?? '')
  // What stands there may be none of those that are offered.
  const known = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect
      {...rest}
      {...{ name, value }}
      data={known ? [...choices] : [{ value, label: value }, ...choices]}
      error={faultOf(form, name)}
      onChange={(event) => form.set(name, event.currentTarget.value as V[typeof name])}
    />
  )
}

export function SwitchField<V>({ form, name, label, description }: FieldProps<V>) {
  return (
    <Checkbox
      {...{ name, label, description }}
      checked={Boolean(form.values[name])}
      error={faultOf(form, name)}
      onChange={(event) => form.set(name, event.currentTarget.checked as V[typeof name])}
    />
  )
}

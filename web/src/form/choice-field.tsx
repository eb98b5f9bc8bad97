// A choice from a list; the current value need not be in the list.
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Choice } from './choices.ts'

interface ChoiceFieldProps extends Omit<NativeSelectProps, 'data'> {
  choices: readonly Choice[]
}

export function ChoiceField({ choices, ...rest }: ChoiceFieldProps) {
  const value = String(rest.value ?? '')
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect {...rest} data={isKnown ? [...choices] : [{ value, label: value }, ...choices]} />
  )
}

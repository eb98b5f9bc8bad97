// A number in a text field: an ambiguous text is refused there, with both readings.
import { TextInput, type TextInputProps } from '@mantine/core'
import type { Writing } from '../text/amount-text.ts'
import { useFormat } from '../text/format.ts'
import { twoReadings } from '../text/two-readings.ts'

interface NumberInputProps extends TextInputProps {
  /** The maximum number of decimals; without it, the field is a count. */
  scale?: number
  currency?: string | undefined
}

export function NumberInput({ scale = 0, currency, error, ...rest }: NumberInputProps) {
  const { locale } = useFormat()
  const writing: Writing = currency ? { locale, currency } : { locale }
  return (
    <TextInput
      inputMode={scale === 0 && !currency ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      error={twoReadings(String(rest.value ?? ''), scale, writing) ?? error}
    />
  )
}

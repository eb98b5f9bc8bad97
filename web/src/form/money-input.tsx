// An amount entered in the major unit and stored in the smallest unit.
import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { currencyExponent } from '../../../src/domain/currencies.ts'
import { formatDecimal } from '../../../src/domain/money.ts'
import { parseMoney, type Spelling, textOfDecimal } from '../text/amount-text.ts'
import { useFormat } from '../text/format.ts'
import { useMessages } from '../text/locale.tsx'
import { twoReadings } from '../text/two-readings.ts'
import { formMessages } from './messages.ts'

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In the smallest unit; null while the field is empty, NaN while its text is not an amount. */
  value: number | null
  currency: string
  onChange: (value: number | null) => void
}

export function MoneyInput({ value, currency, onChange, error, ...rest }: MoneyInputProps) {
  const m = useMessages(formMessages)
  const { locale } = useFormat()
  const spelling = useMemo(() => ({ locale, currency }), [locale, currency])
  const [text, setText] = useState(() => (Number.isNaN(value) ? '' : written(value, spelling)))
  const [wrong, setWrong] = useState(false)
  useEffect(() => {
    // Keeps the text as typed while its value is the same, and while it is invalid.
    setText((before) =>
      Number.isNaN(value) || amountOf(before, spelling) === value
        ? before
        : written(value, spelling),
    )
  }, [value, spelling])
  const two = twoReadings(text, currencyExponent(currency), spelling)
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={two ?? error ?? (wrong ? m.moneyHint : undefined)}
      rightSectionWidth={48}
      rightSection={
        <Text size="xs" c="dimmed">
          {currency.toUpperCase()}
        </Text>
      }
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        setWrong(false)
        onChange(amountOf(typed, spelling))
      }}
      onBlur={() => setWrong(Number.isNaN(amountOf(text, spelling)))}
    />
  )
}

function amountOf(text: string, spelling: Spelling): number | null {
  return text.trim() === '' ? null : (parseMoney(text, spelling) ?? Number.NaN)
}

function written(value: number | null, spelling: Spelling): string {
  if (value === null) return ''
  return textOfDecimal(formatDecimal(BigInt(value), currencyExponent(spelling.currency)), spelling)
}

// An amount typed in the major unit, with a point or a comma, and kept in the smallest unit.
import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { currencyExponent } from '../../../src/domain/currencies.ts'
import { formatDecimal, parseDecimal } from '../../../src/domain/money.ts'
import { useFormat } from '../text/format.ts'
import { useMessages } from '../text/locale.tsx'
import { formMessages } from './messages.ts'

/**
 * "1 234,50" or "1,234.50" in the smallest unit; undefined where it is no amount of the currency.
 * A single separator followed by other than three digits is the decimal one, whatever the locale.
 */
export function parseMoney(text: string, currency: string): number | undefined {
  const plain = text.replace(/[\s\u00a0\u202f']/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const exponent = currencyExponent(currency)
  const separators = plain.replace(/[^.,]/g, '')
  const grouped =
    last >= 0 &&
    plain.length - last - 1 === 3 &&
    exponent !== 3 &&
    new Set(separators).size === 1 &&
    /^-?\d{1,3}([.,]\d{3})+$/.test(plain)
  const whole = last < 0 || grouped ? plain : plain.slice(0, last)
  const fraction = last < 0 || grouped ? '' : plain.slice(last + 1)
  const decimal = whole.replace(/[.,]/g, '') + (fraction && `.${fraction}`)
  try {
    const amount = Number(parseDecimal(decimal, exponent))
    return Number.isSafeInteger(amount) ? amount : undefined
  } catch {
    return undefined
  }
}

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In the smallest unit; null while there is none. */
  value: number | null
  currency: string
  onChange: (value: number | null) => void
}

export function MoneyInput({ value, currency, onChange, error, ...rest }: MoneyInputProps) {
  const m = useMessages(formMessages)
  const { locale } = useFormat()
  const [text, setText] = useState(() => written(value, currency, locale))
  const [wrong, setWrong] = useState(false)
  useEffect(() => {
    // What was typed stays as it was typed while it means the same.
    setText((before) =>
      (parseMoney(before, currency) ?? null) === value ? before : written(value, currency, locale),
    )
  }, [value, currency, locale])
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={error ?? (wrong ? m.moneyHint : undefined)}
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
        onChange(parseMoney(typed, currency) ?? null)
      }}
      onBlur={() => setWrong(text.trim() !== '' && parseMoney(text, currency) === undefined)}
    />
  )
}

function written(value: number | null, currency: string, locale: string): string {
  if (value === null) return ''
  const decimal = formatDecimal(BigInt(value), currencyExponent(currency))
  const comma = new Intl.NumberFormat(locale).format(1.5).includes(',')
  return comma ? decimal.replace('.', ',') : decimal
}

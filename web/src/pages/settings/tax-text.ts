// Registrations and rates in words: their place and their dates.
import type { TaxRate, TaxRegistration } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useLanguage, useMessages } from '../../text/locale.tsx'
import { messages } from './tax-messages.ts'

type Placed = Pick<TaxRate, 'country' | 'region'> & { postal_prefix?: string | null }
type Dated = Pick<TaxRate, 'valid_from' | 'valid_to'>

export function useTaxText() {
  const m = useMessages(messages)
  const format = useFormat()
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const country = (code: string) => names.of(code) ?? code
  return {
    country,
    /** "Canada, QC", "United States, NY 100…" */
    place: ({ country: code, region, postal_prefix }: Placed): string => {
      const codes = postal_prefix ? ` ${postal_prefix}…` : ''
      return region ? `${country(code)}, ${region}${codes}` : `${country(code)}${codes}`
    },
    /** In Canada, the name of the tax identifies the place. */
    registeredIn: ({ country: code, region, scheme }: TaxRegistration): string => {
      const canadian: Readonly<Record<string, string>> = m.canadian
      const known = code === 'CA' && scheme !== 'manual' ? canadian[region ?? ''] : undefined
      if (known) return `${country(code)}: ${known}`
      return region ? `${country(code)}, ${region}` : country(code)
    },
    dates: ({ valid_from, valid_to }: Dated): string =>
      valid_to === null
        ? m.since(format.date(valid_from))
        : m.until(format.date(valid_from), format.date(valid_to)),
  }
}

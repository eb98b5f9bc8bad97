// The options of fields: codes of our own tables, named in the reader's language.
import { useMemo } from 'react'
import { COUNTRIES } from '../../../src/domain/countries.ts'
import { CURRENCIES } from '../../../src/domain/currencies.ts'
import { useLanguage } from '../text/locale.tsx'

export interface Choice {
  value: string
  label: string
}

/** Regions change how dates and amounts are written; a language without a region suits most. */
const LANGUAGES = ['en', 'en-CA', 'en-GB', 'en-US', 'fr', 'fr-CA', 'fr-FR']

/** French writes language names in lower case; as an option, they get a capital. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function useNamed(
  type: Intl.DisplayNamesType,
  codes: readonly string[],
  labelOf: (code: string, name: string) => string,
): Choice[] {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type })
    const choices = codes.map((value) => ({
      value,
      label: capital(labelOf(value, names.of(value) ?? value)),
    }))
    const { compare } = new Intl.Collator(language)
    return type === 'currency' ? choices : choices.sort((a, b) => compare(a.label, b.label))
  }, [language, type, codes, labelOf])
}

const COUNTRY_CODES = Object.keys(COUNTRIES)
const CURRENCY_CODES = Object.keys(CURRENCIES)
const asName = (_: string, name: string) => name
const withCode = (code: string, name: string) => `${code.toUpperCase()} – ${name}`

export const useCountries = () => useNamed('region', COUNTRY_CODES, asName)
export const useCurrencies = () => useNamed('currency', CURRENCY_CODES, withCode)
export const useLanguages = () => useNamed('language', LANGUAGES, asName)

/** Every time zone that the browser knows; the server validates the choice. */
export const ZONES: readonly Choice[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  .filter((zone, index, all) => all.indexOf(zone) === index)
  .map((value) => ({ value, label: value.replaceAll('_', ' ') }))

// A province or state: from a list where the country has one, free text elsewhere.
import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { hasRegions, regionNamed, regionsOf } from '../../../src/domain/regions.ts'
import { defineMessages, useLanguage, useMessages } from '../text/locale.tsx'

const messages = defineMessages({
  en: { clear: 'Clear the region', none: 'No region found' },
  fr: { clear: 'Effacer la région', none: 'Aucune région ne correspond' },
})

interface RegionFieldProps {
  label: string
  description?: string
  country: string
  value?: string
  onChange: (value: string) => void
  name?: string
  error?: ReactNode
  maxLength?: number
}

export function RegionField(props: RegionFieldProps) {
  const { country, value = '', onChange, maxLength, ...rest } = props
  const m = useMessages(messages)
  const { language } = useLanguage()
  if (!hasRegions(country)) {
    const change = (event: { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value)
    return <TextInput {...rest} value={value} maxLength={maxLength} onChange={change} />
  }
  const known = regionsOf(country).map(({ code, name, french }) => ({
    value: code,
    label: `${language === 'fr' ? (french ?? name) : name} (${code})`,
  }))
  // A value stored by an earlier version can be kept.
  const chosen = regionNamed(country, value) ?? value
  const isKnown = chosen === '' || known.some((each) => each.value === chosen)
  return (
    <Select
      {...rest}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': m.clear }}
      data={isKnown ? known : [{ value: chosen, label: chosen }, ...known]}
      value={chosen || null}
      onChange={(code) => onChange(code ?? '')}
      nothingFoundMessage={m.none}
      // Matches abbreviations as well, such as "Ont.".
      filter={({ options, search }) => {
        const text = search.trim().toLowerCase()
        const code = regionNamed(country, search)
        return options.filter(
          (each) =>
            'value' in each && (each.value === code || each.label.toLowerCase().includes(text)),
        )
      }}
    />
  )
}

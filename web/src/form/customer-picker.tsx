// Chooses a customer by part of the name, an email address or an ID.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import type { Static } from 'typebox'
import type { SearchResults } from '../../../src/features/search/schemas.ts'
import { useRead } from '../api/hooks.ts'
import type { Customer, List } from '../api/types.ts'
import { useCustomerName } from '../text/customer-name.tsx'
import { defineMessages, useMessages } from '../text/locale.tsx'

const messages = defineMessages({
  en: {
    hint: 'Type part of a name, an email or an ID',
    short: 'Name, email or ID',
    clear: 'Any customer',
    none: 'No customers found',
    loading: 'Loading…',
  },
  fr: {
    hint: 'Tapez une partie du nom, une adresse ou un identifiant',
    short: 'Nom, courriel ou identifiant',
    clear: 'Tous les clients',
    none: 'Personne ne correspond',
    loading: 'Chargement…',
  },
})

type Results = Static<typeof SearchResults>

interface CustomerPickerProps {
  label: string
  /** `cus_1001`, or '' without a customer. */
  value: string
  onChange: (id: string) => void
  error?: ReactNode
  autoFocus?: boolean
  /** As a filter: small, empty unless a customer is chosen, and loads nothing before it is focused. */
  asFilter?: boolean
}

export function CustomerPicker(props: CustomerPickerProps) {
  const { label, value, onChange, error, autoFocus, asFilter = false } = props
  const m = useMessages(messages)
  const [text, setText] = useState('')
  const [entered, setEntered] = useState(!asFilter)
  const shown = useRef('')
  const name = useCustomerName(value)
  // The text of the chosen customer is not a search.
  const found = useFound(
    text === shown.current || text === value || text === name ? '' : text,
    entered,
  )
  // The field stays empty until the name is known: an ID would look like its value.
  const chosen = name === undefined ? [] : [{ value, label: name ?? value }]
  const others = found.filter((option) => chosen[0]?.value !== option.value)
  return (
    <Select
      label={label}
      placeholder={value !== '' && name === undefined ? m.loading : asFilter ? m.short : m.hint}
      {...(asFilter
        ? { size: 'xs', clearable: true, clearButtonProps: { 'aria-label': m.clear } }
        : { required: true })}
      searchable
      data={[...chosen, ...others]}
      value={value || null}
      error={error}
      data-autofocus={autoFocus}
      // A user led here by an error reads it first.
      openOnFocus={error === undefined}
      nothingFoundMessage={m.none}
      maxDropdownHeight={280}
      // The server has filtered, possibly by words that are not shown.
      filter={({ options }) => options}
      onFocus={() => setEntered(true)}
      onSearchChange={setText}
      onChange={(id, option) => {
        shown.current = option?.label ?? ''
        onChange(id ?? '')
      }}
      // Within the page, where screen readers look for it.
      comboboxProps={{ shadow: 'md', withinPortal: false }}
    />
  )
}

interface Found {
  value: string
  label: string
}

/** The customers that match the text: at first among the newest ones, then among all. */
function useFound(text: string, entered: boolean): readonly Found[] {
  const [typed] = useDebouncedValue(text.trim(), 200)
  const newest = useRead<List<Customer>>('/customers', { limit: 100 }, { enabled: entered })
  const search = useRead<Results>(
    '/search',
    { q: typed.slice(0, 200), limit: 20 },
    { enabled: typed !== '' },
  )
  const near = (newest.data?.data ?? []).map(optionOf)
  if (typed === '') return near.slice(0, 20)
  if (search.data === undefined) {
    return near.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  }
  return search.data.data
    .filter(({ kind }) => kind === 'customer')
    .map(({ id, title, detail }) => ({ value: id, label: detail ? `${title} · ${detail}` : title }))
}

function optionOf({ id, name, email }: Customer): Found {
  return { value: `cus_${id}`, label: email ? `${name} · ${email}` : name }
}

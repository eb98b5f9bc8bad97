// The search box of a list: it searches after a pause in typing, and stores the text in the URL.
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { IconSearch } from '../icons.tsx'

const PAUSE_MS = 250

interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  // The URL's text applies, unless it is the trimmed text in the box.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value])
  const settle = useDebouncedCallback((typed: string) => onChange(typed.trim()), PAUSE_MS)
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      w={{ base: '100%', xs: 260 }}
      onChange={(event) => {
        setText(event.currentTarget.value)
        settle(event.currentTarget.value)
      }}
    />
  )
}

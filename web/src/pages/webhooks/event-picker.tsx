// The events of an endpoint: all, all of one object, or some, from the catalogue.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { eventPatterns, typesOf } from '../../../../src/domain/event.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

const ALL = '*'
const OTHERS = eventPatterns().filter((pattern) => pattern !== ALL)

/** The last choice wins: it removes the patterns that it covers, or that cover it. */
function withChosen(before: readonly string[], after: readonly string[]): string[] {
  const added = after.find((pattern) => !before.includes(pattern))
  if (added === undefined) return [...after]
  const types = new Set(typesOf(added))
  const apart = (pattern: string) => {
    const others = typesOf(pattern)
    return others.length === 0 || !others.some((type) => types.has(type))
  }
  return after.filter((pattern) => pattern === added || apart(pattern))
}

interface EventPickerProps extends Pick<MultiSelectProps, 'label' | 'description' | 'error'> {
  // The props that a form passes.
  value?: string[]
  onChange: (value: string[]) => void
}

export function EventPicker({ value = [], onChange, ...rest }: EventPickerProps) {
  const m = useMessages(messages)
  const named = (pattern: string) => ({
    value: pattern,
    label: pattern === ALL ? m.allEvents : pattern,
  })
  // An endpoint can have events of an earlier version, which must be removed by hand.
  const unknown = value.filter((pattern) => typesOf(pattern).length === 0)
  return (
    <MultiSelect
      {...rest}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': m.clearEvents }}
      hidePickedOptions
      data={[named(ALL), ...OTHERS.map(named), ...unknown.map(named)]}
      value={value}
      onChange={(after) => onChange(withChosen(value, after))}
      nothingFoundMessage={m.noEvents}
      maxDropdownHeight={320}
      // The remove button is as tall as the pill, and must be large enough to hit.
      styles={{ pill: { height: '1.5rem' } }}
      comboboxProps={{ shadow: 'md', withinPortal: false }}
    />
  )
}

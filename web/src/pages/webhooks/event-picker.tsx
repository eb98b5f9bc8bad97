// Which events an endpoint gets: all, all of an object, or some, from the catalogue.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { eventPatterns, typesOf } from '../../../../src/domain/event.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

const ALL = '*'
const OTHERS = eventPatterns().filter((pattern) => pattern !== ALL)

/** What was chosen last wins: nothing stays beside it that it covers, or that covers it. */
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
  // As a form hands them over.
  value?: string[]
  onChange: (value: string[]) => void
}

export function EventPicker({ value = [], onChange, ...rest }: EventPickerProps) {
  const m = useMessages(messages)
  const named = (pattern: string) => ({
    value: pattern,
    label: pattern === ALL ? m.allEvents : pattern,
  })
  // An endpoint may have events of an earlier version, which only leave it by hand.
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
      // What removes one is as high, and has to be hit.
      styles={{ pill: { height: '1.5rem' } }}
      comboboxProps={{ shadow: 'md', withinPortal: false }}
    />
  )
}

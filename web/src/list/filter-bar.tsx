// The filters of a list. They are stored in the URL, so that they can be shared and undone with the back button.
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CustomerPicker } from '../form/customer-picker.tsx'
import { IconFilter } from '../icons.tsx'
import { useFormat } from '../text/format.ts'
import { useMessages } from '../text/locale.tsx'
import { listMessages } from './messages.ts'
import { SearchBox } from './search-box.tsx'

export interface Filter {
  label: string
  /** `tabs` are above the list with their counts; `search` is the first box. */
  kind: 'text' | 'choice' | 'customer' | 'dates' | 'days' | 'search' | 'tabs'
  /**
   * The API's parameters: one, or the first and the last for dates. `days` are calendar dates;
   * `dates` are the same for parameters that take timestamps.
   */
  names: readonly string[]
  choices?: readonly { value: string; label: string }[]
  /** The label while nothing is chosen, if it is not that of all objects. */
  unchosen?: string
  /** Hidden behind "more filters" unless active. */
  rare?: boolean
}

/** Filters by creation time, in every list. */
export function createdBetween(label: string): Filter {
  return { kind: 'dates', label, names: ['created_at[gte]', 'created_at[lte]'], rare: true }
}

interface FilterBarProps {
  filters: readonly Filter[]
  chosen: Record<string, string>
  onChange: (wanted: Record<string, string | undefined>) => void
  onClear: (() => void) | undefined
}

export function FilterBar({ filters, chosen, onChange, onClear }: FilterBarProps) {
  const m = useMessages(listMessages)
  const [all, setAll] = useState(false)
  // Active filters are never hidden.
  const [unfolded, setUnfolded] = useState(Object.keys(chosen).length > 0)
  if (filters.length === 0) return <span />
  const shown = filters.filter(({ rare, names }) => all || !rare || names.some((n) => chosen[n]))
  return (
    <Group gap="sm" align="flex-end" role="search" className="filters" data-open={unfolded}>
      <Button
        className="filters-toggle"
        size="xs"
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden />}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {m.filters}
      </Button>
      {shown.flatMap(({ kind, label, names, choices = [], unchosen }) => {
        if (kind === 'choice') {
          const name = names[0] ?? ''
          return (
            <NativeSelect
              key={name}
              size="xs"
              label={label}
              value={chosen[name] ?? ''}
              data={[{ value: '', label: unchosen ?? m.any }, ...choices]}
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          )
        }
        if (kind === 'search') {
          const name = names[0] ?? ''
          return (
            <SearchBox
              key={name}
              label={label}
              value={chosen[name] ?? ''}
              onChange={(value) => onChange({ [name]: value })}
            />
          )
        }
        if (kind === 'customer') {
          const name = names[0] ?? ''
          return (
            <CustomerPicker
              key={name}
              asFilter
              label={label}
              value={chosen[name] ?? ''}
              onChange={(id) => onChange({ [name]: id })}
            />
          )
        }
        return names.map((name, index) => (
          <Typed
            key={name}
            kind={kind}
            label={kind === 'text' ? label : index === 0 ? m.from(label) : m.until(label)}
            end={index === 1}
            value={chosen[name] ?? ''}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))
      })}
      {(shown.length < filters.length || onClear) && (
        <Group gap={0} wrap="nowrap">
          {shown.length < filters.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
              {m.moreFilters}
            </Button>
          )}
          {onClear && (
            <Button size="compact-sm" variant="subtle" onClick={onClear}>
              {m.clearFilters}
            </Button>
          )}
        </Group>
      )}
    </Group>
  )
}

interface TypedProps {
  kind: Filter['kind']
  label: string
  /** True for the last day of a range. */
  end: boolean
  value: string
  onChange: (value: string) => void
}

/** Typed text applies when it is complete: on Enter or when the field loses focus. */
function Typed({ kind, label, end, value, onChange }: TypedProps) {
  const instant = kind === 'dates'
  const { timeZone } = useFormat()
  const shown = instant ? dayOf(value, timeZone) : value
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const settle = async () => {
    if (text.trim() === shown) return
    onChange(instant ? await instantOf(text, end, timeZone) : text.trim())
  }
  return (
    <TextInput
      size="xs"
      label={label}
      type={kind === 'text' ? 'search' : 'date'}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void settle()
      }}
    />
  )
}

/** The day of a timestamp in the account's zone; the URL holds the timestamp. */
function dayOf(instant: string, timeZone: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at)
}

/** The first or last millisecond of a day in the account's zone; '' for an invalid date. */
async function instantOf(day: string, end: boolean, timeZone: string): Promise<string> {
  const { endOfDate, isCalendarDate, startOfDate } = await import('../../../src/domain/calendar.ts')
  if (!isCalendarDate(day)) return ''
  const at = end ? endOfDate(day, timeZone) - 1 : startOfDate(day, timeZone)
  return new Date(at).toISOString()
}

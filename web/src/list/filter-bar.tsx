// The filters of a list. Each change is a change of the address, so that it can be shared and gone back on.
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
  /** `tabs` stand above the list with their counts, `search` is the box that comes first. */
  kind: 'text' | 'choice' | 'customer' | 'dates' | 'days' | 'search' | 'tabs'
  /**
   * The parameters of the API: one, or for dates the first and the last. `days` are calendar dates;
   * `dates` are the same for parameters that take instants.
   */
  names: readonly string[]
  choices?: readonly { value: string; label: string }[]
  /** What is shown while nothing is chosen, where that is not everything. */
  unchosen?: string
  /** Shown when one asks for more filters, or when it filters. */
  rare?: boolean
}

/** When things were made: a filter of every list. */
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
  // What filters is never folded away.
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
  /** Whether it is the last day of a span. */
  end: boolean
  value: string
  onChange: (value: string) => void
}

/** What is typed counts once it is finished: on Enter, or when one goes elsewhere. */
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

/** The day of an instant in the account's zone; the address keeps the instant. */
function dayOf(instant: string, timeZone: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at)
}

/** When a day begins in the account's zone, or its last millisecond; '' where it is no day. */
async function instantOf(day: string, end: boolean, timeZone: string): Promise<string> {
  const { endOfDate, isCalendarDate, startOfDate } = await import('../../../src/domain/calendar.ts')
  if (!isCalendarDate(day)) return ''
  const at = end ? endOfDate(day, timeZone) - 1 : startOfDate(day, timeZone)
  return new Date(at).toISOString()
}

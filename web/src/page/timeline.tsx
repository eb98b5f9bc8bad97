// A timeline, the newest entry last, each with its time and a link to its object.
import { Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../text/format.ts'

export interface TimelineEntry {
  id: string
  at: string
  text: string
  /** The actor, in words; '' without one. */
  by?: string
  /** Below the sentence: a link to its object. */
  more?: ReactNode
}

export function EventTimeline({
  entries,
  label,
}: {
  entries: readonly TimelineEntry[]
  label: string
}) {
  const format = useFormat()
  return (
    <Timeline bulletSize={12} lineWidth={2} active={entries.length} aria-label={label}>
      {entries.map(({ id, at, text, by, more }) => (
        <Timeline.Item key={id} title={<Text size="sm">{text}</Text>}>
          <Text size="xs" c="dimmed">
            <time dateTime={at}>{format.time(at)}</time>
            {by && <span data-testid="by"> · {by}</span>}
            {more && <> · {more}</>}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

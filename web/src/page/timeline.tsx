// What happened, the newest last, each with its instant and a way to what it is about.
import { Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../text/format.ts'

export interface TimelineEntry {
  id: string
  at: string
  text: string
  /** By whom, in words; '' where nobody is named. */
  by?: string
  /** Beneath the sentence: a way to what it is about. */
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

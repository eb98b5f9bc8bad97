// What happened, the newest last, each with its instant and a way to what it is about.
import { Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../words/format.ts'

export interface TimelineEntry {
  id: string
  at: string
  text: string
  /** Beneath the sentence: by whom, a link. */
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
      {entries.map(({ id, at, text, more }) => (
        <Timeline.Item key={id} title={<Text size="sm">{text}</Text>}>
          <Text size="xs" c="dimmed" component="time" dateTime={at}>
            {format.time(at)}
          </Text>
          {more && <> · {more}</>}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

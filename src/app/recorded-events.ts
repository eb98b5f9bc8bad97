// An example of each type of event, as the tests recorded it from a running service.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventType } from '../domain/event-catalogue.ts'

export interface RecordedEvent {
  id: string
  object: 'event'
  sequence: number
  type: EventType
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}

const RECORDED_URL = 'http://localhost:3000'

/** The examples, as a service at `publicUrl` would have recorded them. */
export function readRecordedEvents(publicUrl = RECORDED_URL): Record<EventType, RecordedEvent> {
  const text = readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')
  const { events } = JSON.parse(text.replaceAll(RECORDED_URL, publicUrl))
  return events
}

// The types of events, patterns over them, and the scope that each takes.

import { NAMED, readScope } from './resource-lists.ts'
import type { EventOf, Resource, ResourceName, Resources } from './resources.ts'

/** Every type of event: misspelled in a feature, it does not compile. */
export type EventType = {
  [Name in ResourceName]: `${Name}.${keyof Resources[Name]['events'] & string}`
}[ResourceName]

/** What an event carries as `data.object`: a whole object, as the API shows it. */
export type EventObject = EventType extends `${infer Name extends ResourceName}.${string}`
  ? Name
  : never

export interface EventEntry extends EventOf {
  object: EventObject
}

/** By type, in the order of their names. */
export const EVENTS = Object.fromEntries(
  NAMED.flatMap(([object, { events }]) =>
    Object.entries(events).map(
      ([name, said]) => [`${object}.${name}`, { object, ...said }] as const,
    ),
  ).sort(([one], [other]) => (one < other ? -1 : 1)),
) as Readonly<Record<EventType, EventEntry>>

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

/** The resources that events are about. */
export const RECORDED = NAMED.filter(([, { events }]) => Object.keys(events).length > 0) as [
  EventObject,
  Resource & { prefix: RecordedPrefix },
][]

/** Prefixes of IDs that events are about. */
export type RecordedPrefix = Resources[EventObject]['prefix']

/** The types that `*`, `invoice.*` or `invoice.paid` stands for; none if it stands for nothing. */
export function typesOf(pattern: string): string[] {
  if (pattern === '*') return [...EVENT_TYPES]
  const family = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined
  return EVENT_TYPES.filter((type) => (family ? type.startsWith(family) : type === pattern))
}

/** The scope by which the objects of each family of events are read. */
const READ_BY = new Map<string, string>(RECORDED.map(([name]) => [name, readScope(name)]))

/** Every scope that reads objects of events. */
export const EVENT_OBJECT_SCOPES: readonly string[] = [...new Set(READ_BY.values())]

/** The scope that reads the objects of a pattern or type; `*` for one that is not known. */
export function scopeOfEvents(pattern: string): string {
  return READ_BY.get(pattern.split('.')[0] ?? '') ?? '*'
}

/** Everything that `typesOf` knows: `*`, each family, each type. */
export function eventPatterns(): string[] {
  const families = EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`)
  return ['*', ...new Set(families), ...EVENT_TYPES]
}

/** A type of event as the feature that records it declares it: misspelled, it does not compile. */
export const event = <const T extends EventType>(type: T): { type: T } => ({ type })

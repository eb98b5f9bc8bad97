// The types of events, patterns of types, and the scope that each requires.

import type { EventOf, Resource } from './resource.ts'
import { NAMED } from './resource-lists.ts'
import { RESOURCES, type ResourceName, type Resources } from './resources.ts'
import { readScope } from './scopes.ts'

/** All event types. A misspelled type does not compile. */
export type EventType = {
  [Name in ResourceName]: `${Name}.${keyof Resources[Name]['events'] & string}`
}[ResourceName]

/** The object in `data.object` of an event: a whole object, as the API returns it. */
export type EventObject = EventType extends `${infer Name extends ResourceName}.${string}`
  ? Name
  : never

export interface EventEntry extends EventOf {
  object: EventObject
}

/** By type, sorted by name. */
export const EVENTS = Object.fromEntries(
  NAMED.flatMap(([object, { events }]) =>
    Object.entries(events).map(
      ([name, said]) => [`${object}.${name}`, { object, ...said }] as const,
    ),
  ).sort(([one], [other]) => (one < other ? -1 : 1)),
) as Readonly<Record<EventType, EventEntry>>

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

/** The resources that have events. */
export const RECORDED = NAMED.filter(([, { events }]) => Object.keys(events).length > 0) as [
  EventObject,
  Resource & { prefix: RecordedPrefix },
][]

/** The ID prefixes of resources that have events. */
export type RecordedPrefix = Resources[EventObject]['prefix']

/** The types that `*`, `invoice.*` or `invoice.paid` matches; empty if it matches none. */
export function typesOf(pattern: string): string[] {
  if (pattern === '*') return [...EVENT_TYPES]
  const family = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined
  return EVENT_TYPES.filter((type) => (family ? type.startsWith(family) : type === pattern))
}

/** The scope that reads the objects of each family of events. */
const READ_BY = new Map<string, string>(RECORDED.map(([name]) => [name, readScope(name)]))

export const EVENT_OBJECT_SCOPES: readonly string[] = [...new Set(READ_BY.values())]

/** The scope that reads the objects of a pattern or type; `*` if it is unknown. */
export function scopeOfEvents(pattern: string): string {
  return READ_BY.get(pattern.split('.')[0] ?? '') ?? '*'
}

/** All patterns that `typesOf` knows: `*`, each family, each type. */
export function eventPatterns(): string[] {
  const families = EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`)
  return ['*', ...new Set(families), ...EVENT_TYPES]
}

/** The events of a resource by their names after the dot. A misspelled one does not compile. */
export function eventsOf<const Name extends EventObject>(name: Name): EventsOf<Name> {
  const names = Object.keys(RESOURCES[name].events)
  return Object.fromEntries(
    names.map((each) => [each, { type: `${name}.${each}` }]),
  ) as EventsOf<Name>
}

type EventsOf<Name extends EventObject> = {
  readonly [Event in keyof Resources[Name]['events'] & string]: { type: `${Name}.${Event}` }
}

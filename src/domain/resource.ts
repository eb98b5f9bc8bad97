// The declaration of a resource of the API: its names, scope and events.

/** The description of one event type. */
export interface EventOf {
  /** When it is recorded, in one sentence; Markdown code is allowed. */
  when: string
  /** True if `data.previous_attributes` has the previous values of changed fields. */
  changes: boolean
}

interface Names {
  one: string
  many: string
  /** Names of properties, in sentences about events; in English, only those that differ from the API. */
  properties?: Readonly<Record<string, string>>
}

export interface Resource {
  /** The prefix of its IDs; API keys have none. */
  prefix?: string
  /** The path of its list; the table has the same name. */
  path: string
  /** The scope family for reading and writing it: its own, named like the path, or one in src/domain/scopes.ts. */
  scope: string
  /** Its page of the API reference, and the page's subject if this resource leads the page. */
  page: string
  about?: string
  en: Names
  fr: Names & { feminine?: true }
  /** Whether `<path>_count` in an environment's counters counts all rows or only rows that are not deleted. */
  counted?: 'all' | 'present'
  /** Set if its rows are kept when a test environment is reset. */
  survivesReset?: true
  /** Set if the dashboard has a page of each object, at `<path>/<id>`. */
  hasPage?: true
  /** Set if search finds it. */
  searched?: true
  /** By the name after the dot: `created` is `coupon.created`. */
  events: Readonly<Record<string, EventOf>>
}

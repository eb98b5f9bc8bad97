// The working set: the locked rows of a batch in memory, where members are decided one after
// another, each seeing what those before it did, and a refused one leaving nothing behind.

import { isDeepStrictEqual } from 'node:util'
import { invariant } from '../../invariant.ts'
import { canonicalJson } from '../canonical-json.ts'
import { assertMatch } from '../etag.ts'
import { newUuid } from '../ids.ts'
import type { Mark } from './chain.ts'
import { type AskedLookup, type Lookup, LookupNeeded } from './lookup.ts'
import {
  type Answer,
  type DeclaredEvent,
  type Environment,
  idsOfOwners,
  type NamedRow,
  type Row,
  type RowKey,
  type Series,
  type Subject,
  type Table,
} from './table.ts'
import { type Holders, holderKey, type Unique } from './unique.ts'

export interface RecordedEvent {
  environment_id: number
  sequence: number
  id: string
  type: string
  object_id: string
  customer_id: number | null
  object: string
  previous_attributes: string | null
  /** The digest of what it froze. */
  frozen: string | null
  created_at: number
  /** Its place in the chain, once the batch is decided. */
  mark?: Mark
}

interface Entry {
  row: Row
  state: 'loaded' | 'inserted' | 'updated'
}

type Entries = Map<string, Entry>

/** What is allowed but incomplete or inconsistent: dry runs return it, finalized invoices keep it. */
export interface Warning {
  code: string
  /** The number of the first line it is about; absent if it is about no single line. */
  line?: number
  param: string | null
  message: string
}

/** What a member would do if it were accepted. */
export interface Foreseen {
  warnings: Warning[]
  events: RecordedEvent[]
  rows: { table: Table; row: Row; state: 'inserted' | 'updated' }[]
}

const keyOf = ({ environment_id, id }: RowKey) => `${environment_id}/${id}`

const EVENT_SEQUENCE: Series = { counter: 'event_sequence' }

/** All rows and environments that a batch has locked, and what its members have made of them. */
export class WorkingSet<E extends Environment> {
  readonly environments = new Map<number, E>()
  readonly events: RecordedEvent[] = []
  /** The environments whose counters have moved. */
  readonly moved = new Set<E>()
  /** Who has what one row has at most. */
  readonly holders: Holders = new Map()
  /** The names of tables that members have changed rows of. */
  readonly touched = new Set<string>()
  readonly #tables = new Map<string, Entries>()

  /** Puts in rows as they were loaded. */
  load(table: Table, rows: Row[]): void {
    const entries = this.entries(table)
    for (const row of rows) entries.set(keyOf(row), { row, state: 'loaded' })
  }

  entries(table: Table): Entries {
    const known = this.#tables.get(table.name)
    if (known) return known
    const entries: Entries = new Map()
    this.#tables.set(table.name, entries)
    return entries
  }

  /** The rows of a table to insert or to update, as they ended. */
  changed(table: Table, state: 'inserted' | 'updated'): Row[] {
    const rows: Row[] = []
    for (const entry of this.entries(table).values())
      if (entry.state === state) rows.push(entry.row)
    return rows
  }
}

export interface WorkOptions {
  ifMatch: string | undefined
  /** Whether what the object was like before the change is asked for behind it. */
  keepsCurrent: boolean
  named: readonly NamedRow[]
  lookups?: readonly AskedLookup[] | undefined
}

/** One member's view of the working set. Nothing it does counts until `accept`. */
export class Work<E extends Environment = Environment> {
  readonly environment: E
  /** Business time, in milliseconds since 1970. */
  readonly now: number
  readonly events: RecordedEvent[] = []
  readonly warnings: Warning[] = []
  /** The object as it is before the change, once the action has told; only for a member that wants it kept. */
  currentJson: string | undefined
  readonly #set: WorkingSet<E>
  readonly #changes = new Map<string, { table: Table; entries: Entries; entry: Entry }>()
  readonly #held: Holders = new Map()
  readonly #ifMatch: string | undefined
  readonly #keepsCurrent: boolean
  readonly #named: readonly NamedRow[]
  readonly #lookups: readonly AskedLookup[]
  readonly #counters: E['counters']
  #counted = false
  #altered: Partial<Omit<E, 'counters'>> | undefined

  /** `named` are the rows that the action asked for; it sees those, what they belong to, and its own. */
  constructor(
    set: WorkingSet<E>,
    environmentId: number,
    wallMs: number,
    { ifMatch, keepsCurrent, named, lookups = [] }: WorkOptions,
  ) {
    const environment = set.environments.get(environmentId)
    invariant(environment, `Environment ${environmentId} has no counter row.`)
    this.environment = environment
    this.now = wallMs + environment.clock_ahead_ms
    this.#set = set
    this.#ifMatch = ifMatch
    this.#keepsCurrent = keepsCurrent
    this.#named = named
    this.#lookups = lookups
    this.#counters = { ...environment.counters }
  }

  /** A row that the action named, as it is by now; undefined where there is none. */
  find<R extends Row>(table: Table<R>, id: R['id']): R | undefined {
    const key = keyOf({ environment_id: this.environment.environment_id, id })
    const own = this.#changes.get(`${table.name}/${key}`)
    if (own) return own.entry.row as R
    invariant(this.#isNamed(table, id), `The action has not named ${table.name} ${id}.`)
    return this.#set.entries(table).get(key)?.row as R | undefined
  }

  /** The same of a row that cannot be missing, such as the invoice of a payment. */
  get<R extends Row>(table: Table<R>, id: R['id']): R {
    const row = this.find(table, id)
    invariant(row, `There is no ${table.name} ${id}.`)
    return row
  }

  /** A fact about a row, as of this write; throws `LookupNeeded` when it has not been read yet. */
  lookUp<T>(lookup: Lookup<T>, id: RowKey['id']): T {
    const asked = this.#lookups.find((each) => each.lookup === lookup && each.id === id)
    if (!asked) throw new LookupNeeded({ lookup, id })
    return asked.fact as T
  }

  /** All rows that the action named by what a column of theirs holds, as they are by now. */
  list<R extends Row>(table: Table<R>, by: string & keyof R, id: RowKey['id']): R[] {
    const isAsked = this.#named.some(
      (named) => named.by === by && named.id === id && named.table.name === table.name,
    )
    invariant(isAsked, `The action has not named ${table.name} by ${by} ${id}.`)
    const rows = new Map<string, R>()
    const { environment_id } = this.environment
    const see = ({ row }: Entry) => {
      if (row.environment_id === environment_id) rows.set(keyOf(row), row as R)
    }
    for (const entry of this.#set.entries(table).values()) see(entry)
    for (const change of this.#changes.values())
      if (change.table.name === table.name) see(change.entry)
    return [...rows.values()].filter((row) => row[by] === id)
  }

  /** Whether the action named a row, or one that it belongs to. */
  #isNamed(table: Table, id: RowKey['id']): boolean {
    return this.#named.some((named) =>
      named.by === undefined
        ? this.#leadsTo(named, table, id)
        : this.list(named.table, named.by as never, named.id).some(
            (row) => named.table.name === table.name && row.id === id,
          ),
    )
  }

  #leadsTo(from: NamedRow, table: Table, id: RowKey['id']): boolean {
    if (from.table.name === table.name && from.id === id) return true
    const { owners } = from.table
    if (!owners) return false
    const key = keyOf({ environment_id: this.environment.environment_id, id: from.id })
    const row = this.#set.entries(from.table).get(key)?.row
    return row !== undefined && this.#ownersLeadTo(from.table, row, table, id)
  }

  #ownersLeadTo(of: Table, row: Row, table: Table, id: RowKey['id']): boolean {
    return (of.owners ?? []).some((owner) =>
      idsOfOwners(owner, row).some((owned) =>
        this.#leadsTo({ table: owner.table, id: owned }, table, id),
      ),
    )
  }

  insert<R extends Row>(table: Table<R>, row: R): void {
    this.#change(table, row, 'inserted')
    if (table.count) this.next(table.count)
  }

  update<R extends Row>(table: Table<R>, row: R): void {
    const before = this.find(table, row.id)
    invariant(before, `${table.name} ${row.id} was not locked.`)
    this.#change(table, row, 'updated')
    if (table.count?.counts(before) && !table.count.counts(row)) this.add(table.count, -1)
  }

  #change<R extends Row>(table: Table<R>, row: R, state: 'inserted' | 'updated'): void {
    const entries = this.#set.entries(table)
    const key = keyOf(row)
    const before = this.#changes.get(`${table.name}/${key}`)?.entry ?? entries.get(key)
    // What this batch inserts is inserted once, as it ended.
    const entry: Entry = { row, state: before?.state === 'inserted' ? 'inserted' : state }
    this.#changes.set(`${table.name}/${key}`, { table, entries, entry })
  }

  /** The id of the row that has a value, as it is by now; the action named the value in `takes`. */
  holder(unique: Unique, value: string): RowKey['id'] | undefined {
    const key = holderKey(unique, this.environment.environment_id, value)
    const own = this.#held.get(key)
    return (own === undefined ? this.#set.holders.get(key) : own) ?? undefined
  }

  /** Gives a value to a row, or frees it with null. The rows themselves are updated by the caller. */
  hold(unique: Unique, value: string, id: RowKey['id'] | null): void {
    this.#held.set(holderKey(unique, this.environment.environment_id, value), id)
  }

  /** Takes the next number of a counter; without gaps, since a refused member gives it back. */
  next(series: Series): number {
    return this.add(series, 1)
  }

  /** Moves a counter; answers where it stands. */
  add({ counter }: Series, amount: number): number {
    invariant(Object.hasOwn(this.#counters, counter), `No environment counts ${counter}.`)
    const stands = this.#counters[counter] as number
    if (amount !== 0) this.#counted = true
    const value = stands + amount
    this.#counters[counter as keyof E['counters']] = value as E['counters'][keyof E['counters']]
    return value
  }

  /** Changes what the environment is to the members decided after this one. */
  alter(change: Partial<Omit<E, 'counters'>>): void {
    this.#altered = change
  }

  /**
   * Records a fact; `object` is the JSON text of the object as it is from now on, `previous` that of
   * the former values of what changed, `frozen` a digest of what will never change any more.
   */
  record(
    { type }: DeclaredEvent,
    about: Subject,
    object: string,
    { previous = null, frozen = null }: { previous?: string | null; frozen?: string | null } = {},
  ): void {
    this.events.push({
      environment_id: this.environment.environment_id,
      sequence: this.next(EVENT_SEQUENCE),
      id: newUuid(),
      type,
      object_id: about.id,
      customer_id: about.customer_id ?? null,
      object,
      previous_attributes: previous,
      frozen,
      created_at: this.now,
    })
  }

  /**
   * Saves an update with its event, which tells the former values of what changed. An update that
   * changes nothing a client can see is not recorded, and leaves `updated_at` as it was; one that
   * changes nothing at all is not saved.
   */
  change<R extends Row & { updated_at: number }>(
    type: DeclaredEvent,
    about: Subject,
    update: {
      table: Table<R>
      before: R
      after: R
      present(row: NoInfer<R>): string
      /** A digest of what will never change any more. */
      frozen?: string
    },
  ): Answer {
    const { table, before, after, present, frozen } = update
    const beforeJson = present(before)
    const json = present(after)
    const previous = formerMembers(beforeJson, json)
    if (Object.keys(previous).every((name) => name === 'updated_at')) {
      const unseen = { ...after, updated_at: before.updated_at }
      // By their texts, since numbers longer than JavaScript's are read as equal.
      if (present(unseen) === beforeJson) {
        if (!isSame(before, unseen)) this.update(table, unseen)
        return { json: beforeJson, object_id: about.id }
      }
    }
    this.update(table, after)
    this.record(type, about, json, {
      previous: JSON.stringify(previous),
      ...(frozen !== undefined && { frozen }),
    })
    return { json, object_id: about.id }
  }

  /** Refuses unless the caller's If-Match, if any, names this version; otherwise nobody asks what it is. */
  assertMatch(present: () => string): void {
    if (this.#ifMatch === undefined && !this.#keepsCurrent) return
    this.currentJson = present()
    assertMatch(this.#ifMatch, this.currentJson)
  }

  /** What `accept` would make part of the batch, for a member that only asks. */
  foresee(): Foreseen {
    const rows: Foreseen['rows'] = []
    for (const { table, entry } of this.#changes.values()) {
      const { row, state } = entry
      if (state !== 'loaded') rows.push({ table, row, state })
    }
    return { events: this.events, warnings: this.warnings, rows }
  }

  /** Makes this member's changes part of the batch. */
  accept(): void {
    for (const [, { table, entries, entry }] of this.#changes) {
      entries.set(keyOf(entry.row), entry)
      this.#set.touched.add(table.name)
    }
    for (const [key, id] of this.#held) this.#set.holders.set(key, id)
    for (const event of this.events) this.#set.events.push(event)
    Object.assign(this.environment, this.#altered)
    if (!this.#counted) return
    this.environment.counters = this.#counters
    this.#set.moved.add(this.environment)
  }
}

/** Whether two versions of a row hold the same. */
function isSame(before: Row, after: Row): boolean {
  const former = before as unknown as Record<string, unknown>
  return Object.entries(after).every(
    ([name, value]) =>
      Object.is(value, former[name]) || canonicalJson(value) === canonicalJson(former[name]),
  )
}

/** The members of an object that another version of it changed, as they were before. */
function formerMembers(beforeJson: string, afterJson: string): Record<string, unknown> {
  const after = JSON.parse(afterJson) as Record<string, unknown>
  const before = JSON.parse(beforeJson) as Record<string, unknown>
  const former: Record<string, unknown> = {}
  for (const name in before) {
    if (!isDeepStrictEqual(before[name], after[name])) former[name] = before[name]
  }
  // A member that was absent before (an optional one, now given) was null, so to speak.
  for (const name in after) if (!(name in before)) former[name] = null
  return former
}

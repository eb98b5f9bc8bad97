// The working set: a batch's locked rows in memory. Members are decided in order; each sees the changes of the
// members before it, and a refused member leaves no change behind.

import { invariant } from '../../invariant.ts'
import { canonicalJson } from '../canonical-json.ts'
import { assertMatch } from '../etag.ts'
import { newUuid } from '../ids.ts'
import type { Mark } from './chain.ts'
import { type Lookup, LookupNeeded, type NeededLookup } from './lookup.ts'
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
import { type Comparison, compareTexts } from './versions.ts'

export interface RecordedEvent {
  environment_id: number
  sequence: number
  id: string
  type: string
  object_id: string
  customer_id: number | null
  object: string
  previous_attributes: string | null
  /** Digest of the content that never changes again. */
  frozen: string | null
  created_at: number
  /** Position in the hash chain; set once the batch is decided. */
  mark?: Mark
}

interface Entry {
  row: Row
  state: 'loaded' | 'inserted' | 'updated'
}

type Entries = Map<string, Entry>

/** Allowed but incomplete or inconsistent input: dry runs return it, finalized invoices keep it. */
export interface Warning {
  code: string
  /** Number of the first line it concerns; absent if it concerns no single line. */
  line?: number
  param: string | null
  message: string
}

/** The effects a member would have if it were accepted. */
export interface Foreseen {
  warnings: Warning[]
  events: RecordedEvent[]
  rows: { table: Table; row: Row; state: 'inserted' | 'updated' }[]
}

const keyOf = ({ environment_id, id }: RowKey) => `${environment_id}/${id}`

const EVENT_SEQUENCE: Series = { counter: 'event_sequence' }

/** All rows and environments locked by a batch, with the changes its members have made. */
export class WorkingSet<E extends Environment> {
  readonly environments = new Map<number, E>()
  readonly events: RecordedEvent[] = []
  /** Environments whose counters have changed. */
  readonly moved = new Set<E>()
  /** Which row holds each unique value. */
  readonly holders: Holders = new Map()
  /** Names of the tables in which members changed rows. */
  readonly touched = new Set<string>()
  readonly #tables = new Map<string, Entries>()

  /** Adds rows as loaded from the database. */
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

  /** A table's inserted or updated rows, in their final state. */
  changed(table: Table, state: 'inserted' | 'updated'): Row[] {
    const rows: Row[] = []
    for (const entry of this.entries(table).values())
      if (entry.state === state) rows.push(entry.row)
    return rows
  }
}

export interface WorkOptions {
  ifMatch: string | undefined
  /** True if the caller needs the object's JSON from before the change. */
  keepsCurrent: boolean
  named: readonly NamedRow[]
  lookups?: readonly NeededLookup[] | undefined
}

/** One member's view of the working set. No change counts until `accept`. */
export class Work<E extends Environment = Environment> {
  readonly environment: E
  #now: number
  #isForecast = false
  readonly events: RecordedEvent[] = []
  readonly warnings: Warning[] = []
  /** JSON of the object before the change; set by `assertMatch`, and only if it is needed. */
  currentJson: string | undefined
  readonly #set: WorkingSet<E>
  readonly #changes = new Map<string, { table: Table; entries: Entries; entry: Entry }>()
  readonly #held: Holders = new Map()
  readonly #ifMatch: string | undefined
  readonly #keepsCurrent: boolean
  readonly #named: readonly NamedRow[]
  readonly #lookups: readonly NeededLookup[]
  readonly #counters: E['counters']
  #counted = false
  #altered: Partial<Omit<E, 'counters'>> | undefined

  /** `named` are the rows the action named; the member sees those, their owners, and its own changes. */
  constructor(
    set: WorkingSet<E>,
    environmentId: number,
    wallMs: number,
    { ifMatch, keepsCurrent, named, lookups = [] }: WorkOptions,
  ) {
    const environment = set.environments.get(environmentId)
    invariant(environment, `Environment ${environmentId} has no counter row.`)
    this.environment = environment
    this.#now = wallMs + environment.clock_ahead_ms
    this.#set = set
    this.#ifMatch = ifMatch
    this.#keepsCurrent = keepsCurrent
    this.#named = named
    this.#lookups = lookups
    this.#counters = { ...environment.counters }
  }

  /** Business time, in milliseconds since 1970. */
  get now(): number {
    return this.#now
  }

  /** Continues at a later instant, for forecasts; the member can then no longer be accepted. */
  forecastAt(instantMs: number): void {
    this.#isForecast = true
    this.#now = Math.max(this.#now, instantMs)
  }

  /** Returns the current version of a named row; undefined if it does not exist. */
  find<R extends Row>(table: Table<R>, id: R['id']): R | undefined {
    const key = keyOf({ environment_id: this.environment.environment_id, id })
    const own = this.#changes.get(`${table.name}/${key}`)
    if (own) return own.entry.row as R
    invariant(this.#isNamed(table, id), `The action has not named ${table.name} ${id}.`)
    return this.#set.entries(table).get(key)?.row as R | undefined
  }

  /** True if the action named a row, or has written it. */
  holds(table: Table, id: RowKey['id']): boolean {
    const key = keyOf({ environment_id: this.environment.environment_id, id })
    return this.#changes.has(`${table.name}/${key}`) || this.#isNamed(table, id)
  }

  /** Like `find`, for a row that cannot be missing, such as a payment's invoice. */
  get<R extends Row>(table: Table<R>, id: R['id']): R {
    const row = this.find(table, id)
    invariant(row, `There is no ${table.name} ${id}.`)
    return row
  }

  /** Returns a fact about a row as of this write; throws `LookupNeeded` if it has not been read yet. */
  lookUp<T>(lookup: Lookup<T>, id: RowKey['id']): T {
    const lookedUp = this.#lookups.find((each) => each.lookup === lookup && each.id === id)
    if (!lookedUp) throw new LookupNeeded({ lookup, id })
    return lookedUp.fact as T
  }

  /** Returns the current versions of all rows that the action named by the value of a column. */
  list<R extends Row>(table: Table<R>, by: string & keyof R, id: RowKey['id']): R[] {
    const isNamed = this.#named.some(
      (named) => named.by === by && named.id === id && named.table.name === table.name,
    )
    invariant(isNamed, `The action has not named ${table.name} by ${by} ${id}.`)
    const rows = new Map<string, R>()
    const { environment_id } = this.environment
    const see = ({ row }: Entry) => {
      if (row.environment_id === environment_id) rows.set(keyOf(row), row as R)
    }
    for (const entry of this.#set.entries(table).values()) see(entry)
    for (const change of this.#changes.values())
      if (change.table.name === table.name) see(change.entry)
    const list = table.lists?.[by] as keyof R | undefined
    const isListed = (row: R) => list && (row[list] as readonly unknown[] | null)?.includes(id)
    return [...rows.values()].filter((row) => row[by] === id || isListed(row))
  }

  /** True if the action named this row, or a row that it owns. */
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
    // A row inserted by this batch is inserted once, in its final state.
    const entry: Entry = { row, state: before?.state === 'inserted' ? 'inserted' : state }
    this.#changes.set(`${table.name}/${key}`, { table, entries, entry })
  }

  /** Returns the ID of the row that currently holds a value; the action must list the value in `takes`. */
  holder(unique: Unique, value: string): RowKey['id'] | undefined {
    const key = holderKey(unique, this.environment.environment_id, value)
    const own = this.#held.get(key)
    return (own === undefined ? this.#set.holders.get(key) : own) ?? undefined
  }

  /** Assigns a value to a row, or frees it with null. The caller updates the rows themselves. */
  hold(unique: Unique, value: string, id: RowKey['id'] | null): void {
    this.#held.set(holderKey(unique, this.environment.environment_id, value), id)
  }

  /** Takes the next number of a counter. Numbers have no gaps: a refused member returns its number. */
  next(series: Series): number {
    return this.add(series, 1)
  }

  /** Adds to a counter and returns its new value. */
  add({ counter }: Series, amount: number): number {
    invariant(Object.hasOwn(this.#counters, counter), `No environment counts ${counter}.`)
    const stands = this.#counters[counter] as number
    if (amount !== 0) this.#counted = true
    const value = stands + amount
    this.#counters[counter as keyof E['counters']] = value as E['counters'][keyof E['counters']]
    return value
  }

  /** Changes the environment for the members decided after this one. */
  alter(change: Partial<Omit<E, 'counters'>>): void {
    this.#altered = change
  }

  /**
   * Records an event. `object` is the JSON of the object after the change, `previous` the JSON of the former
   * values of changed properties, `frozen` a digest of the content that never changes again.
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
   * Saves an update and records its event with the former values of changed properties. An update without a
   * client-visible change records no event and keeps `updated_at`; one without any change is not saved.
   */
  change<R extends Row & { updated_at: number }>(
    type: DeclaredEvent,
    about: Subject,
    update: {
      table: Table<R>
      before: R
      after: R
      present(row: NoInfer<R>): string
      /** Compares both versions at once; default: by their texts. */
      compare?(before: NoInfer<R>, after: NoInfer<R>): Comparison
      /** Digest of the content that never changes again. */
      frozen?: string
    },
  ): Answer {
    const { table, before, after, present, frozen } = update
    const unseen = () => ({ ...after, updated_at: before.updated_at })
    const { json, previous, isSeen } = update.compare
      ? update.compare(before, after)
      : compareTexts(present(before), present(after), () => present(unseen()))
    if (!isSeen) {
      if (!isSame(before, unseen())) this.update(table, unseen())
      return { json: present(before), object_id: about.id }
    }
    this.update(table, after)
    this.record(type, about, json, {
      previous,
      ...(frozen !== undefined && { frozen }),
    })
    return { json, object_id: about.id }
  }

  /** Throws unless If-Match, if sent, names this version. Presents the object only if it is needed. */
  assertMatch(present: () => string): void {
    if (this.#ifMatch === undefined && !this.#keepsCurrent) return
    this.currentJson = present()
    assertMatch(this.#ifMatch, this.currentJson)
  }

  /** Returns what `accept` would apply, for a dry run. */
  foresee(): Foreseen {
    const rows: Foreseen['rows'] = []
    for (const { table, entry } of this.#changes.values()) {
      const { row, state } = entry
      if (state !== 'loaded') rows.push({ table, row, state })
    }
    return { events: this.events, warnings: this.warnings, rows }
  }

  /** Adds this member's changes to the batch. */
  accept(): void {
    invariant(!this.#isForecast, 'A forecast is never written.')
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

/** True if two versions of a row hold the same values. */
function isSame(before: Row, after: Row): boolean {
  const former = before as unknown as Record<string, unknown>
  return Object.entries(after).every(
    ([name, value]) =>
      Object.is(value, former[name]) || canonicalJson(value) === canonicalJson(former[name]),
  )
}

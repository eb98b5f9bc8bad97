// Locks and reads for a batch before it is decided: the rows that its actions named and the rows that own them,
// table by table, then the counters of their environments, the last lock; then facts that no locked row holds.

import { invariant } from '../../invariant.ts'
import { fault } from '../faults.ts'
import type { Action, Command } from './action.ts'
import { findHolders } from './holders.ts'
import type { Lookup, NeededLookup } from './lookup.ts'
import { allSent } from './pool.ts'
import {
  type Environment,
  type EnvironmentTable,
  idsOfOwners,
  type Locking,
  type NamedRow,
  type Row,
  type RowKey,
  type Table,
  type Tx,
} from './table.ts'
import type { WorkingSet } from './work.ts'

export interface Lockable<E extends Environment> {
  /** In the order in which they are saved, owners first; they are locked in reverse order. */
  tables: readonly Table[]
  environments: EnvironmentTable<E>
}

/** `skip` leaves out rows that other sessions have locked, and reports which members need them. */
export type Waiting = Exclude<Locking, 'look'>

type Keys = Map<string, RowKey>
type Wanted = Map<Table, Keys>
type Named = ReadonlyMap<Command, readonly NamedRow[]>

const keyText = ({ environment_id, id }: RowKey) => `${environment_id}/${id}`

export class Locks<E extends Environment> {
  /** The facts for each member that asked for some. */
  readonly facts = new Map<Command, unknown>()
  readonly #lockable: Lockable<E>
  readonly #named: Named
  readonly #set: WorkingSet<E>
  readonly #how: Waiting
  /** Rows that other sessions have locked, by table and key, and environments whose counters they have locked. */
  readonly #missed = new Set<string>()
  readonly #missedEnvironments = new Set<number>()

  constructor(lockable: Lockable<E>, named: Named, set: WorkingSet<E>, how: Waiting) {
    this.#lockable = lockable
    this.#named = named
    this.#set = set
    this.#how = how
  }

  /** True if another session has locked a row that a member needs. */
  isBlocked(command: Command): boolean {
    if (this.#missedEnvironments.has(command.environment_id)) return true
    if (this.#missed.size === 0) return false
    const { environment_id } = command
    return (this.#named.get(command) ?? []).some(
      ({ table, by, id }) => by === undefined && this.#misses(table, { environment_id, id }),
    )
  }

  #misses(table: Table, key: RowKey): boolean {
    if (this.#missed.has(`${table.name}/${keyText(key)}`)) return true
    const row = this.#set.entries(table).get(keyText(key))?.row
    if (!row) return false
    return (table.owners ?? []).some((owner) =>
      idsOfOwners(owner, row).some((id) => this.#misses(owner.table, { ...key, id })),
    )
  }

  /** Locks and loads the named rows, then the counters, and reads the requested facts. */
  async take(tx: Tx): Promise<void> {
    const wanted = this.#wanted()
    const locks: Promise<void>[] = []
    for (const table of this.#lockable.tables.toReversed()) {
      const keys = wanted.get(table)
      if (!keys) continue
      locks.push(this.#lockTable(tx, table, keys, wanted))
      // Its rows name the owners that have to be locked as well.
      if (table.owners) await allSent(locks)
    }
    const counted = this.#lockCounters(tx)
    const holders = findHolders(tx, [...this.#named.keys()], this.#set.holders)
    const reads = [...this.#loadFound(tx), ...this.#loadFacts(tx), ...this.#loadLookups(tx)]
    await allSent([counted, ...holders, ...reads, ...locks])
    fault('write.counted')
  }

  /** The rows that the actions name by ID, by table. */
  #wanted(): Wanted {
    const wanted: Wanted = new Map()
    for (const { environment_id, named } of this.#eachNamed()) {
      if (named.by === undefined) want(wanted, named.table, { environment_id, id: named.id })
    }
    return wanted
  }

  *#eachNamed(): Generator<{ environment_id: number; named: NamedRow }> {
    for (const [{ environment_id }, rows] of this.#named) {
      for (const named of rows) yield { environment_id, named }
    }
  }

  async #lockTable(tx: Tx, table: Table, keys: Keys, wanted: Wanted): Promise<void> {
    const sorted = [...keys.values()].sort(byKey)
    const rows = await table.lock(tx, sorted, this.#how)
    fault('write.locked')
    this.#set.load(table, rows)
    if (this.#how === 'skip' && rows.length < sorted.length) {
      await this.#lookForMissed(tx, table, sorted, rows)
    }
    wantOwners(wanted, table, rows)
  }

  /** A row left out by `skip` is either missing or locked by another session. */
  async #lookForMissed(tx: Tx, table: Table, keys: RowKey[], locked: Row[]): Promise<void> {
    const found = new Set(locked.map(keyText))
    const absent = keys.filter((key) => !found.has(keyText(key)))
    for (const row of await table.lock(tx, absent, 'look')) {
      this.#missed.add(`${table.name}/${keyText(row)}`)
    }
  }

  /** Loads the rows that are named by the value of a column. */
  #loadFound(tx: Tx): Promise<void>[] {
    const keysByColumn = new Map<Table, Map<string, Keys>>()
    for (const { environment_id, named } of this.#eachNamed()) {
      const { table, by, id } = named
      if (by === undefined) continue
      const columns = keysByColumn.get(table) ?? new Map<string, Keys>()
      const keys: Keys = columns.get(by) ?? new Map()
      const key = { environment_id, id }
      keysByColumn.set(table, columns.set(by, keys.set(keyText(key), key)))
    }
    return [...keysByColumn].flatMap(([table, columns]) =>
      [...columns].map(async ([by, keys]) => {
        invariant(table.findBy, `Nothing of ${table.name} is found by ${by}.`)
        this.#set.load(table, await table.findBy(tx, by, [...keys.values()].sort(byKey)))
      }),
    )
  }

  /** Reads the facts that members asked for, batched by action. */
  #loadFacts(tx: Tx): Promise<void>[] {
    const asking = new Map<Action<unknown, E, unknown>, Command[]>()
    for (const command of this.#named.keys()) {
      const { action } = command
      if (action.facts) asking.set(action, [...(asking.get(action) ?? []), command])
    }
    return [...asking].map(async ([action, commands]) => {
      const found = (await action.facts?.load(tx, commands)) ?? []
      invariant(
        found.length === commands.length,
        `${action.name} got ${found.length} facts for ${commands.length} that asked.`,
      )
      for (const [index, command] of commands.entries()) this.facts.set(command, found[index])
    })
  }

  /** Reads the facts that members looked up, batched by kind. */
  #loadLookups(tx: Tx): Promise<void>[] {
    const asking = new Map<Lookup<unknown>, { key: RowKey; needed: NeededLookup }[]>()
    for (const { environment_id, lookups = [] } of this.#named.keys()) {
      for (const needed of lookups) {
        const each = { key: { environment_id, id: needed.id }, needed }
        asking.set(needed.lookup, [...(asking.get(needed.lookup) ?? []), each])
      }
    }
    return [...asking].map(async ([lookup, all]) => {
      const keys = all.map(({ key }) => key)
      const facts = await lookup.load(tx, keys)
      for (const [index, { needed }] of all.entries()) needed.fact = facts[index]
    })
  }

  async #lockCounters(tx: Tx): Promise<void> {
    const ids = new Set([...this.#named.keys()].map((command) => command.environment_id))
    const { environments } = this.#lockable
    for (const environment of await environments.lock(tx, inTurn(ids), this.#how)) {
      this.#set.environments.set(environment.environment_id, environment)
      ids.delete(environment.environment_id)
    }
    if (this.#how === 'wait' || ids.size === 0) return
    for (const { environment_id } of await environments.lock(tx, inTurn(ids), 'look')) {
      this.#missedEnvironments.add(environment_id)
    }
  }
}

const inTurn = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b)

function want(wanted: Wanted, table: Table, key: RowKey): void {
  const keys: Keys = wanted.get(table) ?? new Map()
  wanted.set(table, keys.set(keyText(key), key))
}

function wantOwners(wanted: Wanted, table: Table, rows: readonly Row[]): void {
  for (const owner of table.owners ?? []) {
    for (const row of rows) {
      const { environment_id } = row
      for (const id of idsOfOwners(owner, row)) want(wanted, owner.table, { environment_id, id })
    }
  }
}

function byKey(a: RowKey, b: RowKey): number {
  return a.environment_id - b.environment_id || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

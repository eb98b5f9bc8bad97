// Tools of an attacker with SQL access who forges books: rows, events, seals, sums and emails that agree.

import type { PoolClient } from 'pg'
import { digestOf } from '../src/platform/canonical-json.ts'
import { decodeId, newUuid } from '../src/platform/ids.ts'
import { areSummed, recomputeSums } from './day-sums.ts'
import type { Made } from './fixtures.ts'

/** An event that is being rewritten; `object` is its object. */
export interface ForgedEvent {
  sequence: number
  type: string
  at: string
  object: Made
}

export type Sides = Record<string, number>

const EVENT = `select sequence::int, type, object::text, previous_attributes::text as previous,
  to_json(created_at)::text as at from events where environment_id = 2`

interface EventRow {
  sequence: number
  type: string
  object: string
  previous: string | null
  at: string
}

/** Formats a timestamp as the API does. */
export const iso = (at: string): string => new Date(at).toISOString()
export const major = (minor: number): string => (minor / 100).toFixed(2)

/** The previous values of properties that have changed. */
function former(before: Made, now: Made): Made {
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(now[key])
  return Object.fromEntries(
    Object.keys(now)
      .filter(differs)
      .map((key) => [key, before[key]]),
  )
}

export interface Forgery {
  name: string
  forge(f: Forger): Promise<unknown>
  /** The checks that must notice, or the constraint that refuses it; missing if nothing notices yet. */
  expect?: string[]
  /** The environments that it writes to; by default the live environment of the first account. */
  environments?: number[]
}

/** A further update that a forgery needs, in addition to rows and events. */
export type Step =
  | 'seal'
  | 'texts'
  | 'former values'
  | 'ledger'
  | 'sums of days'
  | 'sums of documents'
  | 'counters'
  | 'mails'

/** The live environment of the first account. */
export class Forger {
  readonly made: Record<string, Made>
  /** The steps that this forgery needs. */
  readonly steps = new Set<Step>()
  private readonly tx: PoolClient
  private readonly forgotten: Step | undefined
  /** `forgotten` is a step to skip, to test that verification notices. */
  constructor(tx: PoolClient, made: Record<string, Made>, forgotten?: Step) {
    this.tx = tx
    this.made = made
    this.forgotten = forgotten
  }

  private forgets(step: Step): boolean {
    this.steps.add(step)
    return step === this.forgotten
  }

  async q(text: string, ...values: unknown[]): Promise<Made[]> {
    return (await this.tx.query(text, values)).rows
  }

  id(name: string): string {
    const { id } = this.made[name]
    return typeof id === 'number' ? `cus_${id}` : id
  }
  uuid(name: string): string {
    const id = this.id(name)
    const uuid = decodeId(id.slice(0, id.lastIndexOf('_')), id)
    if (uuid === undefined) throw new Error(`${name} is no object with a UUID`)
    return uuid
  }

  /** Sets columns of one row to values. */
  async set(table: string, name: string, columns: Record<string, unknown>): Promise<void> {
    const names = Object.keys(columns)
    const list = names.map((column, index) => `${column} = $${index + 2}`).join(', ')
    const id = table === 'customers' ? this.made[name].id : this.uuid(name)
    const text = `update ${table} set ${list} where environment_id = 2 and id = $1`
    await this.q(text, id, ...Object.values(columns))
    if (table === 'invoices') await this.dropText(id)
  }
  /** Deletes the stored text of an invoice: it is then read from its columns, and gets a new text. */
  async dropText(uuid: string): Promise<void> {
    if (this.forgets('texts')) return
    await this.q('update invoices set shown = null where environment_id = 2 and id = $1', uuid)
  }

  /** Rewrites all events of an object, and their previous values. */
  async rewriteEvents(
    objectId: string,
    change: (object: Made, event: ForgedEvent) => void,
  ): Promise<void> {
    let before: Made | undefined
    // The request log contains responses; missing lines in it are not noticed.
    await this.q(
      `delete from requests where environment_id = 2
         and (object_id = $1 or position($1 in coalesce(response_body, '')) > 0)`,
      objectId,
    )
    for (const row of await this.eventsOf(objectId)) {
      const object = JSON.parse(row.object)
      const { sequence, type } = row
      change(object, { sequence, type, at: iso(JSON.parse(row.at)), object })
      await this.q(
        'update events set object = $2::json where environment_id = 2 and sequence = $1',
        sequence,
        JSON.stringify(object),
      )
      if (row.previous !== null && before !== undefined) {
        await this.rewritePrevious(row, JSON.stringify(former(before, object)))
      }
      before = object
    }
  }
  private async rewritePrevious({ sequence, previous }: EventRow, now: string): Promise<void> {
    if (previous === now || this.forgets('former values')) return
    await this.q(
      'update events set previous_attributes = $2 where environment_id = 2 and sequence = $1',
      sequence,
      now,
    )
  }
  eventsOf(objectId: string): Promise<EventRow[]> {
    return this.q(`${EVENT} and object_id = $1 order by sequence`, objectId)
  }
  /** The sequences of an object's events of these types. */
  async sequences(objectId: string, ...types: string[]): Promise<number[]> {
    const rows = await this.eventsOf(objectId)
    return rows.filter(({ type }) => types.includes(type)).map(({ sequence }) => sequence)
  }
  /** The object of its latest event. */
  async latest(objectId: string): Promise<Made> {
    return JSON.parse((await this.eventsOf(objectId)).at(-1)?.object ?? 'null')
  }

  /** Recomputes the seal of a finalized invoice from its frozen values. */
  async reseal(name: string): Promise<void> {
    if (this.forgets('seal')) return
    const [row] = await this.q(
      `select snapshot::text, derivation::text, due_date_set from invoices
       where environment_id = 2 and id = $1`,
      this.uuid(name),
    )
    const frozen = {
      snapshot: JSON.parse(row.snapshot),
      derivation: JSON.parse(row.derivation),
      due_date_set: row.due_date_set,
    }
    await this.q(
      `update events set frozen = $2
       where environment_id = 2 and object_id = $1 and type = 'invoice.finalized'`,
      this.id(name),
      digestOf(frozen),
    )
  }
  /** Changes snapshot or derivation of a finalized invoice, and seals it. */
  async freeze(
    name: string,
    column: 'snapshot' | 'derivation',
    change: (value: Made) => void,
  ): Promise<void> {
    const [row] = await this.q(
      `select ${column}::text as value from invoices where environment_id = 2 and id = $1`,
      this.uuid(name),
    )
    const value = JSON.parse(row.value)
    change(value)
    await this.set('invoices', name, { [column]: JSON.stringify(value) })
    await this.reseal(name)
  }

  /** Recomputes the ledger's sums of days from the entries. */
  async days(): Promise<void> {
    if (this.forgets('sums of days')) return
    await this.q('delete from ledger_days where environment_id = 2')
    await this.q(
      `insert into ledger_days (environment_id, day, account, currency, dimension, debit, credit)
       select e.environment_id, (e.created_at at time zone 'UTC')::date, p.account, e.currency, p.dimension,
         coalesce(sum(p.amount) filter (where p.amount > 0), 0),
         coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
       from ledger_entries e join ledger_postings p
         on p.environment_id = e.environment_id and p.entry_id = e.id
       where e.environment_id = 2 group by 1, 2, 3, 4, 5`,
    )
  }
  /** The last step of every forgery: recomputes the sums of invoices and payments if they have changed. */
  async sums(): Promise<void> {
    const ask = this.q.bind(this)
    if ((await areSummed(ask, 2)) || this.forgets('sums of documents')) return
    await recomputeSums(ask, 2)
  }
  /** Replaces the postings of an entry: amounts in the smallest unit, debits positive. */
  async sides(object: string, kind: string, sides: Sides): Promise<void> {
    if (this.forgets('ledger')) return
    const [entry] = await this.q(
      'select id from ledger_entries where environment_id = 2 and object_id = $1 and kind = $2',
      object,
      kind,
    )
    await this.q('delete from ledger_postings where environment_id = 2 and entry_id = $1', entry.id)
    await this.sidesOf(entry.id, sides)
  }
  private async sidesOf(entry: string, sides: Sides): Promise<void> {
    for (const [account, amount] of Object.entries(sides)) {
      if (amount === 0) continue
      const values = [entry, account, major(amount)]
      await this.q('insert into ledger_postings values (2, $1, $2, $3)', ...values)
    }
    await this.days()
  }
  async enter(row: object, sides: Sides): Promise<void> {
    if (this.forgets('ledger')) return
    // The database replaces the day by that of the account's time zone.
    const made = { environment_id: 2, id: newUuid(), currency: 'cad', invoice_id: null }
    const days = { day: '2000-01-01', value_date: '2000-01-01' }
    const entry = { ...made, ...days, ...row }
    await this.insert('ledger_entries', entry)
    await this.dateEntries('id', entry.id)
    await this.count('ledger_entries_count', 1)
    await this.sidesOf(entry.id, sides)
  }
  /** Recomputes the dates of entries from their timestamps, payments and refunds; `column` selects the entries. */
  async dateEntries(column: 'id' | 'object_id', value: string, zone = 'America/Toronto') {
    await this.q(
      `update ledger_entries e set day = d.day, value_date = coalesce((
           select y.received_on from payments y where y.environment_id = 2 and y.id = e.object_id
             and e.kind = 'payment_settled'), (
           select r.paid_on from refunds r where r.environment_id = 2 and r.id = e.object_id
             and e.kind = 'refund_succeeded'), d.day)
       from (select id, (created_at at time zone '${zone}')::date as day from ledger_entries) d
       where e.environment_id = 2 and e.id = d.id and e.${column} = $1`,
      value,
    )
  }
  /** Deletes the entries that an object caused. */
  async unpost(object: string, ...kinds: string[]): Promise<void> {
    if (this.forgets('ledger')) return
    const which = 'environment_id = 2 and object_id = $1 and kind = any ($2)'
    await this.q(
      `delete from ledger_postings where environment_id = 2
         and entry_id in (select id from ledger_entries where ${which})`,
      object,
      kinds,
    )
    await this.q(`delete from ledger_entries where ${which}`, object, kinds)
    await this.count('ledger_entries_count', -kinds.length)
    await this.days()
  }

  insert(table: string, row: object): Promise<Made[]> {
    const names = Object.keys(row)
    const places = names.map((_, index) => `$${index + 1}`)
    return this.q(
      `insert into ${table} (${names}) values (${places})`,
      ...Object.values(row).map((value) =>
        value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
      ),
    )
  }
  async count(counter: string, by: number): Promise<void> {
    if (this.forgets('counters')) return
    await this.q(
      `update environment_counters set ${counter} = ${counter} + $1 where environment_id = 2`,
      by,
    )
  }

  /** Replaces texts in the emails about an invoice. */
  async mail(name: string, ...changes: [string, string][]): Promise<void> {
    if (this.forgets('mails')) return
    for (const [from, to] of changes) {
      await this.q(
        `update emails set subject = replace(subject, $2, $3), text = replace(text, $2, $3),
           html = replace(html, $2, $3)
         where environment_id = 2 and invoice_id = $1`,
        this.uuid(name),
        from,
        to,
      )
    }
  }
  /** Deletes emails about an invoice. */
  async unmail(name: string, kind: string): Promise<void> {
    if (this.forgets('mails')) return
    const gone = await this.q(
      'delete from emails where environment_id = 2 and invoice_id = $1 and kind = $2 returning id',
      this.uuid(name),
      kind,
    )
    await this.count('emails_count', -gone.length)
  }
}

// A probe table with a property of every kind: stored, read, presented to clients, exported to CSV, and erased.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { openDatabase } from '../../test/database.ts'
import type { CalendarDate } from '../domain/calendar.ts'
import { NOT_PERSONAL } from '../platform/db/column.ts'
import { transaction } from '../platform/db/pool.ts'
import { type RowOf, record } from '../platform/db/record.ts'
import { columnsOf, headingsOf, lineOf } from '../platform/http/columns.ts'
import { prepareInstallation } from './accounts/create.ts'
import * as kinds from './kinds.ts'

const used = new Set<string>()
const k = new Proxy(
  { ...kinds },
  {
    get(all, name) {
      used.add(String(name))
      return Reflect.get(all, name)
    },
  },
)

const probes = record(
  'probes',
  {
    id: k.fixed(k.prefixedId('prb')),
    object: k.object('probe'),
    customer_id: k.fixed(k.customerId()),
    count: k.integer({ minimum: 0 }),
    attempts: k.small(),
    amount: k.amount({ minimum: 0 }),
    fee: k.cents('What it costs.'),
    status: k.oneOf(['open', 'done'], 'Where it stands.'),
    side: k.closedOneOf(['left', 'right'], 'On which side.'),
    currency: k.currency(),
    number: k.shownAs(
      k.pattern('^P-[0-9]+$', ''),
      Type.String({ pattern: '^P-[0-9]+$', description: 'Its number.' }),
    ),
    name: k.text('Who it is.', { max: 100, min: 1, erased: 'Erased' }),
    note: k.asSent(
      k.text('No personal data.', { max: 100, erased: NOT_PERSONAL }),
      Type.String({ maxLength: 50 }),
    ),
    consent: k.flag('Whether somebody agreed.', { erased: false }),
    due_on: k.day('When it is due.', ['2026-12-18']),
    metadata: k.metadata(),
    tags: k.words(Type.Array(Type.String())),
    places: k.structured(Type.Array(Type.String()), NOT_PERSONAL),
    total: k.computed(Type.Integer()),
    alias: k.nullable(
      k.text('Another name.', { max: 100, erased: null }),
      'Another name, or null.',
    ),
    level: k.nullable(k.small()),
    done_at: k.nullable(k.instant()),
    labels: k.nullable(k.words(Type.Array(Type.String()))),
    calls: k.listed<{ who: string }, TSchema>(Type.Array(Type.Unknown()), { erased: [] }),
    origin_id: k.shownNullable(k.id('coupon'), 'Where it comes from.'),
    contact: k.absent(k.text('Whom to ask.', { max: 100, erased: null })),
    secret: k.token(),
    frozen: k.nullable(k.stored<{ who: string }>({ erased: null })),
    data: k.bytes({ erased: Buffer.from('gone') }),
    rank: k.hidden(k.small()),
    heading: k.hidden(k.line('In one line.', { max: 100, erased: '' })),
    lease: k.nullable(k.uuid()),
    body: k.apart(k.nullable(k.ownText(Type.String(), { erased: null }))),
    told: k.unread(k.nullable(k.jsonText({ erased: null }))),
    version: k.always(k.small(), '7'),
    created_at: k.fixed(k.instant()),
  },
  { visible: 'rank > 0' },
)
interface Probe extends RowOf<typeof probes.members> {}

const SQL = `create table probes (
  environment_id integer not null, id uuid not null, customer_id bigint not null,
  count bigint not null, attempts smallint not null, amount bigint not null, fee bigint not null,
  status text not null, side text not null, currency text not null, number text not null,
  name text not null, note text not null, consent boolean not null, due_on date not null,
  metadata json not null, tags text[] not null, places json not null, alias text, level smallint,
  done_at timestamptz(3), labels text[], calls json, origin_id uuid not null, contact text, secret text not null,
  frozen json, data bytea not null, rank smallint not null,
  heading text not null, lease uuid, body text, told text, version smallint not null,
  created_at timestamptz(3) not null, primary key (environment_id, id))`

const FULL: Probe = {
  environment_id: 1,
  id: '01999999-9999-7999-8999-000000000001',
  customer_id: 1001,
  count: 9_007_199_254_740_991,
  attempts: -3,
  amount: 1999,
  fee: 0,
  status: 'open',
  side: 'left',
  currency: 'cad',
  number: 'P-1',
  name: 'Ada "Quellmund", \u001e\n{NULL}',
  note: '',
  consent: true,
  due_on: '2026-12-18' as CalendarDate,
  metadata: { who: 'Ada \u001e\u2028,"', level: 3 },
  tags: ['a', 'b.*'],
  places: ['Oslo'],
  alias: 'NULL',
  level: 0,
  done_at: Date.parse('2026-11-20T12:00:00.123Z'),
  labels: [],
  calls: [{ who: 'Ada' }],
  origin_id: '01999999-9999-7999-8999-0000000000aa',
  contact: '',
  secret: 'x1',
  frozen: { who: 'Ada' },
  data: Buffer.from([0, 255]),
  rank: 1,
  heading: 'Ada',
  lease: '01999999-9999-7999-8999-0000000000bb',
  created_at: Date.parse('2026-11-20T00:00:00.000Z'),
}
const BARE: Probe = {
  ...FULL,
  id: '01999999-9999-7999-8999-000000000002',
  metadata: {},
  tags: [],
  alias: null,
  level: null,
  done_at: null,
  labels: null,
  calls: null,
  contact: null,
  frozen: null,
  lease: null,
}

/** The row as read, with the value that this version saves with every row. */
const read = (row: Probe) => ({ ...row, version: 7 })

const { pool } = await openDatabase({ after })
await pool.query(SQL)
// Rows of an environment are written under the lock of its counters, so it needs an installation.
const defaults = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' }
await prepareInstallation(pool, Buffer.alloc(32), { tier: 'enterprise', ...defaults }, 0)

/** Empties the table, writes these rows, and runs `work` in the same transaction. */
function having<T>(rows: Probe[], work: (tx: Parameters<typeof probes.lock>[0]) => Promise<T>) {
  return transaction(pool, async (tx) => {
    await tx.query('delete from probes')
    await probes.insert(tx, rows)
    return work(tx)
  })
}

test('the probe has a property of every kind', () => {
  assert.deepEqual([...used].sort(), Object.keys(kinds).sort(), 'give the probe one of each')
})

test('a property can have different schemas in requests and responses', () => {
  const { input, schema } = probes.members.note
  const lengths = [input, schema].map((each) => (each as { maxLength?: number }).maxLength)
  assert.deepEqual(lengths, [50, undefined])
})

test('rows are read as they were written, in the order of the keys', async () => {
  const missing = { environment_id: 1, id: '01999999-9999-7999-8999-000000000009' }
  const elsewhere = { ...FULL, environment_id: 2 }
  await having([FULL, BARE, elsewhere], async (tx) => {
    assert.deepEqual(await probes.find(tx, [BARE, missing, FULL]), [
      read(BARE),
      undefined,
      read(FULL),
    ])
    assert.deepEqual(await probes.lock(tx, [elsewhere, BARE, FULL], 'wait'), [
      ...[FULL, BARE, elsewhere].map(read),
    ])
    assert.deepEqual(await probes.findBy(tx, 'origin_id', [{ ...FULL, id: FULL.origin_id }]), [
      read(FULL),
      read(BARE),
    ])
  })
})

test('a value that is written with a row and read separately is not part of the row', async () => {
  const stored = '{"who":"Ada \\u001e \\"x\\""}'
  await having([{ ...FULL, told: stored } as Probe, BARE], async (tx) => {
    const { rows } = await tx.query('select told from probes order by id')
    assert.deepEqual(rows, [{ told: stored }, { told: null }])
    assert.deepEqual(await probes.lock(tx, [FULL], 'wait'), [read(FULL)])
    await probes.update(tx, [{ ...FULL, told: '{}' } as Probe])
    await probes.erase(tx, 1, [BARE.id])
    const after = await tx.query('select told from probes order by id')
    assert.deepEqual(after.rows, [{ told: '{}' }, { told: null }])
    await probes.erase(tx, 1, [FULL.id])
    assert.deepEqual((await tx.query('select told from probes order by id')).rows[0], {
      told: null,
    })
  })
})

test('a single row is written with all its nulls', async () => {
  await having([BARE], async (tx) => assert.deepEqual(await probes.find(tx, [BARE]), [read(BARE)]))
})

test('only a lock finds rows that are not visible', async () => {
  const unseen = { ...FULL, rank: 0 }
  await having([unseen], async (tx) => {
    assert.deepEqual(await probes.find(tx, [unseen]), [undefined])
    assert.deepEqual(await probes.lock(tx, [unseen], 'wait'), [read(unseen)])
  })
})

test('an update writes everything except fixed columns', async () => {
  await having([FULL, BARE], async (tx) => {
    const changed = { ...BARE, id: FULL.id, name: 'Bo', customer_id: 7, created_at: 0, count: 1 }
    await probes.update(tx, [changed])
    const { customer_id, created_at } = FULL
    assert.deepEqual(await probes.find(tx, [FULL, BARE]), [
      read({ ...changed, customer_id, created_at }),
      read(BARE),
    ])
  })
})

test('an erasure clears each property as it declares, and does not change nulls', async () => {
  await having([FULL, BARE], async (tx) => {
    await probes.erase(tx, 1, [FULL.id, BARE.id])
    const erased = {
      name: 'Erased',
      heading: '',
      consent: false,
      metadata: {},
      data: Buffer.from('gone'),
    }
    const emptied = { alias: null, contact: null, frozen: null, calls: [] }
    assert.deepEqual(await probes.find(tx, [FULL, BARE]), [
      read({ ...FULL, ...erased, ...emptied }),
      read({ ...BARE, ...erased }),
    ])
  })
})

const SHOWN = {
  id: 'prb_01k6csk6csf6crk68000000001',
  object: 'probe',
  customer_id: 'cus_1001',
  count: 9_007_199_254_740_991,
  attempts: -3,
  amount: 1999,
  fee: 0,
  status: 'open',
  side: 'left',
  currency: 'cad',
  number: 'P-1',
  name: FULL.name,
  note: '',
  consent: true,
  due_on: '2026-12-18',
  metadata: FULL.metadata,
  tags: ['a', 'b.*'],
  places: ['Oslo'],
  total: 5,
  alias: 'NULL',
  level: 0,
  done_at: '2026-11-20T12:00:00.123Z',
  labels: [],
  calls: [{ who: 'Ada' }],
  origin_id: 'coup_01k6csk6csf6crk6800000005a',
  contact: '',
  created_at: '2026-11-20T00:00:00.000Z',
}

test('clients see everything that is not hidden, in declaration order, as the schema says', () => {
  const full = JSON.parse(probes.json(FULL, { total: 5 }))
  assert.deepEqual(Object.entries(full), Object.entries(SHOWN))
  const bare = JSON.parse(probes.json(BARE, { total: 5 }))
  assert.deepEqual(
    [bare.alias, bare.level, bare.done_at, bare.labels, bare.calls, 'contact' in bare],
    [null, null, null, null, [], false],
  )
  const shape = Compile(probes.item)
  for (const shown of [full, bare]) assert.deepEqual([...shape.Errors(shown)][1] ?? [], [])
  assert.deepEqual(Object.keys(probes.item.properties), Object.keys(SHOWN))
})

test('a CSV has a column for each property that clients see, except the object type', () => {
  const columns = columnsOf(probes.members)
  const { object: _, ...cells } = SHOWN
  const headings = Object.keys(cells).map((name) =>
    /amount|fee/.test(name) ? `${name}_major` : name,
  )
  assert.deepEqual(headingsOf(columns), headings)
  const line = Object.fromEntries(headings.map((name, nth) => [name, lineOf(columns, SHOWN)[nth]]))
  assert.equal(line.amount_major, '19.99')
  assert.equal(line.tags, 'a b.*')
  assert.equal(line.done_at, '2026-11-20T12:00:00.123Z')
})

// A feature for tests only: a visible or hidden property of every kind, routes, a CSV, an export, a search. What cannot
// be defined in its own folder (a counter, an event type, a kind of search, a scope) is borrowed.

import { type Static, Type } from 'typebox'
import type { Action } from '../src/features/accounts/store.ts'
import { sent } from '../src/features/bodies.ts'
import { crud } from '../src/features/crud.ts'
import { customers } from '../src/features/customers/store.ts'
import { equals } from '../src/features/filters.ts'
import { objectIds } from '../src/features/identifiers.ts'
import * as k from '../src/features/kinds.ts'
import { declared, type Feature } from '../src/features/manifest.ts'
import { byId } from '../src/features/searched.ts'
import type { Service } from '../src/features/service.ts'
import { NOT_PERSONAL } from '../src/platform/db/column.ts'
import { type RowOf, record } from '../src/platform/db/record.ts'
import { columnsOf } from '../src/platform/http/columns.ts'
import { Body } from '../src/platform/http/shapes.ts'
import { newUuid } from '../src/platform/ids.ts'

export const probes = record(
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
    number: k.pattern('^P-[0-9]+$', 'Its number.'),
    name: k.text('Who it is.', { max: 100, min: 1, erased: 'Erased' }),
    note: k.text('About nobody.', { max: 100, erased: NOT_PERSONAL }),
    heading: k.line('In one line.', { max: 100, erased: '' }),
    consent: k.flag('Whether somebody agreed.', { erased: false }),
    due_on: k.day('When it is due.', ['2026-12-18']),
    metadata: k.metadata(),
    tags: k.words(Type.Array(Type.String())),
    total: k.computed(Type.Integer()),
    alias: k.nullable(k.text('Another name.', { max: 100, erased: null })),
    done_at: k.nullable(k.instant()),
    origin_id: k.shownNullable(k.prefixedId('org'), 'Where it comes from.'),
    contact: k.absent(k.text('Whom to ask.', { max: 100, erased: null })),
    secret: k.token(),
    frozen: k.nullable(k.stored<{ who: string }>({ erased: null })),
    data: k.bytes({ erased: Buffer.alloc(0) }),
    rank: k.hidden(k.small()),
    lease: k.nullable(k.uuid()),
    body: k.apart(k.nullable(k.ownText(Type.String(), { erased: null }))),
    version: k.always(k.small(), '7'),
    created_at: k.fixed(k.instant()),
    updated_at: k.instant(),
  },
  {
    count: { counter: 'products_count', counts: () => true },
    owners: [{ table: customers, of: (row) => row.customer_id }],
  },
)
export interface Probe extends RowOf<typeof probes.members> {}

export const PROBES_SQL = `create table probes (
  environment_id integer not null, id uuid not null, customer_id bigint not null,
  count bigint not null, attempts smallint not null, amount bigint not null, fee bigint not null,
  status text not null, side text not null, currency text not null, number text not null,
  name text not null, note text not null, heading text not null, consent boolean not null,
  due_on date not null, metadata json not null, tags text[] not null, alias text,
  done_at timestamptz(3), origin_id uuid not null, contact text, secret text not null, frozen json,
  data bytea not null, rank smallint not null, lease uuid, body text, version smallint not null,
  created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references customers (environment_id, id))`

const json = (row: Probe) => probes.json(row, { total: row.amount + row.fee })
const events = { created: { type: 'product.created' }, updated: { type: 'product.updated' } }

const ProbeCreate = Body({
  customer_id: Type.String(),
  ...sent(probes, { required: ['name'], optional: ['alias', 'metadata'] }),
})
const ProbePatch = Body(sent(probes, { optional: ['name', 'status'] }))

const probeIds = objectIds({
  prefix: 'prb',
  path: 'probes',
  scope: 'products',
  page: 'Products',
  en: { one: 'probe', many: 'probes' },
})

const createProbe: Action<Static<typeof ProbeCreate> & { customer: number }> = {
  name: 'probes.create',
  rows: ({ customer }) => [{ table: customers, id: customer }],
  decide(work, { customer, name, alias = null, metadata = {} }) {
    const probe: Probe = {
      environment_id: work.environment.environment_id,
      id: newUuid(),
      customer_id: work.get(customers, customer).id,
      count: 3,
      attempts: 0,
      amount: 1999,
      fee: 1,
      status: 'open',
      side: 'left',
      currency: 'cad',
      number: `P-${work.now}`,
      name,
      note: '',
      heading: name,
      consent: true,
      due_on: '2026-12-18' as Probe['due_on'],
      metadata,
      tags: ['a', 'b'],
      alias,
      done_at: null,
      origin_id: newUuid(),
      contact: null,
      secret: 'x1',
      frozen: { who: name },
      data: Buffer.from(name),
      rank: 1,
      lease: null,
      created_at: work.now,
      updated_at: work.now,
    }
    work.insert(probes, probe)
    const answer = { json: json(probe), object_id: probeIds.ref(probe.id) }
    work.record(events.created, { id: answer.object_id, customer_id: customer }, answer.json)
    return answer
  },
}

const updateProbe: Action<{ id: string; patch: Static<typeof ProbePatch> }> = {
  name: 'probes.update',
  rows: ({ id }) => [{ table: probes, id }],
  decide(work, { id, patch }) {
    const before = work.find(probes, id)
    if (!before) throw probeIds.missing(probeIds.ref(id))
    // The customer is locked with it.
    work.get(customers, before.customer_id)
    work.assertMatch(() => json(before))
    const after: Probe = { ...before, ...patch, updated_at: work.now }
    const about = { id: probeIds.ref(id), customer_id: before.customer_id }
    return work.change(events.updated, about, { table: probes, before, after, present: json })
  },
}

export const probeFeature: Feature<Service> = {
  name: 'probes',
  tables: [declared(probes)],
  objects: { ...probes, json },
  routes: [
    // The counter is borrowed, so it does not count probes.
    ...crud({
      ids: probeIds,
      record: { ...probes, count: undefined, json },
      list: {
        filters: { status: equals(Type.String()) },
        columns: columnsOf(probes.members),
      },
      create: {
        body: ProbeCreate,
        handle: (call, service) =>
          service.write(call, createProbe, {
            ...call.body,
            customer: Number(call.body.customer_id.replace('cus_', '')),
          }),
      },
      update: { body: ProbePatch, action: updateProbe },
    }),
  ],
  searched: {
    kind: 'product',
    exactly: [
      byId(probeIds, probes.find, ({ name, alias, status }) => ({
        title: name,
        detail: alias,
        status,
      })),
    ],
  },
}

// Checks that new migrations keep older processes working at the same time.

import assert from 'node:assert/strict'
import test from 'node:test'
import { migrationOf, readMigrations } from '../../src/platform/db/migrations.ts'
import { migrationFaults } from './faults.ts'

test('no migration breaks older processes', () => {
  assert.deepEqual(readMigrations().flatMap(migrationFaults), [])
})

test('migrations are numbered without a gap, and each number once', () => {
  const numbers = readMigrations().map(({ name }) => Number.parseInt(name, 10))
  assert.deepEqual(
    numbers,
    [...numbers.keys()].map((index) => index + 1),
  )
})

const expand = (text: string) => `-- expand\n-- Why.\n${text}`
const contract = (text: string) => `-- contract\n-- Why.\n${text}`

const refused: [text: string, why: RegExp][] = [
  ['-- expand\ncreate table a (id int);', /a second line/],
  [expand('update invoices set total = 1;'), /changes rows/],
  [expand('UPDATE ONLY invoices AS i\n SET total = 1 from customers;'), /changes rows/],
  [expand('delete from events;'), /changes rows/],
  [expand('truncate requests;'), /changes rows/],
  [expand('with gone as (delete from events returning 1) select 1;'), /changes rows/],
  [expand('create table a (id int); insert into b select 1 from a;'), /copies rows/],
  [expand('create index events_x on events (id);'), /blocks writes/],
  [expand('create unique index x on events (environment_id, id);'), /blocks writes/],
  [expand('create index concurrently x on events (id);'), /omits the condition/],
  [
    expand(
      'create index concurrently if not exists x on events (id); alter table events add column b int;',
    ),
    /has statements other than/,
  ],
  [expand('drop index events_x;'), /locks a table/],
  [expand('drop index requests_by_people, events_x;'), /locks a table/],
  [expand('drop index concurrently if exists customers_by_external_id;'), /that is a contract/],
  [expand('do $$ begin end $$;'), /contains code that cannot be checked/],
  [expand('alter table events add column a text not null;'), /cannot fill/],
  [expand('alter table events add column b int, add column a text not null;'), /cannot fill/],
  [expand('alter table events add column a uuid default gen_random_uuid();'), /not a constant/],
  [expand("alter table events add column a text not null default lower('A');"), /not a constant/],
  [expand('alter table events add column a bigint generated always as (1) stored;'), /every row/],
  [expand('alter table events add column a integer references accounts (id);'), /every row/],
  [expand('alter table events add column a integer check (a > 0);'), /every row/],
  [expand('alter table events add constraint a check (id > 0);'), /not valid/],
  [expand('alter table events add foreign key (a) references b (id);'), /not valid/],
  [expand('alter table events add constraint a unique (environment_id, a);'), /not valid/],
  [expand('alter table events alter column a type bigint;'), /rewrites the whole table/],
  [expand('alter table events alter a set data type bigint;'), /rewrites the whole table/],
  [expand('alter table events alter column a set not null;'), /while it is locked/],
  [expand('alter table events drop column a;'), /that is a contract/],
  [expand('alter table events rename column a to b;'), /that is a contract/],
  [expand('drop table events;'), /that is a contract/],
  [
    expand('alter table a add column b int; alter table a validate constraint c;'),
    /use a separate file/,
  ],
]

const accepted: string[] = [
  expand(`create table a (environment_id integer not null, id uuid not null,
    b text not null check (b <> ''), constraint a_b foreign key (b) references c (d));
    create index a_by_b on a (environment_id, b); alter table a add primary key (environment_id, id);
    insert into a values (1);`),
  expand('alter table events add column a date, add column b text;'),
  expand("alter table events add column a text not null default '';"),
  expand("alter table events add column a jsonb not null default '{}'::jsonb, add column b int;"),
  expand('alter table events add column a bigint not null default 0;'),
  expand('alter table events add constraint a check (b > 0, c in (1, 2)) not valid;'),
  expand('alter table events drop constraint a, add constraint a check (b > 0) not valid;'),
  expand('alter table events validate constraint a;'),
  expand('alter table events alter column a drop not null;'),
  expand('create index concurrently if not exists x on events (environment_id, id);'),
  expand('drop index concurrently if exists x;'),
  expand('drop index requests_by_people, requests_by_status;'),
  contract('drop index concurrently if exists customers_by_external_id;'),
  contract('alter table events drop column a;'),
  contract('drop table old;'),
]

test('each rule rejects what it is meant to reject, and nothing else', () => {
  for (const [text, why] of refused) {
    assert.match(migrationFaults(migrationOf('0099_a.sql', text)).join('\n'), why, text)
  }
  for (const text of accepted) {
    assert.deepEqual(migrationFaults(migrationOf('0099_a.sql', text)), [], text)
  }
})

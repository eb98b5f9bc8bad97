// Fails when something was forgotten: a column that an erasure leaves, a property without a CSV column, a counter
// that verification does not recount. What is left out on purpose is in test/forgotten-excused.ts.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { after } from 'node:test'
import { FEATURES } from '../src/app/features.ts'
import { BACKUP_TABLES, REFERENCE_TABLES, TENANT_TABLES } from '../src/app/tables.ts'
import { EVENT_TYPES, RECORDED } from '../src/domain/event.ts'
import { NAMED } from '../src/domain/resource-lists.ts'
import { describeEvent } from '../src/domain/timeline.ts'
import { type Members, NOT_PERSONAL } from '../src/platform/db/column.ts'
import { readRecorded } from '../src/reference/openapi.ts'
import { propertyNames } from '../web/src/text/property-names.ts'
import { reckonerHere } from './cli.ts'
import { get, type Made } from './fixtures.ts'
import { fillBooks, WHO } from './forgotten-books.ts'
import { fillColumns, fillEvents, leftBehind, look, personalColumns } from './forgotten-columns.ts'
import {
  type Excuse,
  NOT_COMPARED,
  NOT_COUNTED,
  NOT_ERASED,
  NOT_EXPORTED,
  NOT_IN_BACKUP,
  NOT_IN_CSV,
  NOT_IN_TIMELINE,
} from './forgotten-excused.ts'
import { forging, uncompared } from './forgotten-forged.ts'
import { eventObjects, lists } from './forgotten-shapes.ts'
import { ENVIRONMENTS, until, world } from './harness.ts'
import { movingClock } from './moving-clock.ts'
import { startReceiver } from './receiver.ts'

const EXCUSES = 'test/forgotten-excused.ts'
const clock = movingClock()
const w = await world(
  { after },
  {
    settings: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    wallNow: clock.now,
    tampers: true,
  },
)
const receiver = await startReceiver({ after })
/** Echoes what it received, as receivers do when something is wrong. */
receiver.answer = ({ text }, response) => response.writeHead(500).end(text)

/** Fails for findings without an excuse, with the remedy, and for excuses without a finding. */
function judge(list: string, excuses: Excuse[], found: Map<string, string>, remedy: string): void {
  const names = excuses.flatMap(({ of }) => of)
  const covers = (name: string, each: string) => each === name || each.startsWith(`${name}.`)
  const forgotten = [...found].filter(([each]) => !names.some((name) => covers(name, each)))
  const idle = names.filter((name) => ![...found.keys()].some((each) => covers(name, each)))
  const sentences = [
    ...forgotten.map(
      ([name, what]) => `${name} ${what}: ${remedy}, or excuse it in ${list} of ${EXCUSES}`,
    ),
    ...idle.map((name) => `${name} needs no excuse: delete it from ${list} of ${EXCUSES}`),
  ]
  assert.ok(sentences.length === 0, sentences.join('\n'))
}

/** The columns that their table declares to hold no personal data. */
const DECLARED_IMPERSONAL = FEATURES.flatMap(({ tables = [] }) => tables).flatMap(
  ({ name, written }) =>
    Object.entries((written as { members?: Members } | undefined)?.members ?? {}).flatMap(
      ([column, member]) =>
        'erased' in member && member.erased === NOT_PERSONAL ? [`${name}.${column}`] : [],
    ),
)

test('every column that can hold personal data is erased with the customer', async () => {
  const excused = NOT_ERASED.flatMap(({ of }) => of)
  const columns = (await personalColumns(w.sql)).filter(
    ({ table, column }) => !DECLARED_IMPERSONAL.includes(`${table}.${column}`),
  )
  const filled = columns.filter(
    ({ table, column }) => !excused.some((name) => [table, `${table}.${column}`].includes(name)),
  )
  const id = await fillBooks(w, w.keys.test, receiver)
  await fillColumns(w, filled, ENVIRONMENTS.test, WHO)
  await fillEvents(w, ENVIRONMENTS.test, WHO)
  const before = await look(w.sql, columns, ENVIRONMENTS.test)
  const response = await w.api.post(`/v1/customers/${id}/erase`, { body: { documents: 'erase' } })
  assert.equal(response.status, 200, response.text)
  await until('the erasure', async () => {
    const erasure = await get(w.api, `/v1/customers/cus_${id}/erasure`)
    return erasure.status === 'erased'
  })
  clock.move(10_000, { after })
  await until('the request log to be erased', async () => {
    const due = await w.sql('select from customer_erasures where log_due_at is not null')
    return due.length === 0
  })
  judge(
    'NOT_ERASED',
    NOT_ERASED,
    leftBehind(before, await look(w.sql, columns, ENVIRONMENTS.test), WHO),
    'erase it in src/features/customer-erasures/, put something in it in test/forgotten-books.ts',
  )
})

test('every property of every list is a column of its CSV', () => {
  const found = new Map<string, string>()
  for (const { item, properties, csv } of lists()) {
    if (!csv) found.set(item, 'has a list without CSV')
    for (const property of csv ? properties : []) {
      if (csv?.includes(property) || csv?.includes(`${property}_major`)) continue
      found.set(`${item}.${property}`, 'is no column of its CSV')
    }
  }
  judge('NOT_IN_CSV', NOT_IN_CSV, found, 'add it to the columns of the list in its routes.ts')
})

test('every property of an object is compared by verification with its last event', async () => {
  const id = await fillBooks(w, w.keys.otherTest, receiver)
  // A balance of zero may be missing.
  const body = { amount: '5', currency: 'cad', reason: 'Goodwill' }
  const path = `/v1/customers/${id}/credit_transactions`
  assert.equal((await w.api.post(path, { body, key: w.keys.otherTest })).status, 201)
  const found = new Map<string, string>()
  await forging(w, ENVIRONMENTS.otherTest, async (forger) => {
    for (const { noun, item } of eventObjects()) {
      const table = noun === 'account' ? 'environment_settings' : `${noun}s`
      for (const [name, what] of await uncompared(forger, table, item)) found.set(name, what)
    }
  })
  const known = new Set(eventObjects().map(({ item }) => item))
  for (const { item } of lists()) if (!known.has(item)) found.set(item, 'is in no event')
  const remedy = 'compare it in src/features/verification/'
  judge('NOT_COMPARED', NOT_COMPARED, found, remedy)
})

test('every counter is recounted by verification', async () => {
  await forging(w, ENVIRONMENTS.otherTest, async (forger) => {
    const found = new Map<string, string>()
    for (const name of forger.columnsOf('environment_counters')) {
      if (name === 'environment_id') continue
      if (!(await forger.isNoticed('environment_counters', name))) {
        found.set(name, 'of environment_counters can be forged: verification does not recount it')
      }
    }
    judge(
      'NOT_COUNTED',
      NOT_COUNTED,
      found,
      'recount it in src/features/verification/store-sets.ts',
    )
  })
})

test('every property of every list is in the export', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'reckoner-forgotten-')), 'all.jsonl')
  const env = {
    DATABASE_URL: w.config.databaseUrl ?? '',
    SECRET_KEY: w.secretKey.toString(),
    DATA_DIR: '/nonexistent',
  }
  const args = ['export', path, '--account', '2', '--mode', 'test']
  assert.equal((await reckonerHere(args, env)).code, 0)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const objects = lines.map((line) => JSON.parse(line) as Made)
  rmSync(dirname(path), { recursive: true })
  const found = new Map<string, string>()
  for (const { item, has, properties } of lists()) {
    const own = objects.filter(has)
    if (own.length === 0) found.set(item, 'has a list that is not exported')
    for (const property of own.length > 0 ? properties : []) {
      if (!own.some((one) => property in one)) found.set(`${item}.${property}`, 'is not exported')
    }
  }
  judge('NOT_EXPORTED', NOT_EXPORTED, found, 'declare its objects in feature.ts')
})

test('every table is in a backup, after the tables that it references', async () => {
  const found = new Map<string, string>()
  for (const table of [...REFERENCE_TABLES, ...TENANT_TABLES]) {
    if (!BACKUP_TABLES.includes(table)) found.set(table, 'is in no backup')
  }
  const keys = await w.sql<{ owned: string; owner: string }>(
    `select conrelid::regclass::text as owned, confrelid::regclass::text as owner
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const nth = (table: string) => BACKUP_TABLES.indexOf(table)
  for (const { owned, owner } of keys) {
    if (nth(owned) >= 0 && nth(owned) < nth(owner)) found.set(owned, `is restored before ${owner}`)
  }
  judge('NOT_IN_BACKUP', NOT_IN_BACKUP, found, 'put it in its place in src/app/tables.ts')
})

const SENTENCES = 'web/src/text/event-messages.ts'
const ONLINE = 'web/src/text/online-payments.ts'

test('every event has a sentence in the dashboard, in both languages', () => {
  const usual = ['created', 'updated', 'archived', 'deleted']
  // The file is browser code, so it is read as text.
  const text = readFileSync(join(import.meta.dirname, '..', SENTENCES), 'utf8')
  // Those of payments by gateway are in a file of their own, which does not compile without their French.
  const online = readFileSync(join(import.meta.dirname, '..', ONLINE), 'utf8')
  const apart = [...online.matchAll(/^ {4}'(\w+\.\w+)':/gm)].map(([, type]) => type as string)
  const blocks = {
    'in English': /^ {2}en: \{$(.*?)^ {2}\},$/gms,
    'in French': /^ {2}fr: \{$(.*?)^ {2}\},$/gms,
    'among the sentences': /^ {2}const sentences\b.*?\{$(.*?)^ {2}\}$/gms,
  }
  const found = Object.entries(blocks).flatMap(([where, block]) => {
    const inside = [...text.matchAll(block)].map(([, each]) => each).join('')
    const written = [...inside.matchAll(/^ {4}'(\w+\.\w+)':/gm)].map(([, type]) => type as string)
    const lacking = EVENT_TYPES.filter(
      (type) => ![...written, ...apart].includes(type) && !usual.includes(type.split('.')[1] ?? ''),
    )
    const unknown = written.filter((type) => !(EVENT_TYPES as readonly string[]).includes(type))
    return [
      ...lacking.map((type) => `${type} has no sentence ${where}: write it in ${SENTENCES}`),
      ...unknown.map((type) => `${type} is no event, but stands ${where} of ${SENTENCES}`),
    ]
  })
  assert.ok(found.length === 0, found.join('\n'))
})

test('every property that an event can change has a name in French', () => {
  const nameless = RECORDED.flatMap(([name, { path, events }]) => {
    const objects = FEATURES.flatMap((feature) => feature.objects ?? [])
    const { members = {} } = objects.find((each) => each.name === path) ?? {}
    return Object.entries(members).flatMap(([property, member]) => {
      const changes = member.kind === 'column' && member.schema && !member.fixed
      const isNamed = property === 'updated_at' || property in propertyNames.fr
      return 'updated' in events && changes && !isNamed ? [`${name}.${property}`] : []
    })
  })
  const remedy = 'name it under fr.properties in src/domain/resources-*.ts'
  assert.deepEqual(nameless, [], remedy)
})

test('every event of an invoice, payment or credit has a sentence in the timeline', () => {
  const { events } = readRecorded()
  const found = new Map<string, string>()
  for (const type of EVENT_TYPES.filter((each) => /^(invoice|payment|credit_)/.test(each))) {
    const sentence = describeEvent(type, events[type].data.object, ['notes'])
    const name = type.replace(/[._]/g, ' ')
    if (sentence.toLowerCase() === `${name}.`) found.set(type, 'has no sentence, only its name')
  }
  judge('NOT_IN_TIMELINE', NOT_IN_TIMELINE, found, 'write a sentence in src/domain/timeline.ts')
})

test('a resource has a page in the dashboard exactly if its entry says so', () => {
  const table = readFileSync(join(import.meta.dirname, '../web/src/pages/table.ts'), 'utf8')
  const wrong = NAMED.filter(
    ([, { path, hasPage = false }]) =>
      table.includes(`path: '${path.replaceAll('_', '-')}/$id'`) !== hasPage,
  )
  const remedy = 'give hasPage in src/domain/resources-*.ts to those with a page in the table'
  assert.deepEqual(
    wrong.map(([name]) => name),
    [],
    remedy,
  )
})

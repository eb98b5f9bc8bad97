// Two versions on one database under load: the newer one joins the older one, migrates and fills what the older one
// leaves empty. Each is restarted on what the other left, and the older one is removed. No request fails, and the books
// verify. The newer version is a copy of this one with a made-up column, index and backfill.

import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import test from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { reckonerHere } from './cli.ts'
import type { Api } from './client.ts'
import { install, SECRET_KEY } from './crash/lives.ts'
import { get, INVOICES, makeCustomer, makeInvoice, makePayment, makeProduct } from './fixtures.ts'
import { until } from './harness.ts'
import { MAIN, type Process, startProcess } from './process.ts'

const CLIENTS = 3
/** Pause between two invoices of a client: leaves time for starts, with a request always in progress. */
const REST_MS = 50
const root = join(import.meta.dirname, '..')

const COLUMN = `-- expand
-- A made-up column, which processes of the older version leave empty.
alter table customers add column nickname text;
`
const INDEX = `-- expand
-- Customers without a nickname: the made-up backfill finds them here.
create index concurrently if not exists customers_without_nickname on customers (environment_id, id) where nickname is null;
`
const FEATURE = `// A made-up feature: a column and the backfill that fills it.
import { query, sql } from '../../platform/db/sql.ts'

export const nicknames = {
  name: 'nicknames',
  backfills: [
    {
      name: 'nicknames',
      left: 'customers without a nickname',
      table: 'customers',
      lacking: sql\`nickname is null\`,
      async fill(tx: never, environmentId: number, { most }: { most: number }) {
        const filled = await query(
          tx,
          sql\`update customers c set nickname = lower(c.name)
              from (select id from customers
                    where environment_id = \${environmentId} and nickname is null
                    order by id limit \${most} for no key update skip locked) w
              where c.environment_id = \${environmentId} and c.id = w.id returning c.id\`,
        )
        return { found: filled.length, last: undefined }
      },
    },
  ],
}
`

/** Folders that a copy does not need. */
const LEFT_OUT = ['.git', 'bench', 'docs', 'node_modules', 'test']

/** A copy of this checkout with the made-up feature; it shares the installed packages. */
function makeNewer(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-newer-'))
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(relative(root, path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'migrations/9001_nicknames.sql'), COLUMN)
  writeFileSync(join(folder, 'migrations/9002_without_nickname.sql'), INDEX)
  mkdirSync(join(folder, 'src/features/nicknames'))
  writeFileSync(join(folder, 'src/features/nicknames/feature.ts'), FEATURE)
  const list = join(folder, 'src/app/features.ts')
  const text = readFileSync(list, 'utf8')
  const longer = text
    .replace(/^import /m, "import { nicknames } from '../features/nicknames/feature.ts'\nimport ")
    .replace(/\n\]\s*$/, '\n  nicknames,\n]\n')
  assert.equal(longer.split('nicknames').length - 1, 3)
  writeFileSync(list, longer)
  return folder
}

/** Clients that bill, change, pay and read, each using the living processes in turn. */
function startLoad(living: () => readonly Process[]) {
  let goesOn = true
  const load = { answered: 0, under: new Map<Process, number>() }
  const bill = async (api: Api, nth: number) => {
    const customer = await makeCustomer(api)
    const draft = await makeInvoice(api, { customer_id: customer.id })
    const path = `${INVOICES}/${draft.id}`
    assert.equal((await api.patch(path, { body: { notes: `${nth}` } })).status, 200)
    const finalized = await api.post(`${path}/finalize`)
    assert.equal(finalized.status, 200, finalized.text)
    if (nth % 2 === 0) await makePayment(api, finalized.body)
    if (nth % 3 === 0) await makeProduct(api)
    await get(api, path)
  }
  const client = async () => {
    for (let nth = 0; goesOn; nth++) {
      const there = living()
      const target = there[nth % there.length] as Process
      load.under.set(target, (load.under.get(target) ?? 0) + 1)
      await bill(target.api, nth)
      load.under.set(target, (load.under.get(target) ?? 0) - 1)
      load.answered++
      await pause(REST_MS)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  return {
    clients,
    load,
    /** Waits until no client uses a stopping process: draining has its own test. */
    left: (process: Process) => until('its last answer', () => load.under.get(process) === 0),
    more: async () => {
      const from = load.answered
      await until('more of it', () => load.answered > from + 2 * CLIENTS)
    },
    async end() {
      goesOn = false
      await clients
    },
  }
}

test('two versions work on one database, each started on what the other left', {
  timeout: 600_000,
}, async (t) => {
  const folder = makeNewer()
  t.after(() => rmSync(folder, { recursive: true }))
  const { url, pool, key } = await install(t)
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY,
    PORT: '0',
    DATA_DIR: '/nonexistent',
    LOG_LEVEL: 'error',
    RATE_LIMIT_TIER: 'enterprise',
  }
  const started: Process[] = []
  const start = async (main: string) => {
    const next = await startProcess(settings, key, undefined, [process.execPath, main, 'serve'])
    started.push(next)
    return next
  }
  const [older, newer] = [() => start(MAIN), () => start(join(folder, 'src/main.ts'))]

  const living = [await older()]
  const { clients, load, left, more, end } = startLoad(() => living)
  // A failure ends the test at once, without waiting for a timeout.
  clients.catch(() => undefined)
  const leave = async (process: Process) => {
    living.splice(living.indexOf(process), 1)
    await left(process)
    await process.stop()
    assert.equal(await process.ended, 0, process.output())
  }
  const steps = async () => {
    await more()
    const [old] = living as [Process]
    // The newer version migrates while the older one works.
    living.push(await newer())
    await more()
    await leave(old)
    await more()
    const again = await older()
    living.push(again)
    await more()
    const [joined] = living as [Process]
    await leave(joined)
    await more()
    living.push(await newer())
    await more()
    await leave(again)
    await more()
    await end()
  }
  try {
    await Promise.race([steps(), clients.then(() => new Promise(() => undefined))])
    t.diagnostic(`${load.answered} customers were billed`)
    const { rows } = await pool.query(
      "select count(*)::int as count from invoices where status <> 'draft'",
    )
    assert.deepEqual(rows, [{ count: load.answered }])
    const applied = await pool.query("select name from migrations where name > '9' order by name")
    assert.deepEqual(
      applied.rows.map(({ name }) => name),
      ['9001_nicknames.sql', '9002_without_nickname.sql'],
    )
    await until('what the older version left to be filled', async () => {
      const empty = await pool.query('select from customers where nickname is null limit 1')
      return empty.rows.length === 0
    })
    const verified = await reckonerHere(['verify'], settings)
    assert.equal(verified.code, 0, verified.out + verified.err)
  } finally {
    await Promise.all(started.map((process) => process.stop()))
  }
})

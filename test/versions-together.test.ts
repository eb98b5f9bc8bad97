// Two versions on one database under load: the former one starts it, the new one joins and migrates, each is
// restarted on what the other left, and the former goes. No request fails, and the books are in order.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { reckonerHere } from './cli.ts'
import { type Api, connectApi } from './client.ts'
import { openDatabase } from './database.ts'
import { get, INVOICES, makeCustomer, makeInvoice, makePayment, makeProduct } from './fixtures.ts'
import { until } from './harness.ts'
import { type Process, startProcess } from './process.ts'

/** The last version that knows nothing of the chain and of shared limits. */
const FORMER = '167b6dfae99c3c60f1bfc322a9ab7c0c20955150'
const CLIENTS = 8
const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
const isThere = git('cat-file', '-e', `${FORMER}^{commit}`).status === 0

/** The packages of a checkout and their versions, without itself. */
function packagesIn(folder: string): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const versions = Object.entries<{ version: string }>(packages).filter(([path]) => path !== '')
  return new Map(versions.map(([path, { version }]) => [path, version]))
}

/** Its files as they were, with our packages, among which its own are as they were. */
function checkOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-former-'))
  const packed = execFileSync('git', ['-C', root, 'archive', FORMER], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: packed })
  const ours = packagesIn(root)
  const others = [...packagesIn(folder)].filter(([path, version]) => ours.get(path) !== version)
  assert.deepEqual(others, [])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Clients that bill, change, pay and read, each at whichever process is there. */
function startLoad(living: () => readonly Process[]) {
  let goesOn = true
  const load = { answered: 0, under: new Map<Process, number>() }
  const bill = async (api: Api, nth: number) => {
    const customer = await makeCustomer(api)
    const draft = await makeInvoice(api, { customer_id: customer.id })
    const path = `${INVOICES}/${draft.id}`
    assert.equal((await api.patch(path, { body: { notes: `${nth}` } })).status, 200)
    const issued = await api.post(`${path}/finalize`)
    assert.equal(issued.status, 200, issued.text)
    if (nth % 2 === 0) await makePayment(api, issued.body)
    if (nth % 3 === 0) await makeProduct(api)
    await get(api, path)
  }
  const client = async () => {
    for (let nth = 0; goesOn; nth++) {
      const there = living()
      const asked = there[nth % there.length] as Process
      load.under.set(asked, (load.under.get(asked) ?? 0) + 1)
      await bill(asked.api, nth)
      load.under.set(asked, (load.under.get(asked) ?? 0) - 1)
      load.answered++
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  return {
    clients,
    load,
    /** So that none is asked that stops: how one drains is proved elsewhere. */
    left: (process: Process) => until('its last answer', () => load.under.get(process) === 0),
    more: async () => {
      const from = load.answered
      await until('more of it', () => load.answered > from + 5 * CLIENTS)
    },
    async end() {
      goesOn = false
      await clients
    },
  }
}

test('the former version and this one work side by side, each after the other', {
  skip: isThere ? false : 'this checkout does not have the former version in its history',
  timeout: 300_000,
}, async (t) => {
  const folder = checkOut()
  t.after(() => rmSync(folder, { recursive: true }))
  const { url, pool } = await openDatabase(t, { template: 'template0' })
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY: 'the secret key of two versions side by side',
    PORT: '0',
    DATA_DIR: '/nonexistent',
    LOG_LEVEL: 'error',
    RATE_LIMIT_TIER: 'enterprise',
  }
  const main = join(folder, 'src/main.ts')
  assert.ok(existsSync(main))
  let key = ''
  const started: Process[] = []
  const start = async (program: string) => {
    const line = [process.execPath, program, 'serve'] as const
    const next = await startProcess(settings, key, undefined, line)
    started.push(next)
    if (program === main) next.api = connectApi(next.api.url, key, { isFormer: true })
    return next
  }
  const [former, present] = [() => start(main), () => start(join(root, 'src/main.ts'))]

  const first = await former()
  key = (await until('its key', () => /svc_test_\w{50,}/.exec(first.output())?.[0])) as string
  await first.stop()
  const living = [await former()]
  const { clients, load, left, more, end } = startLoad(() => living)
  // A failure ends the test at once, and not after a time of waiting.
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
    // It migrates while the other works.
    living.push(await present())
    await more()
    await leave(old)
    await more()
    const again = await former()
    living.push(again)
    await more()
    const [joined] = living as [Process]
    await leave(joined)
    await more()
    living.push(await present())
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
    await until('what the former version wrote to be linked', async () => {
      const late = await pool.query('select from events where link is null limit 1')
      return late.rows.length === 0
    })
    const verified = await reckonerHere(['verify'], settings)
    assert.equal(verified.code, 0, verified.out + verified.err)
    assert.match(verified.out, /of them later than written/)
  } finally {
    await Promise.all(started.map((process) => process.stop()))
  }
})

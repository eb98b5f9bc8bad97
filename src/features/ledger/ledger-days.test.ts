// The civil day of entries: stored when they are posted, so that a later time zone moves no closed month.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ACCOUNT, get, makeIssued, makePayment, refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { holdUndated } from '../../../test/undated.ts'

let now = Date.parse('2026-01-15T12:00:00Z')
const w = await world({ after }, { wallNow: () => now })
const { api } = w

const LEDGER = '/v1/ledger'
const at = (instant: string) => {
  now = Date.parse(instant)
}
const issue = async (unit_amount: number) =>
  makeIssued(api, { line_items: [{ description: 'Ski', quantity: 1, unit_amount }] })
const moveTo = async (time_zone: string) => {
  const answer = await api.patch(ACCOUNT, { body: { time_zone } })
  assert.equal(answer.status, 200, answer.text)
}

/** What the reports say was owed at the end of a day. */
async function owedOn(as_of: string): Promise<string[]> {
  const balance = await get(api, `${LEDGER}/trial_balance?as_of=${as_of}`)
  const aging = await get(api, `${LEDGER}/receivables_aging?as_of=${as_of}`)
  const { accounts = [] } = balance.currencies[0] ?? {}
  const receivable = accounts.find(({ account }: { account: string }) => account === 'receivable')
  return [receivable?.balance ?? '0', aging.currencies[0]?.total ?? '0']
}

/** The days and instants of the entries in the journal from a day to another. */
async function journal(from: string, to: string): Promise<string[]> {
  const { text } = await api.get(`${LEDGER}/journal.csv?from=${from}&to=${to}`)
  const lines = text.trimEnd().split('\r\n').slice(1)
  const told = lines.map((line) => line.split(',')).map((cells) => `${cells[0]} ${cells.at(-1)}`)
  return [...new Set(told)]
}

async function listed(from: string, to: string): Promise<string[]> {
  const list = await get(api, `${LEDGER}/entries?date[gte]=${from}&date[lte]=${to}`)
  assert.equal(list.total_count, list.data.length)
  return list.data.map(
    (each: { date: string; created_at: string }) => `${each.date} ${each.created_at}`,
  )
}

test('a later change of the time zone moves no closed month', async () => {
  await moveTo('America/Toronto')
  // Half past eleven at night on the last of January in Toronto; in Tokyo it is 1 February.
  at('2026-02-01T04:30:00Z')
  const invoice = await issue(10_000)
  at('2026-02-03T12:00:00Z')
  const january = async () => ({
    owed: await owedOn('2026-01-31'),
    journal: await journal('2026-01-01', '2026-01-31'),
    listed: await listed('2026-01-01', '2026-01-31'),
  })
  const closed = {
    owed: ['100.00000000', '100.00000000'],
    journal: ['2026-01-31 2026-02-01T04:30:00.000Z'],
    listed: ['2026-01-31 2026-02-01T04:30:00.000Z'],
  }
  assert.deepEqual(await january(), closed)
  await moveTo('Asia/Tokyo')
  assert.deepEqual(await january(), closed)
  assert.deepEqual(await journal('2026-02-01', '2026-02-03'), [])
  assert.deepEqual(await listed('2026-02-01', '2026-02-03'), [])

  // Half past midnight on 1 March in Tokyo, while it is February in Toronto and in UTC.
  at('2026-02-28T15:30:00Z')
  await makePayment(api, invoice, { amount: 10_000 })
  at('2026-03-05T12:00:00Z')
  const february = {
    owed: await owedOn('2026-02-28'),
    journal: await journal('2026-02-01', '2026-02-28'),
  }
  assert.deepEqual(february, { owed: ['100.00000000', '100.00000000'], journal: [] })
  await moveTo('Pacific/Honolulu')
  assert.deepEqual(await january(), closed)
  assert.deepEqual(
    { owed: await owedOn('2026-02-28'), journal: await journal('2026-02-01', '2026-02-28') },
    february,
  )
  assert.deepEqual(await owedOn('2026-03-01'), ['0.00000000', '0'])
  assert.deepEqual(await journal('2026-03-01', '2026-03-01'), [
    '2026-03-01 2026-02-28T15:30:00.000Z',
  ])
})

test('what an older process posted without a day lies where its instant has it, and then stays', async () => {
  await moveTo('America/Toronto')
  at('2026-05-01T03:30:00Z')
  const { id } = await issue(2_500)
  at('2026-05-02T12:00:00Z')
  const before = [await owedOn('2026-04-30'), await owedOn('2026-05-01')]
  const whileHeld = async () => {
    assert.deepEqual([await owedOn('2026-04-30'), await owedOn('2026-05-01')], before)
    const one = ['2026-04-30 2026-05-01T03:30:00.000Z']
    assert.deepEqual(await journal('2026-04-30', '2026-04-30'), one)
    assert.deepEqual(await listed('2026-04-01', '2026-04-30'), one)

    const patch = (body: object, path = ACCOUNT) => api.patch(path, { body })
    for (const path of [ACCOUNT, `${ACCOUNT}?dry_run=true`]) {
      const answer = await patch({ time_zone: 'Asia/Tokyo' }, path)
      const { message } = refused(answer, 409, 'time_zone_held')
      assert.match(message, /America\/Toronto cannot change yet: .* Try again in a few minutes/)
    }
    assert.equal((await patch({ time_zone: 'America/Toronto', city: 'Oka' })).status, 200)
    assert.equal((await patch({ city: 'Hull' })).status, 200)
  }
  await holdUndated(w.pool, whileHeld, '2026-05-01T03:30:00Z')
  const moved = await until('the zone to be free', async () => {
    const answer = await api.patch(ACCOUNT, { body: { time_zone: 'Asia/Tokyo' } })
    return answer.status === 200 && answer
  })
  assert.equal(moved.body.time_zone, 'Asia/Tokyo')
  const [entry] = (await get(api, `${LEDGER}/entries?invoice_id=${id}`)).data
  assert.equal(entry.date, '2026-04-30')
  assert.deepEqual([await owedOn('2026-04-30'), await owedOn('2026-05-01')], before)
})

test('an entry that an older process posts while the time zone is being changed keeps it from changing', async () => {
  await moveTo('America/Toronto')
  await issue(700)
  const older = await w.pool.connect()
  try {
    await older.query('begin; set local idle_in_transaction_session_timeout = 0')
    await older.query('select from environment_counters where environment_id = 1 for no key update')
    const changing = api.patch(ACCOUNT, { body: { time_zone: 'Asia/Tokyo' } })
    await until('it to wait for the counter row', async () => {
      const rows = await w.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%environment_counters%'",
      )
      return rows.length > 0
    })
    await older.query(
      'update ledger_entries set day = null where (created_at, id) = (select max(created_at), max(id::text)::uuid from ledger_entries where created_at = (select max(created_at) from ledger_entries))',
    )
    await older.query('commit')
    refused(await changing, 409, 'time_zone_held')
  } finally {
    older.release()
  }
  await until('the day to be filled', async () => {
    const rows = await w.sql('select from ledger_entries where day is null')
    return rows.length === 0
  })
})

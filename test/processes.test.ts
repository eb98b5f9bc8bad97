// The running processes of a database: `doctor` and each process's metrics list them, with their mismatches.

import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, test } from 'node:test'
import { version } from '../src/platform/version.ts'
import { reckonerHere } from './cli.ts'
import { until, world } from './harness.ts'

const HOUR_MS = 3_600_000
// Its clock is an hour ahead.
const w = await world({ after }, { role: 'requests', wallNow: () => Date.now() + HOUR_MS })
const HERE = `on ${hostname()}`
const env = {
  DATABASE_URL: w.config.databaseUrl as string,
  SECRET_KEY: w.secretKey.toString(),
  DATA_DIR: '/nonexistent',
  PORT: '0',
}

interface Finding {
  name: string
  ok: boolean
  text: string
  remedy?: string
}

/** The findings of `doctor` about processes. */
async function readFindings(): Promise<Finding[]> {
  const { out } = await reckonerHere(['doctor', '--json'], env)
  const { findings }: { findings: Finding[] } = JSON.parse(out)
  return findings.filter(({ name }) => name === 'processes')
}

const texts = async () => (await readFindings()).map(({ text }) => text)

test('a process is listed while it lives, with its role and version', async () => {
  const requests = `reckoner serve --no-work ${version()} ${HERE}`
  const [first] = await until('the process', async () => {
    const lines = await texts()
    return lines[0] !== 'no process is running' && lines
  })
  assert.equal(first, requests)
  const second = await w.secondProcess()
  await until('both', async () => {
    const [line] = await texts()
    return line === `${requests}; reckoner serve ${version()} ${HERE}`
  })
  await until('the metrics', async () => {
    const { text } = await second.api.get('/metrics', { key: null })
    const counts = [...text.matchAll(/^reckoner_processes\{role="(\w+)",version="(.*)"\} (\d)$/gm)]
    return (
      counts.map(([, role, at, count]) => `${role} ${at} ${count}`).join() ===
      `requests ${version()} 1,serve ${version()} 1`
    )
  })
  await second.stop()
  assert.equal((await texts())[0], requests, 'it takes itself out of the list')
})

test('a clock that is an hour off is reported at the start, by doctor and in the metrics', async () => {
  const line = await until('the log', () =>
    w.logs.find(({ msg }) => /^The clock of this machine/.test(String(msg))),
  )
  assert.match(
    String(line.msg),
    /^The clock of this machine is 3,(599|600) s ahead of the database's, which this process uses\. Synchronize both with NTP/,
  )
  const found = (await readFindings()).find(({ text }) => /^the clock of /.test(text))
  assert.match(found?.text ?? '', new RegExp(`^the clock of ${hostname()} is 3,\\d+ s ahead`))
  assert.equal(found?.ok, false)
  const { text } = await w.api.get('/metrics', { key: null })
  assert.match(text, /^reckoner_clock_ahead_seconds 3(599|600)(\.\d+)?$/m)
})

test('missing workers, different versions and settings, and silent processes are reported', async () => {
  assert.ok((await texts()).some((text) => /^no process runs background jobs/.test(text)))
  // As processes on other machines would have left them.
  const insert = `insert into processes
      (id, role, version, host, clock_ahead_ms, settings, started_at, seen_at)
    select gen_random_uuid(), $1, $2, $3, 0, settings::jsonb || $4, now(), now() - $5 * interval '1 s'
    from processes limit 1`
  await w.sql(insert, ['work', '9.9.9', 'beta', '{"SMTP_URL": "another"}', 1])
  await w.sql(insert, ['serve', version(), 'gamma', '{}', 60])
  await w.sql(insert, ['serve', version(), 'delta', '{}', 4000])
  const lines = await texts()
  assert.match(lines[0] ?? '', /; reckoner work 9\.9\.9 on beta$/)
  assert.ok(
    lines.includes(`versions ${version()} and 9.9.9 are running at the same time`),
    lines.join('\n'),
  )
  assert.ok(lines.includes('their settings differ: SMTP_URL'), lines.join('\n'))
  assert.ok(lines.some((text) => /^reckoner serve \S+ on gamma was last seen 6\d s ago/.test(text)))
  assert.ok(!lines.some((text) => /^nobody/.test(text)))
  await until('the log', () =>
    w.logs.some(({ msg }) => /different settings: SMTP_URL\. Use the same/.test(String(msg))),
  )
  await until('the oldest to be forgotten', async () => {
    const left = await w.sql<{ host: string }>("select host from processes where host = 'delta'")
    return left.length === 0
  })
})

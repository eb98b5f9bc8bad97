// Runs the guide's snippets for receivers unchanged, against signatures made here.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ATTEMPT_WAITS_MS } from '../src/domain/webhook.ts'
import { sign } from '../src/features/webhook-deliveries/attempt.ts'

const guide = readFileSync(join(import.meta.dirname, '../docs/guide/webhooks.md'), 'utf8')
const run = promisify(execFile)

function snippet(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1]
  assert.ok(found, `the guide has a snippet in ${language}`)
  return found
}

const key = Buffer.from('0123456789abcdef0123456789abcdef')
const former = Buffer.alloc(32)
const secret = `whsec_${key.toString('base64')}`
const body = '{"type":"invoice.paid","note":"Ünïcode 😀"}'

function request(ageSeconds: number, change: Record<string, string> = {}) {
  const at = Math.trunc(Date.now() / 1_000) - ageSeconds
  return {
    secret,
    body,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(at),
      'webhook-signature': sign(key, 'evt_1', at, body),
      ...change,
    },
  }
}

type Case = [
  what: string,
  given: { secret: string; body: string; headers: object },
  genuine: boolean,
]

/** Computed now: timestamps near five minutes must not cross the limit while a slow machine gets to them. */
function casesNow(): Case[] {
  const own = request(0)
  return [
    ['fresh', own, true],
    ['four minutes old', request(240), true],
    ['301 seconds old', request(301), false],
    ['from the future', request(-360), false],
    ['altered body', { ...own, body: `${body} ` }, false],
    ['another secret', { ...own, secret: `whsec_${former.toString('base64')}` }, false],
    ['another id', request(0, { 'webhook-id': 'evt_2' }), false],
    ['no signature', request(0, { 'webhook-signature': '' }), false],
    ['a shorter signature', request(0, { 'webhook-signature': 'v1,AAAA' }), false],
    [
      'two signatures, ours the second',
      request(0, {
        'webhook-signature': `${sign(former, 'evt_1', 1, body)} ${own.headers['webhook-signature']}`,
      }),
      true,
    ],
  ]
}

/** Runs the function `tell` of the guide with the cases as JSON, and checks its results. */
async function assertDecides(
  decide: (input: string) => Promise<{ stdout: string }>,
): Promise<void> {
  const cases = casesNow()
  const { stdout } = await decide(JSON.stringify(cases.map(([, given]) => given)))
  const answers: boolean[] = JSON.parse(stdout)
  assert.deepEqual(
    cases.map(([what], index) => `${what}: ${answers[index]}`),
    cases.map(([what, , genuine]) => `${what}: ${genuine}`),
  )
}

test('the snippet in Node recognizes genuine requests', async () => {
  const script = `${snippet('js')}
    const cases = JSON.parse(process.argv[1])
    console.log(JSON.stringify(cases.map((c) => isGenuine(c.secret, c.headers, c.body))))`
  const node = ['--input-type=module', '-e', script]
  await assertDecides((input) => run(process.execPath, [...node, input]))
})

test('the snippet in Python recognizes the same', async () => {
  const script = `${snippet('python')}
import json, sys
cases = json.loads(sys.argv[1])
print(json.dumps([is_genuine(c["secret"], c["headers"], c["body"].encode()) for c in cases]))`
  await assertDecides((input) => run('python3', ['-c', script, input]))
})

test('the table of attempts matches the schedule', () => {
  const units: Record<string, number> = { seconds: 1e3, minutes: 6e4, hours: 3.6e6 }
  const waits = [...guide.matchAll(/^\| \d+ \| (?:immediately|(\d+) (\w+)) \|$/gm)].map(
    ([, count, unit]) => (count ? Number(count) * (units[String(unit)] ?? 0) : 0),
  )
  assert.deepEqual(waits, [...ATTEMPT_WAITS_MS])
})

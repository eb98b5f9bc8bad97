// The application of "From sign-up to access" through typical production failures, in one language a day. SAMPLES=every
// runs it in each language.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sign } from '../../src/features/webhook-deliveries/attempt.ts'
import { get, type Made } from '../fixtures.ts'
import { freePort } from '../free-port.ts'
import { until, world } from '../harness.ts'
import { movingClock } from '../moving-clock.ts'
import { rotationBy } from '../rotation.ts'
import { programOf, programsOf } from './guide-programs.ts'
import { COMMANDS, ranIn } from './run-once.ts'

const PAGE = 'sign-up-to-access'
/** Longer than the wait before the second attempt of a webhook. */
const SECOND_ATTEMPT_MS = 7_000

for (const language of rotationBy('SAMPLES').partOf(['js', 'python'], 2)) {
  test(`the application in ${language} gives access to paying users despite failures`, async () => {
    const clock = movingClock()
    const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
    const here = await world({ after }, { settings, wallNow: clock.now })
    const port = await freePort()
    const shell = (text: string) =>
      ranIn(
        'sh',
        text.replaceAll('localhost:4000', `localhost:${port}`),
        { KEY: here.keys.test },
        { after },
      )
    const [endpoint = '', signUp = '', pay = '', access = '', advance = '', ...others] = programsOf(
      PAGE,
      'sh',
      here.url,
    )
    assert.deepEqual(others, [])
    const { id: endpointId, secret } = JSON.parse(await shell(endpoint))
    const app = application(language, here.url, {
      KEY: here.keys.test,
      PORT: `${port}`,
      WEBHOOK_SECRET: secret,
    })
    await app.up(port)

    // Signed up twice: one customer, one invoice.
    const invoices = [...(await shell(signUp)).matchAll(/"invoice": ?"(inv_\w+)"/g)].map(
      ([, id]) => id,
    )
    assert.equal(invoices.length, 2)
    const [invoice = ''] = new Set(invoices)
    assert.equal(new Set(invoices).size, 1)
    assert.equal((await get(here.api, '/v1/customers')).total_count, 1)
    assert.match(await shell(access), /"access": ?false/)

    // The application is down while the payment is recorded.
    await delivered(here.api, endpointId)
    await app.down()
    assert.match(await shell(pay.replace('inv_…', invoice)), /"status":"settled"/)
    await until('an attempt in vain', async () => {
      const [failed] = (await get(here.api, '/v1/webhook_deliveries?limit=1')).data
      return failed?.attempts_made === 1
    })
    await app.up(port)
    clock.move(SECOND_ATTEMPT_MS, { after })
    await until('access', async () => /true/.test(await shell(access)))

    // The same webhook again, an older one sent by hand, and a forged one: nothing changes.
    const [paid] = (await get(here.api, '/v1/events?type=invoice.paid')).data
    const [finalized] = (await get(here.api, '/v1/events?type=invoice.finalized')).data
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const post = async (event: Made, signedWith: Buffer, change: object = {}) => {
      const body = JSON.stringify({ ...event, ...change })
      const at = Math.trunc(Date.now() / 1_000)
      const headers = {
        'webhook-id': event.id,
        'webhook-timestamp': `${at}`,
        'webhook-signature': sign(signedWith, event.id, at, body),
      }
      return (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body }))
        .status
    }
    assert.equal(await post(paid, key), 204)
    assert.equal(await post({ ...finalized, id: 'evt_sent_again' }, key), 204)
    assert.equal(
      await post({ ...finalized, id: 'evt_forged', sequence: 999 }, Buffer.alloc(32)),
      400,
    )
    assert.match(await shell(access), /"access": ?true/)

    // The payment is reversed, and time advances: access ends.
    const [payment] = (await get(here.api, '/v1/payments')).data
    await here.api.post(`/v1/payments/${payment.id}/reverse`, { body: { reason: 'Returned' } })
    await until('the end of access', async () => /false/.test(await shell(access)))
    assert.match(await shell(advance), /"status":"advancing"/)
    await until('the end of the advance', async () => {
      const { status } = await get(here.api, '/v1/test_clock?wait=60')
      return status === 'ready'
    })
    await delivered(here.api, endpointId)
    assert.equal((await get(here.api, '/v1/events?type=invoice.overdue')).data.length, 1)
    assert.match(await shell(access), /"access": ?false/)
    await app.down()
  })
}

/** Waits until the endpoint has received all events. */
function delivered(api: Parameters<typeof get>[0], id: string): Promise<unknown> {
  return until('all webhooks', async () => {
    const { events_behind } = await get(api, `/v1/webhook_endpoints/${id}/figures`)
    const { data } = await get(api, '/v1/webhook_deliveries?state=pending')
    return events_behind === 0 && data.length === 0
  })
}

interface Application {
  up(port: number): Promise<void>
  down(): Promise<void>
}

/** Saves and starts the programs as the guide says. */
function application(language: string, url: string, env: Record<string, string>): Application {
  const { command, extension } = COMMANDS[language] ?? { command: [], extension: '' }
  const [program = '', ...args] = command
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-application-'))
  after(() => rmSync(folder, { recursive: true }))
  const save = (name: string, page: string) =>
    writeFileSync(join(folder, `${name}.${extension}`), programOf(page, language, url))
  save('send', 'error-handling')
  save('verify', 'webhooks')
  save('app', PAGE)
  let child: ChildProcess | undefined
  const down = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const over = once(child, 'exit')
    child.kill('SIGKILL')
    await over
  }
  after(down)
  return {
    down,
    async up(port) {
      child = spawn(program, [...args, join(folder, `app.${extension}`)], {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      await until('the application', () =>
        fetch(`http://127.0.0.1:${port}/access?user=nobody`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
    },
  }
}

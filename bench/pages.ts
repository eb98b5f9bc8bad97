// Measures how fast the dashboard is for a user: `npm run bench:pages`. Needs Chromium.
//
//   --customers <n>   the size of the demo; 160 if left out
//   --url <url>, --email, --password   a running service instead of one of its own

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { parseOptions } from './options.ts'
import { measureEditor } from './pages-editor.ts'
import { measureLoads } from './pages-loads.ts'
import { sizesOf } from './pages-sizes.ts'
import { startServer } from './server.ts'
import { session } from './session.ts'

const MINUTES_MOST = 20
const main = join(import.meta.dirname, '../src/main.ts')
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'

const values = parseOptions({
  options: {
    customers: { type: 'string', default: '160' },
    url: { type: 'string' },
    email: { type: 'string', default: 'bench@example.com' },
    password: { type: 'string', default: 'correct horse battery' },
  },
})

await session({ quick: true, rounds: 3, seconds: 1 }, MINUTES_MOST, async (bench) => {
  if (values.url) return measure(values.url, bench.say)
  const secretKey = randomBytes(32).toString('hex')
  const server = await startServer(bench, secretKey)
  try {
    const env = { PATH: process.env.PATH, DATA_DIR: join(bench.folder, 'data') }
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [main, ...args], {
        env: { ...env, SECRET_KEY: secretKey, PUBLIC_URL: server.url, LOG_LEVEL: 'error' },
        encoding: 'utf8',
      })
    const token = /#(\S+)/.exec(run('owner-link'))?.[1]
    await send(server.url, '/links/redeem', { token, name: 'Bench', ...person() })
    bench.say('making the demo')
    run('demo', '--url', server.url, '--customers', values.customers)
    await measure(server.url, bench.say)
  } finally {
    await server.stop()
  }
})

function person() {
  return { email: values.email, password: values.password }
}

async function send(url: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/session/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function measure(url: string, say: (line: string) => void): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const machine = `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`
    print(`${new Date().toISOString().slice(0, 10)}, ${machine}, Chromium ${browser.version()}\n`)
    print(sizesOf())
    const visitor = await signIn(browser, url)
    say('loading pages')
    print(await measureLoads(browser, visitor))
    say('typing into the invoice editor')
    print(await measureEditor(browser, visitor))
  } finally {
    await browser.close()
  }
}

/** The visitor's browser state, and the URL of the largest account. */
export interface PageVisitor {
  state: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>
  /** The demo's test mode, `http://127.0.0.1:3000/2/test`. */
  place: string
  /** The URL of the API for this visitor. */
  surface: string
}

async function signIn(browser: Browser, url: string): Promise<PageVisitor> {
  const context = await browser.newContext()
  const options = { headers: { origin: url }, data: person() }
  const answer = await context.request.post(`${url}/session/v1/sessions`, options)
  const { accounts } = (await answer.json()) as { accounts: { id: number }[] }
  const account = Math.max(...accounts.map(({ id }) => id))
  const state = await context.storageState()
  await context.close()
  return { state, place: `${url}/${account}/test`, surface: `${url}/session/${account}/test/v1` }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

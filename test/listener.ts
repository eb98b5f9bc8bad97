// A developer's application and the listener that forwards to it, for the tests of `listen`.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Lifetime } from './database.ts'
import { freePort } from './free-port.ts'
import { until } from './harness.ts'
import { INHERITED, MAIN } from './process.ts'

interface Received {
  headers: Record<string, string>
  body: string
  sequence: number
  type: string
}

export interface Application {
  url: string
  received: Received[]
  sequences(): number[]
  /** Handles each call; responds 200 by default. */
  handle: (call: Received, response: ServerResponse) => void
  down(): Promise<void>
  up(): Promise<void>
}

/** The developer's application. While it is down, its port refuses connections. */
export async function application(lifetime: Lifetime): Promise<Application> {
  const server = createServer((request, response) => void take(request, response))
  // Not assigned to another process while the application is down.
  const port = await freePort()
  const self: Application = {
    url: `http://localhost:${port}/hook`,
    received: [],
    sequences: () => self.received.map(({ sequence }) => sequence),
    handle: (_, response) => response.end('thanks'),
    async up() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async down() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  async function take(request: IncomingMessage, response: ServerResponse) {
    const body = (await request.toArray()).join('')
    const { sequence, type } = JSON.parse(body)
    const headers = request.headers as Record<string, string>
    const call = { headers, body, sequence, type }
    self.received.push(call)
    self.handle(call, response)
  }
  await self.up()
  lifetime.after(async () => {
    if (server.listening) await self.down()
  })
  return self
}

export interface Listener {
  child: ChildProcess
  /** Each line of standard output, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: what a script reads has no type.
  lines(): any[]
  err(): string
  ended: Promise<unknown>
}

/** Starts the executable and waits until it reports that it is listening. */
export async function listen(
  lifetime: Lifetime,
  settings: Record<string, string>,
  args: string[],
): Promise<Listener> {
  const listener = startListener(lifetime, settings, args)
  const { child, lines, err } = listener
  await until('the listener', () => lines().length > 0 || child.exitCode !== null)
  assert.equal(child.exitCode, null, err())
  return listener
}

/** Starts the executable without waiting for it to listen. */
export function startListener(
  lifetime: Lifetime,
  settings: Record<string, string>,
  args: string[],
): Listener {
  const child = spawn(process.execPath, [MAIN, 'listen', '--json', ...args], {
    cwd: '/',
    env: { ...INHERITED, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  lifetime.after(() => Promise.resolve(void child.kill('SIGKILL')))
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const lines = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return { child, lines, err: () => err, ended }
}

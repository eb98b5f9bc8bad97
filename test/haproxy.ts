// Debian's HAProxy in front of two addresses, with the configuration from the guide.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './harness.ts'

export const CONFIGURATION = join(import.meta.dirname, '../deploy/haproxy.cfg')

/** True if it is installed, which CI requires. */
export const isThere = (): boolean =>
  process.env.CI !== undefined || spawnSync('haproxy', ['-v']).status === 0

export interface Balancer {
  url: string
  output(): string
  stop(): Promise<void>
}

/** Resolves when it forwards requests. */
export async function startBalancer(servers: readonly [string, string]): Promise<Balancer> {
  const address = `127.0.0.1:${await freePort()}`
  const [one, two] = servers.map((url) => new URL(url).host)
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
    env: { PATH: process.env.PATH, BIND: address, SERVER_ONE: one, SERVER_TWO: two },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const url = `http://${address}`
  await until('the balancer', () => {
    assert.equal(child.exitCode, null, output)
    return fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  })
  return {
    url,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

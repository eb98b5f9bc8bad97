// A certificate that is renewed while the service runs, and one that cannot be used.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { after, test } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { until, world } from './harness.ts'
import { RENEWED, tlsSettings } from './tls.ts'

const settings = tlsSettings({ after })
const w = await world({ after }, { settings: { ...settings, HOST: '127.0.0.1' } })
const port = Number(new URL(w.url).port)

/** Replaces the file atomically, as certificate renewal tools do. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

async function shown(): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return String(CN)
}

/** Sends a request over the agent's only connection; returns its local port, which identifies the connection. */
async function ask(agent: Agent): Promise<number | undefined> {
  const outgoing = request(`${w.url}/healthz`, { agent }).end()
  const [answer] = await once(outgoing, 'response')
  const { localPort } = outgoing.socket as TLSSocket
  await once(answer.resume(), 'end')
  assert.equal(answer.statusCode, 200)
  return localPort
}

const logged = (words: RegExp) => w.logs.some(({ msg }) => words.test(String(msg)))

test('a renewed certificate is used, a broken one is reported, and open connections stay', async (t) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  t.after(() => agent.destroy())
  const connection = await ask(agent)
  assert.equal(await shown(), 'localhost')

  replace(settings.TLS_CERT_FILE, 'not a certificate')
  await until('the warning', () =>
    logged(/have changed and cannot be used, so the previous certificate/),
  )
  assert.equal(await shown(), 'localhost')
  replace(settings.TLS_CERT_FILE, RENEWED.certificate)
  replace(settings.TLS_KEY_FILE, RENEWED.key)
  await until('the new certificate', async () => (await shown()) === 'renewed.localhost')
  assert.ok(logged(/^The certificate of TLS_CERT_FILE has changed/))
  assert.equal(await ask(agent), connection, 'it was kept')
})

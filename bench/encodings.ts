// What compressing answers costs and saves: `npm run bench:encodings`.
//
//   --seconds <n>   how long each measurement lasts; 4 if left out
//   --rounds <n>    how often each is measured, in turn; 5 if left out
//
// Requests of four connections, one after another on each: one object and lists of three lengths, as they
// are, as gzip and as brotli. Processor time is that of the service's own process.

import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { parseOptions } from './options.ts'
import { cpuUs } from './processes.ts'
import { startServer } from './server.ts'
import { session } from './session.ts'
import { makeShares } from './shares-world.ts'

const MINUTES_MOST = 20
const CONNECTIONS = 4
const INVOICES = 120
const CODINGS = ['identity', 'gzip', 'br'] as const
type Coding = (typeof CODINGS)[number]

const values = parseOptions({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '5' } },
})

interface Told {
  us: number
  bytes: number
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

function ask(url: string, key: string, coding: Coding): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': coding }
    const sent = request(url, { headers, agent }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes)).on('error', reject)
    })
    sent.on('error', reject).end()
  })
}

/** Processor time of the service a request, and the bytes of an answer's body. */
async function measure(pid: number, url: string, key: string, coding: Coding): Promise<Told> {
  let answered = 0
  let bytes = 0
  const before = cpuUs([pid])
  const untilMs = performance.now() + Number(values.seconds) * 1_000
  const client = async () => {
    while (performance.now() < untilMs) {
      bytes = await ask(url, key, coding)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  return { us: (cpuUs([pid]) - before) / answered, bytes }
}

const median = (figures: number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

await session(
  { quick: true, rounds: Number(values.rounds), seconds: Number(values.seconds) },
  MINUTES_MOST,
  async (bench) => {
    const secretKey = randomBytes(32).toString('hex')
    const server = await startServer(bench, { secretKey, profile: undefined })
    try {
      bench.say('making the invoices')
      const { light } = await makeShares(server, [], 1)
      const ids: string[] = []
      for (let each = 0; each < INVOICES; each++) {
        const headers = { authorization: `Bearer ${light.key}`, 'content-type': 'application/json' }
        const made = { method: 'POST', headers, body: light.create }
        const answer = await fetch(`${server.url}/v1/invoices`, made)
        ids.push(((await answer.json()) as { id: string }).id)
      }
      const load = loadavg().map((each) => each.toFixed(1))
      console.log(
        `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start; ${values.rounds} rounds of ${values.seconds} s each, medians\n`,
      )
      console.log(
        '| answer | bytes | µs | gzip: bytes | µs | of plain | br: bytes | µs | of plain |',
      )
      console.log('|---|---|---|---|---|---|---|---|---|')
      const answers = {
        'a product that is not there': '/v1/products?q=none',
        'an invoice': `/v1/invoices/${ids[0]}`,
        'a list of 20': '/v1/invoices?limit=20',
        'a list of 100': '/v1/invoices?limit=100',
      }
      for (const [name, path] of Object.entries(answers)) {
        const told: Record<Coding, Told[]> = { identity: [], gzip: [], br: [] }
        for (let round = 0; round < bench.rounds; round++) {
          bench.say(`${name}, round ${round + 1}`)
          for (const coding of CODINGS) {
            told[coding].push(await measure(server.pid, `${server.url}${path}`, light.key, coding))
          }
        }
        const us = (coding: Coding) => median(told[coding].map((each) => each.us))
        const bytes = (coding: Coding) => told[coding][0]?.bytes ?? 0
        const cells = (['gzip', 'br'] as const).map(
          (coding) =>
            `${bytes(coding)} | ${us(coding).toFixed(0)} | ${(us(coding) / us('identity')).toFixed(2)} ×`,
        )
        console.log(
          `| ${name} | ${bytes('identity')} | ${us('identity').toFixed(0)} | ${cells.join(' | ')} |`,
        )
      }
    } finally {
      agent.destroy()
      await server.stop()
    }
  },
)

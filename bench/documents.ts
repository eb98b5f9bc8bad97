// PDFs a second: each made for the first time, and asked for again; and what making them does to
// whoever asks for something else meanwhile.

import type { Bench, Figure } from './bench.ts'
import { openLoop } from './latency.ts'
import { load } from './load.ts'
import { type RequestFile, writeRequests } from './requests.ts'
import { OLD_INVOICES, SPREAD, seededId } from './seed.ts'
import { Series } from './series.ts'
import { asSuperuser } from './server.ts'
import { keyOf, type World } from './world.ts'

const CONNECTIONS = 16
/** More than can be made: so many different documents are set aside for each second. */
const MADE_A_SECOND_MOST = 800
const OTHERS_A_SECOND = 500
const NEW = `${CONNECTIONS} connections, each document for the first time`
const AGAIN = `${CONNECTIONS} connections, the same documents again`

export async function measureDocuments(bench: Bench, world: World): Promise<Figure[]> {
  await makeDistinct(world)
  const documents = new Documents(bench, world)
  const series = new Series()
  const options = { connections: CONNECTIONS, seconds: bench.seconds }
  const { url } = world.server
  await load(bench, url, documents.fresh(1), { ...options, seconds: 1 })
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`documents, round ${round + 1} of ${bench.rounds}`)
    series.add(NEW, await load(bench, url, documents.fresh(bench.seconds), options))
    series.add(AGAIN, await load(bench, url, documents.few(), options))
  }
  const memory = await memoryOf(url)
  bench.say('latency of others while documents are made')
  const alone = await openLoop(bench, world, world.files.get, OTHERS_A_SECOND, bench.seconds)
  const making = load(bench, url, documents.fresh(bench.seconds + 2), {
    ...options,
    seconds: bench.seconds + 2,
  })
  const beside = await openLoop(bench, world, world.files.get, OTHERS_A_SECOND, bench.seconds)
  const { rate } = await making
  const about = `GET /v1/invoices/:id at ${OTHERS_A_SECOND}/s`
  const latency = (name: string, words: string, told: Record<string, number>): Figure[] =>
    (['p50', 'p99'] as const).map((key) => ({
      name: `${name}_${key}`,
      about: `${about}, ${words}: ${key}`,
      unit: 'ms',
      values: [told[key] ?? Number.NaN],
    }))
  return [
    { name: 'pdf_new', about: `PDFs, ${NEW}`, unit: '/s', values: series.values(NEW) },
    { name: 'pdf_again', about: `PDFs, ${AGAIN}`, unit: '/s', values: series.values(AGAIN) },
    {
      name: 'pdf_memory',
      about: 'memory of the processes that make PDFs',
      unit: 'MB',
      values: [memory],
    },
    ...latency('get_alone', 'alone', alone),
    ...latency('get_beside_pdf', `while ${Math.floor(rate)} PDFs a second are made`, beside),
  ]
}

/** The seeded invoices of different environments are alike; a note of its own makes each another document. */
async function makeDistinct({ server, tenants }: World): Promise<void> {
  await asSuperuser(server, server.connection.database, (client) =>
    client.query(
      `update invoices set notes = 'Reference ' || environment_id || '/' || id
       where environment_id between $1 and $2`,
      [tenants.firstEnvironment, tenants.firstEnvironment + SPREAD - 1],
    ),
  )
}

/** Requests for PDFs; the fresh ones are of invoices that nobody asked for before. */
class Documents {
  readonly #bench: Bench
  readonly #world: World
  #taken = 0
  #files = 0

  constructor(bench: Bench, world: World) {
    this.#bench = bench
    this.#world = world
  }

  fresh(seconds: number): RequestFile {
    const count = Math.min(seconds * MADE_A_SECOND_MOST, SPREAD * OLD_INVOICES - this.#taken)
    const from = this.#taken
    this.#taken += count
    return this.#file(
      'once',
      Array.from({ length: count }, (_, n) => from + n),
    )
  }

  few(): RequestFile {
    return this.#file(
      'random',
      Array.from({ length: CONNECTIONS }, (_, n) => n),
    )
  }

  #file(order: RequestFile['order'], numbers: number[]): RequestFile {
    const { tenants, keys } = this.#world
    const requests = numbers.map((n) => ({
      method: 'GET' as const,
      path: `/v1/invoices/${seededId(Math.floor(n / SPREAD) + 1)}/pdf`,
      key: keyOf(keys, tenants.firstEnvironment + (n % SPREAD)),
    }))
    this.#files += 1
    return writeRequests(this.#bench.folder, `pdf-${this.#files}`, order, requests)
  }
}

/** In MB, as the server tells it. */
async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^reckoner_documents_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20
}

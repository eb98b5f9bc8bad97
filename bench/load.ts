// Loads a server from a separate process; each connection sends its next request once it has a response.

import { execFile, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import type { RequestFile } from './requests.ts'

const run = promisify(execFile)
const wrk = ['/usr/bin/wrk', '/usr/local/bin/wrk'].find((path) => existsSync(path))

/**
 * The load generator. With autocannon, which is much heavier than wrk, mostly the generator is
 * measured: ratios to a bare server then say little.
 */
export const GENERATOR = wrk ? 'wrk' : 'autocannon'

export function generatorVersion(): string {
  if (wrk) return /[\d.]+\d/.exec(spawnSync(wrk, ['-v'], { encoding: 'utf8' }).stdout)?.[0] ?? ''
  const file = join(import.meta.dirname, '../node_modules/autocannon/package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}

export interface Load {
  connections: number
  seconds: number
}

export interface Loaded {
  answered: number
  /** Responses per second. */
  rate: number
  /** Each attempt ended with up to one request in flight per connection. */
  attempts: number
}

/** The requests that can be sent only once ran out: the machine was faster than estimated. */
export class RanOut extends Error {
  /** The number of 2xx responses. */
  readonly answered: number

  constructor({ path, count }: RequestFile, answered: number) {
    super(`The ${count} requests of ${path} ran out before the time did. Run it again.`)
    this.answered = answered
  }
}

/** If the machine is too busy for a result, the measurement is repeated with more time. */
const ATTEMPTS = [1, 4, 16]

/**
 * Measures for this many seconds, and for longer if there is no result. The last attempt's result
 * counts, whatever it is.
 */
export async function lastingEnough<Result>(
  seconds: number,
  measure: (seconds: number) => Promise<Result>,
  isNothing: (result: Result) => boolean,
): Promise<Result> {
  for (const times of ATTEMPTS.slice(0, -1)) {
    const result = await measure(seconds * times)
    if (!isNothing(result)) return result
  }
  return measure(seconds * (ATTEMPTS.at(-1) ?? 1))
}

interface Report {
  answered: number
  seconds: number
  refused: number
  broken: number
}

/** Sends the requests of a file for a while. Throws if any response is not 2xx. */
export async function load(
  bench: Pick<Bench, 'signal'>,
  url: string,
  requests: RequestFile,
  options: Load,
): Promise<Loaded> {
  let attempts = 0
  const { answered, seconds, refused, broken } = await lastingEnough(
    options.seconds,
    (seconds) => {
      attempts += 1
      return generate(bench, url, requests, { ...options, seconds })
    },
    (report) => report.answered + report.broken === 0,
  )
  if (requests.order === 'once' && answered > requests.count && broken === 0) {
    throw new RanOut(requests, answered - refused)
  }
  if (refused + broken > 0 || answered === 0) {
    throw new Error(
      `Of ${answered} requests from ${requests.path}, ${refused} were not answered with 2xx and ${broken} not at all: such a run measures nothing.`,
    )
  }
  return { answered, rate: answered / seconds, attempts }
}

async function generate(
  { signal }: Pick<Bench, 'signal'>,
  url: string,
  requests: RequestFile,
  { connections, seconds }: Load,
): Promise<Report> {
  const [program, args] = command(url, requests, connections, seconds)
  const { stdout } = await run(program, args, { signal, timeout: (seconds + 90) * 1000 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

function command(
  url: string,
  { path, order }: RequestFile,
  connections: number,
  seconds: number,
): [string, string[]] {
  if (!wrk) {
    const script = join(import.meta.dirname, 'cannon.ts')
    return [process.execPath, [script, url, path, order, `${connections}`, `${seconds}`]]
  }
  const script = join(import.meta.dirname, 'requests.lua')
  const seed = String(randomInt(2 ** 31))
  return [
    wrk,
    [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s'],
      ...['-s', script, url, '--', path, order, seed],
    ],
  ]
}

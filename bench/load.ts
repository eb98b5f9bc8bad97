// Loads a server from a process of its own, each connection asking again once it was answered.

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
 * The program that makes the load. wrk is so much lighter that with autocannon it is mostly the
 * generator that is measured: ratios to a bare server then say little.
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
  /** Answered requests in a second. */
  rate: number
}

/** Sends the requests of a file for a while. Throws when one was not answered with 2xx. */
export async function load(
  { signal }: Pick<Bench, 'signal'>,
  url: string,
  requests: RequestFile,
  { connections, seconds }: Load,
): Promise<Loaded> {
  const [program, args] = command(url, requests, connections, seconds)
  const timeout = (seconds + 30) * 1000
  const { stdout } = await run(program, args, { signal, timeout })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  const report: { answered: number; seconds: number; refused: number; broken: number } =
    JSON.parse(last)
  if (report.refused + report.broken > 0 || report.answered === 0) {
    throw new Error(
      `Of ${report.answered} requests from ${requests.path}, ${report.refused} were not answered with 2xx and ${report.broken} not at all: such a run measures nothing.`,
    )
  }
  return { answered: report.answered, rate: report.answered / report.seconds }
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
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'],
      ...['-s', script, url, '--', path, order, seed],
    ],
  ]
}

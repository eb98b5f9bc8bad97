// Measures the memory and processor time of an idle service: `npm run bench:idle`. It is started as a user starts it,
// by the launcher on the first Node in PATH, and measured 45 s after it reports that it serves.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'
import type { Bench } from './bench.ts'
import { parseOptions } from './options.ts'
import { type Part, weighParts } from './processes.ts'
import { stopDatabase, stopProcess } from './server.ts'
import { session } from './session.ts'

parseOptions({})

const ROUNDS = 3
const MINUTES_MOST = 6
const QUIET_MS = 45_000
const PARTS: Part[] = ['launcher', 'service', 'postgres']

/** The user's Node: the first one outside of node_modules. */
function usersNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.find((each) => !each.includes('node_modules') && hasNode(each))
  return found === undefined ? process.execPath : join(found, 'node')
}
const hasNode = (folder: string): boolean => existsSync(join(folder, 'node'))

async function weighOnce(bench: Bench, round: number): Promise<Record<Part, number>> {
  const folder = join(bench.folder, String(round))
  mkdirSync(folder, { mode: 0o711 })
  const port = String(await freePort())
  const launcher = join(import.meta.dirname, '../bin/reckoner.mjs')
  const child = spawn(usersNode(), [launcher, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: port },
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: bench.signal,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await pause(QUIET_MS, undefined, { signal: bench.signal })
    return weighParts(child.pid as number)
  } finally {
    await stopProcess(child, ended)
    await stopDatabase({ folder })
  }
}

async function measure(bench: Bench): Promise<string> {
  const rounds: Record<Part, number>[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    bench.say(`start ${round} of ${ROUNDS}, and then nothing`)
    rounds.push(await weighOnce(bench, round))
  }
  const row = (name: string, of: (parts: Record<Part, number>) => number) =>
    `| ${[name, ...rounds.map((each) => of(each).toFixed(0))].join(' | ')} |`
  return [
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, launcher on ${usersNode()}; MB (PSS), 45 s after the start`,
    '',
    `| | ${rounds.map((_, at) => `start ${at + 1}`).join(' | ')} |`,
    `|---|${'---|'.repeat(ROUNDS)}`,
    ...PARTS.map((part) => row(part, (parts) => parts[part])),
    row('all', (parts) => PARTS.reduce((sum, part) => sum + parts[part], 0)),
  ].join('\n')
}

const extent = { quick: true, rounds: ROUNDS, seconds: QUIET_MS / 1_000 }
process.stdout.write(`${await session(extent, MINUTES_MOST, measure)}\n`)

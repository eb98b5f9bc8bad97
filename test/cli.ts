// Runs commands with only the settings given: as the real executable, or faster in this process.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runCommand } from '../src/cli/commands.ts'
import { INHERITED, MAIN } from './process.ts'

export interface Ran {
  code: number | null
  out: string
  err: string
  /** Standard output parsed as JSON; throws if it is anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into output of every shape.
  json(): any
}

/** Longer than any command takes that ends automatically, on any loaded machine. */
const MOST_MS = 180_000

/** Runs `reckoner <args>` in a folder without a `.env`; resolves when it has ended. */
export function reckoner(args: string[], env: Record<string, string>): Promise<Ran> {
  return run(process.execPath, [MAIN, ...args], env)
}

/** Runs the command in this process, for the many cases that differ only in their text. */
export async function reckonerHere(args: string[], env: Record<string, string>): Promise<Ran> {
  let out = ''
  let err = ''
  const code = await runCommand(args, env, {
    isTerminal: false,
    out: (line) => {
      out += `${line}\n`
    },
    note: (line) => {
      err += `${line}\n`
    },
  })
  return { code, out, err, json: () => JSON.parse(out) }
}

/** Runs a shell command line in which `reckoner` is the executable. */
export function shell(line: string, env: Record<string, string>): Promise<Ran> {
  const script = `reckoner() { "${process.execPath}" "${MAIN}" "$@"; }\n${line}`
  return run('bash', ['-euo', 'pipefail', '-c', script], env)
}

const COMMANDS = JSON.stringify(join(import.meta.dirname, '../src/cli/commands.ts'))
const ONE_AFTER_THE_OTHER = `
  import { runCommand } from ${COMMANDS}
  for (const args of JSON.parse(process.argv[1])) {
    process.exitCode = await runCommand(args, process.env)
    if (process.exitCode === 0) continue
    console.error('That was said to: ' + args.join(' '))
    break
  }
`

/**
 * Runs several `reckoner` command lines in one child process, which loads its modules once. It ends automatically if
 * each command would. If one fails, the rest are skipped.
 */
export async function allInOne(lines: string[], env: Record<string, string>): Promise<Ran> {
  const script = ["reckoner() { printf '%s\\0' \"$@\" $'\\n' >&3; }", ...lines].join('\n')
  const words = await run('bash', ['-euo', 'pipefail', '-c', `exec 3>&1 >/dev/null; ${script}`], {})
  assert.equal(words.code, 0, words.err)
  const commands = words.out.split('\0\n\0').map((each) => each.split('\0'))
  assert.equal(commands.pop()?.join(''), '')
  assert.equal(commands.length, lines.length)
  const args = ['--input-type=module', '--eval', ONE_AFTER_THE_OTHER, JSON.stringify(commands)]
  return run(process.execPath, args, env)
}

function run(command: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const child = spawn(command, args, {
    cwd: '/',
    env: { ...INHERITED, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  return new Promise((done) => {
    child.once('close', (code) => done({ code, out, err, json: () => JSON.parse(out) }))
  })
}

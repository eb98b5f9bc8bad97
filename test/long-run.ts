// Runs a campaign: test files by themselves, with counts and a seed, on a PostgreSQL server of their own.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import { bundleInto } from './bundle.ts'
import { startCluster } from './cluster.ts'
import { BUNDLED } from './process.ts'

export interface LongOption {
  /** The variable from which the test files read it. */
  env: string
  /** Without one, the test files decide, as in the gate. */
  default?: string
}

type Options = Record<string, LongOption>

const COMMAND = `npm run ${process.env.npm_lifecycle_event}`

/**
 * Runs the files (paths below test/) with the options of the command line, all of them whole numbers, and with the
 * variables of `fixed`. Prints what repeats the run, and ends with the exit code of the test runner.
 */
export async function runLong(
  files: string[],
  options: Options,
  fixed: Record<string, string> = {},
): Promise<void> {
  const values = readOptions(options)
  const chosen = Object.entries(values).map(([name, value]) => ` --${name} ${value}`)
  const again = `${COMMAND}${chosen.length > 0 ? ' --' : ''}${chosen.join('')}`
  const env = Object.entries(values).map(([name, value]) => [options[name]?.env, value])
  console.log(again)
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-run-'))
  const cluster = await startCluster('embedded')
  const began = performance.now()
  try {
    const servers = { TEST_DATABASE_URL: cluster.url, [BUNDLED]: await bundleInto(folder) }
    const child = spawn(
      process.execPath,
      [
        '--test',
        '--test-concurrency=1',
        '--test-reporter=spec',
        ...files.map((file) => join(import.meta.dirname, file)),
      ],
      {
        env: { ...process.env, ...servers, ...fixed, ...Object.fromEntries(env) },
        stdio: 'inherit',
      },
    )
    onStopSignal(() => void child.kill('SIGTERM'))
    process.exitCode = await new Promise<number>((done) => {
      child.once('exit', (code) => done(code ?? 1))
    })
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true })
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${files.length} files in ${seconds} s: ${process.exitCode === 0 ? 'green' : 'red'}.`)
  console.log(`To repeat this run: ${again}`)
}

/** What the command line says, and the defaults; ends the process with a sentence about a bad option. */
function readOptions(options: Options): Record<string, string> {
  const example = Object.keys(options).map((name) => ` --${name} <number>`)
  const refuse = (reason: string): never => {
    console.error(
      `${reason} Write: ${COMMAND}${example.length > 0 ? ' --' : ''}${example.join('')}`,
    )
    process.exit(1)
  }
  const values: Record<string, string> = {}
  const { tokens } = parseArgs({
    options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' }])),
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) {
      const text =
        token.kind === 'option' ? token.rawName : token.kind === 'positional' ? token.value : '--'
      return refuse(`There is no option "${text}".`)
    }
    if (!/^\d+$/.test(token.value ?? '')) {
      return refuse(`--${token.name} is "${token.value ?? ''}"; it must be a whole number.`)
    }
    values[token.name] = token.value as string
  }
  for (const [name, option] of Object.entries(options)) {
    const value = values[name] ?? option.default
    if (value !== undefined) values[name] = value
  }
  return values
}

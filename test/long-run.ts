// Runs test files by themselves for as long as one likes, on a PostgreSQL server of their own.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import { startCluster } from './cluster.ts'

export interface LongOption {
  /** What the test file reads it from. */
  env: string
  /** Without one, the test file decides. */
  default?: string
}

/**
 * Takes options from the command line, whole numbers all of them, hands them to the files (paths
 * below test/), and ends with the code of the test runner.
 */
export async function runLong(files: string[], options: Record<string, LongOption>): Promise<void> {
  const { values } = parseArgs({
    options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' }])),
  })
  const told: Record<string, string> = {}
  for (const [name, option] of Object.entries(options)) {
    const value = values[name] ?? option.default
    if (value === undefined) continue
    if (!/^\d+$/.test(String(value))) {
      console.error(`--${name} is "${value}"; it must be a whole number.`)
      process.exit(1)
    }
    told[option.env] = String(value)
  }
  const cluster = await startCluster('embedded')
  try {
    const child = spawn(
      process.execPath,
      [
        '--test',
        '--test-concurrency=1',
        '--test-reporter=spec',
        ...files.map((file) => join(import.meta.dirname, file)),
      ],
      { env: { ...process.env, TEST_DATABASE_URL: cluster.url, ...told }, stdio: 'inherit' },
    )
    onStopSignal(() => void child.kill('SIGTERM'))
    process.exitCode = await new Promise<number>((done) => {
      child.once('exit', (code) => done(code ?? 1))
    })
  } finally {
    await cluster.stop()
  }
}

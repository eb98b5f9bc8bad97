// The benchmark runs, and finds its own books right. What it measures is judged by people: this machine
// is busy with other tests meanwhile.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { findPgbench } from '../bench/reference.ts'

const run = promisify(execFile)
/** However busy the machine is. */
const MOST_MS = 600_000
const root = join(import.meta.dirname, '..')
const skip = !process.env.CI && whyNot()

/** Why nothing can be compared here, if nothing can. */
function whyNot(): string | false {
  try {
    findPgbench()
    return false
  } catch (error) {
    return String(error)
  }
}

test('a quick run prints its ratios and nothing else', { skip, timeout: MOST_MS }, async () => {
  const args = ['bench/run.ts', '--quick', '--json', '--only', 'create,finalize']
  const { stdout } = await run(process.execPath, args, {
    cwd: root,
    maxBuffer: 2 ** 24,
    timeout: MOST_MS,
  })
  const told = JSON.parse(stdout)
  for (const name of ['create_vs_pgbench', 'finalize_vs_pgbench']) {
    const { min, median, max } = told[name]
    assert.ok(min > 0 && min <= median && median <= max, `${name}: ${min}, ${median}, ${max}`)
  }
})

// Runs test files with Node's test runner, and names the first failures first: when a process is stopped or dies,
// dozens of canceled tests follow the one that matters.

import { once } from 'node:events'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

interface RunOptions {
  root: string
  concurrency: number
  /** Options of Node's runner that select tests: `--test-name-pattern=…`, `--test-only`. */
  options: string[]
  signal: AbortSignal
}

/** Kinds of failures caused by another failure or a stop. */
const CAUSED = new Set([
  'subtestsFailed',
  'cancelledByParent',
  'testAborted',
  'parentAlreadyFinished',
])
const FIRST = 10

interface Failed {
  name: string
  file?: string | undefined
  line?: number | undefined
  details: { error: Error & { failureType?: string } }
}

/** Runs the files, printing as it goes. Returns true if every test passed. */
export async function runFiles(
  files: string[],
  { root, concurrency, options, signal }: RunOptions,
): Promise<boolean> {
  const pattern = options.find((each) => each.startsWith('--test-name-pattern='))
  const stream = run({
    files,
    cwd: root,
    concurrency,
    signal,
    only: options.includes('--test-only'),
    ...(pattern && { testNamePatterns: [pattern.slice(pattern.indexOf('=') + 1)] }),
  })
  const failures: string[] = []
  let isRed = false
  stream.on('test:fail', ({ name, file, line, details }: Failed) => {
    isRed = true
    if (CAUSED.has(details.error.failureType ?? '')) return
    failures.push(`${file ? `${relative(root, file)}:${line} ` : ''}${name}`)
  })
  const printed = stream.compose(new spec())
  printed.pipe(process.stdout)
  await once(printed, 'end')
  if (failures.length > 0) {
    console.log(`\nFailed first (${failures.length} failures):`)
    for (const each of failures.slice(0, FIRST)) console.log(`  ${each}`)
  }
  return !isRed && !signal.aborted
}

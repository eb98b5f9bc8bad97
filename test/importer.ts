// Runs test files one after another in this process, so that their imports are loaded once.

import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { noteBegin, noteEnd, noteNothing } from './costs.ts'
import { end, expectEnd } from './process-end.ts'

/** Several times the duration of the longest file on a loaded machine. */
const FILE_MOST_MS = Number(process.env.FILE_MINUTES ?? 15) * 60_000

/** Counted from the end of the last test; open resources normally close within seconds. */
const REST_MOST_MS = 3 * 60_000

const root = join(import.meta.dirname, '..')

/** Each file is a test named by its path. It contains the tests of the file, and fails on its own. */
export function importAll(files: string[]): void {
  expectEnd()
  for (const file of files) {
    test(file, { timeout: FILE_MOST_MS }, async (t) => {
      // The cleanup of the previous file is over by now.
      noteEnd()
      noteBegin(file)
      const loading = import(pathToFileURL(resolve(root, file)).href)
      // The tests of the file start after this subtest. Without it, the runner would consider the file finished if all
      // tests before an `await` of the file had ended by then, and would cancel the others.
      void t.test('loads', () => loading)
      await loading.catch(() => undefined)
    })
  }
  process.once('exit', noteEnd)
  // On a stop, exits, so that the processes that end with this one end as well.
  process.on('SIGTERM', () => {
    noteNothing()
    process.exit(1)
  })
  after(() => {
    endAfter(REST_MOST_MS, files)
    return end()
  })
}

/** A process that does not end must not delay the results of the others. */
function endAfter(ms: number, files: string[]): void {
  setTimeout(() => {
    const busy = process.getActiveResourcesInfo().join(', ')
    console.error(
      `${files.join(', ')}: not ended ${ms / 60_000} minutes after the last test: ${busy}`,
    )
    process.exit(1)
  }, ms).unref()
}

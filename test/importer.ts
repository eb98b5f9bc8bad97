// Runs test files one after another in this process, so that their imports are loaded once.

import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { noteBegin, noteEnd, noteNothing } from './costs.ts'
import { end, expectEnd } from './process-end.ts'

/** Several times what the longest file takes on a loaded machine. */
const FILE_MOST_MS = 15 * 60_000

/** From the end of the last test on: what is open then is closed within seconds. */
const REST_MOST_MS = 3 * 60_000

const root = join(import.meta.dirname, '..')

/** Each file is a test named by its path, which holds the tests of the file and fails for itself. */
export function importAll(files: string[]): void {
  expectEnd()
  for (const file of files) {
    test(file, { timeout: FILE_MOST_MS }, async (t) => {
      // The cleanup of the previous file is over by now.
      noteEnd()
      noteBegin(file)
      const loading = import(pathToFileURL(resolve(root, file)).href)
      // The tests of the file begin behind this one. Were those that come before an `await` of the
      // file over by its end, the runner would take this test for over, and cancel the others.
      void t.test('loads', () => loading)
      await loading.catch(() => undefined)
    })
  }
  process.once('exit', noteEnd)
  // A run that is stopped leaves no process behind, of those that end with this one.
  process.on('SIGTERM', () => {
    noteNothing()
    process.exit(1)
  })
  after(() => {
    endAfter(REST_MOST_MS, files)
    return end()
  })
}

/** A process that does not end must not keep the others from their result. */
function endAfter(ms: number, files: string[]): void {
  setTimeout(() => {
    const busy = process.getActiveResourcesInfo().join(', ')
    console.error(
      `${files.join(', ')}: not ended ${ms / 60_000} minutes after the last test: ${busy}`,
    )
    process.exit(1)
  }, ms).unref()
}

// Loaded into the process of every test file: one that does not end must not keep the others from
// their result. Node's own limits are for tests, and a file whose tests are over can hang, too.
import { after } from 'node:test'

/** Several times what the longest file takes on a loaded machine. */
const MOST_MS = 15 * 60_000

/** From the end of the last test on: what is open then is closed within seconds. */
const REST_MOST_MS = 3 * 60_000

function endAfter(ms: number, what: string): void {
  setTimeout(() => {
    const busy = process.getActiveResourcesInfo().join(', ')
    console.error(`${process.argv[1]} has not ended ${ms / 60_000} minutes after ${what}: ${busy}`)
    process.exit(1)
  }, ms).unref()
}

endAfter(MOST_MS, 'its beginning')
// The runner loads this file as well, and has no tests of its own.
if (process.env.NODE_TEST_CONTEXT) after(() => endAfter(REST_MOST_MS, 'its last test'))

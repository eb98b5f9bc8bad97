// Loaded into the process of every test file: one that does not end must not keep the others from
// their result. Node's own limits are for tests, and a file whose tests are over can hang, too.

/** Several times what the longest file takes on a loaded machine. */
const MOST_MS = 15 * 60_000

setTimeout(() => {
  const busy = process.getActiveResourcesInfo().join(', ')
  console.error(`${process.argv[1]} has not ended after ${MOST_MS / 60_000} minutes, for: ${busy}`)
  process.exit(1)
}, MOST_MS).unref()

// Which test files a command runs, and which of them share a process.

/**
 * `npm test` runs what tells soonest, `test:all` the rest; `check` is what `npm run check` runs already,
 * `external` what needs programs of Debian.
 */
export type Tier = 'check' | 'test' | 'all' | 'external'
export type Command = 'test' | 'all' | 'external'

/** Beginnings of paths; the longest that fits a file tells its tier. */
export const TIERS: Record<string, Tier> = {
  'src/': 'test',
  // Days that older processes left without; ledger-entries and ledger-reports tell soonest.
  'src/features/ledger/ledger-days.': 'all',
  // Hundreds of guesses, each with a password that is dear to check; sessions tells soonest.
  'src/features/sessions/guessing.': 'all',
  // Waits for the fifteen seconds that a receiver has.
  'src/features/webhook-deliveries/webhook-slow.': 'all',
  // Locks that are waited for; every other test works on a database that was migrated.
  'src/platform/db/migrate.': 'all',
  // Waits for name servers that never answer.
  'src/platform/outgoing/names.': 'all',
  'test/': 'all',
  'test/architecture.': 'check',
  'test/audit-messages.': 'test',
  'test/browser-name.': 'test',
  'test/catalogue.': 'test',
  'test/compatibility.': 'test',
  'test/constraints/': 'test',
  'test/contract/': 'test',
  // Waits for the log of each request; reads by either way are in every other test of the contract.
  'test/contract/both-ways.': 'all',
  // Waits for the ten seconds that the head of a request has.
  'test/contract/hostile-trickle.': 'all',
  'test/contract/reset-bounds.': 'all',
  'test/contract/search-catching-up.': 'all',
  'test/dashboard.': 'test',
  'test/deploy.': 'test',
  'test/docs': 'test',
  'test/documents.': 'test',
  'test/e2e/home.': 'test',
  'test/e2e/invoices.': 'test',
  'test/e2e/keys.': 'test',
  'test/e2e/webhooks.': 'test',
  'test/failover.': 'external',
  'test/forgotten.': 'test',
  'test/glossary.': 'check',
  'test/haproxy.': 'external',
  'test/hosted.': 'test',
  'test/lint.': 'check',
  'test/openapi.': 'test',
  'test/pooler.': 'external',
  'test/security.': 'test',
  'test/sheet-rows.': 'test',
  'test/tiers.': 'test',
  'test/replica.': 'external',
  'test/versions-together.': 'external',
  'test/sdk/flow.': 'test',
  'test/sdk/names.': 'test',
  'test/sdk/retries.': 'test',
  'test/sdk/webhooks.': 'test',
  'test/typeset.': 'test',
}

/** Files of `test:all` that `npm test` runs as well, and the settings by which they are short then. */
export const SHORT: Record<string, Record<string, string>> = {
  'test/crash/storm.test.ts': { CRASH_ROUNDS: '2' },
  'test/races/one-invoice.test.ts': { RACE_ROUNDS: '100' },
}

/** Settings of `test:external`: what another server cannot change is proved on ours. */
export const SHORT_EXTERNAL: Record<string, Record<string, string>> = {
  'test/migrations/versions.test.ts': { VERSIONS: 'filled' },
}

/** Beginnings of the paths of files that prove what the version of the server can change, or take Debian's programs. */
export const EXTERNAL = [
  'src/platform/db/lane.',
  'src/platform/db/migrate.',
  'src/platform/db/outage.',
  'src/platform/db/page.',
  'src/platform/db/write.',
  'src/platform/sweeps/',
  'test/backup.',
  'test/catalogue.',
  'test/contract/lists.',
  'test/contract/search',
  'test/email-plans.',
  'test/export.',
  'test/interleaving.',
  'test/migrations/',
  'test/openapi.',
  'test/plans',
  'test/races/first-records.',
  'test/request-plans.',
  'test/webhook-plans.',
]

/** Beginnings of the paths of files that change what belongs to their whole process, or burden it. */
export const APART = [
  // It moves the clock by hours, and ids of one process never go back.
  'src/features/webhook-deliveries/webhook-lag.',
  'test/bench.',
  'test/corruptions-catalogue.',
  'test/crash/',
  'test/failover.',
  'test/fuzz/',
  'test/haproxy.',
  'test/launcher.',
  'test/outages.',
  'test/pooler.',
  'test/races/',
  'test/replica.',
  'test/shares.',
  'test/simulation/',
  'test/versions-together.',
]

const fits = (file: string, beginnings: string[]): boolean =>
  beginnings.some((beginning) => file.startsWith(beginning))

/** The beginning that tells the tier of a file; undefined where none fits. */
export function beginningOf(file: string): string | undefined {
  return Object.keys(TIERS)
    .filter((beginning) => file.startsWith(beginning))
    .toSorted((a, b) => b.length - a.length)[0]
}

const tierOf = (file: string): Tier | undefined => TIERS[beginningOf(file) ?? '']

/** Those of the files that a command runs. */
export function filesOf(command: Command, files: string[]): string[] {
  return files.filter((file) => {
    if (command === 'external' && fits(file, EXTERNAL)) return true
    return tierOf(file) === command || (command === 'test' && file in SHORT)
  })
}

/** The last line of `npm test`: by folder, how many files it did not run. */
export function leftOut(files: string[]): string {
  const counts = new Map<string, number>()
  for (const file of filesOf('all', files)) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const told = [...counts].map(([folder, count]) => `${count} of ${folder}`).join(', ')
  return `Left out, for npm run test:all: ${told} (${Object.keys(SHORT).length} of them were run in short).`
}

/** So many share a process: enough to load little twice, and few enough to lose little with one. */
const TOGETHER = 8

/** Puts files into processes. What stands apart comes first: it takes longest. */
export function processesFor(files: string[]): string[][] {
  const apart = files.filter((file) => fits(file, APART))
  const shared = files.filter((file) => !apart.includes(file))
  const processes = apart.map((file) => [file])
  for (let from = 0; from < shared.length; from += TOGETHER) {
    processes.push(shared.slice(from, from + TOGETHER))
  }
  return processes
}

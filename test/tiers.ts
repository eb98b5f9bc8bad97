// Which test files a command runs, on which server, and which of them share a process.

/**
 * `test`: run by `npm test` and `test:all`. `all`: by `test:all` alone. `external`: the same, on Debian's PostgreSQL 15
 * alone. `check`: by `npm run check`.
 */
type Tier = 'check' | 'test' | 'all' | 'external'

/** `embedded`: the PostgreSQL that Reckoner brings. `external`: the oldest that DATABASE_URL may name. */
export type ServerKind = 'embedded' | 'external'

/** Appended to the path of a file that runs on Debian's PostgreSQL. */
export const ON_15 = ' on PostgreSQL 15'

/** Path prefixes; the longest that matches a file decides its tier. */
export const TIERS: Record<string, Tier> = {
  'src/': 'test',
  // Typesets documents; the documents' other tests fail sooner.
  'src/features/documents/figures.': 'all',
  // Hundreds of guesses, each with a password that is expensive to check; sessions fails sooner.
  'src/features/sessions/guessing.': 'all',
  // verification tries one corruption for each set of checks.
  'src/features/verification/verification-spoiled.': 'all',
  // Waits for the fifteen seconds that a receiver has.
  'src/features/webhook-deliveries/webhook-slow.': 'all',
  // Waits for locks; every other test works on a migrated database.
  'src/platform/db/migrate.': 'all',
  // Waits for name servers that never answer.
  'src/platform/outgoing/names.': 'all',
  'test/': 'all',
  'test/architecture.': 'check',
  'test/audit-messages.': 'test',
  'test/browser-name.': 'test',
  'test/budgets.': 'test',
  'test/campaigns.': 'test',
  'test/catalogue.': 'test',
  'test/compatibility.': 'test',
  'test/constraints/': 'test',
  'test/contract/': 'test',
  // Waits for the log of each request; every other test of the contract reads both ways.
  'test/contract/both-ways.': 'all',
  // Matrices over all routes; scopes, keys and roles have tests of their own.
  'test/contract/every-route.': 'all',
  'test/contract/people-routes.': 'all',
  'test/contract/read-change-patch.': 'all',
  // Waits for the ten seconds that the head of a request has.
  'test/contract/hostile-trickle.': 'all',
  'test/contract/reset-bounds.': 'all',
  'test/contract/search-catching-up.': 'all',
  'test/dashboard.': 'test',
  'test/deploy.': 'test',
  'test/docs': 'test',
  'test/documents.': 'test',
  'test/e2e/invoices.': 'test',
  'test/failover.': 'external',
  'test/forgotten.': 'test',
  'test/french.': 'test',
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
  'test/sdk/flow.': 'test',
  'test/sdk/names.': 'test',
  'test/sdk/retries.': 'test',
  'test/sdk/webhooks.': 'test',
  'test/theme.': 'test',
  'test/typeset.': 'test',
}

/** Path prefixes of the files that `test:all` runs on PostgreSQL 15 as well: what the version of the server can change. */
export const EXTERNAL = [
  'src/platform/db/lane.',
  'src/platform/db/migrate.',
  'src/platform/db/outage.',
  'src/platform/db/page.',
  'src/platform/db/write.',
  'src/platform/sweeps/',
  'test/backup.',
  'test/email-plans.',
  'test/migrations/',
  // Sends every operation: no statement needs a newer server.
  'test/openapi.',
  'test/plans',
  'test/request-plans.',
  'test/webhook-plans.',
]

/** Path prefixes of the files that change what belongs to their whole process, or load it heavily. */
export const APART = [
  // Moves the clock by hours, and IDs of one process never go back.
  'src/features/webhook-deliveries/webhook-lag.',
  'src/features/webhook-deliveries/webhook-order.',
  'test/bench.',
  'test/corruptions-catalogue.',
  // Compares times of requests with the wall clock: request IDs are ahead of it once a file has moved its clock.
  'test/e2e/logs.',
  'test/failover.',
  'test/fuzz/',
  'test/haproxy.',
  'test/launcher.',
  'test/outages.',
  'test/pooler.',
  'test/replica.',
  'test/shares.',
  'test/simulation/',
  'test/versions-together.',
]

const fits = (file: string, prefixes: string[]): boolean =>
  prefixes.some((prefix) => file.startsWith(prefix))

/** Returns the prefix that decides the tier of a file; undefined if none matches. */
export function prefixOf(file: string): string | undefined {
  return Object.keys(TIERS)
    .filter((prefix) => file.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)[0]
}

const tierOf = (file: string): Tier | undefined => TIERS[prefixOf(file) ?? '']

/** Returns those of the files that a command runs, by server. */
export function filesOf(command: 'test' | 'all', files: string[]): Record<ServerKind, string[]> {
  const quick = files.filter((file) => tierOf(file) === 'test')
  if (command === 'test') return { embedded: quick, external: [] }
  return {
    embedded: files.filter((file) => ['test', 'all'].includes(tierOf(file) ?? '')),
    external: files.filter((file) => tierOf(file) === 'external' || fits(file, EXTERNAL)),
  }
}

/** The last line of `npm test`: how many files it left out, by folder. */
export function leftOut(files: string[]): string {
  const { embedded, external } = filesOf('all', files)
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
  const left = [
    ...embedded.filter((file) => tierOf(file) === 'all').map(folderOf),
    ...external.map((file) => folderOf(file) + ON_15),
  ]
  const counts = new Map<string, number>()
  for (const name of left) counts.set(name, (counts.get(name) ?? 0) + 1)
  const parts = [...counts].map(([name, count]) => `${count} of ${name}`)
  return `Left out, for npm run test:all: ${parts.join(', ')}.`
}

export interface TestProcess {
  server: ServerKind
  files: string[]
}

/** A process loads the product once for its files, of which it takes this many. */
const FILES_MOST = 24

/** Divides the files among processes, the longest first by the seconds that were recorded. */
export function processesFor(
  chosen: Record<ServerKind, string[]>,
  recorded: Record<string, { seconds: number }>,
): TestProcess[] {
  const servers: ServerKind[] = ['embedded', 'external']
  const secondsOf = (server: ServerKind, file: string) =>
    recorded[server === 'external' ? file + ON_15 : file]?.seconds ?? 1
  const sum = ({ server, files }: TestProcess) =>
    files.reduce((total, file) => total + secondsOf(server, file), 0)
  const processes = servers.flatMap((server) => {
    const apart = chosen[server].filter((file) => fits(file, APART))
    const shared = chosen[server].filter((file) => !apart.includes(file))
    const made: TestProcess[] = apart.map((file) => ({ server, files: [file] }))
    for (let from = 0; from < shared.length; from += FILES_MOST)
      made.push({ server, files: shared.slice(from, from + FILES_MOST) })
    return made
  })
  return processes.toSorted((a, b) => sum(b) - sum(a))
}

// Which test files a command runs, on which server, and which of them share a process.

/**
 * `test`: run by `npm test` and `test:all`. `all`: only by `test:all`. `external`: the same, only on Debian's
 * PostgreSQL 15. `check`: by `npm run check`.
 */
type Tier = 'check' | 'test' | 'all' | 'external'

/** `embedded`: the PostgreSQL that Reckoner brings. `external`: the oldest version that DATABASE_URL may name. */
export type ServerKind = 'embedded' | 'external'

/** Appended to the path of a file that runs on Debian's PostgreSQL. */
export const ON_15 = ' on PostgreSQL 15'

/** Path prefixes; the longest that matches a file decides its tier. */
export const TIERS: Record<string, Tier> = {
  'src/': 'test',
  // Typesets documents in every script; documents fails sooner.
  'src/features/documents/figures.': 'all',
  // Starts a second program with other templates.
  'src/features/documents/kept.': 'all',
  'src/features/documents/scripts.': 'all',
  // Check or spoil many emails, or send them to a real mail server; emails fails sooner.
  'src/features/emails/clients.': 'all',
  'src/features/emails/poison.': 'all',
  'src/features/emails/preview.': 'all',
  'src/features/emails/sending.': 'all',
  // Have their own books and clocks; ledger fails sooner.
  'src/features/ledger/ledger-days.': 'all',
  'src/features/ledger/ledger-entries.': 'all',
  'src/features/ledger/ledger-reports.': 'all',
  'src/features/ledger/taxes-and-names.': 'all',
  'src/features/ledger/value-dates.': 'all',
  // Sign in dozens of people; members fails sooner.
  'src/features/member-sessions/': 'all',
  'src/features/members/invitation-tells-nothing.': 'all',
  'src/features/second-factors/required.': 'all',
  // Encrypts everything again with another key; every world uses a key.
  'src/features/secret-keys/': 'all',
  // Hundreds of guesses, each with a password that is expensive to check; sessions fails sooner.
  'src/features/sessions/guessing.': 'all',
  'src/features/sessions/session-life.': 'all',
  // Adds up the taxes of two services; taxes fails sooner.
  'src/features/tax-report/': 'all',
  // Deletes everything of an environment; test-clock fails sooner.
  'src/features/test-clock/reset.': 'all',
  // Spoil their own books; verification tries one corruption for each set of checks.
  'src/features/verification/chain.': 'all',
  'src/features/verification/discounts-spoilt.': 'all',
  'src/features/verification/edges.': 'all',
  'src/features/verification/taxes-spoilt.': 'all',
  'src/features/verification/verification-request.': 'all',
  'src/features/verification/verification-spoiled.': 'all',
  // Move the clock, or wait for receivers that do not answer; webhook-deliveries fails sooner.
  'src/features/webhook-deliveries/webhook-again.': 'all',
  'src/features/webhook-deliveries/webhook-lag.': 'all',
  'src/features/webhook-deliveries/webhook-order.': 'all',
  'src/features/webhook-deliveries/webhook-retries.': 'all',
  'src/features/webhook-deliveries/webhook-shares.': 'all',
  'src/features/webhook-deliveries/webhook-slow.': 'all',
  // Wait for locks, connections and time-outs; every other test writes through the lane.
  'src/platform/db/bulk.': 'all',
  'src/platform/db/held.': 'all',
  'src/platform/db/migrate.': 'all',
  'src/platform/db/outage.': 'all',
  // Waits for name servers that never answer.
  'src/platform/outgoing/names.': 'all',
  // Starts and kills the processes that make documents; documents uses one.
  'src/platform/render/renderer.': 'all',
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
  'test/contract/requests.': 'all',
  // Matrices over all routes; scopes, keys and roles have their own tests.
  'test/contract/allowed.': 'all',
  'test/contract/power-readers.': 'all',
  // Signs in people; sessions fails sooner.
  'test/contract/power-password.': 'all',
  'test/contract/every-route.': 'all',
  'test/contract/people-routes.': 'all',
  'test/contract/read-change-patch.': 'all',
  // Every operation with several services; openapi sends every operation.
  'test/contract/audit-log.': 'all',
  'test/contract/compression.': 'all',
  'test/contract/constraints.': 'all',
  'test/contract/dry-run.': 'all',
  // Every input that is refused; errors and the shapes fail sooner.
  'test/contract/account-input.': 'all',
  'test/contract/date-edges.': 'all',
  'test/contract/nulls.': 'all',
  'test/contract/new-texts.': 'all',
  'test/contract/uploads.': 'all',
  // Services with their own settings, clocks or processes; account and customers fail sooner.
  'test/contract/account-effects.': 'all',
  'test/contract/account-logo.': 'all',
  'test/contract/customers.': 'all',
  'test/contract/external-ids.': 'all',
  'test/contract/separation.': 'all',
  // The same as two requests, for three services; invoices and states fail sooner.
  'test/contract/finalize-at-once.': 'all',
  'test/contract/issuing.': 'all',
  'test/contract/seller.': 'all',
  // Wait for a minute of the rate limit, or for requests that never end.
  'test/contract/hostile-trickle.': 'all',
  'test/contract/limits.': 'all',
  // Services that are attacked, break or stand behind a proxy; src/platform/http and errors fail sooner.
  'test/contract/hostile-wire.': 'all',
  'test/contract/metrics-forwarded.': 'all',
  'test/contract/outages.': 'all',
  'test/contract/surface.': 'all',
  // Sign in many people and mail them; members, sessions and scopes fail sooner.
  'test/contract/joined-at-once.': 'all',
  'test/contract/mailed-links.': 'all',
  'test/contract/people-wire.': 'all',
  'test/contract/power': 'all',
  'test/contract/reset-bounds.': 'all',
  // Keys that expire; keys and api-keys fail sooner.
  'test/contract/api-keys.': 'all',
  'test/contract/key-life.': 'all',
  // Every list and figure; lists, owed and search fail sooner.
  'test/contract/csv.': 'all',
  'test/contract/filters.': 'all',
  'test/contract/lists-filters.': 'all',
  'test/contract/search-catching-up.': 'all',
  'test/contract/summary.': 'all',
  // Receivers and the event feed once more; webhook-deliveries and events fail sooner.
  'test/contract/events.': 'all',
  'test/contract/secret-replay.': 'all',
  'test/contract/webhooks.': 'all',
  'test/docs-blocks.': 'test',
  'test/e2e/invoices.': 'test',
  'test/failover.': 'external',
  'test/forgotten.': 'test',
  'test/french.': 'test',
  'test/glossary.': 'check',
  'test/haproxy.': 'external',
  'test/lint.': 'check',
  'test/openapi.': 'test',
  'test/pooler.': 'external',
  'test/security.': 'test',
  'test/sheet-rows.': 'test',
  'test/tiers.': 'test',
  'test/replica.': 'external',
  'test/sdk/names.': 'test',
  'test/sdk/webhooks.': 'test',
  'test/theme.': 'test',
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

/** A process loads the product once for up to this many files. */
const FILES_MOST = 24

/** Assumed for a file without a record: a long file that starts last leaves the other processors idle. */
const UNRECORDED_SECONDS = 60

/** Divides the files among processes, the longest first by recorded seconds. */
export function processesFor(
  chosen: Record<ServerKind, string[]>,
  recorded: Record<string, { seconds: number }>,
): TestProcess[] {
  const servers: ServerKind[] = ['embedded', 'external']
  const secondsOf = (server: ServerKind, file: string) =>
    recorded[server === 'external' ? file + ON_15 : file]?.seconds ?? UNRECORDED_SECONDS
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

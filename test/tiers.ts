// Which test files a command runs, on which server, and which of them share a process.

/**
 * `test`: run by `npm test` and `test:all`. `all`: only by `test:all`. `turns`: by `test:all` on one day in `DAYS`, and
 * by `test:nightly`. `external` and `external turns`: the same, only on Debian's PostgreSQL 15. `check`: by
 * `npm run check`.
 */
type Tier = 'check' | 'test' | 'all' | 'turns' | 'external' | 'external turns'

/** A file whose tier is `turns` runs on one day of so many. */
const DAYS = 5

/** `embedded`: the PostgreSQL that Reckoner brings. `external`: the oldest version that DATABASE_URL may name. */
export type ServerKind = 'embedded' | 'external'

const SERVERS: ServerKind[] = ['embedded', 'external']

/** Appended to the path of a file that runs on Debian's PostgreSQL. */
export const ON_15 = ' on PostgreSQL 15'

const nameOn = (server: ServerKind, file: string) => (server === 'external' ? file + ON_15 : file)

/** The recorded cost of each file, by its name on a server. */
type Recorded = Record<string, { seconds: number }>

/** Path prefixes; the longest that matches a file decides its tier. */
export const TIERS: Record<string, Tier> = {
  'src/': 'test',
  // Have their own books and clocks; `billing` covers the common case.
  'src/features/customers/regions.': 'turns',
  'src/features/billing/changes.': 'all',
  'src/features/billing/invoice-items.': 'turns',
  'src/features/billing/minimums.': 'turns',
  // Wait for the gateway's answers; `payments/gateway-payments` covers the common case.
  'src/features/payment-methods/': 'turns',
  'src/features/payments/allocations.': 'all',
  'src/features/payments/retries.': 'turns',
  'src/features/payouts/': 'turns',
  'src/features/disputes/': 'turns',
  // Have a stand-in for Stripe, and their own books.
  'src/features/gateways/': 'turns',
  'src/features/stripe-gateway/': 'turns',
  'src/features/simulated-gateway/simulated-gateway.': 'turns',
  // Has its own books, since it alters what the gateway has; `verification` reads the result.
  'src/features/reconciliation/': 'turns',
  // `credit-notes` covers the common case.
  'src/features/crediting/refunds.': 'turns',
  // Have their own books and clocks, and change rarely.
  'src/features/billing/anchors.': 'turns',
  'src/features/billing/arrears.': 'turns',
  'src/features/billing/full-difference.': 'turns',
  'src/features/billing/mixed-intervals.': 'turns',
  'src/features/billing/next-invoice-due.': 'turns',
  'src/features/billing/rounds.': 'turns',
  'src/features/billing/subscription-minimums.': 'turns',
  'src/features/billing/discounts.': 'turns',
  'src/features/billing/billing-day.': 'turns',
  'src/features/billing/failed-payments.': 'turns',
  'src/features/billing/incomplete.': 'turns',
  // Typesets documents in every script; `documents` covers the common case in less time.
  'src/features/documents/figures.': 'turns',
  // Starts a second program with other templates.
  'src/features/documents/kept.': 'turns',
  'src/features/documents/scripts.': 'turns',
  // Check or corrupt many emails, or send them to a real mail server; `emails` covers the common case.
  'src/features/emails/clients.': 'turns',
  'src/features/emails/poison.': 'turns',
  'src/features/emails/by-request.': 'turns',
  'src/features/emails/sending.': 'turns',
  // Have their own books and clocks; `ledger` covers the common case.
  'src/features/ledger/ledger-days.': 'turns',
  'src/features/ledger/ledger-entries.': 'turns',
  'src/features/ledger/ledger-reports.': 'turns',
  'src/features/ledger/taxes-and-names.': 'turns',
  'src/features/ledger/value-dates.': 'turns',
  // Sign in dozens of users; `members` covers the common case.
  'src/features/member-sessions/': 'turns',
  'src/features/members/invitation-reveals-nothing.': 'turns',
  'src/features/second-factors/required.': 'turns',
  // Encrypts everything again with another key; every world uses a key.
  'src/features/secret-keys/': 'turns',
  // Hundreds of guesses, each with a password that is expensive to check; `sessions` covers the common case.
  'src/features/sessions/guessing.': 'turns',
  'src/features/sessions/session-life.': 'turns',
  // Adds up the taxes of two services; `taxes` covers the common case.
  'src/features/tax-report/': 'turns',
  // Deletes everything of an environment; `test-clock` covers the common case.
  'src/features/test-clock/reset.': 'turns',
  // Corrupt their own books; `verification` tries one corruption for each set of checks.
  'src/features/verification/chain.': 'all',
  'src/features/verification/discounts-spoilt.': 'turns',
  'src/features/verification/edges.': 'turns',
  'src/features/verification/refunds-spoilt.': 'turns',
  'src/features/verification/subscriptions-spoilt.': 'turns',
  'src/features/verification/taxes-spoilt.': 'turns',
  'src/features/verification/verification-request.': 'all',
  'src/features/verification/verification-spoiled.': 'all',
  // Move the clock, or wait for receivers that do not respond; `webhook-deliveries` covers the common case.
  'src/features/webhook-deliveries/webhook-again.': 'turns',
  'src/features/webhook-deliveries/webhook-lag.': 'turns',
  'src/features/webhook-deliveries/webhook-order.': 'turns',
  'src/features/webhook-deliveries/webhook-retries.': 'turns',
  'src/features/webhook-deliveries/webhook-shares.': 'turns',
  'src/features/webhook-deliveries/webhook-slow.': 'turns',
  // Wait for locks, connections and time-outs; every other test writes through the lane.
  'src/platform/db/bulk.': 'all',
  'src/platform/db/parked.': 'turns',
  'src/platform/db/migrate.': 'all',
  'src/platform/db/outage.': 'turns',
  // Waits for name servers that never respond.
  'src/platform/outgoing/names.': 'turns',
  // Starts and kills the processes that make documents; documents uses one.
  'src/platform/render/renderer.': 'turns',
  'test/': 'turns',
  // Every day: figures, verification, erasure, permissions, plans, a death under load, two processes, the first start.
  'test/backup.': 'all',
  'test/bulk.': 'all',
  'test/card-numbers.': 'all',
  'test/corruptions-catalogue.': 'all',
  'test/crash/faults.': 'all',
  'test/crash/named.': 'all',
  'test/dashboard.': 'all',
  'test/deploy.': 'all',
  'test/docs': 'all',
  'test/e2e/customers.': 'all',
  'test/e2e/docs.': 'all',
  'test/e2e/invoice-life.': 'all',
  'test/e2e/pages.': 'all',
  'test/email-plans.': 'all',
  'test/erasure.': 'all',
  'test/evaluator': 'all',
  'test/export.': 'all',
  'test/forged-chain.': 'all',
  'test/forgeries.': 'all',
  'test/hosted.': 'all',
  'test/invoice-texts.': 'all',
  'test/launcher.': 'all',
  'test/mcp.': 'all',
  'test/migrations/': 'all',
  'test/one-environment.': 'all',
  'test/openapi-document.': 'all',
  'test/plans': 'all',
  'test/probe-feature.': 'all',
  'test/races/money.': 'all',
  'test/races/one-key.': 'turns',
  'test/races/two-processes.': 'all',
  'test/readme.': 'all',
  'test/request-plans.': 'all',
  'test/secret-replay-plans.': 'all',
  'test/secrets.': 'all',
  'test/simulation/': 'all',
  'test/sdk/flow.': 'all',
  'test/styles.': 'all',
  'test/typed-amounts.': 'all',
  'test/typeset.': 'all',
  'test/price-lists.': 'all',
  'test/webhook-plans.': 'all',
  'test/words.': 'all',
  'test/documents.': 'all',
  'test/architecture.': 'check',
  'test/audit-messages.': 'test',
  'test/browser-name.': 'test',
  'test/budgets.': 'test',
  'test/campaigns.': 'test',
  'test/catalogue.': 'test',
  'test/compatibility.': 'test',
  'test/constraints/': 'test',
  'test/contract/credit-notes-input.': 'all',
  'test/contract/subscriptions.': 'all',
  'test/contract/': 'test',
  // Waits for the log of each request.
  'test/contract/requests.': 'turns',
  // Matrices over all routes; scopes, keys and roles have their own tests.
  'test/contract/allowed.': 'all',
  'test/contract/power-readers.': 'all',
  // Signs in users; `sessions` covers the common case.
  'test/contract/power-password.': 'turns',
  'test/contract/every-route.': 'all',
  'test/contract/people-routes.': 'all',
  'test/contract/read-change-patch.': 'all',
  // Every operation with several services; openapi sends every operation.
  'test/contract/audit-log.': 'turns',
  'test/contract/constraints.': 'all',
  'test/contract/dry-run.': 'turns',
  // Every input that is refused; `errors` and the shapes cover the common cases.
  'test/contract/account-input.': 'turns',
  'test/contract/date-edges.': 'turns',
  'test/contract/nulls.': 'turns',
  'test/contract/new-texts.': 'turns',
  'test/contract/uploads.': 'turns',
  // Services with their own settings, clocks or processes; `account` and `customers` cover the common cases.
  'test/contract/account-effects.': 'turns',
  'test/contract/account-logo.': 'turns',
  'test/contract/customers.': 'all',
  'test/contract/external-ids.': 'turns',
  'test/contract/separation.': 'all',
  // The same as two requests, for three services; `invoices` and `states` cover the common cases.
  'test/contract/finalize-at-once.': 'all',
  'test/contract/issuing.': 'turns',
  'test/contract/seller.': 'turns',
  // Wait for a minute of the rate limit, or for requests that never end.
  'test/contract/hostile-trickle.': 'turns',
  'test/contract/limits.': 'turns',
  // Services that are attacked, fail or run behind a proxy; src/platform/http and `errors` cover the common cases.
  'test/contract/hostile-wire.': 'turns',
  'test/contract/metrics-forwarded.': 'turns',
  'test/contract/outages.': 'turns',
  'test/contract/surface.': 'all',
  // Sign in many users and email them; `members`, `sessions` and `keys` cover the common cases.
  'test/contract/joined-at-once.': 'turns',
  'test/contract/mailed-links.': 'turns',
  'test/contract/people-wire.': 'turns',
  'test/contract/power': 'all',
  'test/contract/reset-bounds.': 'turns',
  // Keys that expire; `keys` and `api-keys` cover the common cases.
  'test/contract/api-keys.': 'turns',
  'test/contract/key-life.': 'turns',
  // Every list and figure; `lists`, `owed` and `search` cover the common cases.
  'test/contract/csv.': 'all',
  'test/contract/filters.': 'turns',
  'test/contract/lists-filters.': 'turns',
  'test/contract/search-catching-up.': 'turns',
  'test/contract/summary.': 'turns',
  // Receivers and the event feed; `webhook-deliveries` and `events` cover the common cases.
  'test/contract/events.': 'turns',
  'test/contract/secret-replay.': 'turns',
  'test/contract/webhooks.': 'turns',
  'test/docs-blocks.': 'test',
  'test/e2e/invoices.': 'test',
  'test/failover.': 'external turns',
  'test/forgotten.': 'test',
  'test/french.': 'test',
  'test/glossary.': 'check',
  'test/haproxy.': 'external turns',
  'test/lint.': 'check',
  'test/note-model.': 'test',
  'test/openapi.': 'test',
  'test/pooler.': 'external turns',
  'test/security.': 'test',
  'test/sheet-rows.': 'test',
  'test/tiers.': 'test',
  'test/replica.': 'external turns',
  'test/sdk/names.': 'test',
  'test/sdk/webhooks.': 'test',
  'test/theme.': 'test',
}

/**
 * Path prefixes of the files that `test:all` runs on PostgreSQL 15 as well, since the version of the server can change
 * their results.
 */
export const EXTERNAL = [
  'src/platform/db/migrate.',
  'src/platform/db/page.',
  'src/platform/db/write.',
  // Sends every operation: no statement needs a newer server.
  'test/openapi.',
]

/** As above, for files that run only some of their cases each time, in turn. */
export const EXTERNAL_IN_TURNS = [
  'src/platform/db/lane.',
  'src/platform/db/outage.',
  'src/platform/sweeps/',
  'test/backup.',
  'test/email-plans.',
  'test/plans',
  'test/request-plans.',
  'test/webhook-plans.',
]

/** Path prefixes of files that change the state of their whole process, or load it heavily. */
export const APART = [
  // Moves the clock by hours; the IDs of a process never go backwards.
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

type Chosen = Record<ServerKind, string[]>

/** Returns those of the files that a command runs, by server; with `all`, every file that takes turns as well. */
export function filesOf(command: 'test' | 'all', files: string[]): Chosen {
  const quick = files.filter((file) => tierOf(file) === 'test')
  if (command === 'test') return { embedded: quick, external: [] }
  return {
    embedded: files.filter((file) => ['test', 'all', 'turns'].includes(tierOf(file) ?? '')),
    external: files.filter(
      (file) =>
        tierOf(file)?.startsWith('external') || fits(file, [...EXTERNAL, ...EXTERNAL_IN_TURNS]),
    ),
  }
}

/** Leaves out the files whose turn is on another day. `partOf` chooses; each day costs about the same. */
export function onTurn(
  chosen: Chosen,
  recorded: Recorded,
  partOf: (names: string[], parts: number) => string[],
): Chosen {
  const takesTurns = (server: ServerKind, file: string) =>
    server === 'embedded'
      ? tierOf(file) === 'turns'
      : tierOf(file) === 'external turns' || fits(file, EXTERNAL_IN_TURNS)
  const names = SERVERS.flatMap((server) =>
    chosen[server].filter((file) => takesTurns(server, file)).map((file) => nameOn(server, file)),
  )
  const dearestFirst = names.toSorted(
    (a, b) => (recorded[b]?.seconds ?? 0) - (recorded[a]?.seconds ?? 0) || (a < b ? -1 : 1),
  )
  const today = partOf(dearestFirst, DAYS)
  const isLeft = (server: ServerKind, file: string) => {
    const name = nameOn(server, file)
    return names.includes(name) && !today.includes(name)
  }
  return {
    embedded: chosen.embedded.filter((file) => !isLeft('embedded', file)),
    external: chosen.external.filter((file) => !isLeft('external', file)),
  }
}

/** The last line of `npm test`: how many files it left out, by folder. */
export function leftOut(files: string[]): string {
  const { embedded, external } = filesOf('all', files)
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
  const left = [
    ...embedded.filter((file) => tierOf(file) !== 'test').map(folderOf),
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
export function processesFor(chosen: Chosen, recorded: Recorded): TestProcess[] {
  const secondsOf = (server: ServerKind, file: string) =>
    recorded[nameOn(server, file)]?.seconds ?? UNRECORDED_SECONDS
  const sum = ({ server, files }: TestProcess) =>
    files.reduce((total, file) => total + secondsOf(server, file), 0)
  const processes = SERVERS.flatMap((server) => {
    const apart = chosen[server].filter((file) => fits(file, APART))
    const shared = chosen[server].filter((file) => !apart.includes(file))
    const made: TestProcess[] = apart.map((file) => ({ server, files: [file] }))
    for (let from = 0; from < shared.length; from += FILES_MOST)
      made.push({ server, files: shared.slice(from, from + FILES_MOST) })
    return made
  })
  return processes.toSorted((a, b) => sum(b) - sum(a))
}

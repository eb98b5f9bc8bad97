// `reckoner demo`: creates an account with a year of realistic data, and deletes it.

import type { Command } from 'commander'
import { OWNED_TABLES, TENANT_TABLES_ERASED } from '../app/tables.ts'
import { type Lived, livePlan } from '../demo/live.ts'
import { planDemo } from '../demo/plan.ts'
import { DEMO_NAME } from '../demo/seller.ts'
import { accountDefaults } from '../features/accounts/create.ts'
import { createDemo, dropDemo } from '../features/accounts/demo.ts'
import { updateTier } from '../features/accounts/store.ts'
import { type Demo, finishDemo, listDemos } from '../features/accounts/store-demo.ts'
import { createKey } from '../features/api-keys/generate.ts'
import { revokeKey } from '../features/api-keys/store.ts'
import { admitOwnersToDemos } from '../features/members/store.ts'
import { transaction } from '../platform/db/pool.ts'
import { RECKONER } from '../platform/invocation.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { progressOf } from './demo-progress.ts'
import { withDemoService } from './demo-service.ts'
import { CommandError } from './failure.ts'
import { withInstallation, withNewInstallation } from './installation.ts'
import { parseUrl, within } from './parse.ts'
import { connectService, enterNumber } from './service-client.ts'

interface DemoOptions extends JsonOption {
  customers: number
  months: number
  seed: number
  url?: string
  drop?: true
}

/** The key expires even if the command is killed. */
const KEY_LIFE_MS = 2 * 3_600_000

export function addDemo(program: Command, context: Context): void {
  program
    .command('demo')
    .description('Create a demo account with a year of sample data, or delete it')
    .option('--drop', 'delete the demo account, and nothing else')
    .option('--customers <number>', 'how many customers it has', within(1, 2_000), 160)
    .option('--months <number>', 'months of history to create', within(1, 36), 12)
    .option(
      '--seed <number>',
      'random seed; the same seed creates the same data',
      within(0, 2_147_483_647),
      1,
    )
    .option('--url <url>', 'URL of the service (default: from the settings)', parseUrl)
    .option(...JSON_OPTION)
    .addHelpText('after', example('demo --customers 12 --months 2'))
    .action((options: DemoOptions) =>
      options.drop ? drop(context, options) : make(context, options),
    )
}

async function make(context: Context, options: DemoOptions): Promise<void> {
  const already = await withNewInstallation(context, 'demo', async ({ pool }) => {
    await transaction(pool, (tx) => admitOwnersToDemos(tx, Date.now()))
    return listDemos(pool)
  })
  if (already.length > 0) return reportExisting(context, already, options)
  await withDemoService(context, options.url, async (url) => {
    const now = Date.now()
    const plan = planDemo({ ...options, until: now })
    const made = await begin(context, plan.begins, now)
    const progress = progressOf(context, plan.deeds)
    const key = { isBorrowed: true, text: () => Promise.resolve(made.key) }
    const client = connectService(url, key)
    const ask = async <T>(method: string, path: string, body?: object) =>
      (await client.ask<T>(method, path, { body })).body
    try {
      const enter = (page: string, number: string) => enterNumber(url, page, number)
      const lived = await livePlan({ ask, enter }, plan, progress)
      progress.end()
      await finish(context, made)
      reportCreated(context, made.account_id, lived, options)
    } catch (error) {
      progress.end()
      context.note(`The demo is not complete. To delete it, run "${RECKONER} demo --drop".`)
      throw error
    }
  })
}

interface Begun {
  account_id: number
  key_id: string
  key: string
}

function begin(context: Context, begins: number, wallMs: number): Promise<Begun> {
  return withNewInstallation(context, 'demo', ({ pool }, secretKey) => {
    // Without limits while it is created.
    const defaults = { ...accountDefaults(context.config()), tier: 'enterprise' as const }
    const spec = { name: DEMO_NAME, defaults, begins, wallMs }
    return createDemo(pool, spec, async (tx, { id, environments }) => {
      const key = {
        environment_id: environments.test,
        mode: 'test' as const,
        name: 'reckoner demo',
        scopes: ['*'],
        expires_at: wallMs + KEY_LIFE_MS,
      }
      const { record, text } = await createKey(tx, secretKey, key, wallMs)
      await admitOwnersToDemos(tx, wallMs)
      return { account_id: id, key_id: record.id, key: text }
    })
  })
}

function finish(context: Context, { account_id, key_id }: Begun): Promise<void> {
  return withInstallation(context, 'demo', async ({ pool }) => {
    await revokeKey(pool, key_id, Date.now())
    // From now on it has the limits of an ordinary account, so that these can be seen too.
    await updateTier(pool, account_id, 'pro', null)
    if (await finishDemo(pool, account_id)) return
    throw new CommandError('The demo was deleted while it was being created.')
  })
}

function reportCreated(context: Context, account_id: number, lived: Lived, { json }: JsonOption) {
  const made = { account_id, name: DEMO_NAME, ...lived }
  if (json) return context.out(JSON.stringify(made))
  context.out(
    `Created account ${account_id}, "${DEMO_NAME}", with ${lived.customers} customers, ${lived.invoices} invoices and ${lived.payments} payments in its test environment.`,
  )
  context.out('Owners can open it from the account switcher in the dashboard.')
  context.out(`To create a key for it: ${RECKONER} keys create --mode test --account ${account_id}`)
  context.out(`To delete it: ${RECKONER} demo --drop`)
}

function reportExisting(context: Context, demos: Demo[], { json }: JsonOption) {
  if (json) return context.out(JSON.stringify(demos[0]))
  for (const { account_id, name, state, customers, invoices } of demos) {
    const what = {
      making: 'which is being created, or was not completed',
      ready: `with ${customers} customers and ${invoices} invoices`,
      dropping: 'which is being deleted',
    }[state]
    context.out(`A demo already exists: account ${account_id}, "${name}", ${what}.`)
  }
  context.out(`To replace it, delete it first: "${RECKONER} demo --drop".`)
}

async function drop(context: Context, { json }: DemoOptions): Promise<void> {
  const dropped = await withInstallation(context, 'demo', async ({ pool }) => {
    const demos = await listDemos(pool)
    for (const { account_id } of demos) {
      await dropDemo(
        {
          pool,
          tenantTables: TENANT_TABLES_ERASED,
          ownedTables: OWNED_TABLES,
          wallNow: Date.now,
        },
        account_id,
      )
    }
    return demos
  })
  if (json) return context.out(JSON.stringify({ dropped: dropped.map((demo) => demo.account_id) }))
  if (dropped.length === 0) context.out('There is no demo to delete.')
  for (const { account_id, name } of dropped) {
    context.out(`Deleted account ${account_id}, "${name}", and everything in it.`)
  }
}

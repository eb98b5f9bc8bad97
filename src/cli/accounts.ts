// `reckoner accounts`: manages the accounts of an installation and their limits.

import { Argument, type Command, Option } from 'commander'
import { recordCommand } from '../app/command-audit.ts'
import { timestamp } from '../domain/calendar.ts'
import { accountDefaults, addAccount } from '../features/accounts/create.ts'
import {
  type Account,
  findEnvironment,
  listAccounts,
  TIERS,
  type Tier,
  updateTier,
} from '../features/accounts/store.ts'
import { policyOf } from '../features/api-keys/authenticate.ts'
import { transaction } from '../platform/db/pool.ts'
import type { Db } from '../platform/db/sql.ts'
import { RECKONER } from '../platform/invocation.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation, withNewInstallation } from './installation.ts'
import { parseAccountId, parseLimit } from './parse.ts'
import { addResetSecondFactor } from './second-factor.ts'
import { table } from './table.ts'

export const ACCOUNT_OPTION = [
  '--account <id>',
  'the account (default: the first one)',
  parseAccountId,
] as const

/** Adds and returns the command, to which other files add subcommands. */
export function addAccounts(program: Command, context: Context): Command {
  const accounts = program.command('accounts').description('Manage accounts').helpCommand(false)
  accounts
    .command('list')
    .description('List the accounts')
    .option(...JSON_OPTION)
    .addHelpText('after', example('accounts list'))
    .action((options: JsonOption) => list(context, options))
  accounts
    .command('create')
    .description('Create an account with a test and a live environment')
    .requiredOption('--name <name>', 'name of the account, also on invoices')
    .option(...JSON_OPTION)
    .addHelpText('after', example('accounts create --name "Maple Bicycles"'))
    .action((options: JsonOption & { name: string }) => create(context, options))
  accounts
    .command('set-tier')
    .description('Set how many requests per minute an account can make; takes effect immediately')
    .addArgument(
      new Argument('<tier>', 'standard: 100, pro: 500, enterprise: as set with --limit').choices(
        TIERS,
      ),
    )
    .addOption(
      new Option(
        '--limit <number>',
        'requests per minute of an enterprise account (default: unlimited)',
      ).argParser(parseLimit),
    )
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('accounts set-tier enterprise --limit 6000'))
    .action((tier: Tier, options: TierOptions) => setTier(context, tier, options))
  addResetSecondFactor(accounts, context)
  return accounts
}

interface TierOptions extends JsonOption {
  limit?: number
  account?: number
}

async function list(context: Context, { json }: JsonOption): Promise<void> {
  const accounts = await withInstallation(context, 'accounts', ({ pool }) => listAccounts(pool))
  if (json) return context.out(JSON.stringify(accounts.map(accountJson)))
  const head = ['ID', 'NAME', 'TIER', 'PER MINUTE', 'CURRENCY', 'TERMS', 'TIME ZONE']
  const rows = accounts.map((account) => [
    String(account.id),
    account.name,
    account.tier,
    quotaOf(account),
    account.default_currency,
    `${account.payment_terms_days} days`,
    account.time_zone,
  ])
  for (const line of table([head, ...rows])) context.out(line)
}

async function create(
  context: Context,
  { name, json }: JsonOption & { name: string },
): Promise<void> {
  if (!name.trim() || [...name].length > 256) {
    throw new CommandError('The name of an account must have 1 to 256 characters.')
  }
  const account = await withNewInstallation(context, 'accounts', ({ pool }) =>
    transaction(pool, async (tx) => {
      const made = await addAccount(tx, name.trim(), accountDefaults(context.config()), Date.now())
      await recordCommand(tx, made.environments.live, 'createAccount', null)
      return made
    }),
  )
  if (json) return context.out(JSON.stringify(accountJson(account)))
  context.out(`Created account ${account.id}, "${account.name}" (${account.tier}).`)
  context.out(
    `To create its first key: ${RECKONER} keys create --mode test --account ${account.id}`,
  )
}

async function setTier(context: Context, tier: Tier, options: TierOptions): Promise<void> {
  const limit = options.limit ?? null
  if (limit !== null && tier !== 'enterprise') {
    throw new CommandError(
      `The tier ${tier} has a fixed limit. Leave out --limit, or choose enterprise.`,
    )
  }
  const account = await withInstallation(context, 'accounts', async ({ pool }) => {
    const { id } = await getAccount(pool, options.account)
    return transaction(pool, async (tx) => {
      await updateTier(tx, id, tier, limit)
      const live = await findEnvironment(tx, id, 'live')
      if (live) await recordCommand(tx, live.id, 'setTier', null)
      return getAccount(tx, id)
    })
  })
  if (options.json) return context.out(JSON.stringify(accountJson(account)))
  context.out(
    `Account ${account.id}, "${account.name}", is now ${tier}: ${quotaOf(account)} requests per minute in each environment.`,
  )
}

/** The account with this ID; the first one if none is given. */
export async function getAccount(db: Db, id: number | undefined): Promise<Account> {
  const accounts = await listAccounts(db)
  const account = id === undefined ? accounts[0] : accounts.find((each) => each.id === id)
  if (account) return account
  throw new CommandError(
    id === undefined
      ? `There is no account yet. Create one with "${RECKONER} accounts create --name <name>".`
      : `There is no account ${id}. "${RECKONER} accounts list" lists all accounts.`,
  )
}

const quotaOf = (account: Account): string => String(policyOf(account).quota ?? 'unlimited')

function accountJson(account: Account): object {
  const { id, name, tier, default_currency, payment_terms_days, time_zone, created_at } = account
  return {
    id,
    name,
    tier,
    requests_per_minute: policyOf(account).quota,
    default_currency,
    payment_terms_days,
    time_zone,
    created_at: timestamp(created_at),
  }
}

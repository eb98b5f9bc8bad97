// `reckoner accounts revoke-descendants`: takes back what test keys let in, by the actions of the API.

import type { Command } from 'commander'
import type { Database } from '../app/database.ts'
import { TABLES } from '../app/written.ts'
import type { CommandAction } from '../domain/audit-actions.ts'
import { BillingError } from '../domain/errors.ts'
import type { Descendant } from '../features/access-review/actions.ts'
import { findDescendants, tellDescendant } from '../features/access-review/actions-find.ts'
import { type Action, createEnvironments, findEnvironment } from '../features/accounts/store.ts'
import { revokeApiKey } from '../features/api-keys/actions-manage.ts'
import { endResets } from '../features/links/store.ts'
import { removeMember, updateMember } from '../features/members/actions.ts'
import { findMembers, parseMemberId } from '../features/members/store.ts'
import { deleteSessions } from '../features/sessions/store.ts'
import { createPasswords } from '../features/users/actions.ts'
import { setPassword } from '../features/users/store.ts'
import { deleteEndpoint } from '../features/webhook-endpoints/actions.ts'
import { parseEndpointId } from '../features/webhook-endpoints/schemas.ts'
import { createHeads } from '../platform/db/chain-heads.ts'
import { Lane } from '../platform/db/lane.ts'
import { openPool, transaction } from '../platform/db/pool.ts'
import { randomText } from '../platform/random-text.ts'
import { loadKeyRing } from '../platform/secret.ts'
import { ACCOUNT_OPTION, getAccount } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'
import { commandOrigin, recordCommand } from './recorded.ts'

interface Options extends JsonOption {
  account?: number
  keep: string[]
  yes?: true
}

export function addRevokeDescendants(accounts: Command, context: Context): void {
  accounts
    .command('revoke-descendants')
    .description(
      'Revoke members, roles, passwords, keys and endpoints that trace back to a test key',
    )
    .option('--keep <id>', 'keep this one and stop listing it; repeatable', collect, [])
    .option('--yes', 'revoke them; otherwise only list them')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('accounts revoke-descendants'))
    .action((options: Options) => revokeDescendants(context, options))
}

const collect = (id: string, before: string[]): string[] => [...before, id]

async function revokeDescendants(context: Context, options: Options): Promise<void> {
  const { json, yes, keep } = options
  const outcome = await withInstallation(context, 'accounts', async (database) => {
    const { pool } = database
    const { id: account_id } = await getAccount(pool, options.account)
    const live = await findEnvironment(pool, account_id, 'live')
    if (!live) throw new CommandError(`Account ${account_id} has no live environment.`)
    const account = { account_id, environment_id: live.id }
    const descendants = await findDescendants(pool, account, Date.now())
    assertKnown(keep, descendants)
    const done = yes ? await revokeAll(context, database, live.id, { descendants, keep }) : []
    return { account_id, descendants, done, left: await findDescendants(pool, account, Date.now()) }
  })
  if (json) return context.out(JSON.stringify(outcome))
  tell(context, outcome, yes ?? false)
}

function assertKnown(keep: readonly string[], descendants: readonly Descendant[]): void {
  const unknown = keep.find((id) => !descendants.some(({ object_id }) => object_id === id))
  if (unknown === undefined) return
  throw new CommandError(`Nothing called ${unknown} descends from a test key: leave --keep out.`)
}

interface Outcome {
  account_id: number
  descendants: Descendant[]
  done: string[]
  left: Descendant[]
}

function tell(context: Context, { account_id, descendants, done, left }: Outcome, yes: boolean) {
  if (descendants.length === 0) {
    return context.out(`Nothing in account ${account_id} descends from a test key.`)
  }
  for (const each of descendants) context.out(`${tellDescendant(each)}.`)
  context.out('')
  for (const sentence of done) context.out(sentence)
  if (!yes) {
    context.out('Nothing was changed. To revoke all of it, run this again with --yes; --keep <id>')
    context.out('leaves one of them, from now on.')
  } else if (left.length > 0) {
    context.out(`Left: ${left.map(({ object_id }) => object_id).join(', ')}.`)
  }
}

interface Work {
  pool: Database['pool']
  environment_id: number
  /** Does what the API would, and writes down that a command did it. */
  act<I, F>(name: CommandAction, action: Action<I, F>, input: I): Promise<void>
}

async function revokeAll(
  context: Context,
  { pool, connection }: Database,
  environment_id: number,
  { descendants, keep }: { descendants: Descendant[]; keep: string[] },
): Promise<string[]> {
  const writes = openPool(connection, { size: 1, byKeyOnly: true })
  const config = context.config()
  const environments = createEnvironments(() => config.publicUrl, createHeads(loadKeyRing(config)))
  const lane = new Lane({ pool: writes, tables: TABLES, environments, wallNow: Date.now })
  const work: Work = {
    pool,
    environment_id,
    async act(name, action, input) {
      const origin = commandOrigin(name)
      await lane.submit({
        action,
        environment_id,
        input,
        ifMatch: undefined,
        claim: undefined,
        origin,
      })
    },
  }
  const done: string[] = []
  try {
    for (const [id, reasons] of byObject(descendants)) {
      done.push(await revokeOne(work, id, reasons, keep.includes(id)))
    }
  } finally {
    await lane.close()
    await writes.end()
  }
  return done
}

/** Keys and endpoints before the people who could make more. */
function byObject(descendants: readonly Descendant[]): [string, Descendant[]][] {
  const found = new Map<string, Descendant[]>()
  for (const each of descendants.toSorted((a, b) => rank(a) - rank(b))) {
    found.set(each.object_id, [...(found.get(each.object_id) ?? []), each])
  }
  return [...found]
}

const rank = ({ kind }: Descendant): number =>
  ['member', 'api_key', 'webhook_endpoint', 'account'].indexOf(kind)

/** Revokes one of them; answers what was done, or why it was not. */
async function revokeOne(
  work: Work,
  id: string,
  found: readonly Descendant[],
  kept: boolean,
): Promise<string> {
  const [{ kind, name } = { kind: 'account' as const, name: id }] = found
  const { pool, environment_id } = work
  if (kept) {
    await recordCommand(pool, environment_id, 'keepAccess', id)
    return `Kept ${name} (${id}).`
  }
  if (kind === 'api_key') {
    await work.act('revokeApiKey', revokeApiKey, { id, at: Date.now() })
    return `Revoked the key ${name} (${id}).`
  }
  if (kind === 'webhook_endpoint') {
    await work.act('deleteWebhookEndpoint', deleteEndpoint, { id: parseEndpointId(id) ?? '' })
    return `Deleted the endpoint ${name} (${id}).`
  }
  if (kind === 'member') return revokeMember(work, id, found)
  return `Check the settings of the account (${id}), above all the bank details; then --keep ${id}.`
}

/** As an owner would: who was let in goes, who was there gets the least role and a password nobody has. */
async function revokeMember(
  work: Work,
  ref: string,
  found: readonly Descendant[],
): Promise<string> {
  const { environment_id } = work
  const id = parseMemberId(ref) ?? ''
  const [member] = await findMembers(work.pool, [{ environment_id, id }])
  const by = { environment_id, own: 'owner' as const, scopes: ['*'], at: Date.now(), id }
  const was = (reason: Descendant['reason']) => found.some((each) => each.reason === reason)
  const name = `${found[0]?.name} (${ref})`
  try {
    if (was('invited')) {
      await work.act('removeMember', removeMember, by)
      await lockOut(work, ref, member?.user_id ?? null, false)
      return `Removed ${name}.`
    }
    if (was('role')) await work.act('updateMember', updateMember, { ...by, role: 'viewer' })
    if (was('password')) await lockOut(work, ref, member?.user_id ?? null, true)
  } catch (error) {
    if (!(error instanceof BillingError) || error.code !== 'last_owner') throw error
    return `Left ${name}, the only owner of the account: make someone else an owner with "reckoner owner-link", then run this again.`
  }
  const role = was('role') ? ' is a viewer now; give the right role in the dashboard' : ''
  const password = was('password') ? ' is signed out and needs a new link to set a password' : ''
  return `${name}${[role, password].filter(Boolean).join(', and')}.`
}

/** Ends what somebody is signed in with, and the password where it may be known to others. */
async function lockOut(work: Work, ref: string, user: string | null, password: boolean) {
  if (user === null) return
  const hash = password ? await createPasswords().hash(randomText(40)) : undefined
  await transaction(work.pool, async (tx) => {
    if (hash !== undefined) {
      await setPassword(tx, { id: user, password: hash }, Date.now())
      await endResets(tx, user)
      await recordCommand(tx, work.environment_id, 'resetPassword', ref)
    }
    await deleteSessions(tx, user)
  })
}

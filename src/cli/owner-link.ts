// `reckoner owner-link`: creates a link that makes its recipient an owner, even if every owner is locked out.

import type { Command } from 'commander'
import { recordCommand } from '../app/command-audit.ts'
import { normalEmail } from '../domain/password.ts'
import { findEnvironment } from '../features/accounts/store.ts'
import { createOwnerLink, linkUrl } from '../features/links/create.ts'
import { userRef } from '../features/users/passwords.ts'
import { findUser } from '../features/users/store.ts'
import { transaction } from '../platform/db/pool.ts'
import { ACCOUNT_OPTION, getAccount } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withNewInstallation } from './installation.ts'

interface Options extends JsonOption {
  account?: number
  email?: string
}

export function addOwnerLink(program: Command, context: Context): void {
  program
    .command('owner-link')
    .description('Create a link that makes someone an owner; it works once and expires in 24 hours')
    .option('--email <address>', 'for an existing user, the link also sets a new password')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('owner-link'))
    .action((options: Options) => ownerLink(context, options))
}

async function ownerLink(context: Context, { account, email, json }: Options): Promise<void> {
  const at = Date.now()
  const token = await withNewInstallation(context, 'owner-link', async ({ pool }, secretKey) => {
    const { id } = await getAccount(pool, account)
    const live = await findEnvironment(pool, id, 'live')
    if (!live) throw new CommandError(`Account ${id} has no live environment.`)
    const address = email === undefined ? undefined : normalEmail(email)
    const user = address === undefined ? undefined : await findUser(pool, address)
    const whose = {
      ...(address !== undefined && { email: address }),
      ...(user && { user_id: user.id }),
    }
    return transaction(pool, async (tx) => {
      await recordCommand(tx, live.id, 'createOwnerLink', user ? userRef(user.id) : null)
      return createOwnerLink(tx, secretKey, { environment_id: live.id, ...whose }, at)
    })
  })
  const url = linkUrl(context.config().publicUrl, token)
  if (json) return context.out(JSON.stringify({ url }))
  context.out(url)
  context.out('')
  context.out('Anyone who opens this link becomes an owner. It works once and expires in 24 hours.')
}

// `reckoner accounts reset-second-factor`: restores access for a user who has lost phone and recovery codes.

import type { Command } from 'commander'
import { recordCommand } from '../app/command-audit.ts'
import { normalEmail } from '../domain/password.ts'
import { liveEnvironmentsOf } from '../features/members/store.ts'
import { deleteSecondFactor } from '../features/second-factors/store.ts'
import { deleteSessions } from '../features/sessions/store.ts'
import { deleteChallenges } from '../features/sessions/store-challenges.ts'
import { userRef } from '../features/users/passwords.ts'
import { findUser, lockUser } from '../features/users/store.ts'
import { transaction } from '../platform/db/pool.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'

export function addResetSecondFactor(accounts: Command, context: Context): void {
  accounts
    .command('reset-second-factor')
    .description("Turn off a person's second factor and sign them out; the password stays")
    .argument('<email>', 'the email of the person')
    .option(...JSON_OPTION)
    .addHelpText('after', example('accounts reset-second-factor ada@example.com'))
    .action((email: string, options: JsonOption) => reset(context, normalEmail(email), options))
}

async function reset(context: Context, email: string, { json }: JsonOption): Promise<void> {
  const ended = await withInstallation(context, 'accounts', async ({ pool }) => {
    const user = await findUser(pool, email)
    if (!user) throw new CommandError(`There is no user with the email ${email}.`)
    return transaction(pool, async (tx) => {
      await lockUser(tx, user.id)
      if (!(await deleteSecondFactor(tx, user.id))) {
        throw new CommandError(`${email} has no second factor.`)
      }
      await deleteChallenges(tx, user.id)
      for (const environment of await liveEnvironmentsOf(tx, user.id)) {
        await recordCommand(tx, environment, 'resetSecondFactor', userRef(user.id))
      }
      return deleteSessions(tx, user.id)
    })
  })
  if (json) return context.out(JSON.stringify({ email, sessions_ended: ended }))
  context.out(`${email} now signs in with the password alone, and was signed out everywhere.`)
}

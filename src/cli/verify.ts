// `reckoner verify`: recomputes the books and shows every difference.

import type { Command } from 'commander'
import { type Check, type Report, verify } from '../features/verification/actions.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'

export function addVerify(program: Command, context: Context): void {
  program
    .command('verify')
    .description('Recompute the books from the documents; fails when anything differs')
    .option(...JSON_OPTION)
    .addHelpText('after', example('verify'))
    .action(async ({ json }: JsonOption) => {
      const print = json ? undefined : printer(context)
      const report = await withInstallation(context, 'verify', ({ pool }) => verify(pool, print))
      if (json) context.out(JSON.stringify(report))
      else if (report.clean) context.out('\nThe books are in order.')
      if (!report.clean) throw new CommandError(summary(report))
    })
}

/** Prints each check that had something to look at, as it is done, under a heading for its environment. */
function printer(context: Context): (check: Check) => void {
  let heading = ''
  return (check) => {
    const { account_id, mode, name, checked, what, about, differences, examples } = check
    const next = `Account ${account_id}, ${mode}`
    if (next !== heading) context.out(heading ? `\n${next}` : next)
    heading = next
    if (checked === 0 && differences === 0) return
    const count = `${what}: ${checked.toLocaleString('en')}`
    context.out(`  ${differences === 0 ? '✓' : '✗'} ${name.padEnd(13)} ${about} (${count})`)
    for (const sentence of examples) context.out(`      ${sentence}`)
    const untold = differences - examples.length
    if (untold > 0) context.out(`      and ${untold.toLocaleString('en')} more`)
  }
}

function summary({ checks }: Report): string {
  const failed = checks.filter((check) => check.differences > 0)
  const names = [...new Set(failed.map((check) => check.name))].join(', ')
  return `The books differ in ${failed.length} of ${checks.length} checks (${names}): keep a copy of the database as it is, and find out who changed it from outside before you mend it.`
}

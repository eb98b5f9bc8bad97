// `reckoner verify`: recomputes the books and shows every difference.

import type { Command } from 'commander'
import { verify } from '../app/verify.ts'
import { type Against, type GivenHead, readHead } from '../features/verification/chain.ts'
import type { Check, Report } from '../features/verification/verify.ts'
import { createHeads, type Heads } from '../platform/db/chain-heads.ts'
import { findKeyRing } from '../platform/secret.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'

export function addVerify(program: Command, context: Context): void {
  program
    .command('verify')
    .description('Recompute the books from the documents; fails if anything differs')
    .option(...JSON_OPTION)
    .option(
      '--head <heads...>',
      'a head printed by an earlier run; fails if it is no longer in the chain',
    )
    .addHelpText('after', example('verify'))
    .action(async ({ json, head = [] }: JsonOption & { head?: string[] }) => {
      const print = json ? undefined : printer(context)
      const against = againstOf(context, head)
      const report = await withInstallation(context, 'verify', ({ pool }) =>
        verify(pool, print, against),
      )
      if (json) context.out(JSON.stringify(report))
      else {
        printGateways(context, report)
        printHeads(context, report)
      }
      if (!json && report.clean) context.out('\nThe books are in order.')
      assertHere(against, report)
      if (!report.clean) throw new CommandError(summary(report))
    })
}

/** The references for hash chains: this installation's key, if it is here, and earlier heads. */
function againstOf(context: Context, texts: readonly string[]): Against {
  const keys = findKeyRing(context.config())
  const heads = keys && createHeads(keys)
  return { heads, given: texts.map((text) => givenHead(text, heads)) }
}

function givenHead(text: string, heads: Heads | undefined): GivenHead {
  const given = readHead(text, heads)
  if (given) return given
  throw new CommandError(
    `"${text}" is not a head printed by "verify" of this installation. Pass the complete head, such as 2:17:…, without the account.`,
  )
}

/** Refuses a head of a missing environment, which cannot be compared and must not be ignored. */
function assertHere({ given }: Against, { heads }: Report): void {
  for (const { environment_id: id } of given) {
    if (heads.some(({ head }) => head.startsWith(`${id}:`))) continue
    throw new CommandError(
      `A given head is of environment ${id}, which does not exist: it was removed, or the head is of another installation.`,
    )
  }
}

/** Prints what gateways had when they were compared last, if any was. */
function printGateways(context: Context, { gateways }: Report): void {
  const shown = gateways.filter(({ compared, examples }) => compared > 0 || examples.length > 0)
  if (shown.length > 0) context.out('\nReconciliation with gateways, as of the last comparison:')
  for (const { account_id, mode, compared, open_differences: open, examples } of shown) {
    const counts = `${compared.toLocaleString('en')} payments compared, ${open.toLocaleString('en')} open differences`
    context.out(`  Account ${account_id}, ${mode}: ${counts}`)
    for (const sentence of examples) context.out(`      ${sentence}`)
  }
}

function printHeads(context: Context, { heads }: Report): void {
  if (heads.length === 0) return
  context.out(
    '\nKeep these heads in another place. Later, "verify --head <head>" shows if history was rewritten:',
  )
  for (const { account_id, mode, head } of heads) {
    context.out(`  Account ${account_id}, ${mode}: ${head}`)
  }
}

/** Prints each check that had data to examine as it completes, under a heading for its environment. */
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
    const omitted = differences - examples.length
    if (omitted > 0) context.out(`      and ${omitted.toLocaleString('en')} more`)
  }
}

function summary({ checks }: Report): string {
  const failed = checks.filter((check) => check.differences > 0)
  const names = [...new Set(failed.map((check) => check.name))].join(', ')
  return `The books differ in ${failed.length} of ${checks.length} checks (${names}). Keep a copy of the database, and find out what changed it before you repair it.`
}

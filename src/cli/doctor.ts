// `reckoner doctor`: checks everything the service needs, and gives a remedy for each failed check.

import type { Command } from 'commander'
import { type Config, ConfigError } from '../platform/config.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { examineDatabase } from './doctor-database.ts'
import { examineFonts } from './doctor-fonts.ts'
import { examineDataFolder, examineDisk, examinePort, examineTls } from './doctor-machine.ts'
import { examineMail } from './doctor-mail.ts'
import { examineTogether } from './doctor-proxy.ts'
import { CommandError } from './failure.ts'
import { type Finding, green, red } from './finding.ts'

export function addDoctor(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('Check settings, disk, clock, port and database, and suggest fixes')
    .option(...JSON_OPTION)
    .addHelpText('after', example('doctor'))
    .action(async ({ json }: JsonOption) => {
      const print = json ? () => undefined : printer(context)
      const findings: Finding[] = []
      for await (const finding of examine(context)) {
        findings.push(finding)
        print(finding)
      }
      const bad = findings.filter((finding) => !finding.ok)
      if (json) context.out(JSON.stringify({ ok: bad.length === 0, findings }))
      if (bad.length > 0) throw new CommandError(summary(bad))
    })
}

async function* examine(context: Context): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = context.config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) {
      yield red(
        'settings',
        problem,
        'Correct it in the environment or in .env, then run this command again.',
      )
    }
    return
  }
  yield green('settings', 'all valid')
  yield* examineDataFolder(config)
  yield* examineDisk(config)
  yield* examineTls(config)
  yield* examineTogether(config)
  yield* examineMail(config)
  yield await examineFonts(config)
  yield await examinePort(config)
  yield* examineDatabase(context, config)
}

function printer({ isTerminal, env, out }: Context): (finding: Finding) => void {
  const colours = isTerminal && !env.NO_COLOR
  const paint = (code: number, text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text)
  return ({ name, ok, warning, text, remedy }) => {
    const mark = warning ? paint(33, '!') : ok ? paint(32, '✓') : paint(31, '✗')
    out(`${mark} ${name.padEnd(11)} ${text}`)
    if (remedy) out(`${' '.repeat(14)}→ ${remedy}`)
  }
}

function summary(bad: Finding[]): string {
  const names = [...new Set(bad.map((finding) => finding.name))].join(', ')
  return `${bad.length} of the lines above ${bad.length === 1 ? 'is' : 'are'} red (${names}); each says what to do.`
}

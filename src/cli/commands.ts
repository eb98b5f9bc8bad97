// The command line: every command, and one sentence when a command fails.

import { Command, CommanderError } from 'commander'
import { isCurrency } from '../domain/currencies.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { version } from '../platform/version.ts'
import { addAccounts } from './accounts.ts'
import { addBackup } from './backup.ts'
import type { Context, Terminal } from './context.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { sentenceOf } from './failure.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addMcp } from './mcp.ts'
import { addMigrate } from './migrate.ts'
import { addOpenapi } from './openapi.ts'
import { addOwnerLink } from './owner-link.ts'
import { addRestore } from './restore.ts'
import { addSecretKey } from './secret-key.ts'
import { addServe, addWork } from './serve.ts'
import { addSimulate } from './simulate.ts'
import { addTrigger } from './trigger.ts'
import { addUpgradeDatabase } from './upgrade-database.ts'
import { addVerify } from './verify.ts'

/** Runs one command and returns its exit code: 0, or 1 with a sentence on standard error. */
export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal = ownTerminal(),
): Promise<number> {
  const context = createContext(env, terminal)
  try {
    const program = createProgram(context)
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Help and version end here too, with code 0.
    if (error instanceof CommanderError) return error.exitCode
    explain(context, error)
    return 1
  }
}

export function createProgram(context: Context): Command {
  const program = new Command('reckoner')
    .description('Self-hosted billing.')
    .version(version(), '--version', 'print the version')
    .helpCommand(false)
    .helpOption('--help', 'print help')
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.note(text.trimEnd()),
      outputError: (text, write) => write(sentence(text)),
      getOutHelpWidth: () => 90,
      getErrHelpWidth: () => 90,
    })
    .addHelpText(
      'after',
      '\nIn a checkout: npm run -s reckoner -- <command>. Settings come from the environment and .env.',
    )
  for (const add of [
    addServe,
    addWork,
    addMigrate,
    addAccounts,
    addKeys,
    addSecretKey,
    addOwnerLink,
    addListen,
    addTrigger,
    addSimulate,
    addMcp,
    addDemo,
    addVerify,
    addBackup,
    addRestore,
    addExport,
    addUpgradeDatabase,
    addOpenapi,
    addDoctor,
  ]) {
    add(program, context)
  }
  return program
}

/** Commander's error messages in this project's style. */
function sentence(text: string): string {
  const line = text
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^option '(\S+).*?' argument '(.*)' is invalid\./, '$1 "$2" is not valid.')
    .replace(
      /^command-argument value '(.*)' is invalid for argument '(.*)'\./,
      '$2 "$1" is not valid.',
    )
    .trim()
  const start = line.charAt(0).toUpperCase() + line.slice(1)
  return /[.?)]$/.test(start) ? start : `${start}.`
}

function createContext(env: NodeJS.ProcessEnv, terminal: Terminal): Context {
  let config: Config | undefined
  return {
    ...terminal,
    env,
    config: () => (config ??= loadConfig(env, process.cwd(), { isCurrency })),
  }
}

function ownTerminal(): Terminal {
  // The reader of our output, such as `head`, may close the pipe before the end.
  process.stdout.on('error', () => undefined)
  return {
    isTerminal: process.stdout.isTTY === true,
    out: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    ...(process.stderr.isTTY === true && {
      // Moves to the start of the line and clears it (ECMA-48).
      redraw: (line: string) => void process.stderr.write(`\r\x1b[K${line}`),
    }),
  }
}

function explain(context: Context, error: unknown): void {
  const known = sentenceOf(error, settingsOf(context))
  const debug = /^(debug|trace)$/.test(context.env.LOG_LEVEL ?? '')
  const message = error instanceof Error ? error.message : String(error)
  const sentence = message.replace(/\.$/, '')
  context.note(known ?? `Something went wrong: ${sentence}. LOG_LEVEL=debug shows where.`)
  if (debug && error instanceof Error) context.note(String(error.stack))
}

function settingsOf(context: Context): Config | undefined {
  try {
    return context.config()
  } catch {
    return undefined // the write error is the failure to report
  }
}

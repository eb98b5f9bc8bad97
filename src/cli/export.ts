// `reckoner export`: writes a consistent snapshot of an account's data, one object per line.

import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Command, Option } from 'commander'
import type pg from 'pg'
import type { Database } from '../app/database.ts'
import { type Exported, exportObjects } from '../app/exported.ts'
import { type Account, findEnvironment } from '../features/accounts/store.ts'
import { connectSeparately } from '../platform/db/pool.ts'
import type { Mode } from '../platform/key-text.ts'
import { onStopSignal } from '../platform/stop-signals.ts'
import { version } from '../platform/version.ts'
import { ACCOUNT_OPTION, getAccount } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'
import { assertNew, makeFile } from './new-file.ts'

interface ExportOptions extends JsonOption {
  account?: number
  mode?: Mode
}

/** The version of the file format; it increases when an old reader would misread a file. */
const FORMAT = 1
const BATCH_BYTES = 1 << 16

export function addExport(program: Command, context: Context): void {
  program
    .command('export')
    .description('Export all objects of an account as JSON Lines, as a consistent snapshot')
    .argument(
      '<file>',
      'the file to create, compressed if its name ends in .gz; - is standard output',
    )
    .option(...ACCOUNT_OPTION)
    .addOption(
      new Option('--mode <mode>', 'the environment to export (default: both)').choices([
        'test',
        'live',
      ]),
    )
    .option(...JSON_OPTION)
    .addHelpText('after', example('export account.jsonl.gz'))
    .action((file: string, options: ExportOptions) => exportAccount(context, file, options))
}

async function exportAccount(
  context: Context,
  file: string,
  options: ExportOptions,
): Promise<void> {
  const toOutput = file === '-'
  const path = resolve(file)
  if (!toOutput) assertNew(path)
  else if (options.json) {
    throw new CommandError(
      '--json cannot be used when the objects go to standard output. Leave it out.',
    )
  }
  const stop = new AbortController()
  onStopSignal(() => stop.abort())
  const summary: Summary = { created_at: '', counts: {} }
  const write = (lines: AsyncIterable<string>, to: Writable, gzip: boolean) =>
    gzip
      ? pipeline(Readable.from(lines), createGzip(), to, { signal: stop.signal })
      : pipeline(Readable.from(lines), to, { signal: stop.signal, end: !toOutput })
  await withInstallation(context, 'export', async (database) => {
    const client = await connectSeparately(database.pool)
    stop.signal.addEventListener('abort', () => void client.end())
    const lines = batched(linesOf(context, { client, database, options, summary }))
    try {
      if (toOutput) return await write(lines, process.stdout, false)
      await makeFile(path, 'export', (draft) => {
        const to = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
        return write(lines, to, path.endsWith('.gz'))
      })
    } finally {
      await client.end()
    }
  }).catch((error: unknown) => {
    throw stop.signal.aborted ? new CommandError('Stopped. No export was created.') : error
  })
  const { created_at, counts } = summary
  if (options.json) return context.out(JSON.stringify({ file: path, created_at, counts }))
  const total = Object.values(counts).flatMap((each) => Object.values(each))
  const objects = total.reduce((sum, count) => sum + count, 0).toLocaleString('en')
  const sentence = `Exported ${objects} objects to ${toOutput ? 'standard output' : path}, as of ${created_at}.`
  if (toOutput) context.note(sentence)
  else context.out(sentence)
}

type Counts = Record<string, number>

interface Summary {
  created_at: string
  counts: Partial<Record<Mode, Counts>>
}

interface Source {
  client: pg.Client
  database: Database
  options: ExportOptions
  /** Collects the contents of the lines for the summary. */
  summary: Summary
}

/** Yields the lines of an export: a head, each environment with its objects, and a foot with their counts. */
async function* linesOf(
  context: Context,
  { client, options, summary }: Source,
): AsyncGenerator<string> {
  await client.query('begin isolation level repeatable read read only')
  const account = await getAccount(client, options.account)
  summary.created_at = new Date().toISOString()
  yield JSON.stringify({
    object: 'export',
    format: FORMAT,
    version: version(),
    account: { id: account.id, name: account.name },
    created_at: summary.created_at,
  })
  for (const mode of options.mode ? [options.mode] : (['live', 'test'] as const)) {
    const counts: Counts = {}
    summary.counts[mode] = counts
    yield JSON.stringify({ object: 'environment', mode })
    const exported = await environmentOf(context, client, account, mode)
    for await (const { kind, objects } of exportObjects(client, exported)) {
      counts[kind] = (counts[kind] ?? 0) + objects.length
      if (objects.length > 0) yield* objects
      else context.note(`Wrote ${kind} of ${mode}: ${counts[kind].toLocaleString('en')}`)
    }
  }
  yield JSON.stringify({ object: 'export_end', counts: summary.counts })
}

async function environmentOf(
  context: Context,
  client: pg.Client,
  account: Account,
  mode: Mode,
): Promise<Exported> {
  const environment = await findEnvironment(client, account.id, mode)
  if (!environment) throw new Error(`Account ${account.id} has no ${mode} environment.`)
  return { environmentId: environment.id, mode, publicUrl: context.config().publicUrl }
}

/** Groups lines into chunks of a size that suits streams. */
async function* batched(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting: string[] = []
  let size = 0
  for await (const line of lines) {
    waiting.push(line, '\n')
    size += line.length + 1
    if (size < BATCH_BYTES) continue
    yield waiting.join('')
    waiting = []
    size = 0
  }
  yield waiting.join('')
}

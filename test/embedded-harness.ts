// Data folders and the processes that own them, for the tests of the embedded database.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { Connection } from '../src/platform/db/embedded/connection.ts'
import { workersIn } from '../src/platform/db/embedded/postmaster.ts'
import { type EmbeddedServer, startEmbedded } from '../src/platform/db/embedded/server.ts'
import { makeServerFolder } from './cluster.ts'
import { count } from './costs.ts'

const source = join(import.meta.dirname, '../src/platform')
const folders: string[] = []
const children: ChildProcess[] = []

/** Kills processes that a failed test has left running, and deletes the folders. */
export function clearAway(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    const data = join(folder, 'postgres')
    for (const pid of existsSync(data) ? workersIn(data) : []) killNow(pid)
    // A killed process can still be writing a last file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 50 })
  }
}

/** A process that owns a data folder until it gets a signal to stop, and then runs a query, which must succeed. */
const HOLDER = `
  import pg from ${JSON.stringify(import.meta.resolve('pg'))}
  import { startEmbedded } from ${JSON.stringify(join(source, 'db/embedded/server.ts'))}
  import { onStopSignal } from ${JSON.stringify(join(source, 'stop-signals.ts'))}
  const [dataDir, command] = process.argv.slice(1)
  const server = await startEmbedded({ dataDir, command, log: () => {} }).catch((error) => {
    console.log('refused: ' + error.message)
    process.exit(1)
  })
  console.log(server.pid())
  onStopSignal(async () => {
    const client = new pg.Client(server.connection)
    await client.connect()
    await client.query('insert into said values (1)').catch(() => {})
    await client.end()
    await server.stop()
    process.exit(0)
  })
  setInterval(() => {}, 60_000)
`

export function hold(dataDir: string, command = 'serve'): ChildProcess {
  count('servers')
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', HOLDER, dataDir, command],
    // Its own process group, like the one that a terminal creates.
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  return child
}

export async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout)
  const lines = createInterface(child.stdout)
  const none = once(lines, 'close').then(() => assert.fail('it ended without a line'))
  const [line] = await Promise.race([once(lines, 'line'), none])
  return line
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

export function killNow(pid: number | undefined): void {
  assert.ok(pid)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}

export function newFolder(): string {
  const folder = makeServerFolder()
  folders.push(folder)
  return folder
}

export function start(dataDir: string, command = 'serve'): Promise<EmbeddedServer> {
  return startEmbedded({ dataDir, command, log: () => undefined })
}

export async function query(
  connection: Connection,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it did not come true in 60 s')
    await new Promise((done) => setTimeout(done, 20))
  }
}

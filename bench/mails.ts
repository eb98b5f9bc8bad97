// Mails a second into a mail server on this machine, each with a PDF of its own, beside the library
// alone sending one such message again and again.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { MAIL_CONNECTIONS } from '../src/features/emails/sweeps.ts'
import type { Bench, Figure } from './bench.ts'
import { SPREAD } from './seed.ts'
import { Series } from './series.ts'
import { asSuperuser } from './server.ts'
import type { World } from './world.ts'

const MAILS_A_SECOND = 150
const PATIENCE_MS = 120_000
const OURS = 'mails with their PDFs'
const BARE = `nodemailer alone, the same bytes, ${MAIL_CONNECTIONS} connections`

export async function measureMails(bench: Bench, world: World): Promise<Figure[]> {
  const sink = await startSink(bench)
  const sender = startSender(bench, world, sink.port)
  const series = new Series()
  try {
    await issueInvoices(world)
    for (let round = -1; round < bench.rounds; round++) {
      bench.say(round < 0 ? 'mails, warming up' : `mails, round ${round + 1} of ${bench.rounds}`)
      const count = MAILS_A_SECOND * bench.seconds
      await sink.ask('DELETE')
      await writeMails(world, (round + 1) * count, count)
      const told = await sink.until(count)
      const rate = await sendBarely(bench, sink.port, count, told.raw)
      if (round < 0) continue
      series.add(OURS, { answered: 0, rate: (count - 1) / told.seconds })
      series.add(BARE, { answered: 0, rate })
    }
  } finally {
    for (const child of [sender, sink.child]) {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
  }
  return [
    {
      name: 'mails',
      about: `${OURS}, over ${MAIL_CONNECTIONS} connections`,
      unit: '/s',
      values: series.values(OURS),
      beside: [series.reference(BARE, undefined)],
    },
  ]
}

/** Another process on the same database: the one that sends. */
function startSender(bench: Bench, { server }: World, port: number): ChildProcess {
  const { host, user, password, database } = server.connection
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${server.connection.port}/${database}?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), 'serve'], {
    cwd: bench.folder,
    env: {
      DATABASE_URL: url,
      SECRET_KEY: server.secretKey,
      PORT: '0',
      LOG_LEVEL: 'warn',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'billing@example.com',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    signal: bench.signal,
  })
  child.on('error', () => undefined) // aborted: what waits for it fails as well
  return child
}

const liveIn = (world: World) => `environment_id in (
  select id from environments where mode = 'live' and id between ${world.tenants.firstEnvironment}
    and ${world.tenants.firstEnvironment + SPREAD - 1})`

const SNAPSHOT = {
  seller: { name: 'Nordlicht Inc.', time_zone: 'UTC', city: 'Toronto', country: 'CA' },
  customer: { id: 1, name: 'Maple Inc.', email: 'ada@example.com', language: 'en', country: 'CA' },
}

/** The seeded invoices, as if they had been issued. */
async function issueInvoices(world: World): Promise<void> {
  await asSuperuser(world.server, world.server.connection.database, (client) =>
    client.query(
      `update invoices set status = 'posted', finalized_at = created_at, overdue_at = '2099-01-01',
         hosted_token = md5(id::text || environment_id), snapshot = $1, derivation = '{}',
         notes = 'Reference ' || environment_id || '/' || id
       where ${liveIn(world)} and status = 'draft'`,
      [JSON.stringify(SNAPSHOT)],
    ),
  )
}

/** A mail for each of so many invoices that had none before. */
async function writeMails(world: World, from: number, count: number): Promise<void> {
  const written = await asSuperuser(world.server, world.server.connection.database, (client) =>
    client.query(
      `insert into emails (environment_id, id, kind, status, invoice_id, customer_id, to_name,
         to_address, from_name, from_address, reply_to, language, message_id, subject, facts,
         attempts, next_attempt_at, created_at)
       select environment_id, gen_random_uuid(), 'invoice', 'pending', id, customer_id, 'Ada',
         'ada@example.com', 'Nordlicht Inc.', 'billing@example.com', '', 'en',
         gen_random_uuid() || '@example.com', 'Invoice ' || number || ' from Nordlicht Inc.',
         '{"kind":"invoice","status":"posted","amount_paid":0}', 0, now(), now()
       from invoices where ${liveIn(world)} and status = 'posted'
       order by environment_id, id offset $1 limit $2`,
      [from, count],
    ),
  )
  if (written.rowCount !== count) throw new Error(`${written.rowCount} mails, not ${count}.`)
}

async function sendBarely(bench: Bench, port: number, count: number, raw: string): Promise<number> {
  const script = join(import.meta.dirname, 'bare-mailer.ts')
  const args = [script, `${port}`, `${MAIL_CONNECTIONS}`, `${count}`]
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    signal: bench.signal,
  })
  child.stdin.end(raw)
  return (JSON.parse(await text(child.stdout)) as { rate: number }).rate
}

interface Told {
  arrived: number
  seconds: number
  raw: string
}

async function startSink({ signal }: Bench) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mail-sink.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  child.on('error', () => undefined)
  const [line] = await once(child.stdout, 'data', { signal })
  const [port, told] = String(line).trim().split(' ').map(Number) as [number, number]
  const ask = async (method: string) =>
    (await (await fetch(`http://127.0.0.1:${told}`, { method, signal })).json()) as Told
  return {
    child,
    port,
    ask,
    async until(count: number): Promise<Told> {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const now = await ask('GET')
        if (now.arrived === count) return now
        if (now.arrived > count || performance.now() > deadline) {
          throw new Error(`${now.arrived} mails came, not ${count}.`)
        }
        await pause(50, undefined, { signal })
      }
    },
  }
}

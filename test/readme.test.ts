// Runs the README and the recipes unchanged: a new user's first minutes, on a new data folder.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '..')
const START = 'npm start'
/** Commands for contributors and CI; running the tests inside a test would never end. */
const RUN_BY_CI = /^npm (?:test|run (?:check|test:all))\b/

let folder: string
let environment: NodeJS.ProcessEnv
let port: number
let server: ChildProcess
let key: string

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reckoner-readme-'))
  // If tests run as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  port = await freePort()
  environment = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port) }
  // Variables of the test run that a new user does not have.
  for (const name of ['DATABASE_URL', 'TEST_DATABASE_URL', 'NODE_TEST_CONTEXT']) {
    delete environment[name]
  }
  assert.ok(blocksOf('README.md').includes(START), 'the README says how to start')
  const [command = '', ...args] = START.split(' ')
  server = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  key = await firstKey(server)
})

after(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true })
})

function blocksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.trim())
}

/** The commands that a reader would paste, with this run's key and port. */
function script(...blocks: string[]): string {
  return blocks
    .join('\n')
    .replaceAll('svc_test_...', key)
    .replaceAll('localhost:3000', `localhost:${port}`)
}

/** A pipe, so that `/dev/stderr` can be opened as in a terminal; Node creates a socket. */
const SHELL = 'exec bash -euo pipefail 2> >(cat >&2)'

function run(commands: string): Promise<{ code: number | null; output: string; errors: string }> {
  const shell = spawn('bash', ['-c', SHELL], { cwd: root, env: environment })
  let output = ''
  let errors = ''
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  shell.stderr.on('data', (chunk) => {
    errors += chunk
  })
  shell.stdin.end(commands)
  return new Promise((done) => shell.once('close', (code) => done({ code, output, errors })))
}

/** The commands of the README that create a customer and an invoice, and print their addresses. */
const FIRST_INVOICE = blocksOf('README.md').filter((block) => /KEY=|curl/.test(block))

test('three calls create a finalized invoice, whatever data already exists', async () => {
  for (const number of ['INV-000001', 'INV-000002']) {
    const { code, output, errors } = await run(script(...FIRST_INVOICE))
    assert.equal(code, 0, errors)
    const [customer, draft] = jsonValues(errors)
    const [invoice, explanation] = jsonValues(output)
    assert.equal(draft?.customer_id, `cus_${customer?.id}`)
    assert.deepEqual(
      [invoice?.id, invoice?.customer_id, invoice?.number, invoice?.amount_due, invoice?.status],
      [draft?.id, `cus_${customer?.id}`, number, 5997, 'posted'],
    )
    assert.equal(explanation?.amount_due, 5997)
  }
})

test('every other command of the README works, or is run by CI', async () => {
  const commands = blocksOf('README.md')
    .filter((block) => block !== START && !FIRST_INVOICE.includes(block))
    .flatMap((block) => block.split('\n'))
  const ci = readFileSync(join(root, '.ci/run'), 'utf8')
  for (const command of commands) {
    if (RUN_BY_CI.test(command)) {
      assert.ok(ci.includes(command.replace(/ *#.*/, '')), `.ci/run runs: ${command}`)
      continue
    }
    const { code, output, errors } = await run(command)
    assert.equal(code, 0, `${command}\n${output}${errors}`)
  }
})

test('the recipes do what they describe', async () => {
  const [feed = '', conditional = '', dryRun = ''] = blocksOf('docs/guide/recipes.md')
  const exportKey = `KEY=${key}`

  const [page] = jsonValues((await run(script(exportKey, feed))).output)
  assert.deepEqual(
    page?.data
      .slice(0, 3)
      .map((event: { sequence: number; type: string }) => [event.sequence, event.type]),
    [
      [1, 'customer.created'],
      [2, 'invoice.created'],
      [3, 'invoice.finalized'],
    ],
  )

  const changed = await run(script(exportKey, conditional))
  const [after, refused] = jsonValues(changed.output)
  assert.equal(after?.description, 'One seat for one month', changed.output + changed.errors)
  assert.equal(refused?.error.code, 'precondition_failed')

  const [printed] = jsonValues((await run(script(exportKey, dryRun))).output)
  assert.equal(printed?.object, 'dry_run')
  assert.equal(printed?.result.name, 'Maple Bicycles')
  assert.deepEqual(
    printed?.events.map((event: { type: string }) => event.type),
    ['customer.created'],
  )
})

test('the page on the ledger does what it describes', async () => {
  const blocks = blocksOf('docs/guide/ledger.md')
  const journal = join(folder, 'journal.csv')
  const commands = blocks.map((block) =>
    block.replace('--output journal.csv', `--output ${journal}`),
  )
  const { code, output, errors } = await run(script(`KEY=${key}`, ...commands))
  assert.equal(code, 0, errors)
  const [entries, balance, aging, statement, proof] = jsonValues(output)
  // Two invoices of the README: 3 × 19.99 each.
  assert.equal(entries?.data[0].postings[0].debit, '59.97000000')
  assert.equal(balance?.currencies[0].debit, balance?.currencies[0].credit)
  assert.equal(aging?.currencies[0].total, '119.94000000')
  // Nothing was owed before the first invoice.
  assert.deepEqual([statement?.to, statement?.currencies[0].closing.balance], ['2026-10-31', 0])
  assert.equal(proof?.clean, true)
  assert.match(readFileSync(journal, 'utf8'), /^date,entry,.*,59\.97,0\.00,cad,/s)
})

test('the page on documents does what it describes', async () => {
  const [download = ''] = blocksOf('docs/guide/documents.md')
  const pdf = join(folder, 'invoice.pdf')
  const block = download.replace('-o invoice.pdf', `-o ${pdf}`)
  const { output, errors } = await run(script(...FIRST_INVOICE, block))
  assert.match(output, /}application\/pdf\n$/, errors)
  assert.match(readFileSync(pdf, 'latin1'), /^%PDF-1\.7\n/)
})

test('the page on the test clock does what it describes', async () => {
  const blocks = blocksOf('docs/guide/test-clock.md')
  const { code, output, errors } = await run(script(`KEY=${key}`, ...blocks.slice(0, 2)))
  assert.equal(code, 0, errors)
  const [advancing, ready, page] = jsonValues(output)
  assert.deepEqual([advancing?.status, ready?.status], ['advancing', 'ready'])
  assert.equal(page?.data[0].sequence, 5)
})

test('the page on payments does what it describes', async () => {
  const blocks = blocksOf('docs/guide/payments.md')
  const { code, output, errors } = await run(script(...FIRST_INVOICE, ...blocks))
  assert.equal(code, 0, errors)
  const [, , paid] = jsonValues(errors)
  const [, , listed, planned, reconciled, allocated, ...more] = jsonValues(output)
  const [refunded, returned, reversed, account, written, takenBack, credit] = more
  assert.equal(listed?.data[0].id, paid?.id)
  assert.deepEqual(planned?.retry_plan, { days: [2, 4, 8], at_hour: 9, end: 'cancel' })
  assert.equal(reconciled?.open_differences, 0)
  assert.deepEqual([paid?.status, paid?.amount, paid?.reference], ['settled', 2500, 'E2E 4711'])
  assert.deepEqual([allocated?.unallocated, returned?.status], [4000, 'reversed'])
  assert.deepEqual([refunded?.amount, refunded?.status], [1500, 'succeeded'])
  assert.deepEqual([reversed?.id, reversed?.status], [paid?.id, 'reversed'])
  assert.equal(account?.overpayment, 'balance')
  assert.deepEqual([written?.amount_written_off, takenBack?.amount_written_off], [1000, 0])
  assert.deepEqual([credit?.amount, credit?.type], ['25.00000000', 'granted'])
})

test('the page on credit notes does what it describes', async () => {
  const blocks = blocksOf('docs/guide/credit-notes.md')
  const { code, output, errors } = await run(script(...FIRST_INVOICE, ...blocks))
  assert.equal(code, 0, errors)
  const values = jsonValues(output)
  const notes = values.filter(
    ({ object, status, email_status }) =>
      object === 'credit_note' && status === 'issued' && email_status === null,
  )
  const sent = values.find(({ email_status }) => email_status === 'outbox')
  assert.deepEqual([sent?.object, sent?.total], ['credit_note', 2134])
  assert.deepEqual(
    notes.map(({ tax, total }) => [tax, total]),
    [
      [370, 2133],
      [371, 2134],
      [370, 2134],
      [0, 4000],
    ],
  )
  const refund = values.findLast(({ object }) => object === 'refund')
  assert.deepEqual(
    [refund?.status, refund?.amount, refund?.reference],
    ['succeeded', 4000, 'E2E 4712'],
  )
  const preview = values.find(({ object }) => object === 'credit_note_preview')
  assert.deepEqual([preview?.total, preview?.amount_remaining], [2133, 4268])
  const invoice = values.at(-1)
  assert.deepEqual(
    [invoice?.status, invoice?.total, invoice?.amount_remaining],
    ['posted', 6401, 2134],
  )
})

test('the page on failed payments does what it describes', async () => {
  const blocks = blocksOf('docs/guide/failed-payments.md')
  const { code, output, errors } = await run(script(`KEY=${key}`, ...blocks))
  assert.equal(code, 0, errors)
  const [collection, emails, standing, method, paid] = jsonValues(output)
  assert.deepEqual(
    collection?.attempts.map(({ status, failure }: { status: string; failure: object }) => [
      status,
      'retryable' in failure && failure.retryable,
    ]),
    [['failed', true]],
  )
  assert.deepEqual(
    emails?.data.map(({ kind }: { kind: string }) => kind),
    ['payment_failed', 'invoice'],
  )
  assert.deepEqual([standing?.standing, standing?.reason], ['grace', 'payment_failed'])
  assert.equal(method?.display.last4, '4242')
  assert.deepEqual([paid?.amount_paid, paid?.amount_remaining], [5997, 0])
})

/** The JSON objects in an output: curl prints no newline, so one can directly follow another. */
// biome-ignore lint/suspicious/noExplicitAny: what a client reads has no type but its documentation.
function jsonValues(output: string): any[] {
  return output
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** Waits for the key that the first start prints. */
function firstKey(starting: ChildProcess): Promise<string> {
  return new Promise((found, fail) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      const printed = /svc_test_[0-9A-Za-z]{16}_[0-9A-Za-z]{38}/.exec(said)?.[0]
      if (printed) found(printed)
    }
    starting.stdout?.on('data', listen)
    starting.stderr?.on('data', listen)
    starting.once('exit', () =>
      fail(new Error(`npm start ended before it printed a key:\n${said}`)),
    )
  })
}

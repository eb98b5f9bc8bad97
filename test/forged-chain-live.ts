// Forges committed books while services keep writing, and runs `reckoner verify` on them.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startService } from '../src/app/service.ts'
import { type GivenHead, readHead } from '../src/features/verification/chain.ts'
import { inSnapshot } from '../src/features/verification/store.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { KeyRing } from '../src/platform/key-ring.ts'
import { createLog } from '../src/platform/log.ts'
import { ChainForger } from './chain-forger.ts'
import {
  type ChainedBooks,
  type Copy,
  SECRET_KEY,
  settingsFor,
  TEST,
  unlinked,
} from './chained-books.ts'
import { reckonerHere } from './cli.ts'
import { until } from './harness.ts'
import { SPOIL_ALL } from './spoil-sample.ts'
import { verifyChains } from './spoiled.ts'

type Row = (name: string, work: (copy: Copy, t: TestContext) => Promise<void>) => void

/** Declares tests that each take a copy of the books: `row` runs in the gate, `rest` only in `npm run test:spoil`. */
export function rowsOn(books: ChainedBooks): { row: Row; rest: Row } {
  const declare =
    (skip: boolean): Row =>
    (name, work) =>
      test(name, { timeout: 120_000, skip }, async (t) =>
        work(await books.copy({ after: (f) => t.after(f) }), t),
      )
  return { row: declare(false), rest: declare(!SPOIL_ALL) }
}

export interface Verdict {
  code: number | null
  /** The messages about the chains. */
  sentences: string[]
  /** The verified checks, by environment, in order. */
  what: string[]
  /** The printed heads, by environment. */
  heads: Record<string, string>
  err: string
}

/** Runs `reckoner verify`, which has the key unless `env` removes it. */
export async function commandVerdictOf(
  { url }: Pick<Copy, 'url'>,
  given: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Verdict> {
  const args = ['verify', '--json', ...(given.length > 0 ? ['--head', ...given] : [])]
  const ran = await reckonerHere(args, { ...settingsFor(url), ...env })
  assert.match(ran.out, /^\{/, ran.err)
  const { checks, heads } = ran.json() as {
    checks: { name: string; what: string; examples: string[] }[]
    heads: { head: string }[]
  }
  const chains = checks.filter(({ name }) => name === 'chain')
  return {
    code: ran.code,
    sentences: chains.flatMap(({ examples }) => examples),
    what: chains.map(({ what }) => what),
    heads: Object.fromEntries(heads.map(({ head }) => [head.split(':')[0], head])),
    err: ran.err,
  }
}

/** Verifies only the chains, with these keys, and compares them with printed heads. */
export async function verdictOf(
  { pool }: Pick<Copy, 'pool'>,
  given: readonly string[] = [],
  secrets: readonly string[] = [SECRET_KEY],
): Promise<Verdict> {
  const heads = createHeads(new KeyRing(secrets.map((secret) => Buffer.from(secret))))
  const against = { heads, given: given.map((text) => readHead(text, heads) as GivenHead) }
  const chains = await inSnapshot(pool, (tx) => verifyChains(tx, against))
  const sentences = chains.flatMap(({ found }) => found.examples)
  const printed = chains.flatMap(({ head }) => head ?? [])
  return {
    code: sentences.length === 0 ? 0 : 1,
    sentences,
    what: chains.map(({ found }) => found.what),
    heads: Object.fromEntries(printed.map((head) => [head.split(':')[0], head])),
    err: '',
  }
}

export function assertReported({ sentences, err }: Verdict, found: RegExp): void {
  assert.ok(
    sentences.some((sentence) => found.test(sentence)),
    sentences.join('\n') || err || 'nothing is told',
  )
}

export function assertClean({ code, sentences, err }: Verdict): void {
  assert.deepEqual(sentences, [])
  assert.equal(code, 0, err)
}

/** Forges and commits. */
export async function forge(
  { pool }: Copy,
  environment: number,
  work: (f: ChainForger) => Promise<unknown>,
): Promise<void> {
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    await work(new ChainForger(tx, environment))
    await tx.query('commit')
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}

export const allLinked = ({ pool }: Copy): Promise<unknown> =>
  until('all rows to be linked', async () => (await unlinked(pool)) === 0)

/** Signs the current head, as a holder of the key could. */
export async function signHead(f: ChainForger, secret = SECRET_KEY): Promise<void> {
  const { rows } = await f.tx.query<{ link: string; hash: string }>(
    `select chain_link::text as link, encode(chain_hash, 'hex') as hash from environment_counters
     where environment_id = $1`,
    [f.environment],
  )
  const head = rows[0] as { link: string; hash: string }
  const { key, signature } = createHeads(new KeyRing([Buffer.from(secret)])).sign(f.environment, {
    link: Number(head.link),
    hash: head.hash,
  })
  await f.sql(
    `update environment_counters set chain_key = $2, chain_signature = decode($3, 'hex') where environment_id = $1`,
    key,
    signature,
  )
}

/** Runs a service on the books until it has linked everything, with its clock ahead by that much. */
export async function linkLater(copy: Copy, aheadMs: number): Promise<void> {
  const service = await startService(
    loadConfig(settingsFor(copy.url), '/'),
    createLog('error', { write: () => undefined }),
    { wallNow: () => Date.now() + aheadMs },
  )
  try {
    await allLinked(copy)
  } finally {
    await service.stop()
  }
}

/** Plants a request for an erasure, which the sweep then carries out. */
export async function plantErasure(copy: Copy, customer: string): Promise<void> {
  await forge(copy, TEST, async (f) => {
    await f.sql(
      `insert into customer_erasures (environment_id, customer_id, requested_at, documents_due_at, due_at, step)
      select $1, $2, requested_at, documents_due_at, requested_at, 'customer' from customer_erasures where environment_id = $1
      on conflict do nothing`,
      customer,
    )
    await f.sql(
      `update customer_erasures set due_at = requested_at, step = 'customer', done_until = null,
      history_erased_at = null, documents_erased_at = null where environment_id = $1 and customer_id = $2`,
      customer,
    )
  })
  const process = await copy.start()
  await until('the sweep to have erased', async () => {
    const { rows } = await copy.pool.query(
      'select from customer_erasures where history_erased_at is null',
    )
    return rows.length === 0
  })
  await process.stop()
}

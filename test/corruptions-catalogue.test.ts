// Checks verification against a table made from the database catalogue: each way to change one row is found, refused by
// PostgreSQL, or has a reason in test/corruptions-excused.ts. Tries a sample, chosen by CORRUPTIONS_SEED, and every way
// for tables and columns that test/corruptions-known.txt does not list. CORRUPTIONS=all tries each way in every state,
// also verifies excused ways, to find excuses that are not needed, and records what it tried.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import test, { after } from 'node:test'
import { MIGRATIONS_TABLE } from '../src/app/tables.ts'
import { verify } from '../src/app/verify.ts'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { KeyRing } from '../src/platform/key-ring.ts'
import { spoilings } from './corruptions-catalogue.ts'
import { EXCUSED, OPEN } from './corruptions-excused.ts'
import { judge, speaksOf, type Verdict } from './corruptions-judge.ts'
import { recordKnown, sampleOf } from './corruptions-sample.ts'
import { readShapes } from './corruptions-shapes.ts'
import { openDatabase } from './database.ts'
import { fullBooks } from './full-books.ts'
import { ENVIRONMENTS } from './harness.ts'
import { SUITE_SEED } from './random.ts'

const EXCUSES = 'test/corruptions-excused.ts'
const w = await fullBooks({ after })
// Rows counted for a minute are deleted after it, and this test can take longer on a busy machine.
await w.pool.query("update throttled_attempts set until = until + interval '1 hour'")
const shapes = await readShapes(w.pool, [MIGRATIONS_TABLE])
const { keys, all } = spoilings(shapes, Object.values(ENVIRONMENTS))
const isWhole = process.env.CORRUPTIONS === 'all'
const seed = Number(process.env.CORRUPTIONS_SEED ?? SUITE_SEED)
const tried = isWhole ? all : sampleOf(all, seed)

async function assertSound(): Promise<void> {
  const { checks } = await verify(w.pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
}

function keysWithoutRow(): string[] {
  const withRow = new Set(all.filter(({ attempts }) => attempts.length > 0).map(({ key }) => key))
  return keys.filter((key) => !withRow.has(key))
}

/** Filled by the test that tries the corruptions. */
let verdicts: Verdict[] = []
const passes = ({ outcome }: Verdict) =>
  outcome === 'passed' || outcome === 'untried' || outcome === 'excused'
const names = [...EXCUSED, ...OPEN].flatMap(({ of }) => of)
const isExcused = (way: Pick<Verdict, 'key' | 'state'>) =>
  names.some((named) => speaksOf(named, way))

test('the books are clean at the start', assertSound)

test('each way to corrupt one row is detected, refused, or excused', async (t) => {
  const heads = createHeads(new KeyRing([w.secretKey]))
  const judging = isWhole ? { heads } : { heads, isExcused }
  verdicts = await judge(w.pool, keysWithoutRow(), tried, judging)
  if (process.env.VERDICTS) writeFileSync(process.env.VERDICTS, JSON.stringify(verdicts, null, 1))
  const count = (wanted: (verdict: Verdict) => boolean) => verdicts.filter(wanted).length
  const open = OPEN.flatMap(({ of }) => of)
  t.diagnostic(
    `${keys.length} ways, seed ${seed}, tried with their states ${verdicts.length}: ` +
      `${count(({ outcome }) => outcome === 'found')} found, ` +
      `${count(({ outcome }) => outcome === 'refused')} refused by PostgreSQL, ` +
      `${count((each) => passes(each) && isExcused(each))} excused, ` +
      `of which ${count((each) => passes(each) && open.some((n) => speaksOf(n, each)))} should be found`,
  )
  const unanswered = verdicts.filter((verdict) => passes(verdict) && !isExcused(verdict))
  assert.deepEqual(unanswered.map(sentenceOf), [])
})

function sentenceOf({ key, state, outcome, deed }: Verdict): string {
  const answer = `or give the reason in ${EXCUSES}`
  if (outcome === 'untried')
    return `${key}: make a row to try it on in test/full-books.ts, ${answer}`
  return `${key}${state && ` in ${state}`}: verification passes it; let a check find it, ${answer}: ${deed.slice(0, 300)}`
}

const noIdleExcuse = () => {
  const needed = [...EXCUSED, ...OPEN].flatMap(({ of, isRare }) => (isRare ? [] : of))
  const idle = needed.filter((named) => !verdicts.some((v) => passes(v) && speaksOf(named, v)))
  assert.deepEqual(
    idle.map((named) => `${named}: nothing passes it; delete it from ${EXCUSES}`),
    [],
  )
  const left = new Set(verdicts.filter(passes).map(({ key }) => key))
  const isNeeded = (v: Verdict) => needed.some((named) => speaksOf(named, v))
  const found = verdicts.filter((v) => v.outcome === 'found' && !left.has(v.key) && isNeeded(v))
  assert.deepEqual(
    found.map(({ key, by }) => `${key}: ${by} found it; excuse only the rest in ${EXCUSES}`),
    [],
  )
}

if (isWhole) {
  test('each excuse is needed for everything that it names', noIdleExcuse)
  test('the ways that were tried are recorded', () => {
    assert.notEqual(verdicts.length, 0, 'trying them failed')
    recordKnown(keys)
  })
}

test('every way to corrupt a new column or a new table is tried', async (t) => {
  const { pool } = await openDatabase(t)
  await pool.query(
    `alter table invoices add column po_number text not null;
     create table novelties (environment_id integer, id uuid, primary key (environment_id, id))`,
  )
  const grown = spoilings(await readShapes(pool, [MIGRATIONS_TABLE]), [])
  const added = grown.keys.filter((key) => !keys.includes(key))
  assert.deepEqual(added, [
    'invoices.po_number changed',
    'novelties.id changed',
    'novelties removed',
    'novelties doubled',
    'novelties moved',
  ])
  const spoiling = added.map((key) => ({ key, state: '', attempts: [] }))
  assert.deepEqual(sampleOf(spoiling, seed), spoiling, 'each of their ways is tried')
  const untried = await judge(pool, added, [])
  assert.deepEqual(untried.filter(isExcused), [])
  assert.match(
    sentenceOf(untried[0] as Verdict),
    /^invoices.po_number changed: make a row to try it on/,
  )
})

test('the books are clean afterwards', assertSound)

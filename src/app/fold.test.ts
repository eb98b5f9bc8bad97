// What cannot be in manifests is refused in one sentence that names it.

import assert from 'node:assert/strict'
import test from 'node:test'
import { beside, declared, type Feature, shared } from '../features/manifest.ts'
import { InvariantError } from '../invariant.ts'
import type { Table } from '../platform/db/table.ts'
import { FEATURES } from './features.ts'
import { type AnyFeature, assertFits } from './fold.ts'

/** A table that is only declared. */
const table = (name: string, more: Partial<Table> = {}): Table => ({
  name,
  lock: () => Promise.resolve([]),
  insert: () => Promise.resolve(),
  update: () => Promise.resolve(),
  ...more,
})

const feature = (name: string, more: Partial<Feature<never, never>> = {}): AnyFeature => ({
  name,
  ...more,
})

const boxes = table('boxes')
const things = table('things', { owners: [{ table: boxes, of: () => 1 }] })

const REFUSED: readonly [what: string, features: readonly AnyFeature[], said: string][] = [
  [
    'an unknown series',
    [feature('coupons', { series: { coupon: { counter: 'coupon_number' } } })],
    'Feature coupons names the series coupon_number, which no environment counts.',
  ],
  [
    'a table that is counted by an unknown series',
    [
      feature('coupons', {
        tables: [
          declared(table('coupons', { count: { counter: 'coupons_count', counts: () => true } })),
        ],
      }),
    ],
    'Feature coupons names the series coupons_count, which no environment counts.',
  ],
  [
    'an unknown event',
    [feature('coupons', { events: { created: { type: 'coupon.created' } } })],
    'Feature coupons names the event coupon.created, which no catalogue has.',
  ],
  [
    'a table without an answer on personal data',
    [feature('coupons', { tables: [beside('coupons', '')] })],
    'Table coupons does not say what becomes of personal data in it.',
  ],
  [
    'two features with one name',
    [feature('coupons'), feature('coupons')],
    'Two manifests name the feature coupons.',
  ],
  [
    'two tables with one name',
    [
      feature('coupons', { tables: [shared('words', 'of nobody')] }),
      feature('promotions', { tables: [beside('words', 'of nobody')] }),
    ],
    'Two manifests name the table words.',
  ],
  [
    'an owner behind what it owns',
    [
      feature('things', { tables: [declared(things)] }),
      feature('boxes', { tables: [declared(boxes)] }),
    ],
    'Table boxes owns rows of things, so it has to be listed before it.',
  ],
]

for (const [what, features, said] of REFUSED) {
  test(`${what} is refused`, () =>
    assert.throws(() => assertFits(features), new InvariantError(said)))
}

test('a circle of owners is refused, in whatever order they are listed', () => {
  const owners: { table: Table; of: () => number }[] = []
  const chicken = table('chickens', { owners })
  const egg = table('eggs', { owners: [{ table: chicken, of: () => 1 }] })
  owners.push({ table: egg, of: () => 1 })
  for (const tables of [
    [declared(chicken), declared(egg)],
    [declared(egg), declared(chicken)],
  ]) {
    assert.throws(() => assertFits([feature('yard', { tables })]), /owns rows of/)
  }
})

test('what the service brings is accepted', () => assertFits(FEATURES))

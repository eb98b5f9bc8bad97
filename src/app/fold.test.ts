// Invalid feature manifests: each is refused with one sentence that names the feature and the fault, before the service
// touches anything.

import assert from 'node:assert/strict'
import test from 'node:test'
import { declared, type Feature } from '../features/manifest.ts'
import { InvariantError } from '../invariant.ts'
import { loadConfig } from '../platform/config.ts'
import type { Owner, RowKey, Table } from '../platform/db/table.ts'
import { createLog } from '../platform/log.ts'
import { type AppFeature, FEATURES } from './features.ts'
import { assertFits } from './fold.ts'
import { startService } from './service.ts'
import { writtenBy } from './written.ts'

const never = () => Promise.reject(new Error('No row of it is read or written.'))
const table = (name: string, more: Partial<Table> = {}): Table => ({
  name,
  lock: never,
  insert: never,
  update: never,
  ...more,
})
const ownedBy = (table: Table): Owner<RowKey> => ({ table, of: ({ id }) => id })
const feature = (name: string, more: Partial<AppFeature> = {}): AppFeature => ({ name, ...more })

const trees = table('trees')
const leaves = table('leaves', { owners: [ownedBy(trees)] })
const hens = table('hens', {})
const eggs = table('eggs', { owners: [ownedBy(hens)] })
hens.owners = [ownedBy(eggs)]
const snakes = table('snakes')
snakes.owners = [ownedBy(snakes)]

const personal = 'Tells of nobody.'
const refused: [features: AppFeature[], message: string, why: string][] = [
  [
    [feature('trees', { series: { tree: { counter: 'tree_number' } } })],
    'Feature trees names the series tree_number, which no environment counts.',
    'an unknown series',
  ],
  [
    [feature('trees', { series: { tree: { counter: 'toString' } } })],
    'Feature trees names the series toString, which no environment counts.',
    'a series that every object seems to have',
  ],
  [
    [
      feature('trees', {
        tables: [
          declared(table('trees', { count: { counter: 'trees_count', counts: () => true } })),
        ],
      }),
    ],
    'Feature trees names the series trees_count, which no environment counts.',
    'an unknown counter of a table',
  ],
  [
    [
      feature('trees', {
        erased: { table: 'trees', meanwhile: 'all', erase: () => Promise.resolve() },
      }),
    ],
    'Feature trees erases trees, which is no resource with IDs.',
    'erased rows of an unknown resource',
  ],
  [
    [feature('trees', { tables: [declared(trees, { personal: '' })] })],
    'Feature trees does not say of personal data in trees what becomes of it.',
    'a table without an answer on personal data',
  ],
  [
    [feature('trees', { tables: [{ name: 'rings', of: 'installation', personal: ' ' }] })],
    'Feature trees does not say of personal data in rings what becomes of it.',
    'a blank answer, on a table that no action writes',
  ],
  [[feature('trees'), feature('trees')], 'Two features are called trees.', 'two of one name'],
  [
    [
      feature('trees', { tables: [declared(trees)] }),
      feature('woods', { tables: [{ name: 'trees', of: 'installation', personal }] }),
    ],
    'Feature woods brings the table trees, as trees does.',
    'two tables of one name',
  ],
  [
    [feature('trees', { tables: [declared(trees), declared(trees)] })],
    'Feature trees brings the table trees, as trees does.',
    'one table twice',
  ],
  [
    [
      feature('leaves', { tables: [declared(leaves)] }),
      feature('trees', { tables: [declared(trees)] }),
    ],
    'Feature leaves brings leaves, whose owner trees has to be listed before it.',
    'an owner listed after what it owns',
  ],
  [
    [feature('leaves', { tables: [declared(leaves), declared(trees)] })],
    'Feature leaves brings leaves, whose owner trees has to be listed before it.',
    'the same within a feature',
  ],
  [
    [feature('leaves', { tables: [declared(leaves)] })],
    'Feature leaves brings leaves, whose owner trees has to be listed before it.',
    'an owner that no feature brings',
  ],
  [
    [feature('farm', { tables: [declared(hens), declared(eggs)] })],
    'Feature farm brings hens, whose owner eggs has to be listed before it.',
    'a circle of owners',
  ],
  [
    [feature('eggs', { tables: [declared(eggs)] }), feature('hens', { tables: [declared(hens)] })],
    'Feature eggs brings eggs, whose owner hens has to be listed before it.',
    'the same circle, begun at the other end',
  ],
  [
    [feature('snakes', { tables: [declared(snakes)] })],
    'Feature snakes brings snakes, whose owner snakes has to be listed before it.',
    'a table that owns itself',
  ],
]

const throwsOnce = (message: string) => (error: unknown) => {
  assert.ok(error instanceof InvariantError)
  assert.equal(error.message, message)
  return true
}

for (const [features, message, why] of refused) {
  test(`refused: ${why}`, () => {
    assert.throws(() => assertFits(features), throwsOnce(message))
    assert.throws(() => writtenBy(features), throwsOnce(message))
  })
}

test('a valid manifest is accepted, with its tables in declaration order', () => {
  const fitting: Feature<never>[] = [
    { name: 'trees', tables: [declared(trees)] },
    { name: 'leaves', tables: [declared(leaves), { name: 'rings', of: 'environment', personal }] },
  ]
  assert.deepEqual(
    writtenBy(fitting).map(({ name }) => name),
    ['trees', 'leaves'],
  )
  assert.doesNotThrow(() => assertFits(FEATURES))
})

test('the service refuses an invalid manifest with the same message, before it opens a database', async () => {
  const [features, message] = refused[0] as (typeof refused)[number]
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: '/nonexistent' }
  const started = startService(
    loadConfig({ ...env, SECRET_KEY: 'a secret key for tests, 32 characters and more' }, '/'),
    createLog('info', { write: () => undefined }),
    { features: [...FEATURES, ...features] },
  )
  await assert.rejects(started, throwsOnce(message))
})

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
    'Feature trees uses the series tree_number, which is not a counter of environments.',
    'an unknown series',
  ],
  [
    [feature('trees', { series: { tree: { counter: 'toString' } } })],
    'Feature trees uses the series toString, which is not a counter of environments.',
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
    'Feature trees uses the series trees_count, which is not a counter of environments.',
    'an unknown counter of a table',
  ],
  [
    [
      feature('trees', {
        erased: { table: 'trees', meanwhile: 'all', erase: () => Promise.resolve() },
      }),
    ],
    'Feature trees erases trees, which is not a resource with IDs.',
    'erased rows of an unknown resource',
  ],
  [
    [feature('trees', { tables: [declared(trees, { personal: '' })] })],
    'Feature trees does not declare what happens to personal data in trees.',
    'a table without an answer on personal data',
  ],
  [
    [feature('trees', { tables: [{ name: 'rings', of: 'installation', personal: ' ' }] })],
    'Feature trees does not declare what happens to personal data in rings.',
    'a blank answer, on a table that no action writes',
  ],
  [[feature('trees'), feature('trees')], 'Two features have the name trees.', 'two of one name'],
  [
    [
      feature('trees', { tables: [declared(trees)] }),
      feature('woods', { tables: [{ name: 'trees', of: 'installation', personal }] }),
    ],
    'Feature woods declares the table trees, which trees also declares.',
    'two tables of one name',
  ],
  [
    [feature('trees', { tables: [declared(trees), declared(trees)] })],
    'Feature trees declares the table trees, which trees also declares.',
    'one table twice',
  ],
  [
    [
      feature('leaves', { tables: [declared(leaves)] }),
      feature('trees', { tables: [declared(trees)] }),
    ],
    'Feature leaves declares leaves, whose owner trees must be listed first.',
    'an owner listed after what it owns',
  ],
  [
    [feature('leaves', { tables: [declared(leaves), declared(trees)] })],
    'Feature leaves declares leaves, whose owner trees must be listed first.',
    'the same within a feature',
  ],
  [
    [feature('leaves', { tables: [declared(leaves)] })],
    'Feature leaves declares leaves, whose owner trees must be listed first.',
    'an owner that no feature brings',
  ],
  [
    [feature('farm', { tables: [declared(hens), declared(eggs)] })],
    'Feature farm declares hens, whose owner eggs must be listed first.',
    'a circle of owners',
  ],
  [
    [feature('eggs', { tables: [declared(eggs)] }), feature('hens', { tables: [declared(hens)] })],
    'Feature eggs declares eggs, whose owner hens must be listed first.',
    'the same circle, begun at the other end',
  ],
  [
    [feature('snakes', { tables: [declared(snakes)] })],
    'Feature snakes declares snakes, whose owner snakes must be listed first.',
    'a table that owns itself',
  ],
]

const throwsOnce = (message: string) => (error: unknown) => {
  assert.ok(error instanceof InvariantError)
  assert.equal(error.message, message)
  return true
}

for (const [features, message, why] of refused) {
  test(`a manifest is refused: ${why}`, () => {
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

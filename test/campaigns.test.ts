// Campaigns: each has files and a command, can be repeated by its seed, and refuses invalid options with a message.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { CAMPAIGNS, commandOf, readCounts, takeOnly } from './campaigns.ts'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('each campaign has files and a command', () => {
  for (const [name, { files }] of Object.entries(CAMPAIGNS)) {
    for (const glob of files)
      assert.ok(globSync(glob, { cwd: import.meta.dirname }).length > 0, `${name}: ${glob}`)
    assert.match(scripts[`test:${name}`], new RegExp(`test/campaign\\.ts ${name}$`))
  }
})

test('a campaign chooses a seed if the command line has none, and prints the command that repeats it', () => {
  const values = readCounts('races', ['--rounds', '7'])
  assert.equal(values.rounds, '7')
  assert.match(values.seed ?? '', /^\d+$/)
  const command = commandOf('races', values)
  assert.equal(command, `npm run test:races -- --rounds 7 --seed ${values.seed}`)
  assert.deepEqual(readCounts('races', command.split(' -- ')[1]?.split(' ') ?? []), values)
})

test('a campaign can run some of its files, and prints the command that repeats that', () => {
  const args = ['--rounds', '7', '--only', 'one-key', '--seed', '42']
  const { only, rest } = takeOnly(args)
  assert.deepEqual([only, rest], ['one-key', ['--rounds', '7', '--seed', '42']])
  assert.deepEqual(takeOnly(rest), { only: '', rest })
  const command = commandOf('races', readCounts('races', rest), only)
  assert.equal(command, 'npm run test:races -- --only one-key --rounds 7 --seed 42')
})

const refused: [name: string, args: string[], message: string][] = [
  [
    'races',
    ['--turns', '7'],
    'test:races has no option "--turns". Write: npm run test:races -- --rounds <number> --seed <number>',
  ],
  [
    'races',
    ['--rounds', 'many'],
    '--rounds is "many"; it must be a whole number. Write: npm run test:races -- --rounds <number> --seed <number>',
  ],
  [
    'races',
    ['--seed'],
    '--seed is ""; it must be a whole number. Write: npm run test:races -- --rounds <number> --seed <number>',
  ],
  ['pages', ['all'], 'test:pages has no option "all". Write: npm run test:pages'],
]
for (const [name, args, message] of refused)
  test(`test:${name} refuses ${JSON.stringify(args.join(' '))}`, () => {
    assert.throws(() => readCounts(name, args), { message })
  })

// Kills at every place and at random instants: `npm run test:crash -- --rounds 1000 --seed 42`.

import { globSync } from 'node:fs'
import { runLong } from '../long-run.ts'
import { anySeed } from '../random.ts'

/** Belongs to `npm run test:upgrades`. */
const UPGRADE = 'upgrade.test.ts'
const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter((each) => each !== UPGRADE)

await runLong(
  [...files.sort().map((name) => `crash/${name}`), 'secret-keys.test.ts'],
  {
    rounds: { env: 'CRASH_ROUNDS', default: '100' },
    seed: { env: 'CRASH_SEED', default: String(anySeed()) },
  },
  { DEATHS: 'every' },
)

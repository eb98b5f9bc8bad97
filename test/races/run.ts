// The campaign of races, many times the sample of the gate: `npm run test:races -- --rounds 100 --seed 42`.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runLong } from '../long-run.ts'
import { anySeed } from '../random.ts'

/** Every race whose sample can be multiplied. */
const files = globSync('*.test.ts', { cwd: import.meta.dirname })
  .filter((name) => readFileSync(join(import.meta.dirname, name), 'utf8').includes("'./rounds.ts'"))
  .toSorted()

await runLong(
  files.map((name) => `races/${name}`),
  {
    rounds: { env: 'RACE_ROUNDS', default: '20' },
    seed: { env: 'RACE_SEED', default: String(anySeed()) },
  },
)

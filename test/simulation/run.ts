// Simulates with counts and a seed: `npm run test:simulate -- --runs 2000 --seed 42`; `--first 17` begins with that
// sequence of the seed, `--steps` says how many steps the model of sums takes.

import { runLong } from '../long-run.ts'
import { anySeed } from '../random.ts'

await runLong(['simulation/simulation.test.ts', 'sums-model.test.ts'], {
  runs: { env: 'SIMULATE_RUNS', default: '2000' },
  first: { env: 'SIMULATE_FIRST' },
  steps: { env: 'SUMS_STEPS', default: '1000' },
  seed: { env: 'SIMULATE_SEED', default: String(anySeed()) },
})

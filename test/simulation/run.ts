// Simulates for as long as one likes: `npm run test:simulate -- --runs 2000 --seed 42`; with `--first 17`
// from that one of the seed on.

import { runLong } from '../long-run.ts'
import { anySeed } from '../random.ts'

await runLong(['simulation/simulation.test.ts'], {
  runs: { env: 'SIMULATE_RUNS', default: '2000' },
  first: { env: 'SIMULATE_FIRST' },
  seed: { env: 'SIMULATE_SEED', default: String(anySeed()) },
})

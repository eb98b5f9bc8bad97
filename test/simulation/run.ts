// Simulates for as long as one likes: `npm run test:simulate -- --runs 2000 --seed 42`.

import { runLong } from '../long-run.ts'

await runLong(['simulation/simulation.test.ts'], {
  runs: { env: 'SIMULATE_RUNS', default: '2000' },
  seed: { env: 'SIMULATE_SEED' },
})

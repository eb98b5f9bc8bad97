// Races for as long as one likes: `npm run test:races -- --rounds 10000 --seconds 60 --seed 42`.

import { runLong } from '../long-run.ts'
import { anySeed } from '../random.ts'

const files = ['one-invoice', 'lost-updates', 'first-records', 'one-key', 'money', 'deadlocks']

await runLong(
  files.map((name) => `races/${name}.test.ts`),
  {
    rounds: { env: 'RACE_ROUNDS', default: '1000' },
    seconds: { env: 'HUNT_SECONDS', default: '60' },
    seed: { env: 'RACE_SEED', default: String(anySeed()) },
  },
)

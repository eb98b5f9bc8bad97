// Fuzzes for as long as one likes: `npm run test:fuzz -- --cases 20000 --seed 42`.

import { runLong } from '../long-run.ts'

await runLong(['fuzz/fuzz.test.ts'], {
  cases: { env: 'FUZZ_CASES', default: '10000' },
  seed: { env: 'FUZZ_SEED', default: String(Date.now() % 1_000_000_000) },
})

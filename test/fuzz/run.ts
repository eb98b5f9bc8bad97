// Fuzzes for as long as one likes: `npm run test:fuzz -- --cases 20000 --seed 42`.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onStopSignal } from '../../src/platform/stop-signals.ts'
import { startCluster } from '../cluster.ts'

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(String(value))) continue
  console.error(`--${name} is "${value}"; it must be a whole number.`)
  process.exit(1)
}

const cluster = await startCluster('embedded')
const env = {
  ...process.env,
  TEST_DATABASE_URL: cluster.url,
  FUZZ_CASES: values.cases,
  FUZZ_SEED: values.seed ?? String(Date.now() % 1_000_000_000),
}
try {
  const file = join(import.meta.dirname, 'fuzz.test.ts')
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {
    env,
    stdio: 'inherit',
  })
  onStopSignal(() => void child.kill('SIGTERM'))
  process.exitCode = await new Promise<number>((done) => {
    child.once('exit', (code) => done(code ?? 1))
  })
} finally {
  await cluster.stop()
}

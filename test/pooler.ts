// Debian's pgbouncer in front of a test's PostgreSQL, with default settings except for the mode.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverAccount } from '../src/platform/db/embedded/account.ts'
import { placeIn } from '../src/platform/db/embedded/place.ts'
import { until } from './harness.ts'

export type PoolMode = 'session' | 'transaction' | 'statement'

export interface Pooler {
  /** The address of a database through the pooler. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'
const PORT = 6432

/** With more connections than a service has, and otherwise default settings. */
export async function startPooler(
  serverUrl: string,
  mode: PoolMode,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  if (!existsSync(PROGRAM)) {
    throw new Error(`${PROGRAM} is missing: apt-get install pgbouncer, then try again.`)
  }
  const server = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  const all = {
    pool_mode: mode,
    default_pool_size: '150',
    max_client_conn: '1000',
    unix_socket_dir: folder,
    listen_port: `${PORT}`,
    auth_type: 'scram-sha-256',
    auth_file: users,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const host = server.searchParams.get('host')
  writeFileSync(
    file,
    ['[databases]', `* = host=${host} port=5432`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  writeFileSync(users, `"${server.username}" "${server.password}"\n`)
  // Like PostgreSQL, it refuses to run as root.
  const account = serverAccount(placeIn(folder))
  for (const path of account ? [folder, file, users] : []) {
    chownSync(path, account?.uid as number, account?.gid as number)
    chmodSync(path, 0o700)
  }
  const child = spawn(PROGRAM, ['--quiet', file], { ...account, cwd: '/', stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
  try {
    await until('the pooler', () => answers(join(folder, `.s.PGSQL.${PORT}`)))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.port = `${PORT}`
      url.searchParams.set('host', folder)
      return url.href
    },
    stop,
  }
}

async function answers(path: string): Promise<boolean> {
  const socket = createConnection(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

// The `doctor` checks outside the database: folder, disk, certificate, port.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { get as getTls } from 'node:https'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { type Config, localUrl } from '../platform/config.ts'
import { reasonOf } from './failure.ts'
import { type Finding, green, red } from './finding.ts'

const GIB = 1024 ** 3
const FREE_LEAST = GIB

/** With an external database and SECRET_KEY, nothing is stored in the data folder. */
const usesDataFolder = (config: Config) => !config.databaseUrl || config.secretKey === undefined

export function* examineDataFolder(config: Config): Generator<Finding> {
  const { dataDir } = config
  if (!usesDataFolder(config)) return
  if (!existsSync(dataDir)) {
    const parent = nearestFolder(dataDir)
    if (mayWrite(parent))
      yield green('data folder', `${dataDir} does not exist yet; the first start creates it`)
    else {
      yield red(
        'data folder',
        `${dataDir} does not exist, and this user cannot create it in ${parent}`,
        'Set DATA_DIR to a folder of this user, or create the folder as root and give it to this user.',
      )
    }
    return
  }
  const owner = statSync(dataDir).uid
  if (!mayWrite(dataDir) || (process.getuid?.() !== 0 && owner !== process.getuid?.())) {
    yield red(
      'data folder',
      `${dataDir} belongs to another user`,
      'Run this command as the user that runs Reckoner, or set DATA_DIR to a folder of this user.',
    )
    return
  }
  const open = ['.', 'secret.key', 'postgres.password']
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path) && isOpenToOthers(path, path === join(dataDir, '.')))
  if (open.length === 0) yield green('data folder', `${dataDir} is private`)
  for (const path of open) {
    yield red('data folder', `other users can access ${path}`, `Run "chmod go-rw ${path}".`)
  }
}

/** Permission to traverse a folder reveals nothing in it, and the server of an installation run as root needs it. */
function isOpenToOthers(path: string, isFolder: boolean): boolean {
  return (statSync(path).mode & (isFolder ? 0o066 : 0o077)) !== 0
}

export function* examineDisk(config: Config): Generator<Finding> {
  if (!usesDataFolder(config)) return
  const folder = nearestFolder(config.dataDir)
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${(free / GIB).toLocaleString('en', { maximumFractionDigits: 1 })} GB free for ${config.dataDir}`
  if (free >= FREE_LEAST) yield green('disk', text)
  else
    yield red(
      'disk',
      text,
      'Free up disk space, or move the data to a larger disk and set DATA_DIR.',
    )
}

export function* examineTls({ tlsCertFile, tlsKeyFile }: Config): Generator<Finding> {
  if (!tlsCertFile || !tlsKeyFile) return
  try {
    const certificate = new X509Certificate(readFileSync(tlsCertFile))
    const key = createPrivateKey(readFileSync(tlsKeyFile))
    const { validFromDate, validToDate } = certificate
    if (!certificate.checkPrivateKey(key)) {
      yield red(
        'TLS',
        'the private key does not match the certificate',
        'Set TLS_KEY_FILE to the key of the certificate.',
      )
    } else if (validToDate < new Date() || validFromDate > new Date()) {
      const span = `from ${validFromDate.toISOString()} to ${validToDate.toISOString()}`
      yield red(
        'TLS',
        `the certificate is valid ${span}`,
        'Renew it. A running service loads the new one automatically.',
      )
    } else yield green('TLS', `the certificate is valid until ${validToDate.toISOString()}`)
  } catch (error) {
    yield red(
      'TLS',
      `TLS_CERT_FILE and TLS_KEY_FILE cannot be read (${reasonOf(error)})`,
      'Set them to a PEM certificate and its private key.',
    )
  }
}

export async function examinePort(config: Config): Promise<Finding> {
  const { host, port } = config
  if (port === 0) return green('port', 'any free port is used (PORT=0)')
  const refusal = await tryToListen(host, port)
  if (refusal === undefined) return green('port', `port ${port} of ${host} is free`)
  if (refusal === 'EADDRINUSE' && (await isReckoner(config))) {
    return green('port', `Reckoner is serving on port ${port} of ${host}`)
  }
  const inUse = refusal === 'EADDRINUSE'
  return red(
    'port',
    inUse
      ? `port ${port} of ${host} is in use by another program`
      : `cannot listen on port ${port} of ${host} (${refusal})`,
    inUse
      ? 'Stop that program, or set PORT to another port.'
      : 'Set HOST to an address of this machine, and PORT to 1024 or higher.',
  )
}

/** Undefined if listening works, else the reason why not. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => done(undefined)))
  })
}

/** True if the server at this address, with or without TLS, is Reckoner. */
async function isReckoner({ host, port }: Config): Promise<boolean> {
  const urls = [undefined, 'any'].map((tlsCertFile) => localUrl({ host, tlsCertFile }, port))
  const ids = await Promise.all(urls.map((url) => requestIdAt(`${url}/healthz`)))
  return ids.some((id) => id?.startsWith('req_'))
}

function requestIdAt(url: string): Promise<string | undefined> {
  const options = { timeout: 2_000, rejectUnauthorized: false }
  return new Promise((done) => {
    const request = (url.startsWith('https') ? getTls : get)(url, options, (answer) => {
      answer.resume()
      done(answer.headers['request-id']?.toString())
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => done(undefined))
    request.once('close', () => done(undefined))
  })
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

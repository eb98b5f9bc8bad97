// Turns the reason why a command failed into a sentence that says what to do.

import { DatabaseError } from '../app/database.ts'
import { SecretMismatchError } from '../features/accounts/create.ts'
import { BackupError } from '../platform/backup/format.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { EmbeddedError } from '../platform/db/embedded/error.ts'
import { MigrationError } from '../platform/db/migrate.ts'
import { isOutage, sqlState } from '../platform/db/pool.ts'

/** A failure whose message is written by the command. */
export class CommandError extends Error {}

/** Errors whose message is already a complete sentence for users. */
const SPOKEN = [
  BackupError,
  CommandError,
  ConfigError,
  DatabaseError,
  EmbeddedError,
  MigrationError,
  SecretMismatchError,
]

/** The sentence for an error; undefined for an unexpected one. */
export function sentenceOf(error: unknown, config: Config | undefined): string | undefined {
  if (SPOKEN.some((type) => error instanceof type)) return (error as Error).message
  if (!(error instanceof Error)) return undefined
  return (
    ofListening(error, config) ?? ofTls(error) ?? ofFile(error, config) ?? ofDatabase(error, config)
  )
}

const systemError = (error: Error) => error as NodeJS.ErrnoException & { hostname?: string }

function ofListening(error: Error, config: Config | undefined): string | undefined {
  const { code, syscall, hostname } = systemError(error)
  const { host, port } = config ?? {}
  if (syscall === 'getaddrinfo' && hostname === host) {
    return `HOST is "${host}", which does not resolve to an address. Use an address of this machine, such as 127.0.0.1.`
  }
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use by another program. Stop that program, or set PORT to another port (0 selects any free port).`
  }
  if (code === 'EACCES') {
    return `This user cannot listen on port ${port}. Set PORT to 1024 or higher.`
  }
  return `Cannot listen on ${host}, port ${port} (${code}). Set HOST to an address of this machine.`
}

function ofTls(error: Error): string | undefined {
  const { code = '' } = systemError(error)
  if (!/^ERR_(OSSL|SSL|TLS(?!_CERT_ALTNAME))/.test(code)) return undefined
  return `TLS_CERT_FILE and TLS_KEY_FILE cannot be used (${reasonOf(error)}). They must be a PEM certificate and its private key.`
}

/** OpenSSL's message without its error numbers. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error
  return message.split(':').at(-1)?.trim() || message
}

function ofFile(error: Error, config: Config | undefined): string | undefined {
  const { code, path, syscall } = systemError(error)
  if (path === undefined || syscall === 'connect') return undefined
  if (code === 'ENOSPC') return `The disk of ${path} is full. Free up space on it.`
  if (config?.databaseUrl?.includes(encodeURI(path))) {
    return `${path}, which DATABASE_URL names, cannot be read (${code}). Correct the path or its permissions.`
  }
  return `${path} cannot be used (${code}). Run this command as the user that runs Reckoner, or correct DATA_DIR.`
}

/** Errors that the driver reports before the server has accepted the connection. */
const NO_CONNECTION =
  /server does not support SSL|error establishing an SSL|SCRAM-|password must be a string|timeout expired|certificate|altnames/

function ofDatabase(error: Error, config: Config | undefined): string | undefined {
  const state = sqlState(error)
  if (state === '53300') {
    return `The database has no free connection (${error.message}). Increase max_connections on the server, or reduce DATABASE_POOL_SIZE.`
  }
  if (state === '28P01' || state === '28000') {
    return `The database rejects the user or password of DATABASE_URL (${error.message}). Correct them there.`
  }
  if (state === '3D000') {
    return `DATABASE_URL names a database that does not exist (${error.message}). Create it, or choose another.`
  }
  if (state === '42501') {
    return `The database role lacks a privilege (${error.message}). Make the role of DATABASE_URL the owner of its database.`
  }
  if (state === '25006') {
    return `The database is read-only (${error.message}). If it is a standby, promote it or set DATABASE_URL to the primary; otherwise turn default_transaction_read_only off.`
  }
  if (config?.databaseUrl && state === undefined && NO_CONNECTION.test(error.message)) {
    return `Cannot connect to DATABASE_URL (${error.message}). Correct its host, password or sslmode.`
  }
  if (!isOutage(error)) return undefined
  const why = systemError(error).code ?? error.message
  return config?.databaseUrl
    ? `The database of DATABASE_URL does not respond (${why}). Check that PostgreSQL runs there and accepts connections, or correct DATABASE_URL.`
    : `The embedded database does not respond (${why}). Try again, or look at ${config?.dataDir}/postgres.log.`
}

// The HTTPS certificate: read at startup, and again whenever its files change.

import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'

export interface TlsFiles {
  certFile: string
  keyFile: string
}

const LOOK_MS = 2_000

/** Reads both files; throws if the key does not belong to the certificate. */
export function readTls({ certFile, keyFile }: TlsFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  createSecureContext(pair)
  return pair
}

/**
 * Uses the current content of the files for new connections; open connections are unaffected. If the files are
 * unusable, logs a warning and keeps the previous certificate. Watches paths, not inodes, since renewal tools replace
 * files and change links.
 */
export function followTls(server: Server, files: TlsFiles, log: Logger): void {
  const renew = () => {
    try {
      server.setSecureContext(readTls(files))
      log.info('The certificate of TLS_CERT_FILE has changed. New connections use the new one.')
    } catch (err) {
      log.warn(
        { err },
        'TLS_CERT_FILE and TLS_KEY_FILE have changed and cannot be used, so the previous certificate stays in use. Replace them with a PEM certificate and its private key.',
      )
    }
  }
  for (const path of [files.certFile, files.keyFile]) {
    watchFile(path, { interval: LOOK_MS, persistent: false }, renew)
    server.once('close', () => unwatchFile(path, renew))
  }
}

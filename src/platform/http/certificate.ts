// The certificate that HTTPS is served with: read at the start, and again whenever its files change.

import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'

export interface TlsFiles {
  certFile: string
  keyFile: string
}

const LOOK_MS = 2_000

/** Both as they stand; throws for a key that does not belong to the certificate. */
export function readTls({ certFile, keyFile }: TlsFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  createSecureContext(pair)
  return pair
}

/**
 * Serves new connections with what the files hold from now on; those that are open stay as they are. What
 * cannot be used is told, and the certificate before it stays. The files are looked at by their paths, since
 * who renews certificates replaces files and changes links.
 */
export function followTls(server: Server, files: TlsFiles, log: Logger): void {
  const renew = () => {
    try {
      server.setSecureContext(readTls(files))
      log.info('The certificate of TLS_CERT_FILE has changed: new connections get the new one.')
    } catch (err) {
      log.warn(
        { err },
        'TLS_CERT_FILE and TLS_KEY_FILE have changed and cannot be used: the certificate from before stays. Put a PEM certificate and the private key that belongs to it in their place.',
      )
    }
  }
  for (const path of [files.certFile, files.keyFile]) {
    watchFile(path, { interval: LOOK_MS, persistent: false }, renew)
    server.once('close', () => unwatchFile(path, renew))
  }
}

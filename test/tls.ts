// Self-signed certificates of localhost for tests that serve HTTPS, valid for a hundred years.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEtpMx/4whkYAAzfc
HzvdyhrpeJclD4TLqZEoi4slF8qhRANCAAQ8//bjgIt8OiK1YFO9zNmKaJGMonVc
ctsjX5PyeUiQuOI2AV9YoGYFeIPZigODhIC+ygXZcv9Wesp8gVexvk+j
-----END PRIVATE KEY-----
`

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUU83yC1k2fEWXnF0A4vqmW4O2PwwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA3NDIwMVoYDzIxMjYxMDI5
MDc0MjAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ8//bjgIt8OiK1YFO9zNmKaJGMonVcctsjX5PyeUiQuOI2AV9YoGYF
eIPZigODhIC+ygXZcv9Wesp8gVexvk+jo1MwUTAdBgNVHQ4EFgQUgmHYcMYDNifX
aYqS1V+x3X28BBYwHwYDVR0jBBgwFoAUgmHYcMYDNifXaYqS1V+x3X28BBYwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAj19B1wcGC72KQtppytCC1
P+nAtJutoQq/xlKkKReK8wIhAIYmXOmV1o65U8cUZKzFhjA8UY3txdjiru7BDyVg
G+u+
-----END CERTIFICATE-----
`

/** Another certificate for the same name, as after a renewal. */
export const RENEWED = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBpTCCAUugAwIBAgIUHGD1QI4p2JPOW7+d6I0nyrFPbeYwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRcmVuZXdlZC5sb2NhbGhvc3QwIBcNMjYxMTIyMjMyMTQwWhgP
MjEyNjEwMjkyMzIxNDBaMBwxGjAYBgNVBAMMEXJlbmV3ZWQubG9jYWxob3N0MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0BZPowA7K3FJq13RsSgpFRnB1tiRPKzr
cxKBwzxcomEFgA4wQJ2fTyg7p2CjLvZCrKNwDk5l8UnMvwNx+c3qWaNpMGcwHQYD
VR0OBBYEFIyeC37Kc/IaOLmfYuvqoi4gxe2zMB8GA1UdIwQYMBaAFIyeC37Kc/Ia
OLmfYuvqoi4gxe2zMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxo
b3N0MAoGCCqGSM49BAMCA0gAMEUCIQCPkRTNHlB8RrEXrd8Ji1+IENxxKLkjO1A7
mHOKSm3gkAIgFFMYy8BtgvzvkVddJ1470snlB6uoRZBJhqNm5YRnVyM=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpgMtgZspm4mp6Z7e
9I92zOzXrf5AFGcsbG93XBCaWjyhRANCAATQFk+jADsrcUmrXdGxKCkVGcHW2JE8
rOtzEoHDPFyiYQWADjBAnZ9PKDunYKMu9kKso3AOTmXxScy/A3H5zepZ
-----END PRIVATE KEY-----
`,
}

/** Settings that serve HTTPS with it; its files exist until the end of `lifetime`. */
export function tlsSettings(lifetime: { after(work: () => unknown): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-tls-'))
  lifetime.after(() => rmSync(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, CERTIFICATE)
  writeFileSync(key, KEY, { mode: 0o600 })
  return { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }
}

// Combinations of settings that conflict, and those that do not.

import assert from 'node:assert/strict'
import test from 'node:test'
import { type ComparedSettings, mismatchesOf } from './mismatches.ts'

const FINE: ComparedSettings = {
  publicUrl: 'https://billing.nordlicht.ca',
  host: '127.0.0.1',
  trustProxy: ['127.0.0.1'],
  smtpUrl: 'smtp://mail.nordlicht.ca',
  mailFrom: 'billing@nordlicht.ca',
}
const LOCAL = { publicUrl: 'http://localhost:3000', trustProxy: undefined }
const TLS = { tlsCertFile: '/etc/cert.pem', trustProxy: undefined, host: '0.0.0.0' }

test('conflicting settings are named, and others are not', () => {
  const cases: [changes: Partial<ComparedSettings>, codes: string[]][] = [
    [{}, []],
    [TLS, []],
    [{ ...LOCAL, smtpUrl: undefined }, []],
    [{ ...LOCAL, smtpUrl: undefined, mailFrom: 'billing@mail-from-not-set.invalid' }, []],
    [LOCAL, ['links_local']],
    [{ publicUrl: 'http://[::1]:3000' }, ['links_local']],
    [{ publicUrl: 'http://billing.nordlicht.ca' }, ['links_unencrypted']],
    [{ ...TLS, publicUrl: 'http://localhost:3000', smtpUrl: undefined }, ['links_without_tls']],
    [{ trustProxy: false, host: '0.0.0.0' }, ['https_unserved']],
    [{ trustProxy: false, tlsCertFile: '/etc/cert.pem' }, ['public_url_unreachable']],
    [{ mailFrom: 'billing@example.com' }, ['mail_from_reserved']],
    [{ mailFrom: 'billing@shop.test' }, ['mail_from_reserved']],
    [{ mailFrom: 'billing@contest.org' }, []],
  ]
  for (const [changes, codes] of cases) {
    const found = mismatchesOf({ ...FINE, ...changes })
    assert.deepEqual(
      found.map(({ code }) => code),
      codes,
      JSON.stringify(changes),
    )
    for (const { text, remedy } of found) assert.match(`${text}. ${remedy}`, /^[^.].*\.$/)
  }
})

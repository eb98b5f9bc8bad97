// What is taken out of a text, and what is left.

import assert from 'node:assert/strict'
import test from 'node:test'
import { redactSecrets } from './redact.ts'

const id = 'svc_test_0123456789ABCDEF'
const secret = 'x'.repeat(32)
const cases: [text: string, redacted: string][] = [
  [`The id "${id}_${secret}abcdef" is none.`, `The id "${id}_[redacted]" is none.`],
  [`sk_live_0123456789ABCDEF_${secret}`, 'sk_live_0123456789ABCDEF_[redacted]'],
  [`${id}_short`, `${id}_[redacted]`],
  [`whsec_${btoa(secret)}, whsec_AAAA/+==`, 'whsec_[redacted], whsec_[redacted]'],
  [`The key ${id} is public.`, `The key ${id} is public.`],
  ['Nothing to hide: cus_42, inv_01, 5.00 CAD', 'Nothing to hide: cus_42, inv_01, 5.00 CAD'],
]

for (const [text, redacted] of cases) {
  test(text, () => assert.equal(redactSecrets(text), redacted))
}

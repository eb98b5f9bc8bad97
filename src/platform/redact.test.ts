// Redaction: which parts of a text it removes, and which it keeps.

import assert from 'node:assert/strict'
import test from 'node:test'
import { redactBody, redactQuery, redactSecrets } from './redact.ts'

const id = 'svc_test_0123456789ABCDEF'
const secret = 'x'.repeat(32)
const cases: [text: string, redacted: string][] = [
  [`The id "${id}_${secret}abcdef" is none.`, `The id "${id}_[redacted]" is none.`],
  [`sk_live_0123456789ABCDEF_${secret}`, 'sk_live_0123456789ABCDEF_[redacted]'],
  [`${id}_short`, `${id}_[redacted]`],
  [`whsec_${btoa(secret)}, whsec_AAAA/+==`, 'whsec_[redacted], whsec_[redacted]'],
  [`The key ${id} is public.`, `The key ${id} is public.`],
  [`cookie: __Host-reckoner=sess_${secret}12345678`, 'cookie: __Host-reckoner=sess_[redacted]'],
  ['https://ada:s3cret@example.com/hook', 'https://ada:[redacted]@example.com/hook'],
  ['http://localhost:3000/docs', 'http://localhost:3000/docs'],
  ['https://b.example/welcome#Ab-c_1', 'https://b.example/welcome#[redacted]'],
  [`https://b.example/i/${'x'.repeat(27)}/pdf`, 'https://b.example/i/[redacted]/pdf'],
  ['Nothing to hide: cus_42, inv_01, 5.00 CAD', 'Nothing to hide: cus_42, inv_01, 5.00 CAD'],
]

for (const [text, redacted] of cases) {
  test(text, () => assert.equal(redactSecrets(text), redacted))
}

const bodies: [text: string, redacted: string][] = [
  ['{"name":"Ada","password":"s\\"3cret","n":1}', '{"name":"Ada","password":"[redacted]","n":1}'],
  ['{"api_token" : "abc", "apiKey":7}', '{"api_token" : "[redacted]", "apiKey":"[redacted]"}'],
  ['{"client_secret":"cut sho', '{"client_secret":"[redacted]"'],
  ['{"client_secret":"cut sho\\', '{"client_secret":"[redacted]"'],
  ['{"secret":null,"monkey":"bars"}', '{"secret":null,"monkey":"bars"}'],
  [`{"x":"\\u0073vc_test_0123456789ABCDEF_${secret}"}`, `{"x":"${id}_[redacted]"}`],
  ['{"pass\\u0077ord":"s3cret"}', '{"password":"[redacted]"}'],
  ['{"url":"https:\\/\\/ada:s3cret@x"}', '{"url":"https://ada:[redacted]@x"}'],
  ['{"url":"https://ada:s3cr', '{"url":"https://ada:[redacted]@'],
  // Lists and objects under such a name are removed as a whole, wherever they are truncated.
  ['{"tokens":["a",["b]"]],"n":1}', '{"tokens":"[redacted]","n":1}'],
  ['{"secrets" : {"old":"a","new":{"x":[7]}}, "n":1}', '{"secrets" : "[redacted]", "n":1}'],
  ['{"card_numbers":["4242","42', '{"card_numbers":"[redacted]"'],
  ['{"a":{"password":{"value":"x}"', '{"a":{"password":"[redacted]"'],
  ['{"tokens":[],"secret":true}', '{"tokens":"[redacted]","secret":true}'],
  // Escapes that hide nothing are left unchanged.
  ['{"name":"Zo\\u00eb"}', '{"name":"Zo\\u00eb"}'],
]
for (const [text, redacted] of bodies) {
  test(`secrets are removed from the body ${text}`, () => assert.equal(redactBody(text), redacted))
}

const queries: [text: string, redacted: string][] = [
  ['limit=3&api_key=abc&status=paid', 'limit=3&api_key=[redacted]&status=paid'],
  [`q=%73vc_test_0123456789ABCDEF_${secret}`, `q=${id}_[redacted]`],
  ['q=whsec_AB%2FCD%2BEF%3D&limit=3', 'q=whsec_[redacted]&limit=3'],
  ['q=100%&token=x', 'q=100%&token=[redacted]'],
  ['status=paid&q=Zo%C3%AB', 'status=paid&q=Zo%C3%AB'],
]
for (const [text, redacted] of queries) {
  test(`secrets are removed from the query ${text}`, () =>
    assert.equal(redactQuery(text), redacted))
}

// Errors for something other than an API key in its place.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PRODUCTS, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const key = w.keys.test
const id = key.split('_').slice(0, 3).join('_')
const USE = 'Use `Authorization: Bearer <key>`'
const QUOTES = 'The key is in quotes or brackets. Send the key without them.'
const BLANKS = 'The key contains a space or a line break. Send it without.'
const ELSEWHERE =
  'This looks like a key or token of another service. API keys of this service start with svc_test_ or svc_live_.'
const CUT = 'The API key is misspelled or cut short. Copy the whole key again.'
const PLACEHOLDER =
  'You sent a placeholder, not a key: a variable that was not replaced, or the text of an example. Send the key itself.'

test('a 401 describes what was sent instead of a key, by its form only (contract 3)', async () => {
  const messages: [authorization: string, message: string][] = [
    [`Basic ${Buffer.from(`${key}:`).toString('base64')}`, `${USE}; you sent Basic.`],
    [`token ${key}`, `${USE}; you sent Token.`],
    [`Whatever ${key}`, `${USE}; you sent another scheme.`],
    [key, `${USE}; you sent no scheme.`],
    ['Bearer', `${USE}; you sent Bearer without a key.`],
    [`Bearer Bearer ${key}`, `The word Bearer was sent twice. ${USE}.`],
    ...[id, `${id}_`, id.replace('svc_', 'sk_')].map((sent): [string, string] => [
      `Bearer ${sent}`,
      "This is only the key's ID. Send the whole key, which was shown when it was created. If you lost it, create a new key.",
    ]),
    [`Bearer ${key.slice(0, -1)}`, CUT],
    [`Bearer ${key}x`, CUT],
    [`Bearer ${key.replace('svc_', 'sk_')}x`, CUT],
    [`Bearer "${key}"`, QUOTES],
    [`Bearer '${key}'`, QUOTES],
    [`Bearer <${key}>`, QUOTES],
    [`Bearer ${key}\\n`, BLANKS],
    [`Bearer ${key.slice(0, 30)} ${key.slice(30)}`, BLANKS],
    [`Bearer ${key}%0A`, BLANKS],
    ['Bearer $KEY', PLACEHOLDER],
    ['Bearer {{api_key}}', PLACEHOLDER],
    ['Bearer <key>', PLACEHOLDER],
    ['Bearer svc_test_...', PLACEHOLDER],
    ['Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc', ELSEWHERE],
    ['Bearer sk_live_4eC39HqLyjWDarjtT1zdp7dc', ELSEWHERE],
    ['Bearer pk_test_TYooMQauvdEDq54NiTphI7jx', ELSEWHERE],
    ['Bearer rk_live_51H8xYz', ELSEWHERE],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x', ELSEWHERE],
    [
      'Bearer whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'This is the signing secret of a webhook endpoint. Send an API key, which starts with svc_test_ or svc_live_.',
    ],
    [
      'Bearer nonsense',
      'This is not an API key of this service. API keys start with svc_test_ or svc_live_.',
    ],
  ]
  for (const [authorization, message] of messages) {
    const one = await w.api.get(PRODUCTS, { key: null, headers: { authorization } })
    assert.equal(refused(one, 401, 'api_key_invalid').message, message, authorization)
    assert.equal(one.headers['www-authenticate'], 'Bearer realm="reckoner", error="invalid_token"')
    assert.ok(!one.text.includes(key.split('_')[3]?.slice(0, 8) as string), 'no secret is quoted')
  }
  const missing = (path: string, headers: Record<string, string>, message: string) =>
    w.api
      .get(path, { key: null, headers })
      .then((answer) => assert.equal(refused(answer, 401, 'api_key_missing').message, message))
  await missing(PRODUCTS, {}, `No API key was sent. ${USE}.`)
  await missing(PRODUCTS, { 'x-api-key': key }, `${USE}; you sent X-Api-Key, which is ignored.`)
  await missing(
    `${PRODUCTS}?api_key=${key}`,
    {},
    `${USE}; a key in the URL is ignored and may be in logs. If it was a real key, roll it.`,
  )
})

// Recognizes browsers by their user agent strings, as documented by their vendors.
import assert from 'node:assert/strict'
import test from 'node:test'
import { browserName } from '../web/src/text/browser-name.ts'

const LIKE_CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const CASES: readonly [agent: string, name: string][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LIKE_CHROME} Safari/537.36`, 'Chrome 142, Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LIKE_CHROME} Safari/537.36 Edg/142.0.0.0`,
    'Edge 142, Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${LIKE_CHROME} Mobile Safari/537.36`, 'Chrome 142, Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari 26, iOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
]

for (const [agent, name] of CASES) {
  test(`a browser is called ${name || 'nothing'}`, () => assert.equal(browserName(agent), name))
}

// How the dashboard's files are served: the page with its policy, the files compressed and cached permanently.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sharedWorld } from './shared.ts'

const { url } = await sharedWorld({ after })

/** Limit for the compressed scripts of the first page. */
const SCRIPT_MOST = 400_000

test('every page URL serves the page, with a policy that allows no other scripts', async () => {
  const nonces = new Set<string>()
  for (const path of [
    '/',
    '/sign-in',
    '/welcome',
    '/forgotten',
    '/1/test',
    '/1/live/customers/7',
  ]) {
    const answer = await fetch(url + path)
    const text = await answer.text()
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? []
    assert.match(text, new RegExp(`nonce="${nonce}"`))
    assert.doesNotMatch(text, /<script(?![^>]* src="\/)|NONCE|(?:src|href)="(?:https?:)?\/\//)
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 6)
  for (const path of ['/1/staging', '/x/test', '/1/testing/customers', '/sign-in/x']) {
    assert.equal((await fetch(url + path)).status, 404, path)
  }
  const wrong = await fetch(`${url}/1/test/customers`, { method: 'POST' })
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

test('files are compressed and cached permanently, and their folder serves nothing else', async () => {
  const page = await (await fetch(url)).text()
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, at]) => at)
  assert.ok(scripts.length > 0)
  let weight = 0
  for (const path of scripts) {
    const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(plain.headers.get('content-encoding'), null)
    const whole = Buffer.from(await plain.arrayBuffer())
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
      assert.equal(packed.headers.get('content-encoding'), encoding)
      assert.deepEqual(Buffer.from(await packed.arrayBuffer()), whole)
      if (encoding === 'gzip') weight += Number(packed.headers.get('content-length'))
    }
    const etag = plain.headers.get('etag') ?? ''
    const again = await fetch(url + path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
  }
  assert.ok(weight > 0 && weight <= SCRIPT_MOST, `the first page loads ${weight} bytes of script`)
  for (const path of ['/assets/none.js', '/assets/..%2findex.html', '/assets/', '/manifest.json']) {
    assert.equal((await fetch(url + path)).status, 404, path)
  }
  assert.equal((await fetch(`${url}/early.js`)).headers.get('cache-control'), 'no-cache')
})

/** Inter in Latin letters, all weights in one file. */
const FONT_MOST = 50_000

test('fonts and icons are self-hosted; fonts are preloaded and cached permanently', async () => {
  const page = await (await fetch(url)).text()
  const [, font = ''] = /<link rel="preload" href="([^"]+)" as="font"/.exec(page) ?? []
  const answer = await fetch(url + font)
  assert.equal(answer.headers.get('content-type'), 'font/woff2')
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.subarray(0, 4).toString('latin1'), 'wOF2')
  assert.ok(bytes.length <= FONT_MOST, `${bytes.length} bytes`)
  const icons = [...page.matchAll(/rel="(?:apple-touch-)?icon" href="([^"]+)"/g)].map(
    ([, at]) => at,
  )
  const types = icons.map(async (path) => (await fetch(url + path)).headers.get('content-type'))
  assert.deepEqual(await Promise.all(types), ['image/x-icon', 'image/svg+xml', 'image/png'])
})

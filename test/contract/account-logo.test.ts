// Contract 9: the account logo, and the logo kept by finalized documents.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { decodeId } from '../../src/platform/ids.ts'
import { ACCOUNT, bodyOf, get, makeFinalized, refused } from '../fixtures.ts'
import { world } from '../harness.ts'
import { chunk, greyJpeg, greyPng, IEND, ihdr, png, segment } from '../images.ts'

const w = await world({ after })
const { api, keys } = w
const LOGO = `${ACCOUNT}/logo`

const asBody = (bytes: Buffer, content_type = 'image/png') => ({
  body: { content_type, data: bytes.toString('base64') },
})
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function set(bytes: Buffer, content_type?: string, key = keys.test) {
  return bodyOf(api.post(LOGO, { ...asBody(bytes, content_type), key }), 200)
}

/** Returns a grey image whose pixels depend on `grey`. */
const shade = (grey: number) =>
  png(
    ihdr(),
    chunk(
      'IDAT',
      deflateSync(Buffer.from([0, grey, grey, grey, grey, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    ),
    IEND,
  )

test('POST /v1/account/logo accepts a PNG or JPEG in base64, and GET returns it', async () => {
  refused(await api.get(LOGO), 404, 'resource_missing')
  for (const [bytes, type] of [
    [greyPng(), 'image/png'],
    [greyJpeg(), 'image/jpeg'],
  ] as const) {
    const account = await set(bytes, type)
    assert.deepEqual(account.logo, {
      sha256: sha256(bytes),
      width: 4,
      height: 3,
      content_type: type,
      url: LOGO,
    })
    assert.deepEqual(await get(api, ACCOUNT), account)
    const answer = await api.get(LOGO)
    assert.deepEqual(answer.bytes, bytes)
    assert.equal(answer.headers['content-type'], type)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    const headers = { 'if-none-match': answer.headers.etag ?? '' }
    assert.equal((await api.get(LOGO, { headers })).status, 304)
  }
})

test('a logo can be 512 KiB and 2000 pixels in each direction', async () => {
  // 720 rows of 721 incompressible bytes: just within 512 KiB.
  const pixels = randomBytes(720 * 721)
  for (let line = 0; line < 720; line++) pixels[line * 721] = 0
  const largest = png(ihdr({ width: 720, height: 720 }), chunk('IDAT', deflateSync(pixels)), IEND)
  assert.ok(largest.length > 519_000 && largest.length <= 524_288, `${largest.length}`)
  await set(largest)
  assert.deepEqual((await api.get(LOGO)).bytes, largest)
})

test('metadata is stripped from the image', async () => {
  await set(greyPng(chunk('eXIf', Buffer.from('44.64, -63.57')), chunk('tEXt', Buffer.from('me'))))
  assert.deepEqual((await api.get(LOGO)).bytes, greyPng())
  await set(greyJpeg(segment(0xe1, 'Exif 44.64'), segment(0xfe, 'me')), 'image/jpeg')
  assert.deepEqual((await api.get(LOGO)).bytes, greyJpeg())
})

const REFUSED: [bytes: Buffer, said: RegExp][] = [
  [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /neither a PNG nor/],
  [Buffer.from('<html><script>alert(1)</script>'), /neither a PNG nor/],
  [Buffer.concat([greyPng(), Buffer.from('<script>')]), /followed by other data/],
  [greyPng().subarray(0, -1), /cut short/],
  [png(ihdr({ width: 2001 }), chunk('IDAT'), IEND), /2001 × 3 pixels/],
  [png(ihdr(), chunk('IDAT', Buffer.from('no pixels')), IEND), /cannot be unpacked/],
  [png(ihdr(), chunk('IDAT', deflateSync(Buffer.alloc(14))), IEND), /more or fewer pixels/],
  [png(ihdr(), chunk('IDAT', deflateSync(Buffer.alloc(16))), IEND), /more or fewer pixels/],
  [png(ihdr(), chunk('IDAT', deflateSync(Buffer.alloc(15, 5))), IEND), /cannot be unpacked/],
  // 16 MB inflated from 16 kB.
  [png(ihdr(), chunk('IDAT', deflateSync(Buffer.alloc(16 << 20))), IEND), /more or fewer pixels/],
  [
    png(
      ihdr(),
      chunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(15)), Buffer.from('PK')])),
      IEND,
    ),
    /more or fewer pixels/,
  ],
  [png(ihdr(), chunk('IDAT', deflateSync(Buffer.alloc(15)).subarray(0, -5)), IEND), /damaged/],
]

test('a file that is not an image, is too large or has the wrong type is rejected with 400', async () => {
  const before = (await api.get(ACCOUNT)).text
  for (const [bytes, said] of REFUSED) {
    const answer = await api.post(LOGO, asBody(bytes))
    assert.match(refused(answer, 400, 'image_invalid', 'data').message, said)
  }
  const other = await api.post(LOGO, asBody(greyPng(), 'image/jpeg'))
  const { message } = refused(other, 400, 'parameter_invalid', 'content_type')
  assert.match(message, /content_type is "image\/jpeg", but the data is image\/png/)
  for (const [body, param] of [
    [{ content_type: 'image/svg+xml', data: 'AAAA' }, 'content_type'],
    [{ content_type: 'image/png', data: 'AAA' }, 'data'],
    [{ content_type: 'image/png', data: 'A A=' }, 'data'],
    [{ content_type: 'image/png', data: '_-8=' }, 'data'],
    [
      { content_type: 'image/png', data: `data:image/png;base64,${greyPng().toString('base64')}` },
      'data',
    ],
    [{ content_type: 'image/png', data: 7 }, 'data'],
    [{ content_type: 'image/png', data: 'A'.repeat(699_056) }, 'data'],
    [{ content_type: 'image/png', data: '' }, 'data'],
    [{ content_type: 'image/png' }, 'data'],
    [{ data: 'AAAA' }, 'content_type'],
  ] as const) {
    const answer = await api.post(LOGO, { body })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.body.error.param, param, answer.text)
  }
  assert.equal((await api.get(ACCOUNT)).text, before)
})

test('image_invalid is returned with 400 (contract 3)', async () => {
  refused(await api.post(LOGO, asBody(Buffer.from('GIF89a'))), 400, 'image_invalid')
})

async function logoOf({ id }: { id: string }): Promise<unknown> {
  const rows = await w.sql('select snapshot from invoices where id = $1', [decodeId('inv', id)])
  return rows[0]?.snapshot.seller.logo
}

test('DELETE removes the logo; finalized documents keep theirs, which is never overwritten', async () => {
  await set(shade(1))
  const first = await makeFinalized(api)
  await set(shade(2))
  const second = await makeFinalized(api)
  const removed = await api.delete(LOGO)
  assert.equal(removed.body.logo, null)
  const again = await api.delete(LOGO)
  assert.equal(again.text, removed.text, 'repeating is harmless')
  refused(await api.get(LOGO), 404, 'resource_missing')
  const third = await makeFinalized(api)
  const named = [await logoOf(first), await logoOf(second), await logoOf(third)]
  assert.deepEqual(named, [sha256(shade(1)), sha256(shade(2)), undefined])
  const kept = await w.sql<{ data: Buffer }>(
    'select data from logos where environment_id = 1 and sha256 = any($1)',
    [named],
  )
  assert.deepEqual(
    kept.map(({ data }) => data).sort(Buffer.compare),
    [shade(1), shade(2)].sort(Buffer.compare),
  )
})

test('the same image is stored once, also when uploaded twice concurrently', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => api.post(LOGO, asBody(shade(n % 2 ? 3 : 4)))),
  )
  for (const answer of answers) assert.equal(answer.status, 200, answer.text)
  const second = await w.secondProcess()
  const more = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? api : second.api).post(LOGO, asBody(shade(5)))),
  )
  for (const answer of more) assert.equal(answer.status, 200, answer.text)
  const rows = await w.sql('select 1 from logos where sha256 = any($1)', [
    [shade(3), shade(4), shade(5)].map(sha256),
  ])
  assert.equal(rows.length, 3)
  const headers = { 'idempotency-key': 'logo' }
  const first = await api.post(LOGO, { ...asBody(shade(6)), headers })
  await set(shade(7))
  const replayed = await api.post(LOGO, { ...asBody(shade(6)), headers })
  assert.equal(replayed.text, first.text)
  assert.equal((await get(api, ACCOUNT)).logo.sha256, sha256(shade(7)))
  const stale = await api.post(LOGO, { ...asBody(shade(8)), headers: { 'if-match': '"other"' } })
  refused(stale, 412, 'precondition_failed')
})

test('a logo belongs to one environment', async () => {
  await set(shade(9))
  for (const key of [keys.live, keys.otherTest]) {
    refused(await api.get(LOGO, { key }), 404, 'resource_missing')
    assert.equal((await get(api, ACCOUNT, { key })).logo, null)
  }
  const reader = await w.key({ scopes: ['account:read'] })
  assert.equal((await api.get(LOGO, { key: reader })).status, 200)
  refused(await api.post(LOGO, { ...asBody(shade(9)), key: reader }), 403, 'permission_denied')
  refused(await api.delete(LOGO, { key: reader }), 403, 'permission_denied')
})

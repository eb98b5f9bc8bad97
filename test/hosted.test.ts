// The hosted invoice: visible to everyone who has its address, and to no one else.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test, { after } from 'node:test'
import { get, INVOICES, type Made, makeCustomer, makeFinalized } from './fixtures.ts'
import { until, world } from './harness.ts'

const w = await world({ after })
const { api } = w

async function finalizedFor(customer: object = {}, more: object = {}): Promise<Made> {
  const { id } = await makeCustomer(api, customer)
  return makeFinalized(api, { customer_id: id, ...more })
}

const visit = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(url, { headers, method })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('the hosted page shows the invoice in the words and figures of its document', async () => {
  const invoice = await finalizedFor(
    { name: 'Maple Inc.' },
    { due_date: '2099-12-20', notes: 'PO 7' },
  )
  const { status, headers, text } = await visit(invoice.hosted_url)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  // 3 × 19.99 = 59.97.
  for (const shown of [
    ...['CA$59.97', 'CA$19.99', 'Maple Inc.', 'Seats', 'PO 7', 'Due December 20, 2099'],
    ...[invoice.number, 'Please pay CA$59.97 by December 20, 2099.', 'Download PDF'],
  ]) {
    assert.ok(text.includes(shown), shown)
  }
  assert.match(text, /^<!doctype html>\n<html lang="en">/)
  assert.match(text, /Test invoice – pay it with a test card; no money moves\./)
})

test('the page is in the language of the customer', async () => {
  const invoice = await finalizedFor({ language: 'fr' }, { due_date: '2099-12-20' })
  const { text } = await visit(invoice.hosted_url)
  assert.match(text, /<html lang="fr">/)
  assert.match(text, /Télécharger le PDF/)
  assert.match(text, /À payer au plus tard le 20\u00a0décembre\u00a02099/)
})

test('the page shows the state of the invoice', async () => {
  const invoice = await finalizedFor()
  await api.post(`${INVOICES}/${invoice.id}/void`)
  assert.match((await visit(invoice.hosted_url)).text, /Void\. Nothing to pay\./)
  const free = { description: 'Trial', quantity: 1, unit_amount: 0 }
  const paid = await finalizedFor({}, { line_items: [free] })
  assert.match((await visit(paid.hosted_url)).text, /Paid\. Thank you\./)
})

test('an overdue invoice says so once, with the balance due', async () => {
  const { id, hosted_url } = await finalizedFor({}, { due_date: '2020-01-31' })
  const isOverdue = async () => (await get(api, `${INVOICES}/${id}`)).status === 'overdue'
  await until('it to be overdue', isOverdue)
  const { text } = await visit(hosted_url)
  assert.equal(text.split('was due on January 31, 2020').length - 1, 1)
  assert.match(text, /CA\$59\.97/)
})

test('the hosted page loads and runs nothing, and cannot be framed, cached or indexed', async () => {
  const { hosted_url } = await finalizedFor()
  const { headers, text } = await visit(hosted_url)
  assert.equal(headers.get('cache-control'), 'private, no-store')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.match(headers.get('x-robots-tag') ?? '', /noindex/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  )
  assert.doesNotMatch(text, /<script|style=|https?:\/\/(?!127\.0\.0\.1)/)
})

test('the PDF and the logo have addresses below the page', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const plain = await finalizedFor()
  assert.equal((await visit(`${plain.hosted_url}/logo`)).status, 404)
  const logo = await api.post('/v1/account/logo', {
    body: { content_type: 'image/png', data: png },
  })
  assert.equal(logo.status, 200, logo.text)
  const invoice = await finalizedFor()
  const { text } = await visit(invoice.hosted_url)
  const [, source = ''] = /<img class="logo" src="([^"]+)"/.exec(text) ?? []
  const image = await visit(new URL(source, w.url).href)
  assert.equal(image.headers.get('content-type'), 'image/png')
  const pdf = await visit(`${invoice.hosted_url}/pdf`)
  assert.equal(pdf.status, 200)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.equal(pdf.headers.get('cache-control'), 'private, no-store')
  assert.match(pdf.headers.get('content-disposition') ?? '', new RegExp(`${invoice.number}\\.pdf`))
  assert.match(pdf.text, /^%PDF-/)
})

test('HEAD responds like GET without the body, and other methods get an error', async () => {
  const { hosted_url } = await finalizedFor()
  const head = await visit(hosted_url, {}, 'HEAD')
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  const post = await visit(hosted_url, {}, 'POST')
  assert.equal(post.status, 405)
  assert.equal(post.headers.get('allow'), 'GET, HEAD, OPTIONS')
})

test('a new address of the hosted page disables the old one at once', async () => {
  const invoice = await finalizedFor()
  const rotated = await api.post(`${INVOICES}/${invoice.id}/rotate_hosted_url`)
  assert.equal((await visit(invoice.hosted_url)).status, 404)
  assert.equal((await visit(`${invoice.hosted_url}/pdf`)).status, 404)
  assert.equal((await visit(rotated.body.hosted_url)).status, 200)
  const { hosted_url } = await get(api, `${INVOICES}/${invoice.id}`)
  assert.equal(hosted_url, rotated.body.hosted_url)
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</style><iframe src=file:///etc/passwd>',
  '{{7*7}} #import "x" $y$ =cmd|calc',
  '\u202egro.live\u202c',
  '株式会社 🚲',
]

test('hostile texts on the hosted page are shown as text', async () => {
  for (const name of HOSTILE) {
    const line = { description: name, quantity: 1, unit_amount: 5 }
    const { hosted_url } = await finalizedFor({ name }, { line_items: [line], notes: name })
    const { status, text } = await visit(hosted_url)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /<script|<img src=x|<iframe|\u202e/)
  }
})

test('every unknown link gets the same response, in the language of the reader', async () => {
  const { hosted_url } = await finalizedFor()
  const wrong = `${hosted_url.slice(0, -1)}${hosted_url.endsWith('x') ? 'y' : 'x'}`
  // Of another environment, of an unknown one, malformed, too long.
  const elsewhere = hosted_url.replace('/i/1-', '/i/2-')
  const addresses = [wrong, elsewhere, `${w.url}/i/1-abc`, `${w.url}/i`, `${w.url}/i/a/b/c`]
  const texts = new Set<string>()
  for (const address of [...addresses, `${w.url}/i/zzzzzzzzzz-${'a'.repeat(27)}`]) {
    const { status, text, headers } = await visit(address)
    assert.equal(status, 404, address)
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/)
    texts.add(text)
  }
  assert.equal(texts.size, 1)
  assert.match([...texts].join(), /Page not found/)
  const french = await visit(wrong, { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' })
  assert.match(french.text, /Page introuvable/)
})

test('a page that is found counts as 200, logs nothing else, and uses up no rate limit', async () => {
  const { hosted_url } = await finalizedFor()
  const requests = () =>
    w.logs.filter(({ route, msg }) => msg === 'request' && String(route).startsWith('/i/'))
  const [before, said] = [requests().length, w.logs.length]
  // The limit is 60 misses a minute.
  for (let shown = 0; shown < 70; shown++) assert.equal((await visit(hosted_url)).status, 200)
  assert.equal((await visit(`${hosted_url}/pdf`)).status, 200)
  await until('the lines', () => requests().length === before + 71)
  assert.ok(requests().every(({ status }, at) => at < before || status === 200))
  assert.deepEqual(
    w.logs.slice(said).filter(({ level }) => level !== 'info'),
    [],
  )
  assert.equal((await visit(`${w.url}/i/0`)).status, 404)
})

test('guessing addresses is rate limited, opening a known address is not', async () => {
  const { hosted_url } = await finalizedFor()
  const search = () => visit(`${w.url}/i/1-${'a'.repeat(27)}`)
  const found = await Promise.all(Array.from({ length: 80 }, search))
  assert.ok(found.some(({ status }) => status === 429))
  const last = await search()
  assert.equal(last.status, 429)
  assert.match(last.text, /Too many attempts/)
  assert.ok(Number(last.headers.get('retry-after')) > 0)
  assert.equal((await visit(hosted_url)).status, 200)
})

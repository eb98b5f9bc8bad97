// The pages under /docs: complete, correct, offline, and readable without scripts.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { openapiDocument } from '../src/app/reference.ts'
import { ERRORS } from '../src/domain/error-catalogue.ts'
import { EVENTS } from '../src/domain/event.ts'
import type { SearchEntry } from '../src/reference/search-index.ts'
import { routes } from './reference/operations.ts'
import { sharedWorld } from './shared.ts'

const here = await sharedWorld(test)
const docs = join(import.meta.dirname, '../docs')
const names = (folder: string) =>
  readdirSync(join(docs, folder)).map((file) => file.replace('.md', ''))
const page = async (path: string) => {
  const answer = await here.api.get(path, { key: null })
  assert.equal(answer.status, 200, path)
  return answer
}

/** The text that a browser shows for HTML. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Every page that can be reached by links from /docs. */
async function crawl(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const { text, headers } = await page(path)
    found.set(path, text)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    for (const [, target = ''] of text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) waiting.push(target)
  }
  return found
}

const crawled = await crawl()
/** HTML pages; the others are the same pages as Markdown, and the OpenAPI document. */
const pages = new Map([...crawled].filter(([path]) => !/\.\w+$/.test(path)))
const slug = (tag: string) => tag.toLowerCase().replaceAll(' ', '-')
const TAGS = openapiDocument().tags.map(({ name }) => name)
const pageOf = (tag: string) => `/docs/${slug(tag)}`

test('every page can be reached from /docs, each also as Markdown', () => {
  const expected = [
    '/docs',
    '/docs/reference',
    ...TAGS.map(pageOf),
    '/docs/errors',
    // Linked from the guide, and in no menu.
    '/docs/decisions',
    ...Object.keys(ERRORS).map((code) => `/docs/errors/${code}`),
    ...names('guide')
      .filter((name) => name !== 'quickstart')
      .map((name) => `/docs/guide/${name}`),
  ]
  assert.deepEqual([...pages.keys()].sort(), expected.sort())
  assert.deepEqual(
    [...crawled.keys()].sort(),
    [...expected, ...expected.map((path) => `${path}.md`), '/openapi.json'].sort(),
  )
})

test('every link leads to a place that exists', () => {
  for (const [path, text] of pages) {
    for (const [, target = '', anchor] of text.matchAll(/href="([^"#]*)#([^"]*)"/g)) {
      const there = target === '' ? text : crawled.get(target)
      assert.ok(there?.includes(`id="${anchor}"`), `${path} links to ${target}#${anchor}`)
    }
  }
})

test('each id is unique on its page', () => {
  for (const [path, text] of pages) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, path)
  }
})

test('pages load nothing from other hosts and have no inline scripts', async () => {
  for (const path of ['/docs', '/docs/invoices', '/docs/errors/parameter_invalid']) {
    const { headers, text } = await page(path)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(policy, /unsafe|http|\*/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(
      text,
      /<style|style="|<[a-z]+[^>]* on[a-z]+="|<script(?! type="module" src="\/docs\/)/,
    )
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)]
    for (const [, address = ''] of loaded) {
      assert.match(address, /^\/docs[/.]/)
      await page(address)
    }
  }
})

test('every page has the same menu, which marks the current page and lists no decisions', () => {
  const menus = [...pages].map(([path, text]) => {
    const [menu = ''] = /<nav id="menu"[\s\S]*?<\/nav>/.exec(text) ?? []
    const own = menu.replace(/<ul class="outline">[\s\S]*?<\/ul>/, '')
    const current = /<a href="([^"]*)" aria-current="(?:page|true)">/.exec(menu)?.[1]
    const expected = path.startsWith('/docs/errors') ? '/docs/errors' : path
    assert.equal(current, path === '/docs/decisions' ? undefined : expected, path)
    return own.replaceAll(/ aria-current="\w+"/g, '')
  })
  assert.equal(new Set(menus).size, 1)
  const [menu = ''] = menus
  const labels = [...menu.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, label]) => label)
  assert.deepEqual(labels, ['Get started', 'Integrate', 'Billing', 'Operate', 'API reference'])
  for (const tag of TAGS) assert.ok(menu.includes(`href="${pageOf(tag)}"`), tag)
  assert.doesNotMatch(menu, /decisions/)
})

test('everything can be read without scripts: only what needs them is hidden', () => {
  const hidden = [...(pages.get('/docs/invoices') ?? '').matchAll(/<(\w+)[^>]* hidden>/g)]
  assert.deepEqual([...new Set(hidden.map(([, tag]) => tag))].sort(), [
    'details',
    'div',
    'form',
    'strong',
  ])
})

test('the script stores the key nowhere and writes no HTML', async () => {
  const { text } = await page('/docs/try.js')
  assert.doesNotMatch(text, /Storage|cookie|innerHTML|eval|https?:/)
})

test('the reference shows every operation with programs, its errors and a form', () => {
  for (const { operation, summary, permission, tag, columns, path } of routes) {
    // CSV is documented with its list; the journal is not a list.
    if (columns && path !== '/ledger/journal.csv') continue
    const text = pages.get(pageOf(tag)) ?? ''
    const section = text.slice(text.indexOf(`<section id="${operation}">`)).split('</section>')[0]
    const programs = ['curl -sS ', 'await fetch(', 'urllib.request.Request(']
    for (const part of [
      summary,
      permission,
      ...programs,
      'api_key_invalid',
      '<form data-method=',
    ]) {
      assert.ok(section?.includes(part), `${operation} shows ${part}`)
    }
    const place = `${pageOf(tag)}#${operation}`
    const line = `<li id="${operation}"><a href="${place}">`
    assert.ok(pages.get('/docs/reference')?.includes(line), `a list leads to ${place}`)
  }
})

test('the page on events has every type, when it is recorded, and an example', () => {
  const text = plain(pages.get('/docs/events') ?? '')
  for (const [type, { when }] of Object.entries(EVENTS)) {
    for (const part of [when.replaceAll('`', ''), `"type": "${type}"`]) {
      assert.ok(text.includes(part), `${type} shows ${part}`)
    }
  }
})

test('the search finds sections by their words, and the address of each result exists', async () => {
  const entries: SearchEntry[] = (await page('/docs/search.json')).body
  for (const { path } of entries) {
    const [target = '', anchor] = path.split('#')
    const text = pages.get(target)
    assert.ok(text, path)
    if (anchor) assert.ok(text.includes(` id="${anchor}"`), path)
  }
  const words = (wanted: string) =>
    entries
      .filter(({ heading, text }) => `${heading} ${text}`.includes(wanted))
      .map(({ path }) => path)
  assert.ok(words('Finalize').includes('/docs/invoices#finalizeInvoice'))
  assert.ok(words('invoice.paid').includes('/docs/events#invoice.paid'))
  assert.ok(words('starting_after').includes('/docs/guide/pagination#go-through-everything'))
})

test('each error has a page with its meaning, remedy, an example and the operations', () => {
  for (const [code, { status, meaning, remedy }] of Object.entries(ERRORS)) {
    const text = plain(pages.get(`/docs/errors/${code}`) ?? '')
    const bare = (sentence: string) => sentence.replaceAll('`', '')
    for (const part of [String(status), bare(meaning), bare(remedy), `"code": "${code}"`]) {
      assert.ok(text.includes(part), `${code} shows ${part}`)
    }
    const about = /for paths and methods that do not exist/.test(text)
    assert.equal(about, /^(route_not_found|method_not_allowed)$/.test(code), code)
    const services = /for payment services/.test(text)
    assert.equal(services, code === 'gateway_signature_invalid', code)
    const people = /for users who sign in/.test(text)
    if (people)
      assert.match(
        code,
        /^(session|credentials|link|password)_|^(origin|https)_|^sign_in_|^second_factor_|owner|member/,
      )
    assert.ok(about || people || services || /(GET|POST|PATCH|DELETE) \/(v1|api)/.test(text), code)
  }
})

test('the doc_url of an error opens', async () => {
  const { body } = await here.api.get('/v1/invoices?limit=0')
  assert.ok(body.error.doc_url.startsWith(`${here.url}/docs/`))
  assert.equal((await fetch(body.error.doc_url)).status, 200)
})

test('the states of an invoice are a table of what each allows', () => {
  const rows = [
    ...(pages.get('/docs') ?? '').matchAll(
      /<tr><td><code>(?:draft|posted|paid|overdue|void)<\/code>.*<\/tr>/g,
    ),
  ].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => plain(cell)),
  )
  assert.deepEqual(
    rows.map((cells) => cells.slice(0, 5)),
    [
      ['draft', 'yes', 'yes', 'yes', '–'],
      ['posted', '–', '–', 'yes', 'yes'],
      ['paid', '–', '–', 'yes', '–'],
      ['overdue', '–', '–', 'yes', '–'],
      ['void', '–', '–', '–', '–'],
    ],
  )
})

test('all decisions are on one page, after their list by topic', () => {
  const text = pages.get('/docs/decisions') ?? ''
  const decisions = names('decisions').filter((name) => name !== 'README')
  for (const name of decisions) assert.ok(text.includes(`id="${name}"`), name)
  const index = text.slice(0, text.indexOf(`id="${decisions[0]}"`))
  assert.match(index, /<h2[^>]*>.*The write path/)
  assert.match(index, /href="[^"]*#0004-one-write-lane"/)
})

test('HEAD, conditions, trailing slashes, unknown pages and other methods get the right response', async () => {
  const { headers } = await page('/docs')
  const etag = String(headers.etag)
  assert.equal((await here.api.send('HEAD', '/docs')).status, 200)
  const same = await here.api.get('/docs', { headers: { 'If-None-Match': etag } })
  assert.equal(same.status, 304)
  assert.equal((await page('/docs/errors/')).text, pages.get('/docs/errors'))
  for (const path of [
    '/docs/x',
    '/docs/errors/x',
    '/docs/guide/../../package',
    '/docs/reference/x',
    '/docs/guide/quickstart',
    '/docs/x.md',
  ]) {
    const { status, body } = await here.api.get(path)
    assert.deepEqual([status, body.error.code], [404, 'route_not_found'], path)
  }
  for (const path of ['/docs', '/docs/errors', '/healthz', '/openapi.json']) {
    const answer = await here.api.post(path)
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD, OPTIONS'], path)
  }
})

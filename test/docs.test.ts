// The pages under /docs: complete, readable without scripts, offline, and true.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { laidOut } from '../src/app/docs/code.ts'
import { renderMarkdown } from '../src/app/docs/markdown.ts'
import { ERRORS } from '../src/domain/error-catalogue.ts'
import { html } from '../src/platform/html.ts'
import { world } from './harness.ts'
import { routes } from './reference/operations.ts'

const here = await world(test)
const docs = join(import.meta.dirname, '../docs')
const names = (folder: string) =>
  readdirSync(join(docs, folder)).map((file) => file.replace('.md', ''))
const page = async (path: string) => {
  const answer = await here.api.get(path, { key: null })
  assert.equal(answer.status, 200, path)
  return answer
}

/** What a browser shows of HTML. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Every page that links lead to, beginning at /docs. */
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

const pages = await crawl()

test('all there is can be reached from /docs', () => {
  const expected = [
    '/docs',
    '/docs/reference',
    '/docs/errors',
    '/docs/guide',
    '/docs/open-points',
    '/openapi.json',
    ...Object.keys(ERRORS).map((code) => `/docs/errors/${code}`),
    ...names('guide').map((name) => `/docs/guide/${name}`),
  ]
  assert.deepEqual([...pages.keys()].sort(), expected.sort())
})

test('every link leads to a place that exists', () => {
  for (const [path, text] of pages) {
    for (const [, target = '', anchor] of text.matchAll(/href="([^"#]*)#([^"]*)"/g)) {
      const there = target === '' ? text : pages.get(target)
      assert.ok(there?.includes(`id="${anchor}"`), `${path} links to ${target}#${anchor}`)
    }
  }
})

test('each id stands once on its page', () => {
  for (const [path, text] of pages) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, path)
  }
})

test('pages load nothing from elsewhere and run nothing inline', async () => {
  for (const path of ['/docs', '/docs/reference', '/docs/errors/parameter_invalid']) {
    const { headers, text } = await page(path)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(policy, /unsafe|http|\*/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(text, /<style|style="|<[a-z]+[^>]* on[a-z]+="|<script(?! src="\/docs\/)/)
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)]
    for (const [, address = ''] of loaded) {
      assert.match(address, /^\/docs\//)
      await page(address)
    }
  }
})

test('the navigation is one row on a phone, however long the guide grows', () => {
  for (const [path, text] of pages) {
    const [navigation = ''] = /<nav aria-label="Pages">[\s\S]*?<\/nav>/.exec(text) ?? []
    const labels = [...navigation.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, label]) => label)
    if (!text.includes('<nav')) continue
    assert.deepEqual(labels, ['Start', 'Reference', 'Errors', 'Guide', 'Open points'], path)
  }
  for (const name of names('guide')) {
    const here = /<a href="([^"]*)" aria-current="page">/.exec(
      pages.get(`/docs/guide/${name}`) ?? '',
    )
    assert.equal(here?.[1], '/docs/guide', name)
  }
})

test('without scripts everything can be read: only what needs them is hidden', () => {
  const hidden = [...(pages.get('/docs/reference') ?? '').matchAll(/<(\w+)[^>]* hidden>/g)]
  assert.deepEqual([...new Set(hidden.map(([, tag]) => tag))].sort(), ['details', 'form', 'strong'])
})

test('the script keeps the key nowhere and writes no HTML', async () => {
  const { text } = await page('/docs/reference.js')
  assert.doesNotMatch(text, /Storage|cookie|innerHTML|eval|https?:/)
})

test('the reference shows every operation with an example, its errors and a form', () => {
  const text = pages.get('/docs/reference') ?? ''
  for (const { operation, summary, permission, path, columns } of routes) {
    if (columns && path !== '/ledger/journal.csv') {
      // Said at its list.
      assert.ok(text.includes(`${path.replace(/:(\w+)/g, '{$1}')}</code>`), path)
      continue
    }
    const section = text.slice(text.indexOf(`<section id="${operation}">`)).split('</section>')[0]
    for (const part of [summary, permission, 'curl ', 'api_key_invalid', '<form data-method=']) {
      assert.ok(section?.includes(part), `${operation} shows ${part}`)
    }
  }
})

test('each error has a page with meaning, remedy, an example and the operations', () => {
  for (const [code, { status, meaning, remedy }] of Object.entries(ERRORS)) {
    const text = plain(pages.get(`/docs/errors/${code}`) ?? '')
    const bare = (sentence: string) => sentence.replaceAll('`', '')
    for (const part of [String(status), bare(meaning), bare(remedy), `"code": "${code}"`]) {
      assert.ok(text.includes(part), `${code} shows ${part}`)
    }
    const about = /about addresses and methods that do not exist/.test(text)
    assert.equal(about, /^(route_not_found|method_not_allowed)$/.test(code), code)
    const people = /about people who sign in/.test(text)
    if (people)
      assert.match(
        code,
        /^(session|credentials|link|password)_|^(origin|https)_|^sign_in_|^second_factor_|owner|member/,
      )
    assert.ok(about || people || /(GET|POST|PATCH|DELETE)\n\/(v1|api)/.test(text), code)
  }
})

test('the doc_url of an error opens', async () => {
  const { body } = await here.api.get('/v1/invoices?limit=0')
  assert.ok(body.error.doc_url.startsWith(`${here.url}/docs/`))
  assert.equal((await fetch(body.error.doc_url)).status, 200)
})

test('the states of an invoice are a table of what each allows', () => {
  const rows = [...(pages.get('/docs') ?? '').matchAll(/<tr><th scope="row">.*<\/tr>/g)].map(
    ([row]) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => plain(cell)),
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

test('the commands of the first page run as they stand', async () => {
  const blocks = [...(pages.get('/docs') ?? '').matchAll(/<pre><code>([\s\S]*?)<\/code>/g)]
  const [key = '', customer = '', invoice = '', id = '', ...others] = blocks.map(([, code = '']) =>
    plain(code),
  )
  const made = await run(`${key.replace('svc_test_…', here.keys.test)}\n${customer}\n${invoice}`)
  const found = /inv_[0-9a-z]{26}/.exec(made)?.[0] ?? ''
  const done = await run(
    [`KEY=${here.keys.test}`, id.replace('inv_…', found), ...others].join('\n'),
  )
  assert.match(made, /"id":1001,"object":"customer"/)
  assert.match(done, /"status":"posted","number":"INV-000001","amount_due":5997/)
  assert.match(done, /"object":"invoice_explanation"/)
  assert.match(done, /"name":"Team plan"/)
})

function run(script: string): Promise<string> {
  const shell = spawn('bash', ['-euo', 'pipefail'], { timeout: 180_000 })
  let output = ''
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  shell.stdin.end(script)
  return new Promise((done) => shell.once('close', () => done(output)))
}

test('the open points are all on one page', () => {
  const text = pages.get('/docs/open-points') ?? ''
  for (const name of names('decisions')) assert.ok(text.includes(`id="${name}"`), name)
})

test('HEAD, conditions, a trailing slash, unknown pages and other methods are answered', async () => {
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
  ]) {
    const { status, body } = await here.api.get(path)
    assert.deepEqual([status, body.error.code], [404, 'route_not_found'], path)
  }
  for (const path of ['/docs', '/docs/errors', '/healthz', '/openapi.json']) {
    const answer = await here.api.post(path)
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD, OPTIONS'], path)
  }
})

test('values in HTML are escaped', () => {
  const value = `<b title="x" data-y='z'>&`
  assert.equal(
    html`<p>${value}</p>`.text,
    '<p>&lt;b title=&quot;x&quot; data-y=&#39;z&#39;&gt;&amp;</p>',
  )
  assert.equal(html`${['a', html`<i>${'<'}</i>`, null, false, 0]}`.text, 'a<i>&lt;</i>0')
})

const MARKDOWN: [string, string, string][] = [
  ['a <script>x</script>', '<p>a &lt;script&gt;x&lt;/script&gt;</p>\n', 'HTML is text'],
  ['[x](javascript:alert)', '<p>x</p>\n', 'a link opens a page or nothing'],
  ['[`x`](https://a.example)', '<p><a href="https://a.example"><code>x</code></a></p>\n', 'a link'],
  ['`*a*` **b** *c*', '<p><code>*a*</code> <strong>b</strong> <em>c</em></p>\n', 'marks'],
  ['# A `b`', '<h1 id="a-b">A <code>b</code></h1>\n', 'a heading has an address'],
  ['- a\n  b\n- c', '<ul><li>a b</li>\n<li>c</li>\n</ul>\n', 'a list with a long item'],
  ['1. a\n2. b', '<ol><li>a</li>\n<li>b</li>\n</ol>\n', 'steps'],
  ['```sh\na < b\n```', '<pre><code>a &lt; b</code></pre>\n', 'code'],
  ['a\n<!-- b\nc -->\nd', '<p>a</p>\n<p>d</p>\n', 'comments are not shown'],
]

for (const [text, expected, why] of MARKDOWN) {
  test(`Markdown: ${why}`, () => {
    assert.equal(renderMarkdown(text, { resolve: (target) => target }).text, expected)
  })
}

test('Markdown: a table keeps empty cells and bars inside code', () => {
  const text = '| a | b |\n|---|---|\n| | `x|y` |'
  const cells = [
    ...renderMarkdown(text, { resolve: () => undefined }).text.matchAll(/<t[hd]>(.*?)<\/t/g),
  ]
  assert.deepEqual(
    cells.map(([, cell]) => cell),
    ['a', 'b', '', '<code>x|y</code>'],
  )
})

test('JSON is laid out on one line where it fits', () => {
  assert.equal(laidOut({ a: [1, 'x', null], b: {} }), '{"a": [1, "x", null], "b": {}}')
  const long = 'x'.repeat(80)
  assert.equal(laidOut({ a: [long] }), `{\n  "a": [\n    "${long}"\n  ]\n}`)
})

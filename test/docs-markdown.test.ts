// The pages under /docs for programs: llms.txt, and each page as Markdown.

import assert from 'node:assert/strict'
import test from 'node:test'
import { createDocs, openapiDocument } from '../src/app/reference.ts'
import { sharedWorld } from './shared.ts'

const here = await sharedWorld(test)
const TAGS = openapiDocument().tags
const page = async (path: string) => {
  const answer = await here.api.get(path, { key: null })
  assert.equal(answer.status, 200, path)
  return answer
}

/** The links of llms.txt, and one page that it does not name. */
const listed = [...(await page('/llms.txt')).text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)]
const addresses = [
  ...listed
    .map(([, address = '']) => address.slice(here.url.length))
    .filter((path) => path.endsWith('.md')),
  '/docs/errors/invoice_not_draft.md',
  '/docs/decisions.md',
]

test('llms.txt lists every page of the menu, and each address opens', async () => {
  const { text, headers } = await page('/llms.txt')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(text, /^# Reckoner\n\n> .+\n/)
  const addresses = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)].map(([, at = '']) => at)
  assert.equal(new Set(addresses).size >= TAGS.length + 20, true)
  for (const address of addresses) {
    assert.ok(address.startsWith(`${here.url}/`), address)
    assert.equal((await fetch(address)).status, 200, address)
  }
  assert.doesNotMatch(text, /decisions/)
})

test('llms.txt describes a page of the guide by one whole sentence of that page', async () => {
  const { text } = await page('/llms.txt')
  const links = text.matchAll(/^- .*\((\S+\/guide\/\S+)\): (.*)$/gm)
  let pages = 0
  for (const [, address = '', about = ''] of links) {
    pages++
    const plain = (await page(address.slice(here.url.length))).text
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/\]\(\S+\)|[`*[]/g, '')
    const [before = '', after] = plain.split(about)
    assert.ok(after !== undefined && /(\n\n|\. )$/.test(before), `${address}: ${about}`)
    assert.match(about, /\.$/, address)
  }
  assert.ok(pages > 15, String(pages))
})

test('Markdown has absolute links, no HTML, and the address of this service in every program', async () => {
  for (const path of addresses) {
    const { headers, text } = await page(path)
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
    const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
    assert.match(text, /^(# |\[Errors\])/, path)
    assert.doesNotMatch(prose, /\]\((?!https?:|#)/, path)
    assert.doesNotMatch(prose, /<(?!https?:)[a-z]/i, path)
    const programs = (text.match(/^```(sh|js|python)\n[\s\S]*?^```/gm) ?? []).join('\n')
    assert.doesNotMatch(programs, /localhost:3000/, path)
  }
  const { text } = await page('/docs/guide/webhooks.md')
  assert.ok(text.includes(`${here.url}/v1/webhook_endpoints`))
})

test('behind a public address, every program and link names that address', () => {
  const docs = createDocs('https://billing.example.com')
  for (const path of [
    '/docs',
    '/docs.md',
    '/docs/invoices',
    '/docs/guide/idempotency.md',
    '/llms.txt',
  ]) {
    const text = docs.find(path)?.text ?? ''
    assert.match(text, /https:\/\/billing\.example\.com/, path)
    assert.doesNotMatch(text, /localhost:3000/, path)
  }
})

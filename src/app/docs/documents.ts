// The guide and the decisions as pages, from the same Markdown that a checkout shows.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html } from '../../platform/html.ts'
import { renderMarkdown, renderSentence } from './markdown.ts'

const docs = join(import.meta.dirname, '../../../docs')
/** In this order; others follow by name. */
const FIRST = ['concepts', 'recipes']

/** The way into the guide: its pages, each with the sentence it begins with. */
export function guideIndex(): Html {
  const names = markdownIn('guide')
  const ordered = [...FIRST.filter((name) => names.includes(name)), ...names]
  return html`<h1>Guide</h1>
<p class="lead">What things are called, how to do what comes up, and how to run the service.</p>
<dl class="pages">${[...new Set(ordered)].map((name) => {
    const text = read('guide', name)
    return html`<dt><a href="/docs/guide/${name}">${titleOf(text)}</a></dt>
<dd>${renderSentence(beginningOf(text))}</dd>\n`
  })}</dl>`
}

/** A page of the guide; undefined when there is none of this name. */
export function guidePage(name: string): { title: string; content: Html } | undefined {
  if (!markdownIn('guide').includes(name)) return undefined
  const text = read('guide', name)
  const content = html`<p class="trail"><a href="/docs/guide">Guide</a></p>
${renderMarkdown(text, { resolve: resolveLink })}`
  return { title: titleOf(text), content }
}

interface Decision {
  name: string
  title: string
  text: string
}

/** Decisions that no client notices; the others answer what the specification leaves open. */
const WITHIN = new Set([
  '0001',
  '0002',
  '0006',
  '0028',
  '0029',
  '0030',
  '0031',
  '0033',
  '0034',
  '0035',
])

/** All decisions on one page, so that a search in it finds everything. */
export function openPointsPage(): { content: Html; aside: Html } {
  const decisions = markdownIn('decisions').map((name): Decision => {
    const text = read('decisions', name)
    return { name, title: titleOf(text), text }
  })
  const open = decisions.filter(({ name }) => !WITHIN.has(name.slice(0, 4)))
  const within = decisions.filter((decision) => !open.includes(decision))
  return {
    content: html`<h1>Open points</h1>
<p class="lead">What the specification leaves open, how it was settled, why, and what follows.</p>
${sections(open)}
<h1 id="within">How it is built</h1>
<p class="lead">Decisions that a client does not notice, for whoever reads the code.</p>
${sections(within)}`,
    aside: html`<nav aria-label="Decisions">${links(open)}
<a class="tag" href="#within">How it is built</a>${links(within)}</nav>`,
  }
}

const sections = (decisions: Decision[]): Html[] =>
  decisions.map(
    ({ name, text }) => html`<section class="decision" id="${name}">
${renderMarkdown(text, { resolve: resolveLink, deeper: 1, prefix: `${name}-` })}</section>`,
  )

const links = (decisions: Decision[]): Html[] =>
  decisions.map(({ name, title }) => html`<a href="#${name}">${title}</a>\n`)

function markdownIn(folder: string): string[] {
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
}

function read(folder: string, name: string): string {
  return readFileSync(join(docs, folder, `${name}.md`), 'utf8')
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? ''

/** The first sentence of a document, wherever its lines break. */
const beginningOf = (text: string): string =>
  /^[^#\n][\s\S]*?[.:](?=\s)/m.exec(text)?.[0].replaceAll('\n', ' ') ?? ''

/** Where a link between the documents leads on these pages. */
function resolveLink(target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const decision = /(?:^|\/)(\d{4}-[a-z0-9-]+)\.md$/.exec(target)
  if (decision) return `/docs/open-points#${decision[1]}`
  const guide = /^(?:\.\/|\.\.\/guide\/)?([a-z-]+)\.md(#.*)?$/.exec(target)
  return guide ? `/docs/guide/${guide[1]}${guide[2] ?? ''}` : undefined
}

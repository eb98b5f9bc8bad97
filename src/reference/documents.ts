// The guide and the decisions as pages, from the same Markdown that is in a checkout.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, PageContent } from './blocks.ts'
import { readMarkdown } from './markdown.ts'

const docs = join(import.meta.dirname, '../../docs')
/** The decisions by topic: not a page of its own, but the start of the page of decisions. */
const INDEX = 'README'
/** The URL that the guide is written for. */
const WRITTEN_FOR = /(?:http:\/\/)?\blocalhost:3000\b/g
/** The page that is the first one of the site. */
export const QUICKSTART = 'quickstart'

/** Names of all pages of the guide. */
export const guideNames = (): string[] => markdownIn('guide')

/** A page of the guide; undefined for an unknown name. */
export function guidePage(name: string, baseUrl: string): PageContent | undefined {
  if (!guideNames().includes(name)) return undefined
  const text = read('guide', name)
  return { title: titleOf(text), blocks: at(baseUrl, readMarkdown(text, { resolve: resolveLink })) }
}

/** The first sentence of a page. */
export function summaryOf(name: string): string {
  const sentences = readMarkdown(read('guide', name), { resolve: resolveLink }).flatMap((block) =>
    block.kind === 'paragraph' ? (block.text.match(/\S.*?(\.(?= |$)|:$)/g) ?? []) : [],
  )
  // A sentence that ends in a colon says little without the code or list that follows it.
  return sentences.find((each) => each.endsWith('.')) ?? sentences[0] ?? ''
}

/** Replaces the URL in code blocks with that of this service. */
function at(baseUrl: string, blocks: Block[]): Block[] {
  const localized = (text: string) => text.replace(WRITTEN_FOR, () => baseUrl)
  return blocks.map((block) => {
    if (block.kind === 'code') return { ...block, text: localized(block.text) }
    if (block.kind !== 'samples') return block
    const samples = block.samples.map((each) => ({ ...each, text: localized(each.text) }))
    return { ...block, samples }
  })
}

/** All decisions on one page, so that a search in it covers everything. */
export function decisionsPage(): PageContent {
  const decisions = markdownIn('decisions').map((name) => ({ name, text: read('decisions', name) }))
  const index = read('decisions', INDEX)
  return {
    title: titleOf(index),
    blocks: [
      ...readMarkdown(index, { resolve: resolveLink }),
      ...decisions.map(
        ({ name, text }): Block => ({
          kind: 'section',
          id: name,
          blocks: readMarkdown(text, { resolve: resolveLink, deeper: 1, prefix: `${name}-` }),
        }),
      ),
    ],
  }
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md') && file !== `${INDEX}.md`)
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
}

function read(folder: string, name: string): string {
  return readFileSync(join(docs, folder, `${name}.md`), 'utf8')
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? ''

/** Where a link between the documents leads on these pages. */
function resolveLink(target: string): string | undefined {
  if (/^(https?:|#|\/)/.test(target)) return target
  const decision = /(?:^|\/)(\d{4}-[a-z0-9-]+)\.md$/.exec(target)
  if (decision) return `/docs/decisions#${decision[1]}`
  const guide = /^(?:\.\/|\.\.\/guide\/)?([a-z-]+)\.md(#.*)?$/.exec(target)
  if (!guide) return undefined
  const [, name, anchor = ''] = guide
  return (name === QUICKSTART ? '/docs' : `/docs/guide/${name}`) + anchor
}

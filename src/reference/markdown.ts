// Parses the Markdown of our own documents into blocks. Syntax without a block stays text.

import type { MarkedToken } from 'marked'
import type { Html } from '../platform/html.ts'
import { renderBlocks } from './block-html.ts'
import { type Block, heading, paragraph, type Sample, table } from './blocks.ts'
import { relinked } from './inline.ts'
import { blockTokens } from './lexer.ts'

/** Where a link of a document leads on these pages; undefined if the target is not part of them. */
export type ResolveLink = (target: string) => string | undefined

export interface Reading {
  resolve: ResolveLink
  /** How many levels deeper headings are on the page than in the document. */
  deeper?: number
  /** Prefix of each heading's anchor, where a page shows several documents. */
  prefix?: string
}

/** A heading's anchor on its page, as code hosts generate it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Headings, paragraphs, lists, tables, code and links; HTML comments are dropped. */
export function readMarkdown(text: string, reading: Reading): Block[] {
  const taken = new Map<string, number>()
  // A repeated heading gets a number, as on code hosts.
  const address = (title: string) => {
    const anchor = (reading.prefix ?? '') + anchorOf(title)
    const count = taken.get(anchor) ?? 0
    taken.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
  const blocks = blockTokens(text)
    .filter(({ type }) => type !== 'space')
    .map((token) => blockOf(token, reading, address))
  return joinSamples(blocks)
}

export function renderMarkdown(text: string, reading: Reading): Html {
  return renderBlocks(readMarkdown(text, reading))
}

function blockOf(
  token: MarkedToken,
  { resolve, deeper = 0 }: Reading,
  address: (title: string) => string,
): Block {
  // Line breaks in the source are spaces on the page.
  const line = ({ text }: { text: string }) => relinked(text.trim().replace(/\n */g, ' '), resolve)
  switch (token.type) {
    case 'heading':
      return heading(token.depth + deeper, line(token), address(token.text))
    case 'code':
      return { kind: 'code', language: token.lang ?? '', text: token.text }
    case 'table':
      return table(
        token.header.map(line),
        token.rows.map((cells) => cells.map(line)),
      )
    case 'list':
      return { kind: 'list', ordered: token.ordered, items: token.items.map(line) }
    case 'paragraph':
      return paragraph(line(token))
    default:
      return paragraph(token.raw.trim())
  }
}

/** The tab label of a language. */
const LABELS: Record<string, string> = { sh: 'curl', js: 'Node', python: 'Python' }

/** Joins adjacent code blocks in several languages into one block with tabs. */
function joinSamples(blocks: Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    const sample = sampleOf(block)
    const [first, ...others] = before ? samplesOf(before) : []
    const known = [first, ...others].some((each) => each?.language === sample?.language)
    if (!sample || !first || known) joined.push(block)
    else joined.splice(-1, 1, { kind: 'samples', samples: [first, ...others, sample] })
  }
  return joined
}

function samplesOf(block: Block): Sample[] {
  if (block.kind === 'samples') return block.samples
  const sample = sampleOf(block)
  return sample ? [sample] : []
}

function sampleOf(block: Block): Sample | undefined {
  if (block.kind !== 'code') return undefined
  const { language, text } = block
  const label = LABELS[language]
  return label === undefined ? undefined : { label, language, text }
}

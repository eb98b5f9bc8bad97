// The search index of the pages: an entry for each section, built on the first request.

import type { Block, PageContent } from './blocks.ts'
import { plainLine } from './inline.ts'

export interface SearchEntry {
  /** The title of the page. */
  page: string
  /** The heading of the section; '' for the text before the first one. */
  heading: string
  path: string
  text: string
}

/** Characters of a section that are indexed: long tables are repetitive. */
const TEXT_MOST = 1_000

export function searchEntries(path: string, { title, blocks }: PageContent): SearchEntry[] {
  const entries: SearchEntry[] = []
  const begin = (heading: string, anchor: string) =>
    entries.push({ page: plainLine(title), heading, path: path + anchor, text: '' })
  const add = (block: Block) => {
    if (block.kind === 'heading' && block.level > 1 && block.id !== undefined) {
      begin(plainLine(block.text), `#${block.id}`)
    } else if (block.kind === 'section') {
      const [first, ...others] = block.blocks
      begin(first ? wordsOf(first) : '', `#${block.id}`)
      for (const each of others) add(each)
    } else {
      // A block without an anchor belongs to the section it is in.
      if (entries.length === 0) begin('', '')
      const entry = entries.at(-1) as SearchEntry
      entry.text = `${entry.text} ${wordsOf(block)}`.trim().slice(0, TEXT_MOST)
    }
  }
  for (const block of blocks) add(block)
  return entries
}

/** The searchable text of a block, without examples. */
function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainLine(block.text)
    case 'list':
      return block.items.map(plainLine).join(' ')
    case 'table':
      return block.rows.flat().map(plainLine).join(' ')
    case 'members':
      return block.members.map(({ name, about = '' }) => `${name} ${plainLine(about)}`).join(' ')
    case 'address':
      return `${block.method} ${block.path}`
    case 'folded':
      return block.blocks.map(wordsOf).join(' ')
    default:
      return ''
  }
}

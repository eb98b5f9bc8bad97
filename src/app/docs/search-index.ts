// What the search of the pages looks through: an entry for each section, made when it is first asked for.

import type { Block, PageContent } from './blocks.ts'
import { plainLine } from './inline.ts'

export interface SearchEntry {
  /** The title of the page. */
  page: string
  /** The heading of the section; '' for what stands before the first one. */
  heading: string
  path: string
  text: string
}

/** So much of a section is looked through: long tables repeat themselves. */
const TEXT_MOST = 700

export function searchEntries(path: string, { title, blocks }: PageContent): SearchEntry[] {
  const entries: SearchEntry[] = []
  const begin = (heading: string, anchor: string) =>
    entries.push({ page: plainLine(title), heading, path: path + anchor, text: '' })
  const walk = (block: Block, section?: string) => {
    if (block.kind === 'heading' && block.level > 1) {
      const id = block.id ?? section
      begin(plainLine(block.text), id === undefined ? '' : `#${id}`)
      return
    }
    if (block.kind === 'section') {
      for (const each of block.blocks) walk(each, block.id)
      return
    }
    if (entries.length === 0) begin('', '')
    const entry = entries.at(-1) as SearchEntry
    entry.text = `${entry.text} ${wordsOf(block)}`.trim().slice(0, TEXT_MOST)
  }
  for (const block of blocks) walk(block)
  return entries
}

/** The text of a block as far as somebody would search for it: no examples. */
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

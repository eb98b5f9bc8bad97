// Reads the Markdown our own documents are written in. What it does not know stays plain text.

import type { Html } from '../platform/html.ts'
import { renderBlocks } from './block-html.ts'
import { type Block, heading, paragraph, type Sample, table } from './blocks.ts'
import { relinked } from './inline.ts'

/** Where a link of a document leads on these pages; undefined when it leads nowhere here. */
export type ResolveLink = (target: string) => string | undefined

export interface Reading {
  resolve: ResolveLink
  /** How many levels deeper headings stand on the page than in the document. */
  deeper?: number
  /** Put before the address of each heading, where a page shows several documents. */
  prefix?: string
}

/** A heading's address on its page, as code hosts make it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Headings, paragraphs, lists, tables, code and links; HTML comments are dropped. */
export function readMarkdown(text: string, reading: Reading): Block[] {
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split('\n')
  const blocks: Block[] = []
  const taken = new Map<string, number>()
  // A heading that occurs again gets a number, as code hosts do it.
  const address = (title: string) => {
    const anchor = (reading.prefix ?? '') + anchorOf(title)
    const count = taken.get(anchor) ?? 0
    taken.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
  while (lines.length > 0) {
    const block = takeBlock(lines, reading, address)
    if (block) blocks.push(block)
  }
  return joinSamples(blocks)
}

export function renderMarkdown(text: string, reading: Reading): Html {
  return renderBlocks(readMarkdown(text, reading))
}

function takeBlock(
  lines: string[],
  { resolve, deeper = 0 }: Reading,
  address: (title: string) => string,
): Block | undefined {
  const line = lines[0] as string
  const words = (text: string) => relinked(text, resolve)
  const found = /^(#{1,4}) (.*)$/.exec(line)
  if (found) {
    lines.shift()
    const [, marks = '', title = ''] = found
    return heading(marks.length + deeper, words(title), address(title))
  }
  if (line.startsWith('```')) return takeCode(lines)
  if (/^\|.*\|$/.test(line)) return takeTable(lines, words)
  if (/^(- |\d+\. )/.test(line)) return takeList(lines, words)
  if (line.trim() === '') return void lines.shift()
  const taken = takeWhile(lines, (next) => !/^(#{1,4} |```|\||- |\d+\. |\s*$)/.test(next))
  return paragraph(words((taken.length > 0 ? taken : [lines.shift()]).join(' ')))
}

function takeWhile(lines: string[], wanted: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !wanted(line))
  return lines.splice(0, end < 0 ? lines.length : end)
}

function takeCode(lines: string[]): Block {
  const language = (lines.shift() as string).slice('```'.length)
  const text = takeWhile(lines, (line) => line !== '```').join('\n')
  lines.shift()
  return { kind: 'code', language, text }
}

function takeTable(lines: string[], words: (text: string) => string): Block {
  const rows = takeWhile(lines, (line) => /^\|.*\|$/.test(line)).map((row) =>
    cellsOf(row).map((cell) => words(cell.trim())),
  )
  // The second row is the line of dashes.
  const [head = [], , ...body] = rows
  return table(head, body)
}

/** A bar inside code does not end a cell. */
function cellsOf(row: string): string[] {
  return row.slice(1, -1).match(/(?:`[^`]*`|\\\||[^|`])+|(?<=\|)(?=\|)|^(?=\|)/g) ?? []
}

function takeList(lines: string[], words: (text: string) => string): Block {
  const ordered = /^\d/.test(lines[0] as string)
  const mark = ordered ? /^\d+\. / : /^- /
  const items: string[] = []
  for (const line of takeWhile(lines, (next) => mark.test(next) || /^ {2,}\S/.test(next))) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return { kind: 'list', ordered, items: items.map(words) }
}

/** What the tab of a language is called. */
const LABELS: Record<string, string> = { sh: 'curl', js: 'Node', python: 'Python' }

/** The same in several languages, one block right behind the other, becomes one block with tabs. */
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

// The Markdown our own documents are written in, as HTML. What it does not know stays plain text.

import { type Content, Html, html } from '../../platform/html.ts'

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
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Renders headings, paragraphs, lists, tables, code and links; HTML comments are dropped. */
export function renderMarkdown(text: string, reading: Reading): Html {
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split('\n')
  const blocks: Html[] = []
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
  return html`${blocks}`
}

/** A sentence of ours with code, emphasis and links in it. */
export function renderSentence(text: string): Content {
  return inline(text, (target) => target)
}

function takeBlock(
  lines: string[],
  { resolve, deeper = 0 }: Reading,
  address: (title: string) => string,
): Html | undefined {
  const line = lines[0] as string
  const heading = /^(#{1,4}) (.*)$/.exec(line)
  if (heading) {
    lines.shift()
    const [, marks = '', title = ''] = heading
    return element(`h${marks.length + deeper}`, inline(title, resolve), address(title))
  }
  if (line.startsWith('```')) return takeCode(lines)
  if (/^\|.*\|$/.test(line)) return takeTable(lines, resolve)
  if (/^(- |\d+\. )/.test(line)) return takeList(lines, resolve)
  if (line.trim() === '') return void lines.shift()
  const paragraph = takeWhile(lines, (next) => !/^(#{1,4} |```|\||- |\d+\. |\s*$)/.test(next))
  return html`<p>${inline((paragraph.length > 0 ? paragraph : [lines.shift()]).join(' '), resolve)}</p>\n`
}

function takeWhile(lines: string[], wanted: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !wanted(line))
  return lines.splice(0, end < 0 ? lines.length : end)
}

function takeCode(lines: string[]): Html {
  lines.shift()
  const code = takeWhile(lines, (line) => line !== '```')
  lines.shift()
  return html`<pre><code>${code.join('\n')}</code></pre>\n`
}

function takeTable(lines: string[], resolve: ResolveLink): Html {
  const rows = takeWhile(lines, (line) => /^\|.*\|$/.test(line)).map((row) =>
    cellsOf(row).map((cell) => inline(cell.trim(), resolve)),
  )
  // The second row is the line of dashes.
  const [head = [], , ...body] = rows
  return html`<div class="scroll"><table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>\n`
}

/** A bar inside code does not end a cell. */
function cellsOf(row: string): string[] {
  return row.slice(1, -1).match(/(?:`[^`]*`|\\\||[^|`])+|(?<=\|)(?=\|)|^(?=\|)/g) ?? []
}

function takeList(lines: string[], resolve: ResolveLink): Html {
  const ordered = /^\d/.test(lines[0] as string)
  const mark = ordered ? /^\d+\. / : /^- /
  const items: string[] = []
  for (const line of takeWhile(lines, (next) => mark.test(next) || /^ {2,}\S/.test(next))) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return element(
    ordered ? 'ol' : 'ul',
    items.map((item) => html`<li>${inline(item, resolve)}</li>\n`),
  )
}

/** Tags are ours, never a document's. */
function element(tag: string, content: Content, id?: string): Html {
  const open = new Html(`<${tag}`)
  const attribute = id ? html` id="${id}"` : ''
  return html`${open}${attribute}>${content}${new Html(`</${tag}>`)}\n`
}

const INLINE =
  /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|<(https?:[^>\s]+)>/

function inline(text: string, resolve: ResolveLink): Content {
  const found = INLINE.exec(text)
  if (!found) return text
  const [whole, code, label, target, strong, emphasis, address] = found
  return [
    text.slice(0, found.index),
    code !== undefined
      ? html`<code>${code}</code>`
      : label !== undefined
        ? link(inline(label, resolve), resolve(target as string))
        : address !== undefined
          ? link(address, address)
          : strong !== undefined
            ? html`<strong>${inline(strong, resolve)}</strong>`
            : html`<em>${inline(emphasis as string, resolve)}</em>`,
    inline(text.slice(found.index + whole.length), resolve),
  ]
}

function link(content: Content, target: string | undefined): Content {
  // Only addresses that open a page: a document cannot smuggle in a script.
  if (!target || !/^(https?:\/\/|\/|#)/.test(target)) return content
  return html`<a href="${target}">${content}</a>`
}

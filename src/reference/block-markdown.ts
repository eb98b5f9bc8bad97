// Renders pages as Markdown for programs: plain, with absolute links.

import type { Block, Member } from './blocks.ts'
import { laidOut } from './code.ts'
import { relinked } from './inline.ts'

/** The page as a document; links between pages lead to their Markdown. */
export function writeMarkdown(blocks: Block[], baseUrl: string): string {
  const link = (target: string) => absolute(target, baseUrl)
  const text = blocks.map((block) => write(block, link)).filter((part) => part !== '')
  return `${text.join('\n\n')}\n`
}

/** `/docs/invoices#object` becomes `https://…/docs/invoices.md#object`. */
function absolute(target: string, baseUrl: string): string {
  if (!target.startsWith('/')) return target
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(target) ?? []
  const isPage = /^\/docs(\/|$)/.test(path) && !/\.\w+$/.test(path)
  return `${baseUrl}${path}${isPage ? '.md' : ''}${rest}`
}

type Link = (target: string) => string

function write(block: Block, link: Link): string {
  const line = (text: string) => relinked(text, link)
  // A bar would end the cell, even inside code.
  const cell = (text: string) => line(text).replaceAll('|', '\\|')
  const inner = (blocks: Block[]) =>
    blocks
      .map((each) => write(each, link))
      .filter((part) => part !== '')
      .join('\n\n')
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${line(block.text)}`
    case 'paragraph':
      return line(block.text)
    case 'list':
      return block.items
        .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${line(item)}`)
        .join('\n')
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
        .join('\n')
    case 'members':
      return block.members.map((member) => memberLine(member, line)).join('\n')
    case 'code':
      return fenced(block.language, block.text)
    case 'samples':
      return block.samples.map(({ language, text }) => fenced(language, text)).join('\n\n')
    case 'json':
      return fenced('json', laidOut(block.value))
    case 'address':
      return `\`${block.method} ${block.path}\``
    case 'folded':
      return `${line(block.summary)}:\n\n${inner(block.blocks)}`
    case 'section':
      return inner(block.blocks)
    case 'browser':
      return ''
  }
}

function memberLine({ name, depth, mark, type, about }: Member, line: Link): string {
  const said = [mark, line(type)].filter(Boolean).join(', ')
  return `${'  '.repeat(depth)}- \`${name}\` (${said})${about ? `: ${line(about)}` : ''}`
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

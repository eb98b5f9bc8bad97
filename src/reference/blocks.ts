// The content of a page before it is rendered as HTML, Markdown or a search entry.

import type { Html } from '../platform/html.ts'

/** Inline Markdown: code, emphasis, links. Links to our own pages begin with `/docs`. */
export type Line = string

export interface Sample {
  /** The label of its tab. */
  label: string
  /** The language after the fence in Markdown. */
  language: string
  text: string
}

export interface Member {
  name: string
  depth: number
  /** Such as `required`. */
  mark?: string | undefined
  type: Line
  about?: Line | undefined
}

export type Block =
  | { kind: 'heading'; level: number; text: Line; id?: string }
  | { kind: 'paragraph'; text: Line; tone?: 'lead' | 'about' }
  /** `ids` are the anchors of its items. */
  | { kind: 'list'; ordered?: boolean; items: Line[]; ids?: string[] }
  | { kind: 'table'; head: Line[]; rows: Line[][]; look?: string }
  | { kind: 'members'; noun: string; members: Member[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'samples'; samples: Sample[] }
  | { kind: 'json'; value: unknown }
  | { kind: 'address'; method: string; path: string }
  | { kind: 'folded'; summary: Line; blocks: Block[] }
  | { kind: 'section'; id: string; blocks: Block[] }
  /** Content that needs a browser; its text is not in the Markdown. */
  | { kind: 'browser'; content: Html }

export const heading = (level: number, text: Line, id?: string): Block => ({
  kind: 'heading',
  level,
  text,
  ...(id !== undefined && { id }),
})

export const paragraph = (text: Line): Block => ({ kind: 'paragraph', text })
export const lead = (text: Line): Block => ({ kind: 'paragraph', text, tone: 'lead' })
export const about = (text: Line): Block => ({ kind: 'paragraph', text, tone: 'about' })
export const list = (items: Line[]): Block => ({ kind: 'list', items })
export const json = (value: unknown): Block => ({ kind: 'json', value })

export const folded = (summary: Line, ...blocks: Block[]): Block => ({
  kind: 'folded',
  summary,
  blocks,
})

export const table = (head: Line[], rows: Line[][], look?: string): Block => ({
  kind: 'table',
  head,
  rows,
  ...(look && { look }),
})

export const code = (text: string): Line => `\`${text}\``
export const link = (label: Line, target: string): Line => `[${label}](${target})`
export const errorLink = (name: string): Line => link(code(name), `/docs/errors/${name}`)

/** A page, independent of its format. */
export interface PageContent {
  title: string
  blocks: Block[]
}

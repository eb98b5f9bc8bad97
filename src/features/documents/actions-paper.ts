// The document as paper can show it: in characters its fonts have, in words its lines can break.

import type { InvoiceDocument } from '../../domain/document-shape.ts'
import { type PaperSize, paperFor } from '../../domain/paper.ts'
import type { Coverage } from '../../platform/render/font-coverage.ts'

/** What the template is given: the document, its paper, and a logo as the name of a file beside it. */
export interface Paper extends InvoiceDocument {
  paper: PaperSize
  color: string
}

const COLOR = '#27405f'
/** More characters than this in a row may not fit the narrowest column; so many of the widest do. */
const WORD_MAX = 24
const PIECE = 8
const LONG_WORDS = new RegExp(`[^\\s\\u200b/-]{${WORD_MAX + 1},}`, 'gu')
const REPLACEMENT = '\ufffd'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The document for paper, as the country of the seller (else of the buyer) uses it. */
export function paperOf(
  document: InvoiceDocument,
  country: string,
  logo: string | null,
  fonts: readonly Coverage[],
): Paper {
  const shown = mapTexts(document, (text) => breakable(covered(text, fonts))) as InvoiceDocument
  return {
    ...shown,
    paper: paperFor(country),
    color: document.color ?? COLOR,
    logo,
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]),
  )
}

/** The text, with U+FFFD for whatever no font has. What a reader sees as one character becomes one. */
function covered(text: string, fonts: readonly Coverage[]): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text
  const composed = text.normalize('NFC')
  const [first] = fonts
  if (first && [...composed].every((character) => has(first, character))) return composed
  return Array.from(graphemes.segment(composed), ({ segment }) => shown(segment, fonts)).join('')
}

/** A font must have all of a cluster: letter and marks are drawn by one font or not at all. */
function shown(cluster: string, fonts: readonly Coverage[]): string {
  for (const font of fonts) {
    // What is invisible by itself (joiners, variation selectors) may be lacking.
    const visible = [...cluster].filter(
      (character) => has(font, character) || !/\p{Default_Ignorable_Code_Point}/u.test(character),
    )
    if (visible.length > 0 && visible.every((character) => has(font, character))) {
      return visible.join('')
    }
  }
  return REPLACEMENT
}

function has(font: Coverage, character: string): boolean {
  return character === '\n' || font(character.codePointAt(0) as number)
}

/**
 * Words too long for a column are given places to break: spaces of no width, as few as will do, since
 * they are copied along with the text. After a slash or a hyphen a line breaks by itself (UAX 14).
 */
function breakable(text: string): string {
  return text.replace(LONG_WORDS, (word) => {
    const pieces: string[] = []
    let index = 0
    for (const { segment } of graphemes.segment(word)) {
      if (index > 0 && index % PIECE === 0) pieces.push('\u200b')
      pieces.push(segment)
      index += 1
    }
    return pieces.join('')
  })
}

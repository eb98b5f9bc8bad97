// Adapts a document for print: replaces characters without a font, and makes long words breakable.

import type { InvoiceDocument } from '../../domain/document-shape.ts'
import { type PaperSize, paperFor } from '../../domain/paper.ts'
import type { PaperFont } from './fonts.ts'

/** The template's input: the document, its paper, its fonts, and the file name of the logo in the same folder. */
export interface Paper extends InvoiceDocument {
  paper: PaperSize
  color: string
  /** Font families in the order of fallback. */
  fonts: string[]
}

const COLOR = '#27405f'
/** The narrowest column fits this many of the widest characters; longer words can overflow. */
const WORD_MAX = 24
const PIECE = 8
const LONG_WORDS = new RegExp(`[^\\s\\u200b/-]{${WORD_MAX + 1},}`, 'gu')
/** Scripts without spaces between words; Typst knows where their lines can break. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Right-to-left scripts. */
const LEFTWARD =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const REPLACEMENT = '\ufffd'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The document for print, on the paper of the seller's country, or else of the buyer's. */
export function paperOf(
  document: InvoiceDocument,
  country: string,
  logo: string | null,
  fonts: readonly PaperFont[],
): Paper {
  const shown = mapTexts(document, (text) => isolated(breakable(covered(text, fonts))))
  return {
    ...(shown as InvoiceDocument),
    paper: paperFor(country),
    color: document.color ?? COLOR,
    fonts: fonts.map(({ family }) => family),
    logo,
  }
}

/** All texts of a document, for detecting scripts. */
export function textsOf(document: InvoiceDocument): string {
  const texts: string[] = []
  mapTexts(document, (text) => {
    texts.push(text)
    return text
  })
  return texts.join('\n')
}

/** True if the fonts lack a visible character. */
export function isLacking(text: string, fonts: readonly PaperFont[]): boolean {
  return covered(text.replaceAll(REPLACEMENT, ''), fonts).includes(REPLACEMENT)
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]),
  )
}

/** Replaces characters that no font has with U+FFFD, one for each grapheme cluster. */
function covered(text: string, fonts: readonly PaperFont[]): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text
  const composed = text.normalize('NFC')
  const [first] = fonts
  if (first && [...composed].every((character) => has(first, character))) return composed
  const known = new Map<string, string>()
  const look = (cluster: string): string => {
    const found = known.get(cluster) ?? shown(cluster, fonts)
    known.set(cluster, found)
    return found
  }
  return Array.from(graphemes.segment(composed), ({ segment }) => look(segment)).join('')
}

/** One font must have the whole cluster, since a letter and its marks are drawn by one font. */
function shown(cluster: string, fonts: readonly PaperFont[]): string {
  for (const font of fonts) {
    // Invisible characters (joiners, variation selectors) can be missing from the font.
    const visible = [...cluster].filter(
      (character) => has(font, character) || !/\p{Default_Ignorable_Code_Point}/u.test(character),
    )
    if (visible.length > 0 && visible.every((character) => has(font, character))) {
      return visible.join('')
    }
  }
  return REPLACEMENT
}

function has({ covers }: PaperFont, character: string): boolean {
  return character === '\n' || covers(character.codePointAt(0) as number)
}

/**
 * Marks break opportunities in long words with U+200B, which the template replaces by zero-width space that is not
 * copied with the text. Lines also break after a slash or a hyphen (UAX 14), and between words in scripts without
 * spaces.
 */
function breakable(text: string): string {
  return text.replace(LONG_WORDS, (run) => {
    if (!UNSPACED.test(run)) return inPieces(run)
    const parts = Array.from(words.segment(run), ({ segment }) => segment)
    return parts.map((part) => (part.length > WORD_MAX ? inPieces(part) : part)).join('')
  })
}

function inPieces(word: string): string {
  const pieces: string[] = []
  let index = 0
  for (const { segment } of graphemes.segment(word)) {
    if (index > 0 && index % PIECE === 0) pieces.push('\u200b')
    pieces.push(segment)
    index += 1
  }
  return pieces.join('')
}

/**
 * Isolates a line with Hebrew or Arabic from the text next to it: its direction is that of its first letter, and its
 * full stop is at its own end (UAX 9, first strong isolate).
 */
function isolated(text: string): string {
  if (!LEFTWARD.test(text)) return text
  const lines = text.split('\n')
  return lines.map((line) => (LEFTWARD.test(line) ? `\u2068${line}\u2069` : line)).join('\n')
}

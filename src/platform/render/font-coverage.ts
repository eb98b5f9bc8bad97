// The characters of a font, read from its "cmap" table (OpenType 1.9, cmap).

import { tableAt } from './font-tables.ts'

/** True if the font has a glyph for a code point. */
export type Coverage = (codePoint: number) => boolean

type Add = (first: number, last: number) => void

/** Reads a face's coverage from its table for all of Unicode (format 12), else for the BMP (4). */
export function readCoverage(font: Buffer, face = 0): Coverage {
  const firsts: number[] = []
  const lasts: number[] = []
  const add: Add = (first, last) => {
    if (lasts.length > 0 && lasts.at(-1) === first - 1) lasts[lasts.length - 1] = last
    else {
      firsts.push(first)
      lasts.push(last)
    }
  }
  const cmap = tableAt(font, 'cmap', face)
  const tables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8),
  )
  const ofFormat = (format: number) => tables.find((at) => font.readUInt16BE(at) === format)
  const whole = ofFormat(12)
  const plane = ofFormat(4)
  if (whole !== undefined) addGroups(font, whole, add)
  else if (plane !== undefined) addSegments(font, plane, add)
  return covering(Uint32Array.from(firsts), Uint32Array.from(lasts))
}

/** Returns a binary search over ascending ranges. */
function covering(firsts: Uint32Array, lasts: Uint32Array): Coverage {
  return (codePoint) => {
    let low = 0
    let high = lasts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((lasts[middle] as number) < codePoint) low = middle + 1
      else high = middle
    }
    return low < firsts.length && (firsts[low] as number) <= codePoint
  }
}

/** Format 12: groups of first code, last code, first glyph. */
function addGroups(font: Buffer, offset: number, add: Add): void {
  const groups = font.readUInt32BE(offset + 12)
  for (let index = 0; index < groups; index += 1) {
    const group = offset + 16 + index * 12
    add(font.readUInt32BE(group), font.readUInt32BE(group + 4))
  }
}

/** Format 4: code segments, with glyphs by offset or from a list; glyph 0 means missing. */
function addSegments(font: Buffer, offset: number, add: Add): void {
  const size = font.readUInt16BE(offset + 6)
  const ends = offset + 14
  const [starts, deltas, ranges] = [ends + size + 2, ends + 2 * size + 2, ends + 3 * size + 2]
  for (let at = 0; at < size; at += 2) {
    const [first, last] = [font.readUInt16BE(starts + at), font.readUInt16BE(ends + at)]
    const range = font.readUInt16BE(ranges + at)
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const listed = range && font.readUInt16BE(ranges + at + range + 2 * (code - first))
      const glyph = range ? listed : (code + font.readUInt16BE(deltas + at)) & 0xffff
      if (glyph !== 0) add(code, code)
    }
  }
}

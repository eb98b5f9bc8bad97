// Which characters a font has: read from the "cmap" table of a TrueType file (OpenType 1.9, cmap).

import { tableAt } from './font-tables.ts'

/** Whether the font has a glyph for a code point. */
export type Coverage = (codePoint: number) => boolean

const CODE_POINTS = 0x110000

/** Reads the coverage of a font file, from its table of whole Unicode (format 12). */
export function readCoverage(font: Buffer): Coverage {
  const bits = new Uint8Array(CODE_POINTS / 8)
  const add = (first: number, last: number) => {
    for (let code = first; code <= last && code < CODE_POINTS; code += 1) {
      bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
    }
  }
  const cmap = tableAt(font, 'cmap')
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const offset = cmap + font.readUInt32BE(cmap + 8 + index * 8)
    if (font.readUInt16BE(offset) === 12) addGroups(font, offset, add)
  }
  return (codePoint) => ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
}

/** Format 12: groups of first code, last code, first glyph. */
function addGroups(font: Buffer, offset: number, add: (first: number, last: number) => void): void {
  const groups = font.readUInt32BE(offset + 12)
  for (let index = 0; index < groups; index += 1) {
    const group = offset + 16 + index * 12
    add(font.readUInt32BE(group), font.readUInt32BE(group + 4))
  }
}

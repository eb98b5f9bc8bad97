// The family name of a font. Bundled fonts are renamed: Typst also searches the machine's fonts, and one installed
// under the same name would change the same document.

import { invariant } from '../../invariant.ts'
import { tableAt } from './font-tables.ts'

/** Legacy family, typographic family, WWS family (OpenType 1.9, "name"). */
const LEGACY = 1
const TYPOGRAPHIC = 16
const FAMILY_NAMES = new Set([LEGACY, TYPOGRAPHIC, 21])
/** Windows and Unicode records use UTF-16BE, Macintosh ones one byte per character. */
const MACINTOSH = 1
/** US English, as a Windows language ID. */
const ENGLISH = 0x409

interface NameRecord {
  /** The kind of name. */
  id: number
  isMacintosh: boolean
  language: number
  /** Position in the file. */
  at: number
  length: number
}

function namesOf(font: Buffer, face: number): NameRecord[] {
  const table = tableAt(font, 'name', face)
  const storage = table + font.readUInt16BE(table + 4)
  return Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => {
    const record = table + 6 + index * 12
    return {
      id: font.readUInt16BE(record + 6),
      isMacintosh: font.readUInt16BE(record) === MACINTOSH,
      language: font.readUInt16BE(record + 4),
      at: storage + font.readUInt16BE(record + 10),
      length: font.readUInt16BE(record + 8),
    }
  })
}

/** Returns the English family name of a face: the typographic one if present. */
export function familyOf(font: Buffer, face = 0): string | undefined {
  const english = namesOf(font, face).filter(
    (name) => !name.isMacintosh && name.language === ENGLISH,
  )
  const name =
    english.find(({ id }) => id === TYPOGRAPHIC) ?? english.find(({ id }) => id === LEGACY)
  if (name === undefined) return undefined
  const { at, length } = name
  return Buffer.from(font.subarray(at, at + (length & ~1)))
    .swap16()
    .toString('utf16le')
}

/**
 * Returns the font with its family renamed to `alias`, which must have the same length so that nothing in the file
 * moves. Throws if the font has another family.
 */
export function renameFamily(font: Buffer, family: string, alias: string): Buffer {
  invariant(alias.length === family.length, `"${alias}" is not as long as "${family}".`)
  const renamed = Buffer.from(font)
  let changed = 0
  for (const { id, isMacintosh, at } of namesOf(font, 0)) {
    if (!FAMILY_NAMES.has(id)) continue
    if (font.subarray(at).indexOf(encoded(family, isMacintosh)) !== 0) continue
    encoded(alias, isMacintosh).copy(renamed, at)
    changed += 1
  }
  if (changed === 0) throw new Error(`The font is not of the family "${family}".`)
  return renamed
}

function encoded(text: string, isMacintosh: boolean): Buffer {
  return isMacintosh ? Buffer.from(text, 'latin1') : Buffer.from(text, 'utf16le').swap16()
}

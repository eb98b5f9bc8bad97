// Gives a font a family name of its own. Typst looks into the fonts of the machine as well, and what
// is installed there under the same name would make the same document look different.

import { tableAt } from './font-tables.ts'

/** Legacy family, typographic family, WWS family (OpenType 1.9, "name"). */
const FAMILY_NAMES = new Set([1, 16, 21])
/** Windows and Unicode write UTF-16BE, the Macintosh one byte a character. */
const MACINTOSH = 1

/**
 * The font with its family called `alias` instead of `family`, which must be as long, so that nothing
 * in the file moves. Throws when the font is of another family.
 */
export function renameFamily(font: Buffer, family: string, alias: string): Buffer {
  if (alias.length !== family.length) throw new Error(`"${alias}" is not as long as "${family}".`)
  const renamed = Buffer.from(font)
  const table = tableAt(font, 'name')
  const storage = table + font.readUInt16BE(table + 4)
  let changed = 0
  for (let index = 0; index < font.readUInt16BE(table + 2); index += 1) {
    const record = table + 6 + index * 12
    if (!FAMILY_NAMES.has(font.readUInt16BE(record + 6))) continue
    const isMacintosh = font.readUInt16BE(record) === MACINTOSH
    const at = storage + font.readUInt16BE(record + 10)
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

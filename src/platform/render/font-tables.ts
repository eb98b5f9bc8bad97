// Finds the tables of a TrueType file (OpenType 1.9, "Organization of an OpenType Font").

/** Where a table begins. Throws when the font has none of that name. */
export function tableAt(font: Buffer, wanted: string): number {
  const tables = font.readUInt16BE(4)
  for (let index = 0; index < tables; index += 1) {
    const record = 12 + index * 16
    if (font.toString('latin1', record, record + 4) === wanted) {
      return font.readUInt32BE(record + 8)
    }
  }
  throw new Error(`The font has no table "${wanted}".`)
}

// Finds the tables of a TrueType or OpenType file (OpenType 1.9, "Organization of an OpenType Font").

/** A file that claims more faces than this is not a real font. */
const FACES_MOST = 256

/** Returns the offsets of a file's faces: one in a font, several in a collection (".ttc"). */
export function facesOf(font: Buffer): number[] {
  if (font.toString('latin1', 0, 4) !== 'ttcf') return [0]
  const count = Math.min(font.readUInt32BE(8), FACES_MOST)
  return Array.from({ length: count }, (_, index) => font.readUInt32BE(12 + index * 4))
}

/** Returns the offset of a face's table. Throws if the face has no table of that name. */
export function tableAt(font: Buffer, wanted: string, face = 0): number {
  const tables = font.readUInt16BE(face + 4)
  for (let index = 0; index < tables; index += 1) {
    const record = face + 12 + index * 16
    if (font.toString('latin1', record, record + 4) === wanted) {
      return font.readUInt32BE(record + 8)
    }
  }
  throw new Error(`The font has no table "${wanted}".`)
}

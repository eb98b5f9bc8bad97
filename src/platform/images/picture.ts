// What the parsers of images answer, and how they complain.

export interface Picture {
  /** In pixels. */
  width: number
  height: number
  content_type: 'image/png' | 'image/jpeg'
  /** The parts that make up the picture, in order; metadata is left out. */
  parts: Uint8Array[]
  /** The packed rows of a PNG, and how many bytes each unpacks to; a JPEG has its own packing. */
  packed?: { rows: number[]; parts: Uint8Array[] }
}

/** What is wrong with an image, told by the parsers in words that complete "The image …". */
export class ImageFault extends Error {}

const PIXELS_MOST = 2_000

/** Refuses what has no pixels, or too many in a direction. */
export function assertSize({ width, height }: Pick<Picture, 'width' | 'height'>): void {
  if (Math.min(width, height) >= 1 && Math.max(width, height) <= PIXELS_MOST) return
  throw new ImageFault(
    `is ${width} × ${height} pixels; it may have 1 to ${PIXELS_MOST} in each direction`,
  )
}

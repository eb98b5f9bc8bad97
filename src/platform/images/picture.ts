// Result and errors of the image parsers.

export interface Picture {
  width: number
  height: number
  content_type: 'image/png' | 'image/jpeg'
  /** The parts that make up the picture, in order, without metadata. */
  parts: Uint8Array[]
  /** The compressed rows of a PNG and the uncompressed length of each in bytes; undefined for a JPEG. */
  packed?: { rows: number[]; parts: Uint8Array[] }
}

/** An invalid image; the message completes "The image …". */
export class ImageFault extends Error {}

const PIXELS_MOST = 2_000

/** Throws if an image has no pixels, or too many in a direction. */
export function assertSize({ width, height }: Pick<Picture, 'width' | 'height'>): void {
  if (Math.min(width, height) >= 1 && Math.max(width, height) <= PIXELS_MOST) return
  throw new ImageFault(
    `is ${width} × ${height} pixels; it can have 1 to ${PIXELS_MOST} in each direction`,
  )
}

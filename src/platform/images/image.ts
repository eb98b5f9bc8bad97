// Images from clients: recognized by content, and stored without anything but the picture.

import { parseJpeg } from './jpeg.ts'
import { ImageFault, type Picture } from './picture.ts'
import { parsePng } from './png.ts'

/** Maximum size in bytes. */
export const IMAGE_BYTES_MOST = 524_288

/**
 * Parses a PNG or JPEG. Throws an `ImageFault` for any other format, and if the image is truncated, damaged, larger
 * than allowed, or followed by extra bytes.
 */
export function parseImage(bytes: Uint8Array): Picture {
  if (bytes.length > IMAGE_BYTES_MOST) {
    throw new ImageFault(`has ${bytes.length} bytes; at most ${IMAGE_BYTES_MOST} are taken`)
  }
  return parserOf(bytes)(bytes)
}

function parserOf(bytes: Uint8Array): (bytes: Uint8Array) => Picture {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return parsePng
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return parseJpeg
  throw new ImageFault('is neither a PNG nor a JPEG')
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

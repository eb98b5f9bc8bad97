// What the parsers of images answer, and how they complain.

import type { Logo } from './snapshot.ts'

export interface Picture extends Pick<Logo, 'width' | 'height' | 'content_type'> {
  /** The parts that make up the picture, in order; metadata is left out. */
  parts: Uint8Array[]
  /** How many bytes the pixels of a PNG unpack to, and the packed ones; a JPEG has its own packing. */
  packed?: { bytes: number; parts: Uint8Array[] }
}

/** What is wrong with an image, told by the parsers in words that complete "The image …". */
export class ImageFault extends Error {}

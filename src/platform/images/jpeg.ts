// Reads a JPEG segment by segment (ITU-T T.81), and keeps the segments that make up the picture.

import { assertSize, ImageFault, type Picture } from './picture.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const DQT = 0xdb
const DHT = 0xc4
const DRI = 0xdd
const APP0 = 0xe0
/** Holds the color transform, so the picture would look different without it. */
const APP14 = 0xee
/** Baseline, extended and progressive with Huffman coding, which every reader supports. */
const FRAMES = [0xc0, 0xc1, 0xc2]

interface Segment {
  marker: number
  data: Uint8Array
  /** Includes marker and length; for a scan, also its coded data. */
  whole: Uint8Array
}

/** Throws ImageFault if it is damaged, truncated, or followed by extra bytes. */
export function parseJpeg(bytes: Uint8Array): Picture {
  const kept: Segment[] = []
  for (const segment of segmentsOf(bytes)) if (isPicture(segment)) kept.push(segment)
  const frames = kept.filter(({ marker }) => FRAMES.includes(marker))
  const [frame] = frames
  const scan = kept.findIndex(({ marker }) => marker === SOS)
  const before = kept.slice(0, scan).map(({ marker }) => marker)
  if (!frame || frames.length > 1 || scan < 0 || !before.includes(frame.marker)) {
    throw new ImageFault('is damaged: it has no frame with a picture in it')
  }
  // A progressive image may define its tables later, but without any it has no picture.
  if (!before.includes(DQT) || !kept.some(({ marker }) => marker === DHT)) {
    throw new ImageFault('is damaged: its tables are missing')
  }
  const size = sizeOf(frame.data)
  assertSize(size)
  const start = bytes.subarray(0, 2)
  const end = bytes.subarray(bytes.length - 2)
  const parts = [start, ...kept.map(({ whole }) => whole), end]
  return { content_type: 'image/jpeg', ...size, parts }
}

function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let at = 2
  for (;;) {
    if (bytes[at] !== 0xff) throw cutShort(bytes, at)
    // Any number of fill bytes may precede a marker.
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]
    if (marker === undefined) throw new ImageFault('is cut short')
    if (marker === EOI) {
      if (at + 2 < bytes.length) throw new ImageFault('is followed by other data')
      return
    }
    if (marker === SOI || marker < 0xc0)
      throw new ImageFault('is damaged: it has a misplaced marker')
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) throw new ImageFault('is cut short')
    const whole = marker === SOS ? endOfScan(bytes, end) : end
    yield { marker, data: bytes.subarray(at + 4, end), whole: bytes.subarray(at, whole) }
    at = whole
  }
}

function cutShort(bytes: Uint8Array, at: number): ImageFault {
  return new ImageFault(
    at >= bytes.length ? 'is cut short' : 'is damaged: there is data between its parts',
  )
}

/** Returns where a scan's data ends: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] as number
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new ImageFault('is cut short')
}

/** Keeps only the picture: photos record where they were taken, and comments hold anything. */
function isPicture({ marker, data }: Segment): boolean {
  if (marker === APP0) return startsWith(data, 'JFIF\0') && data.length === 14
  if (marker === APP14) return startsWith(data, 'Adobe')
  if (marker > APP0) return false
  if ([...FRAMES, DHT, DQT, DRI, SOS].includes(marker)) return true
  throw new ImageFault('uses a coding that many readers do not support')
}

function startsWith(data: Uint8Array, text: string): boolean {
  return [...text].every((character, index) => data[index] === character.charCodeAt(0))
}

function sizeOf(frame: Uint8Array): { width: number; height: number } {
  const [precision, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components = 0] = frame
  if (precision !== 8 || frame.length !== 6 + 3 * components) {
    throw new ImageFault('is damaged: its header is invalid')
  }
  if (components !== 1 && components !== 3) {
    throw new ImageFault('is in colors for print (CMYK); save it as RGB or grayscale')
  }
  return { width: (w1 << 8) | w0, height: (h1 << 8) | h0 }
}

// Reads a PNG chunk by chunk (ISO/IEC 15948), and keeps the chunks that make up the picture.

import { assertSize, ImageFault, type Picture } from './picture.ts'

interface Chunk {
  type: string
  data: Uint8Array
  /** Includes length, type and checksum. */
  whole: Uint8Array
}

/** Allowed bits per sample, and samples per pixel, by color type. */
const DEPTHS: Record<number, { depths: number[]; samples: number }> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
}
const PALETTE = 3
/** Length of the transparent color in bytes, by color type. */
const GREY_OR_RGB: Record<number, number> = { 0: 2, 2: 6 }
const SIGNATURE_BYTES = 8

interface Header {
  width: number
  height: number
  depth: number
  color: number
  interlaced: boolean
}

/** Throws ImageFault if it is damaged, truncated, or followed by extra bytes. */
export function parsePng(bytes: Uint8Array): Picture {
  const chunks = chunksOf(bytes)
  const [first] = chunks
  const header = headerOf(first as Chunk)
  assertSize(header)
  const kept = [...pictureOf(chunks, header)]
  const image = kept.filter(({ type }) => type === 'IDAT')
  return {
    content_type: 'image/png',
    width: header.width,
    height: header.height,
    parts: [bytes.subarray(0, SIGNATURE_BYTES), ...kept.map(({ whole }) => whole)],
    packed: { rows: rowsOf(header), parts: image.map(({ data }) => data) },
  }
}

function chunksOf(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  let at = SIGNATURE_BYTES
  while (at < bytes.length) {
    if (at + 12 > bytes.length) throw new ImageFault('is cut short')
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) throw new ImageFault('is cut short')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!/^[A-Za-z]{4}$/.test(type))
      throw new ImageFault('is damaged: it has a part without a name')
    if (view.getUint32(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) {
      throw new ImageFault(`is damaged: the checksum of its part ${type} is wrong`)
    }
    const whole = bytes.subarray(at, end)
    chunks.push({ type, data: whole.subarray(8, 8 + length), whole })
    if (type === 'IEND') {
      if (end < bytes.length) throw new ImageFault('is followed by other data')
      return chunks
    }
    at = end
  }
  throw new ImageFault('is cut short')
}

function headerOf({ type, data }: Chunk): Header {
  if (type !== 'IHDR' || data.length !== 13) throw new ImageFault('is damaged: it has no header')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [depth = 0, color = 0, compression, filter, interlace = 0] = data.subarray(8)
  if (
    !DEPTHS[color]?.depths.includes(depth) ||
    compression !== 0 ||
    filter !== 0 ||
    interlace > 1
  ) {
    throw new ImageFault('is damaged: its header is invalid')
  }
  const width = view.getUint32(0)
  return { width, height: view.getUint32(4), depth, color, interlaced: interlace === 1 }
}

/** Yields the chunks that affect the picture; checks their order and number against the standard. */
function* pictureOf(chunks: Chunk[], { color }: Header): Generator<Chunk> {
  const seen: string[] = []
  for (const chunk of chunks) {
    const { type, data } = chunk
    const isCritical = /^[A-Z]/.test(type)
    if (!isCritical && type !== 'tRNS') continue
    if (seen.includes(type) && !(type === 'IDAT' && seen.at(-1) === 'IDAT')) {
      throw new ImageFault(`is damaged: its part ${type} comes twice`)
    }
    if (type === 'PLTE') assertPalette(data, color)
    if (type === 'tRNS') assertTransparency(data, color, seen)
    if (!['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)) {
      throw new ImageFault(`has an unknown part ${type}`)
    }
    seen.push(type)
    yield chunk
  }
  if (!seen.includes('IDAT')) throw new ImageFault('is empty: it has no pixels')
  if (color === PALETTE && !isBefore(seen, 'PLTE', 'IDAT')) {
    throw new ImageFault('is damaged: its palette is missing')
  }
}

function assertPalette(data: Uint8Array, color: number): void {
  const isGrey = color === 0 || color === 4
  if (isGrey || data.length === 0 || data.length % 3 !== 0 || data.length > 768) {
    throw new ImageFault('is damaged: its palette is invalid')
  }
}

function assertTransparency(data: Uint8Array, color: number, seen: string[]): void {
  const fits =
    color === PALETTE
      ? seen.includes('PLTE') && data.length <= 256
      : data.length === GREY_OR_RGB[color]
  if (!fits || seen.includes('IDAT')) {
    throw new ImageFault('is damaged: its transparency is invalid')
  }
}

function isBefore(order: string[], one: string, other: string): boolean {
  return order.includes(one) && order.indexOf(one) < order.indexOf(other)
}

/** First column and row of each Adam7 interlacing pass, and the steps to the next ones. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the length of each row in bytes, including its filter byte. */
function rowsOf({ width, height, depth, color, interlaced }: Header): number[] {
  const bits = depth * (DEPTHS[color]?.samples ?? 0)
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const)
  return passes.flatMap(([column, row, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - column) / across))
    const rows = Math.max(0, Math.ceil((height - row) / down))
    return columns > 0 ? Array<number>(rows).fill(1 + Math.ceil((columns * bits) / 8)) : []
  })
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** The checksum of a chunk: CRC-32 of its type and data. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

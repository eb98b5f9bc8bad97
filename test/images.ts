// Images for tests, built by hand: PNGs chunk by chunk, JPEGs segment by segment.

import { crc32, deflateSync } from 'node:zlib'

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

export interface PngHeader {
  width?: number
  height?: number
  depth?: number
  color?: number
  compression?: number
  filter?: number
  interlace?: number
}

export function ihdr(header: PngHeader = {}): Buffer {
  const { width = 4, height = 3, depth = 8, color = 0 } = header
  const { compression = 0, filter = 0, interlace = 0 } = header
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([depth, color, compression, filter, interlace], 8)
  return chunk('IHDR', bytes)
}

/** Compressed pixels, all zero. */
export const idat = (bytes: number) => chunk('IDAT', deflateSync(Buffer.alloc(bytes)))
export const IEND = chunk('IEND')

export const png = (...chunks: Buffer[]) => Buffer.concat([PNG_SIGNATURE, ...chunks])

/** A gray image of 4 × 3 pixels: three rows of four bytes, each with a filter byte. */
export const greyPng = (...extra: Buffer[]) => png(ihdr(), ...extra, idat(3 * 5), IEND)

export function segment(marker: number, data: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.from(data as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

export const SOI = Buffer.from([0xff, 0xd8])
export const EOI = Buffer.from([0xff, 0xd9])
export const JFIF = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0')
export const DQT = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]))
export const DHT = segment(
  0xc4,
  Buffer.concat([Buffer.from([0]), Buffer.alloc(16), Buffer.alloc(0)]),
)
export const ADOBE = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')

/** A frame of this size: baseline unless another marker is given. */
export function frame(width = 4, height = 3, components = 1, marker = 0xc0, precision = 8): Buffer {
  const size = [precision, height >> 8, height & 255, width >> 8, width & 255, components]
  const each = Array.from({ length: components }, (_, n) => [n + 1, 0x11, 0]).flat()
  return segment(marker, Buffer.from([...size, ...each]))
}

export const scan = (...coded: number[]) =>
  Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from(coded)])

export const jpeg = (...segments: Buffer[]) => Buffer.concat([SOI, ...segments, EOI])
export const greyJpeg = (...extra: Buffer[]) =>
  jpeg(JFIF, ...extra, DQT, frame(), DHT, scan(0x12, 0xff, 0x00, 0x34))

// Images: what is accepted, what is kept, and what is refused. By ISO/IEC 15948 and ITU-T T.81.

import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import * as made from '../../../test/images.ts'
import { IMAGE_BYTES_MOST, parseImage } from './image.ts'
import { ImageFault } from './picture.ts'

const { chunk, EOI, frame, greyJpeg, greyPng, idat, IEND, ihdr, jpeg, JFIF, png, scan, SOI } = made
const { DQT, DHT, segment } = made

const kept = (bytes: Uint8Array) => Buffer.concat(parseImage(bytes).parts)
const text = (words: string) => Buffer.from(words, 'latin1')

test('images are recognized by their content, with their size', () => {
  for (const [bytes, type, width, height] of [
    [greyPng(), 'image/png', 4, 3],
    [png(ihdr({ width: 2000, height: 1 }), idat(2001), IEND), 'image/png', 2000, 1],
    [greyJpeg(), 'image/jpeg', 4, 3],
    [jpeg(DQT, frame(2000, 1999, 3, 0xc2), DHT, scan(1), DHT, scan(2)), 'image/jpeg', 2000, 1999],
  ] as const) {
    const picture = parseImage(bytes)
    assert.deepEqual([picture.content_type, picture.width, picture.height], [type, width, height])
  }
})

test('a picture without metadata is kept byte for byte', () => {
  const palette = chunk('PLTE', Buffer.alloc(6))
  for (const bytes of [
    greyPng(),
    png(ihdr({ color: 3 }), palette, chunk('tRNS', Buffer.from([0])), idat(15), IEND),
    png(ihdr({ color: 2 }), chunk('tRNS', Buffer.alloc(6)), idat(39), IEND),
    png(ihdr(), chunk('IDAT', text('a')), chunk('IDAT', text('b')), IEND),
    greyJpeg(),
    greyJpeg(made.ADOBE, segment(0xdd, Buffer.from([0, 4]))),
    // Restart markers and stuffed bytes belong to the data of a scan.
    jpeg(DQT, frame(), DHT, scan(1, 0xff, 0xd0, 2, 0xff, 0xd7, 3, 0xff, 0, 4)),
  ]) {
    assert.deepEqual(kept(bytes), bytes)
  }
})

test('metadata is dropped: places, dates, comments, thumbnails, profiles', () => {
  for (const type of ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'iCCP', 'acTL', 'prVt']) {
    assert.deepEqual(kept(greyPng(chunk(type, text('GPS 44.64, -63.57')))), greyPng())
  }
  for (const [marker, data] of [
    [0xe1, 'Exif\0\0GPS'],
    [0xe2, 'ICC_PROFILE\0'],
    [0xed, 'Photoshop 3.0\0'],
    [0xfe, '<script>alert(1)</script>'],
    [0xe0, 'JFXX\0\x10thumbnail'],
    [0xee, 'Other'],
  ] as const) {
    assert.deepEqual(kept(greyJpeg(segment(marker, data))), greyJpeg())
  }
  // Fill bytes before a marker are dropped as well.
  assert.deepEqual(
    kept(Buffer.concat([SOI, Buffer.from([0xff]), greyJpeg().subarray(2)])),
    greyJpeg(),
  )
})

/** Calculated by hand: rows × (1 + bytes of a row); interlaced, the same for each pass. */
const UNPACKED: [made.PngHeader, number, string][] = [
  [{}, 15, '3 × (1 + 4)'],
  [{ depth: 1, width: 9 }, 9, '3 × (1 + 2)'],
  [{ color: 6, depth: 16 }, 99, '3 × (1 + 32)'],
  [{ color: 2 }, 39, '3 × (1 + 12)'],
  [{ color: 4, depth: 16 }, 51, '3 × (1 + 16)'],
  // 8 × 8: 1×1, 1×1, 2×1, 2×2, 4×2, 4×4, 8×4 pixels in the seven passes.
  [
    { width: 8, height: 8, interlace: 1 },
    2 + 2 + 3 + 6 + 10 + 20 + 36,
    'each pass: rows × (1 + columns)',
  ],
  // 1 × 1: only the first pass has a pixel.
  [{ width: 1, height: 1, interlace: 1 }, 2, '1 × (1 + 1)'],
]

test('the unpacked length of a PNG is computed correctly', () => {
  for (const [header, bytes, why] of UNPACKED) {
    const { packed } = parseImage(png(ihdr(header), idat(1), IEND))
    assert.equal(
      packed?.rows.reduce((sum, row) => sum + row),
      bytes,
      why,
    )
  }
})

const damaged = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] as number) ^ 1
  return copy
}

const REFUSED: [bytes: Buffer, said: RegExp][] = [
  [Buffer.alloc(0), /neither a PNG nor a JPEG/],
  [text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /neither/],
  [text('<!doctype html><script>alert(1)</script>'), /neither/],
  [text('GIF89a'), /neither/],
  [text('RIFF\0\0\0\0WEBPVP8 '), /neither/],
  [text('%PDF-1.7'), /neither/],
  [text('PK\x03\x04'), /neither/],
  [gzipSync(greyPng()), /neither/],
  [Buffer.concat([text('\n'), greyPng()]), /neither/],
  [Buffer.concat([greyPng(), Buffer.alloc(IMAGE_BYTES_MOST)]), /bytes; at most 524288 are taken/],
  // PNG
  [made.PNG_SIGNATURE, /cut short/],
  [greyPng().subarray(0, -1), /cut short/],
  [greyPng().subarray(0, -12), /cut short/],
  [Buffer.concat([greyPng(), text('PK\x03\x04')]), /followed by other data/],
  [Buffer.concat([greyPng(), text('<script>')]), /followed by other data/],
  [damaged(greyPng(), 20), /checksum of its part IHDR/],
  [damaged(greyPng(), 45), /checksum of its part IDAT/],
  [png(chunk('ID3T'), idat(1), IEND), /without a name/],
  [png(idat(15), IEND), /has no header/],
  [png(chunk('IHDR', Buffer.alloc(12)), idat(15), IEND), /has no header/],
  [png(ihdr(), IEND), /has no pixels/],
  [png(ihdr(), ihdr(), idat(15), IEND), /IHDR comes twice/],
  [png(ihdr({ color: 3 }), idat(15), IEND), /palette is missing/],
  [png(ihdr({ color: 3 }), idat(15), chunk('PLTE', Buffer.alloc(3)), IEND), /palette is missing/],
  [png(ihdr(), chunk('PLTE', Buffer.alloc(3)), idat(15), IEND), /palette is invalid/],
  [png(ihdr({ color: 3 }), chunk('PLTE', Buffer.alloc(4)), idat(15), IEND), /palette is invalid/],
  [png(ihdr({ color: 3 }), chunk('PLTE', Buffer.alloc(771)), idat(15), IEND), /palette is invalid/],
  [png(ihdr({ color: 6 }), chunk('tRNS', Buffer.alloc(6)), idat(15), IEND), /transparency/],
  [
    png(ihdr({ color: 3 }), chunk('tRNS'), chunk('PLTE', Buffer.alloc(3)), idat(15), IEND),
    /transp/,
  ],
  [png(ihdr(), idat(15), chunk('tRNS', Buffer.alloc(2)), IEND), /transparency/],
  [png(ihdr(), chunk('EViL'), idat(15), IEND), /an unknown part EViL/],
  [png(ihdr({ depth: 3 }), idat(15), IEND), /header is invalid/],
  [png(ihdr({ color: 2, depth: 4 }), idat(15), IEND), /header is invalid/],
  [png(ihdr({ color: 5 }), idat(15), IEND), /header is invalid/],
  [png(ihdr({ compression: 1 }), idat(15), IEND), /header is invalid/],
  [png(ihdr({ filter: 1 }), idat(15), IEND), /header is invalid/],
  [png(ihdr({ interlace: 2 }), idat(15), IEND), /header is invalid/],
  [png(ihdr({ width: 0 }), idat(15), IEND), /0 × 3 pixels; it can have 1 to 2000/],
  [png(ihdr({ height: 2001 }), idat(15), IEND), /4 × 2001 pixels/],
  [png(ihdr({ width: 0xffffffff }), idat(15), IEND), /4294967295 × 3 pixels/],
  // JPEG
  [greyJpeg().subarray(0, -2), /cut short/],
  [greyJpeg().subarray(0, 30), /cut short/],
  [Buffer.concat([SOI, Buffer.from([0xff])]), /cut short/],
  [Buffer.concat([SOI, Buffer.from([0xff, 0xe0, 0, 1])]), /cut short/],
  [Buffer.concat([greyJpeg(), text('PK\x03\x04')]), /followed by other data/],
  [Buffer.concat([greyJpeg(), greyJpeg()]), /followed by other data/],
  [Buffer.concat([SOI, JFIF, text('x'), greyJpeg().subarray(2)]), /between its parts/],
  [Buffer.concat([SOI, greyJpeg()]), /misplaced marker/],
  [jpeg(JFIF), /no frame with a picture/],
  [jpeg(DQT, frame(), DHT), /no frame with a picture/],
  [jpeg(DQT, DHT, scan(1), frame()), /no frame with a picture/],
  [jpeg(DQT, frame(), frame(), DHT, scan(1)), /no frame with a picture/],
  [jpeg(frame(), DHT, scan(1)), /tables are missing/],
  [jpeg(DQT, frame(), scan(1)), /tables are missing/],
  [jpeg(DQT, frame(4, 3, 1, 0xc3), DHT, scan(1)), /many readers do not support/],
  [jpeg(DQT, frame(4, 3, 1, 0xc9), DHT, scan(1)), /many readers do not support/],
  [jpeg(DQT, frame(4, 3, 4), DHT, scan(1)), /colors for print/],
  [jpeg(DQT, frame(4, 3, 1, 0xc0, 12), DHT, scan(1)), /header is invalid/],
  [jpeg(DQT, frame(4, 0), DHT, scan(1)), /4 × 0 pixels/],
  [jpeg(DQT, frame(2001, 3), DHT, scan(1)), /2001 × 3 pixels/],
]

test('an invalid image, or more than one, is refused with the reason', () => {
  for (const [bytes, said] of REFUSED) {
    assert.throws(
      () => parseImage(bytes),
      (error: Error) => {
        assert.ok(error instanceof ImageFault, `${error}`)
        assert.match(error.message, said)
        return true
      },
      String(said),
    )
  }
})

test('random bytes never crash the parser', () => {
  let state = 20261120
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
  for (const whole of [greyPng(chunk('tEXt', text('a'))), greyJpeg(segment(0xe1, 'Exif'))]) {
    for (let round = 0; round < 3_000; round++) {
      const bytes = Buffer.from(whole)
      for (let n = 0; n < 1 + random() * 3; n++) {
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      }
      const cut = bytes.subarray(
        0,
        random() < 0.3 ? Math.floor(random() * bytes.length) : undefined,
      )
      try {
        parseImage(cut)
      } catch (error) {
        assert.ok(error instanceof ImageFault, `${error}`)
      }
    }
  }
})

test('a picture truncated at any byte is refused', () => {
  for (const whole of [greyPng(), greyJpeg()]) {
    for (let length = 0; length < whole.length; length++) {
      assert.throws(() => parseImage(whole.subarray(0, length)), ImageFault)
    }
  }
  assert.throws(() => parseImage(Buffer.concat([SOI, EOI])), /no frame/)
})

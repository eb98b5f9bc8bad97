// IDs: UUIDv7 from a wall time that never goes backwards in a process, encoded as TypeID text.

import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))
/** All pairs of base32 digits, indexed by their ten bits. */
const PAIRS = Array.from(
  { length: 1024 },
  (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`,
)
/** The value of each hexadecimal digit, indexed by its character code. */
const NIBBLES = new Uint8Array(128)
for (const digit of '0123456789abcdefABCDEF') {
  NIBBLES[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
}
/** Where the 32 digits of a UUID are in its text. */
const DIGITS = Array.from({ length: 36 }, (_, at) => at).filter(
  (at) => ![8, 13, 18, 23].includes(at),
)
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const pool = Buffer.alloc(4096)
let used = pool.length
let lastMs = 0
let counter = 0

/** A new UUIDv7 (RFC 9562, section 5.7, 12-bit counter), ascending within this process. */
export function newUuid(wallMs = Date.now()): string {
  if (wallMs > lastMs) {
    lastMs = wallMs
    counter = 0
  } else if (++counter > 0xfff) {
    // More than 4096 in one millisecond, or a clock that stepped back: borrow from the next one.
    lastMs += 1
    counter = 0
  }
  if (used + 8 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const rest = (0x7000 | counter).toString(16)
  const at = used
  used += 8
  const variant = HEX[((pool[at] as number) & 0x3f) | 0x80] as string
  const tail = pool.toString('hex', at + 1, at + 8)
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}-${variant}${tail.slice(0, 2)}-${tail.slice(2)}`
}

/** The wall time at which a UUIDv7 was created, in milliseconds (RFC 9562, section 5.7). */
export function uuidTime(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}

/** The first UUIDv7 of a millisecond of wall time. */
export function firstUuid(wallMs: number): string {
  const time = Math.max(0, wallMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** `inv_` + 26 characters of Crockford base32 for a UUID (TypeID 0.3). */
export function encodeId(prefix: string, uuid: string): string {
  const nibble = (digit: number) => NIBBLES[uuid.charCodeAt(DIGITS[digit] as number)] as number
  // 128 bits plus two leading zero bits make 26 digits of 5 bits: first 10 bits, then six times 20.
  let text = `${prefix}_${PAIRS[(nibble(0) << 4) | nibble(1)]}`
  for (let at = 2; at < 32; at += 5) {
    const high = (nibble(at) << 16) | (nibble(at + 1) << 12) | (nibble(at + 2) << 8)
    const bits = high | (nibble(at + 3) << 4) | nibble(at + 4)
    text += (PAIRS[bits >> 10] as string) + (PAIRS[bits & 1023] as string)
  }
  return text
}

/** Returns the UUID of an ID with this prefix; undefined if the text is not one. */
export function decodeId(prefix: string, id: string): string | undefined {
  const start = prefix.length + 1
  if (id.length !== start + 26 || !id.startsWith(`${prefix}_`)) return undefined
  let hex = ''
  for (let at = start; at < id.length; at += at === start ? 2 : 4) {
    const end = at + (at === start ? 2 : 4)
    let bits = 0
    for (let index = at; index < end; index++) {
      const digit = VALUES.get(id.charAt(index))
      if (digit === undefined) return undefined
      bits = (bits << 5) | digit
    }
    hex += bits.toString(16).padStart(at === start ? 2 : 5, '0')
  }
  // The first two digits hold ten bits, but a UUID uses only eight of them.
  if (hex.length !== 32) return undefined
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

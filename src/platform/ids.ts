// IDs: UUIDv7 from a wall time that never goes backwards in a process, encoded as TypeID text.

import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))
/** All pairs of base32 digits, indexed by their ten bits. */
const PAIRS = Array.from(
  { length: 1024 },
  (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`,
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

/** `inv_` + 26 characters of Crockford base32 for a UUID (TypeID 0.3). */
export function encodeId(prefix: string, uuid: string): string {
  const hex = uuid.replaceAll('-', '')
  // 128 bits plus two leading zero bits make 26 digits of 5 bits: first 10 bits, then six times 20.
  let text = `${prefix}_${PAIRS[Number.parseInt(hex.slice(0, 2), 16)]}`
  for (let at = 2; at < 32; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16)
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

// The network of an address: the part that belongs to one subscriber.

import { isIPv6 } from 'node:net'

/**
 * Returns the key by which failures are counted: an IPv4 address itself, or the first 64 bits of an IPv6 address, which
 * give one subscriber any number of addresses (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] as string
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = plain.includes('::') ? tail.split(':').filter(Boolean) : []
  // A dotted suffix stands for two groups, which are always after the first four.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const groups = [...before, ...Array<string>(8 - written).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

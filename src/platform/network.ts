// The network of an address, as far as one subscriber has all of it.

import { isIPv6 } from 'node:net'

/**
 * What to count failures by: an IPv4 address itself, and of an IPv6 address the first 64 bits, behind
 * which one subscriber has as many addresses as they like (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] as string
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = plain.includes('::') ? tail.split(':').filter(Boolean) : []
  // A dotted end stands for two groups, which lie behind the first four in any case.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const groups = [...before, ...Array<string>(8 - written).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

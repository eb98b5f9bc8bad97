// Which addresses an outgoing request may reach: public ones, whatever way they are spelled.

import { BlockList, isIP, isIPv4 } from 'node:net'

/** IANA special-purpose registries (RFC 6890 and updates), and metadata services beside them. */
const REFUSED_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Inside 2000::/3, which alone is public. */
const REFUSED_6 = ['2001::/23', '2001:db8::/32', '3fff::/20']

const refused = new BlockList()
for (const block of REFUSED_4) refused.addSubnet(...parts(block), 'ipv4')
for (const block of REFUSED_6) refused.addSubnet(...parts(block), 'ipv6')

function parts(block: string): [string, number] {
  const [address = '', bits] = block.split('/')
  return [address, Number(bits)]
}

/** Whether an IP address is public. An IPv4 address inside an IPv6 one is judged by itself. */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%')[0] as string
  if (isIPv4(plain)) return !refused.check(plain, 'ipv4')
  if (isIP(plain) !== 6) return false
  const groups = groupsOf(plain)
  const embedded = embeddedAddress(groups)
  if (embedded !== undefined) return isPublicAddress(embedded)
  return ((groups[0] as number) & 0xe000) === 0x2000 && !refused.check(plain, 'ipv6')
}

/** The IPv4 address in a mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) or 6to4 (2002::/16) one. */
function embeddedAddress(groups: number[]): string | undefined {
  const [a, b, c] = groups as [number, number, number]
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  if (zeros(0, 5) && groups[5] === 0xffff) return dotted(groups[6], groups[7])
  if (a === 0x64 && b === 0xff9b && zeros(2, 6)) return dotted(groups[6], groups[7])
  if (a === 0x2002) return dotted(b, c)
  return undefined
}

function dotted(high = 0, low = 0): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(gap).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}

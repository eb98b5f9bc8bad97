// The addresses that an outgoing request may reach: public ones, in any notation.

import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA special-purpose registries (RFC 6890 and updates), plus cloud metadata services. */
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
const REFUSED_6 = ['2001::/23', '2001:db8::/32', '3fff::/20']
/** IPv6 blocks that are public unless refused. The second and third embed an IPv4 address, mapped or by NAT64. */
const PUBLIC_6 = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96']

const refused = listOf([...REFUSED_4, ...REFUSED_4.flatMap(embedded), ...REFUSED_6])
const unicast = listOf(PUBLIC_6)

/** The IPv6 blocks that embed an IPv4 block: mapped, by NAT64 (RFC 6052), by 6to4 (RFC 3056). */
function embedded(block: string): string[] {
  const [address, bits] = parts(block)
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex')
  return [
    `::ffff:${address}/${96 + bits}`,
    `64:ff9b::${address}/${96 + bits}`,
    `2002:${hex.slice(0, 4)}:${hex.slice(4)}::/${16 + bits}`,
  ]
}

function listOf(blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) list.addSubnet(...parts(block), block.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

function parts(block: string): [string, number] {
  const [address = '', bits] = block.split('/')
  return [address, Number(bits)]
}

/** True if an IP address is public. An IPv4 address embedded in IPv6 is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%')[0] as string
  if (isIPv4(plain)) return !refused.check(plain, 'ipv4')
  return isIPv6(plain) && unicast.check(plain, 'ipv6') && !refused.check(plain, 'ipv6')
}

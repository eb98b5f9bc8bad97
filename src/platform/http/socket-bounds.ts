// Connection limits: bounded by file descriptors, in total and per client network.

import { readFileSync } from 'node:fs'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkOf } from '../network.ts'

/** Upper bound, however many descriptors there are. */
const SOCKETS_MOST = 10_000
/** Descriptors reserved for the database, webhook calls, email, documents and files. */
const DESCRIPTORS_KEPT = 700

export interface SocketBounds {
  most: number
  perPlace: number
  /** The network of an address; undefined for a proxy, which carries many clients. */
  placeOf(address: string): string | undefined
}

/** Returns the limits that follow from the settings and `ulimit -n`. */
export function socketBounds(
  perPlace: number,
  trustProxy: boolean | readonly string[],
): SocketBounds {
  const descriptors = descriptorsMost()
  const spare = Math.max(descriptors - DESCRIPTORS_KEPT, Math.trunc(descriptors / 4))
  const most = Math.min(SOCKETS_MOST, spare)
  const isProxy = proxies(trustProxy)
  return {
    most,
    perPlace: Math.min(perPlace, Math.trunc(most / 2)),
    placeOf: (address) => (isProxy(address) ? undefined : networkOf(address)),
  }
}

/** Returns this process's descriptor limit; Node has raised it as far as the system allows. */
function descriptorsMost(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const most = /^Max open files +(\d+)/m.exec(limits)?.[1]
  return most === undefined ? Number.POSITIVE_INFINITY : Number(most)
}

function proxies(trustProxy: boolean | readonly string[]): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const list = new BlockList()
  for (const block of trustProxy) {
    const [address = '', bits] = block.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Returns an address in its own form: IPv4 is not wrapped in IPv6. */
export function plainAddress(address: string): string {
  const inner = address.replace(/^::ffff:/i, '')
  return isIP(inner) === 4 ? inner : address
}

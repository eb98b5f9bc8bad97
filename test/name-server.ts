// A name server for tests, on its own port: it resolves some names, denies others, and ignores the rest.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface NameServer {
  /** `address:port`. */
  address: string
  /** Every question that it received: the name and the type, such as `hooks.test A`. */
  queries: string[]
  /** IPv4 addresses by name; an empty list denies the name. A missing name gets no response. */
  names: Record<string, string[]>
}

const A = 1
const TYPES: Record<number, string> = { [A]: 'A', 28: 'AAAA' }

/** Starts a server, which ends with `lifetime`. */
export async function startNameServer(lifetime: {
  after(work: () => void): void
}): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  lifetime.after(() => socket.close())
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    queries: [],
    names: {},
  }
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = question(message)
    server.queries.push(`${name} ${TYPES[type]}`)
    const addresses = server.names[name]
    if (addresses)
      socket.send(answer(message, end, type === A ? addresses : [], addresses), port, address)
  })
  return server
}

function question(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** The question with its answers; without answers, a name with addresses exists for another type. */
function answer(queries: Buffer, end: number, addresses: string[], any: string[]): Buffer {
  const head = Buffer.from(queries.subarray(0, 12))
  const NOT_THERE = 3
  head.writeUInt16BE(0x8180 | (any.length > 0 ? 0 : NOT_THERE), 2)
  head.writeUInt16BE(addresses.length, 6)
  // No authority records, and without the question's extensions.
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) =>
    // Pointer to the question's name, type A, class IN, TTL of a minute, four bytes.
    Buffer.from([0xc0, 0x0c, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, queries.subarray(12, end), ...records])
}

// Finds a port for tests that must know it before the server listens there, or again afterwards.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Browsers and `fetch` refuse some ports below it. */
const LEAST = 11_000

/** The first of the ephemeral ports, which the kernel assigns. */
function handedOutFrom(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Returns a free port outside the ephemeral range, so that no other test file is assigned it in the meantime. */
export async function freePort(): Promise<number> {
  const from = handedOutFrom()
  const beyond = from > LEAST + 1_000 ? from : 32_768
  for (;;) {
    const port = randomInt(LEAST, beyond)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

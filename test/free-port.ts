// A port for a test that has to know it before anybody listens there, or again after.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Below it lie ports that no browser and no `fetch` calls. */
const LEAST = 11_000

/** The first of the ports that the kernel hands out by itself. */
function handedOutFrom(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/**
 * A port that is free and stays so: none of those that the kernel gives to whoever asks for any, as
 * other test files do meanwhile.
 */
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

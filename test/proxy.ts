// A proxy between the service and PostgreSQL that cuts the connection at a commit: the one moment at which a client
// cannot know the outcome of its transaction.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** `commit lost` cuts before the server receives the commit; `answer lost` after the server has committed. */
export type Cut = 'commit lost' | 'answer lost'

export interface Proxy {
  /** Address of the database through the proxy. */
  url: string
  cutNextCommit(cut: Cut): void
  /** Connects new clients to another server; open connections stay. */
  leadTo(databaseUrl: string): void
  /** Cuts all open connections. */
  cut(): void
  close(): Promise<void>
}

/** Starts a proxy; `pass` can change what clients send. */
export async function startProxy(
  databaseUrl: string,
  pass = (chunk: Buffer): Buffer => chunk,
): Promise<Proxy> {
  const target = new URL(databaseUrl)
  let path = socketOf(target)
  let next: Cut | undefined
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(path)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    let answerIsLost = false
    client.on('data', (chunk: Buffer) => {
      const cut = chunk.includes('commit\0') ? next : undefined
      if (cut) next = undefined
      if (cut === 'commit lost') return end()
      answerIsLost ||= cut === 'answer lost'
      upstream.write(pass(chunk))
    })
    upstream.on('data', (chunk) => {
      if (!answerIsLost) client.write(chunk)
      // Responses to statements sent before the commit are dropped as well.
      else if (chunk.includes('COMMIT\0')) end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  target.searchParams.delete('host')
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: target.href,
    cutNextCommit(cut) {
      next = cut
    },
    leadTo(url) {
      path = socketOf(new URL(url))
    },
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

const socketOf = (url: URL): string => join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')

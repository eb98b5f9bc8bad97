// Stands between the service and PostgreSQL and cuts the line at a commit: the one moment at which
// a client cannot know what became of its transaction.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** `commit lost` cuts before the server hears of it; `answer lost` once the server has done it. */
export type Cut = 'commit lost' | 'answer lost'

export interface Proxy {
  /** The database behind the proxy. */
  url: string
  /** Cuts the connection of the next commit. */
  cutNextCommit(cut: Cut): void
  /** Leads new connections to another server; those that are open stay where they are. */
  leadTo(databaseUrl: string): void
  /** Cuts those that are open. */
  cut(): void
  close(): Promise<void>
}

/** `pass` makes what the server hears of what clients say. */
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
      // What was sent with the commit is answered first; none of it arrives.
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

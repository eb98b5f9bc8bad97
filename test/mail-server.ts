// A mail server for tests: a real SMTP server that accepts, refuses, hangs or disconnects as configured.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type Mime, parseMime } from './mime.ts'

export interface ReceivedMail {
  /** The envelope: sender and recipients, whatever the headers say. */
  from: string
  to: string[]
  raw: string
  mime: Mime
}

/** The server's reaction to an email: accepted, refused with an error, never answered, or disconnected. */
export type Verdict = 'take' | 'hang' | 'drop' | { code: number; text: string } | Promise<Verdict>

export interface MailServer {
  url: string
  /** All emails that reached the end of DATA, in order, acknowledged or not. */
  received: ReceivedMail[]
  connections: number
  /** Verdict on each recipient. */
  onRecipient: (address: string) => Verdict
  /** Verdict on each complete email. */
  onMail: (mail: ReceivedMail) => Verdict
}

/** Starts a server that accepts everything; with a password it requires authentication. */
export async function startMailServer(
  lifetime: { after(work: () => Promise<void>): void },
  password?: string,
  tls?: { cert: Buffer | undefined; key: Buffer | undefined },
): Promise<MailServer> {
  const made: MailServer = {
    url: '',
    received: [],
    connections: 0,
    onRecipient: () => 'take',
    onMail: () => 'take',
  }
  const judge = (verdict: Verdict, done: (error?: Error) => void): void => {
    if (verdict instanceof Promise) void verdict.then((late) => judge(late, done))
    else if (verdict === 'take') done()
    else if (verdict === 'drop') cutAll()
    else if (verdict !== 'hang')
      done(Object.assign(new Error(verdict.text), { responseCode: verdict.code }))
  }
  const server = new SMTPServer({
    disabledCommands: [
      ...(tls === undefined ? (['STARTTLS'] as const) : []),
      ...(password === undefined ? (['AUTH'] as const) : []),
    ],
    ...tls,
    authOptional: password === undefined,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: 'ours' }) : done(new Error('Wrong password')),
    onConnect(_session, done) {
      made.connections++
      done()
    },
    onRcptTo: ({ address }, _session, done) => judge(made.onRecipient(address), done),
    onData(stream, { envelope }, done) {
      const take = (bytes: Buffer) => {
        const raw = bytes.toString('utf8')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        const mail = { from, to, raw, mime: parseMime(raw) }
        made.received.push(mail)
        judge(made.onMail(mail), done)
      }
      // A sender that dies in the middle of it has sent nothing.
      void buffer(stream).then(take, () => undefined)
    },
  })
  const sockets = new Set<{ destroy(): void }>()
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const user = password === undefined ? '' : `ours:${encodeURIComponent(password)}@`
  made.url = `smtp://${user}127.0.0.1:${(server.server.address() as AddressInfo).port}`
  lifetime.after(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    cutAll()
    await closed
  })
  return made
}

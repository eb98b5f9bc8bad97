// The way out for mail: one SMTP server that the operator named, pooled connections, and for each
// mail one of three ends: accepted, refused for good, or to be tried again.

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'

export interface MailAddress {
  /** As people read it; empty where there is none. */
  name: string
  address: string
}

export interface OutgoingMail {
  /** Without angle brackets. The same of every attempt, so that a repetition can be recognised. */
  message_id: string
  /** Milliseconds since 1970; the same of every attempt. */
  date: number
  from: MailAddress
  to: MailAddress
  cc: MailAddress[]
  reply_to: MailAddress | null
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

export type MailOutcome =
  | { state: 'accepted'; response: string }
  /** No further attempt can succeed. */
  | { state: 'refused'; error: string }
  /** Including an unknown end: the connection was lost after the mail had gone out. */
  | { state: 'again'; error: string }

export interface Mailer {
  /** Hands over one mail. Never throws, whatever the server does. */
  send(mail: OutgoingMail, cut?: AbortSignal): Promise<MailOutcome>
  /** Connects and signs in. Throws `GreetingError`. */
  greet(): Promise<void>
  close(): void
}

export interface MailerOptions {
  url: string
  /** Certificates (PEM) to trust in addition to the public authorities. */
  caFile: string | undefined
  /** Mails handed over at once. */
  connections: number
  connectTimeoutMs: number
  /** For one mail, from waiting for a connection to the server's answer. */
  timeoutMs: number
}

/** The email server cannot be used; the message is a sentence. */
export class GreetingError extends Error {
  /** What to do; undefined if the message does not say what is wrong with the settings. */
  remedy: string | undefined

  constructor({ what, remedy }: Trouble) {
    super(what)
    this.remedy = remedy
  }
}

const MESSAGES_PER_CONNECTION = 200

export async function createMailer(options: MailerOptions): Promise<Mailer> {
  // Loaded here, so that a service without mail does without it.
  const { createTransport } = await import('nodemailer')
  const server = smtpServer(options.url)
  const transport = createTransport({
    ...server,
    tls: tlsTrust(server.host, options.caFile),
    pool: true,
    maxConnections: options.connections,
    maxMessages: MESSAGES_PER_CONNECTION,
    // A lost connection is an unknown end, which the caller records before anything is repeated.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: options.connectTimeoutMs,
    greetingTimeout: options.connectTimeoutMs,
    dnsTimeout: options.connectTimeoutMs,
    socketTimeout: options.timeoutMs,
    // What is sent is what was handed over; nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, cut) {
      const late = AbortSignal.timeout(options.timeoutMs)
      const signal = cut ? AbortSignal.any([late, cut]) : late
      try {
        const sent = await transport.sendMail({ ...message(mail), signal })
        // The server takes it for those it knows: what its reader does not get was not sent.
        const refused = sent.rejectedErrors?.find(
          ({ recipient }: SmtpError) => recipient === mail.to.address,
        )
        if (refused) return endOf(refused, options.timeoutMs)
        return { state: 'accepted', response: oneLine(sent.response, 500) }
      } catch (error) {
        return endOf(error as SmtpError, options.timeoutMs)
      }
    },
    async greet() {
      try {
        await transport.verify()
      } catch (error) {
        throw new GreetingError(explain(error as SmtpError, options.timeoutMs))
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** Which certificates to accept. Any will do on loopback: what is sent there does not leave this machine. */
function tlsTrust(host: string, caFile: string | undefined) {
  if (caFile !== undefined) return { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] }
  return { rejectUnauthorized: !isLoopback(host) }
}

interface SmtpServer {
  host: string
  port: number
  secure: boolean
  requireTLS: boolean
  auth?: { user: string; pass: string }
}

/**
 * What an SMTP_URL means: smtps:// speaks TLS from the start; smtp:// changes to it where the
 * server offers that, and must before a password leaves this machine.
 */
export function smtpServer(text: string): SmtpServer {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  const auth = user && { auth: { user, pass: decodeURIComponent(url.password) } }
  return {
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && user !== '' && !isLoopback(host),
    ...auth,
  }
}

/** Whether a text is an SMTP_URL: scheme, host, perhaps port, user and password, and no more. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false
  return /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

function message(mail: OutgoingMail) {
  return {
    messageId: `<${mail.message_id}>`,
    date: new Date(mail.date),
    from: header(mail.from),
    to: header(mail.to),
    ...(mail.cc.length > 0 && { cc: mail.cc.map(header) }),
    ...(mail.reply_to && { replyTo: header(mail.reply_to) }),
    // These recipients and no others, whatever the headers are made of.
    envelope: {
      from: { name: '', address: mail.from.address },
      to: [mail.to, ...mail.cc].map(({ address }) => ({ name: '', address })),
    },
    subject: oneLine(mail.subject, 250),
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    // Told by RFC 3834, so that no absence note answers.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // The parts are divided by the same line in every attempt.
    baseBoundary: mail.message_id.replace(/[^0-9a-z]/gi, '').slice(0, 32),
  }
}

function header({ name, address }: MailAddress): MailAddress {
  return { name: oneLine(name, 120), address }
}

/** Line breaks, other controls, and what turns the direction of writing around. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text as one line, for a header: without controls, no longer than `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(UNPRINTED, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

interface SmtpError extends Error {
  code?: string
  /** The code of the system's or TLS's own error. */
  originalCode?: string
  /** The certificate with another host name. */
  cert?: { subjectaltname?: string; subject?: { CN?: string } }
  command?: string
  response?: string
  responseCode?: number
  /** Whom the server did not take it for. */
  recipient?: string
}

/** Not about this mail but about us: a person has to mend the settings, and it goes on. */
const SIGNING_IN = new Set([530, 534, 535, 538])

function endOf(error: SmtpError, timeoutMs: number): MailOutcome {
  const { what, remedy } = explain(error, timeoutMs)
  const text = remedy === undefined ? what : `${what} ${remedy}`
  return { state: isRefused(error) ? 'refused' : 'again', error: text }
}

function isRefused({ code = '', command = '', responseCode = 0 }: SmtpError): boolean {
  const aboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!aboutMail || SIGNING_IN.has(responseCode)) return false
  if (responseCode >= 500) return true
  // Refused before it was sent: an address that cannot be one, or more than the server takes.
  return responseCode === 0 && (command === 'API' || command === 'MAIL FROM')
}

const CAUSES: Record<string, string> = {
  ECONNECTION: 'The connection to the email server was lost',
  ECONNREFUSED: 'The email server refused the connection',
  EDNS: 'The host name of the email server does not resolve',
  ETLS: 'TLS with the email server failed',
  EAUTH: 'The email server rejected the user name or password',
  EPROTOCOL: 'The email server did not speak SMTP',
}

/** What is wrong with the certificate of the server, by the codes of TLS. */
const CERTIFICATES: Record<string, Trouble> = {
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'The certificate of the email server is for another host.',
    remedy:
      'Use a host name of the certificate in SMTP_URL. A certificate in SMTP_CA_FILE must name the host, too.',
  },
  CERT_HAS_EXPIRED: {
    what: 'The certificate of the email server has expired.',
    remedy: 'Renew it on the email server, and in SMTP_CA_FILE if it is there.',
  },
  CERT_NOT_YET_VALID: {
    what: 'The certificate of the email server is not valid yet.',
    remedy: 'Correct the clock of this machine, or the certificate on the email server.',
  },
}
const UNTRUSTED: Trouble = {
  what: 'The certificate of the email server is not trusted on this machine.',
  remedy:
    'Set SMTP_CA_FILE to a PEM file with this certificate, or with that of the authority that signed it.',
}
/** Codes of OpenSSL for chains that end at no trusted certificate. */
const UNTRUSTED_CODE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|CERT_)/

interface Trouble {
  what: string
  remedy?: string
}

function explain(error: SmtpError, timeoutMs: number): Trouble {
  if (error.code === 'EABORT')
    return { what: `The email server did not respond within ${timeoutMs / 1_000} seconds.` }
  if (error.code === 'ETIMEDOUT') return { what: 'The email server did not respond in time.' }
  if (error.response) return { what: `The email server responded: ${oneLine(error.response, 500)}` }
  const detail = oneLine(error.message, 300)
  const certificate = certificateTrouble(error, detail)
  if (certificate) return certificate
  const cause = CAUSES[error.code ?? '']
  return { what: `${cause ?? 'The email could not be sent'}: ${detail}.` }
}

function certificateTrouble({ originalCode = '', cert }: SmtpError, detail: string) {
  const isUntrusted = UNTRUSTED_CODE.test(originalCode)
  const trouble = CERTIFICATES[originalCode] ?? (isUntrusted ? UNTRUSTED : undefined)
  if (!trouble) return undefined
  const host = cert?.subjectaltname ?? cert?.subject?.CN
  // After a semicolon, Node advises options of its command line.
  const more = host === undefined ? detail.replace(/;.*/, '') : oneLine(host, 300)
  return { ...trouble, what: trouble.what.replace(/\.$/, ` (${more}).`) }
}

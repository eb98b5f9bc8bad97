// Sends email through the operator's SMTP server over pooled connections. Each email is accepted, refused permanently,
// or to be retried.

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'

export interface MailAddress {
  /** The display name; empty if missing. */
  name: string
  address: string
}

export interface OutgoingMail {
  /** Without angle brackets. Equal for all attempts, so that a duplicate can be recognized. */
  message_id: string
  /** Milliseconds since 1970; equal for all attempts. */
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
  /** Includes an unknown outcome: the connection was lost after the email had been sent. */
  | { state: 'again'; error: string }

export interface Mailer {
  /** Sends one email. Never throws, whatever the server does. */
  send(mail: OutgoingMail, cut?: AbortSignal): Promise<MailOutcome>
  /** Connects and signs in. Throws `GreetingError`. */
  greet(): Promise<void>
  close(): void
}

export interface MailerOptions {
  url: string
  /** Certificates (PEM) to trust in addition to the public authorities. */
  caFile: string | undefined
  /** Emails sent at once. */
  connections: number
  connectTimeoutMs: number
  /** For one email, from waiting for a connection to the server's response. */
  timeoutMs: number
}

/** The email server cannot be used; the message is a sentence. */
export class GreetingError extends Error {
  /** The remedy; undefined if the message names no problem with the settings. */
  remedy: string | undefined

  constructor({ what, remedy }: Trouble) {
    super(what)
    this.remedy = remedy
  }
}

const MESSAGES_PER_CONNECTION = 200

export async function createMailer(options: MailerOptions): Promise<Mailer> {
  // Loaded here, so that a service without email does not load it.
  const { createTransport } = await import('nodemailer')
  const server = smtpServer(options.url)
  const transport = createTransport({
    ...server,
    tls: tlsTrust(server.host, options.caFile),
    pool: true,
    maxConnections: options.connections,
    maxMessages: MESSAGES_PER_CONNECTION,
    // A lost connection is an unknown outcome, which the caller records before any retry.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: options.connectTimeoutMs,
    greetingTimeout: options.connectTimeoutMs,
    dnsTimeout: options.connectTimeoutMs,
    socketTimeout: options.timeoutMs,
    // The email must not make the library read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, cut) {
      const late = AbortSignal.timeout(options.timeoutMs)
      const signal = cut ? AbortSignal.any([late, cut]) : late
      try {
        const sent = await transport.sendMail({ ...message(mail), signal })
        // The server can accept some recipients only; if it refuses the main one, the email was not sent.
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

/** Returns the accepted certificates. On loopback, any: that traffic does not leave this machine. */
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
 * Parses an SMTP_URL. smtps:// uses TLS from the start. smtp:// upgrades to it if the server offers that, and must do
 * so before a password leaves this machine.
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

/** True if a text is an SMTP_URL: scheme, host, optional port, user and password, and nothing else. */
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
    // Only these recipients, whatever the headers contain.
    envelope: {
      from: { name: '', address: mail.from.address },
      to: [mail.to, ...mail.cc].map(({ address }) => ({ name: '', address })),
    },
    subject: oneLine(mail.subject, 250),
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    // Prevents out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // The MIME boundary is equal in every attempt.
    baseBoundary: mail.message_id.replace(/[^0-9a-z]/gi, '').slice(0, 32),
  }
}

function header({ name, address }: MailAddress): MailAddress {
  return { name: oneLine(name, 120), address }
}

/** Line breaks, other control characters, and those that change the writing direction. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Returns a text as a single header line: without controls, at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(UNPRINTED, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

interface SmtpError extends Error {
  code?: string
  /** The code of the system or TLS error. */
  originalCode?: string
  /** The certificate whose host name does not match. */
  cert?: { subjectaltname?: string; subject?: { CN?: string } }
  command?: string
  response?: string
  responseCode?: number
  /** The recipient that the server refused. */
  recipient?: string
}

/** Authentication errors: the email is fine, but an operator must correct the settings. */
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
  // Refused before it was sent: an invalid address, or an email larger than the server accepts.
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

/** Messages for certificate errors, by TLS error code. */
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
/** OpenSSL codes for chains that do not end at a trusted certificate. */
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
  // After a semicolon, Node suggests its own command-line options.
  const more = host === undefined ? detail.replace(/;.*/, '') : oneLine(host, 300)
  return { ...trouble, what: trouble.what.replace(/\.$/, ` (${more}).`) }
}

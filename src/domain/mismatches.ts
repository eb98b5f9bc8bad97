// Server settings that are each valid but conflict for the people who receive links and emails.

/** The settings that are compared, as in the configuration. */
export interface ComparedSettings {
  publicUrl: string
  host: string
  tlsCertFile?: string | undefined
  /** False: there is no proxy. Undefined: not configured. */
  trustProxy?: boolean | string[] | undefined
  smtpUrl?: string | undefined
  mailFrom: string
}

export interface Mismatch {
  code: string
  /** A description of the conflict, without a full stop. */
  text: string
  remedy: string
}

interface Pair {
  code: string
  isWrong(settings: Facts): boolean
  text(settings: Facts): string
  remedy: string
}

interface Facts extends ComparedSettings {
  url: URL
  sends: boolean
  /** True if this process itself serves HTTPS. */
  hasTls: boolean
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
/** Domains that email servers neither deliver to nor accept email from (RFC 2606, RFC 6761). */
const RESERVED = /(^|[.@])(example|invalid|test|localhost|example\.(com|net|org))$/i

const PAIRS: readonly Pair[] = [
  {
    code: 'links_local',
    isWrong: ({ sends, url }) => sends && LOOPBACK.test(url.hostname),
    text: ({ publicUrl }) =>
      `emails are sent, but their links start with ${publicUrl}, which only this machine can open`,
    remedy: 'Set PUBLIC_URL to the address at which customers can reach this service.',
  },
  {
    code: 'links_unencrypted',
    isWrong: ({ url }) => url.protocol === 'http:' && !LOOPBACK.test(url.hostname),
    text: ({ publicUrl }) =>
      `PUBLIC_URL is ${publicUrl}: links to invoices are sent in plain text, and users cannot sign in there`,
    remedy:
      'Serve it over HTTPS, with a proxy or TLS_CERT_FILE, and set PUBLIC_URL to the https address.',
  },
  {
    code: 'links_without_tls',
    isWrong: ({ hasTls, url }) => hasTls && url.protocol === 'http:',
    text: ({ publicUrl }) =>
      `TLS_CERT_FILE is set, so this service only serves HTTPS, but PUBLIC_URL is ${publicUrl}: its links fail`,
    remedy: 'Set PUBLIC_URL to the https address.',
  },
  {
    code: 'https_unserved',
    isWrong: ({ hasTls, url, trustProxy }) =>
      url.protocol === 'https:' && !hasTls && trustProxy === false,
    text: ({ publicUrl }) =>
      `PUBLIC_URL is ${publicUrl}, but TRUST_PROXY is false and TLS_CERT_FILE is not set, so nothing serves HTTPS`,
    remedy: 'Set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY to the addresses of the proxy.',
  },
  {
    code: 'public_url_unreachable',
    isWrong: ({ host, url, trustProxy }) =>
      LOOPBACK.test(host) && !LOOPBACK.test(url.hostname) && trustProxy === false,
    text: ({ publicUrl, host }) =>
      `PUBLIC_URL is ${publicUrl}, but HOST=${host} accepts only this machine and TRUST_PROXY is false`,
    remedy: 'Set HOST to 0.0.0.0, or TRUST_PROXY to the addresses of the proxy.',
  },
  {
    code: 'mail_from_reserved',
    isWrong: ({ sends, mailFrom }) => sends && RESERVED.test(mailFrom),
    text: ({ mailFrom }) =>
      `emails are sent from ${mailFrom}, a domain that no email server accepts`,
    remedy: 'Set MAIL_FROM to an address of a domain that the email server can send for.',
  },
]

/** Returns the conflicts between settings. */
export function mismatchesOf(settings: ComparedSettings): Mismatch[] {
  const facts: Facts = {
    ...settings,
    url: new URL(settings.publicUrl),
    sends: settings.smtpUrl !== undefined,
    hasTls: settings.tlsCertFile !== undefined,
  }
  return PAIRS.filter(({ isWrong }) => isWrong(facts)).map(({ code, text, remedy }) => ({
    code,
    text: text(facts),
    remedy,
  }))
}

// The table of settings: name, allowed values, default and purpose of each.
import { isIP } from 'node:net'
import Type, { type Static, type TSchema } from 'typebox'
import { isSmtpUrl } from './outgoing/mail.ts'

export interface Setting {
  type: TSchema
  /** One sentence: its purpose. */
  about: string
  /** Completes "it must be …". */
  right: string
  /** The default as written in the environment. */
  default?: string
  /** The default in words, if it is derived. */
  defaultText?: string
  /** True if its value must never be shown. */
  secret?: boolean
  /** Converts text to the schema's type; invalid text stays text, which the schema refuses. */
  read?: (text: string) => unknown
  /** A check that a schema cannot express. */
  accepts?(value: unknown): boolean
}

export type SettingName = keyof typeof settings

/** A setting without a default can be undefined. */
export type ValueOf<S> = S extends { type: infer Schema extends TSchema }
  ? S extends { default: string }
    ? Static<Schema>
    : Static<Schema> | undefined
  : never

const wholeNumber = (minimum: number, maximum: number, unit = '') => ({
  type: Type.Integer({ minimum, maximum }),
  right: `a whole number${unit} from ${minimum} to ${maximum}`,
  read: (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
})

const oneOf = <const Names extends string[]>(...names: Names) => ({
  type: Type.Enum(names),
  right: `one of ${names.join(', ')}`,
})

const yesOrNo = {
  type: Type.Boolean(),
  right: 'true or false',
  read: (text: string) => (text === 'true' || text === 'false' ? text === 'true' : text),
}

export const settings = {
  PORT: {
    ...wholeNumber(0, 65_535),
    default: '3000',
    about: 'The port to listen on; 0 selects any free port.',
  },
  HOST: {
    type: Type.String({ pattern: '^[A-Za-z0-9.:-]+$' }),
    default: '127.0.0.1',
    about: 'The address to listen on; `0.0.0.0` listens on all interfaces.',
    right: 'an IP address or host name of this machine, such as 127.0.0.1 or 0.0.0.0',
  },
  PUBLIC_URL: {
    type: Type.String(),
    defaultText: 'from `HOST` and `PORT`',
    about: 'The public URL of this service: the start of every link it creates.',
    right: 'an address such as https://billing.example.com, without a path',
    accepts: isOrigin,
    read: (text: string) => text.replace(/\/$/, ''),
  },
  TRUST_PROXY: {
    type: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
    defaultText: '`false`',
    about:
      "The proxies whose `X-Forwarded-For` header to trust for the client's IP address. Set it behind a proxy. `true` takes the last address in the header, which the connecting server added; `false` means that there is no proxy.",
    right: 'false, true, or the addresses of proxies such as 10.0.0.1,192.168.0.0/16',
    read: readProxies,
    accepts: (value: boolean | string[]) => !Array.isArray(value) || value.every(isAddressBlock),
  },
  CONNECTIONS_PER_ADDRESS: {
    ...wholeNumber(1, 10_000),
    default: '512',
    about:
      'The maximum number of connections from one IP address (for IPv6, from one /64), except those that `TRUST_PROXY` names.',
  },
  DATA_DIR: {
    // PostgreSQL's initdb passes the path to a shell, between double quotes.
    type: Type.String({ pattern: '^/[^"$`\\\\]*$' }),
    defaultText: '`/var/lib/reckoner` for root, else `~/.local/share/reckoner`',
    about: 'Where the embedded database and the secret key are kept.',
    right:
      'an absolute path without double quotes, dollar signs, backquotes and backslashes, such as /var/lib/reckoner',
  },
  FONTS_DIR: {
    type: Type.String({ pattern: '^/' }),
    about:
      'Font files (`.ttf`, `.otf`, `.ttc`) for documents in scripts that neither the built-in fonts nor Noto Sans of the system cover.',
    right: 'an absolute path, such as /usr/local/share/fonts',
  },
  DATABASE_URL: {
    type: Type.String({ pattern: '^postgres(ql)?://' }),
    secret: true,
    about: 'A PostgreSQL server (15 or later) to use instead of the embedded one.',
    right: 'an address such as postgresql://user:password@host:5432/database',
    accepts: (value: string) => URL.canParse(value),
  },
  DATABASE_POOL_SIZE: {
    ...wholeNumber(2, 80),
    default: '10',
    about:
      'The maximum number of database connections that one process uses for reading; sixteen more are for writes, large reads, counting requests and attempts, and health checks.',
  },
  DATABASE_READ_URL: {
    type: Type.String({ pattern: '^postgres(ql)?://' }),
    secret: true,
    about:
      'A streaming standby of `DATABASE_URL` that serves lists, search, reports and CSV files while it lags less than `READ_LAG_MS`.',
    right: 'an address such as postgresql://user:password@host:5432/database',
    accepts: (value: string) => URL.canParse(value),
  },
  READ_LAG_MS: {
    ...wholeNumber(2_000, 600_000, ' of milliseconds'),
    default: '5000',
    about:
      'The maximum age of data read from `DATABASE_READ_URL`. The standby is checked once a second; its lag is the time since the last check it has caught up with.',
  },
  RATE_LIMIT_TIER: {
    ...oneOf('standard', 'pro', 'enterprise'),
    default: 'standard',
    about: 'The default tier of new accounts.',
  },
  DEFAULT_CURRENCY: {
    type: Type.String({ pattern: '^[a-z]{3}$' }),
    default: 'cad',
    about: 'The default currency of new accounts.',
    right: 'three letters of ISO 4217, such as cad',
    read: (text: string) => text.toLowerCase(),
  },
  PAYMENT_TERMS_DAYS: {
    ...wholeNumber(0, 365, ' of days'),
    default: '30',
    about: 'The default payment terms of new accounts, in days.',
  },
  TIME_ZONE: {
    type: Type.String(),
    default: 'UTC',
    about: 'The default time zone of new accounts.',
    right: 'a time zone of the IANA database, such as UTC or America/Toronto',
    accepts: isTimeZone,
  },
  SECRET_KEY: {
    type: Type.String({ minLength: 32 }),
    secret: true,
    defaultText: 'created once and stored in `DATA_DIR`',
    about:
      'The key that protects stored secrets; the same for all processes of one database. While it is replaced, the new key and the old one, separated by a comma.',
    right: 'at least 32 random characters (openssl rand -base64 32)',
  },
  SMTP_URL: {
    type: Type.String(),
    secret: true,
    about: 'The email server for live environments. Without one, no emails are sent.',
    right: 'an address such as smtps://user:password@smtp.example.com or smtp://localhost:25',
    accepts: isSmtpUrl,
  },
  SMTP_CA_FILE: {
    type: Type.String({ pattern: '^/' }),
    about:
      'Certificates (PEM) to trust for the email server in addition to the public authorities: a private authority, or the self-signed certificate of a relay.',
    right: 'the absolute path of a PEM file',
  },
  MAIL_FROM: {
    type: Type.String({ pattern: '^[^\\s@<>"(),:;]+@[^\\s@<>"(),:;]+$' }),
    defaultText: '`billing@` and the host of `PUBLIC_URL`, if that is a name',
    about: 'The address that emails are sent from; the email server must allow it.',
    right: 'a bare address such as billing@example.com, set together with SMTP_URL',
  },
  STRIPE_URL: {
    type: Type.String(),
    default: 'https://api.stripe.com',
    about: "The address of Stripe's API, for a relay on your own network.",
    right: 'an address such as https://api.stripe.com, without a path',
    accepts: isOrigin,
  },
  WEBHOOK_ALLOW_PRIVATE: {
    ...yesOrNo,
    default: 'false',
    about: 'Whether webhooks can be sent to private addresses, for receivers on your own network.',
  },
  REQUEST_LOG: {
    ...oneOf('full', 'lines', 'off'),
    default: 'full',
    about:
      'What the request log keeps for thirty days: `full` includes bodies and queries, `lines` leaves them out, `off` keeps nothing.',
  },
  REQUEST_LOG_DAILY: {
    ...wholeNumber(20, 100_000_000, ' of requests'),
    default: '20000',
    about:
      'How many successful reads, and as many successful writes, of one environment a process logs at once, and again over a day; half as many failures, and a twentieth of rate-limited requests.',
  },
  REQUEST_LOG_UNLOGGED: {
    ...yesOrNo,
    default: 'false',
    about:
      'Whether new days of the request log are kept out of the write-ahead log: cheaper to write, but in no copy of the database server, and empty after a crash of it.',
  },
  METRICS_TOKEN: {
    type: Type.String({ minLength: 16 }),
    secret: true,
    about:
      'The bearer token for `/metrics`; without one, only this machine can read it, while `PUBLIC_URL` is local.',
    right: 'at least 16 random characters',
  },
  LOG_LEVEL: {
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    about: 'The minimum log level.',
  },
  TLS_CERT_FILE: {
    type: Type.String({ pattern: '^/' }),
    about: 'The certificate chain (PEM), to serve HTTPS without a proxy.',
    right: 'the absolute path of a PEM file, set together with TLS_KEY_FILE',
  },
  TLS_KEY_FILE: {
    type: Type.String({ pattern: '^/' }),
    about: "The certificate's private key (PEM).",
    right: 'the absolute path of a PEM file, set together with TLS_CERT_FILE',
  },
  SHUTDOWN_DELAY_SECONDS: {
    ...wholeNumber(0, 300, ' of seconds'),
    defaultText: '`0` with the embedded database, else `5`',
    about:
      'How long a stopping service keeps serving while `/readyz` returns 503, so that proxies send requests elsewhere.',
  },
  SHUTDOWN_TIMEOUT_SECONDS: {
    ...wholeNumber(1, 300, ' of seconds'),
    default: '10',
    about: 'How long requests in progress have to finish when the service stops.',
  },
} satisfies Record<string, Setting>

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#]+$/.test(text) && URL.canParse(text) && new URL(text).username === ''
}

function readProxies(text: string): boolean | string[] {
  if (text === 'true' || text === 'false') return text === 'true'
  return text.split(',').map((part) => part.trim())
}

function isAddressBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined && !/^[+-]/.test(text)
  } catch {
    return false
  }
}

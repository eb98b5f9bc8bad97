// The client's options, read and validated once.

/** An entry for `logger`: never contains a key or a body. */
export interface LogEntry {
  event: 'sent' | 'answered' | 'failed' | 'trying_again'
  method: string
  path: string
  /** Starts at 1 and grows with each retry. */
  attempt: number
  status?: number
  durationMs?: number
  /** The delay before the next attempt. */
  waitMs?: number
  requestId?: string | null
  error?: unknown
}

export interface ReckonerOptions {
  /** `svc_test_…` or `svc_live_…`; defaults to the environment variable `RECKONER_API_KEY`. */
  apiKey?: string | undefined
  /** URL of the service; defaults to the environment variable `RECKONER_BASE_URL`, then http://localhost:3000. */
  baseUrl?: string | undefined
  /** Timeout of one attempt; 60 seconds by default. */
  timeoutMs?: number | undefined
  /** Number of retries; 5 by default, which outlasts a restart of the service. */
  maxRetries?: number | undefined
  logger?: ((entry: LogEntry) => void) | undefined
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined
  /** Keys are for servers: anyone who can read the page can read the key. */
  dangerouslyAllowBrowser?: boolean | undefined
}

export interface Settings {
  apiKey: string
  /** Without a trailing slash. */
  baseUrl: string
  timeoutMs: number
  maxRetries: number
  log: (entry: LogEntry) => void
  fetch: typeof fetch
}

const OPTIONS: readonly string[] = [
  'apiKey',
  'baseUrl',
  'timeoutMs',
  'maxRetries',
  'logger',
  'fetch',
  'dangerouslyAllowBrowser',
] satisfies (keyof ReckonerOptions)[]
const TIMEOUT_MS = 60_000
const RETRIES = 5
const VISIBLE_ASCII = /^[\x21-\x7e]+$/

/** Throws a `TypeError` that says what is missing. */
export function settingsOf(options: ReckonerOptions): Settings {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (unknown) {
    throw new TypeError(`There is no option ${unknown}. There are ${OPTIONS.join(', ')}.`)
  }
  refuseBrowsers(options)
  const apiKey = options.apiKey ?? fromEnvironment('RECKONER_API_KEY')
  if (!apiKey) {
    throw new TypeError('There is no API key: give { apiKey }, or set RECKONER_API_KEY.')
  }
  if (!VISIBLE_ASCII.test(apiKey)) {
    throw new TypeError('The API key holds a space, a line end or a character that no key has.')
  }
  const { timeoutMs = TIMEOUT_MS, maxRetries = RETRIES } = options
  assertBounds({ timeoutMs, maxRetries })
  return {
    apiKey,
    baseUrl: addressOf(
      options.baseUrl ?? fromEnvironment('RECKONER_BASE_URL') ?? 'http://localhost:3000',
    ),
    timeoutMs,
    maxRetries,
    log: harmless(options.logger),
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
  }
}

/** Timers with a longer delay than this fire at once. */
const TIMEOUT_MS_MOST = 2 ** 31 - 1

/** Throws a `TypeError` for an invalid duration, and for one that would never end. */
export function assertBounds({
  timeoutMs,
  maxRetries,
}: Pick<Settings, 'timeoutMs' | 'maxRetries'>) {
  if (!(timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MOST)) {
    throw new TypeError(`timeoutMs must be from 1 to ${TIMEOUT_MS_MOST}; ${timeoutMs} is not.`)
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError(`maxRetries must be a whole number from 0; ${maxRetries} is not.`)
  }
}

/** A logger that throws must not make a payment look failed. */
function harmless(logger: ReckonerOptions['logger']): Settings['log'] {
  return (entry) => {
    try {
      logger?.(entry)
    } catch {
      // There is no caller to report it to.
    }
  }
}

function refuseBrowsers({ dangerouslyAllowBrowser }: ReckonerOptions): void {
  const { window } = globalThis as { window?: { document?: unknown } }
  if (window?.document === undefined || dangerouslyAllowBrowser) return
  throw new TypeError(
    'An API key in a browser belongs to everybody who opens the page. Call Reckoner from a server; ' +
      'if nobody else can open this page, give { dangerouslyAllowBrowser: true }.',
  )
}

function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new TypeError(
      `baseUrl must be an address such as https://billing.example.com; ${JSON.stringify(baseUrl)} is none.`,
    )
  }
  if (url.username || url.password) {
    throw new TypeError('baseUrl holds a name or a password; the API key is all that is needed.')
  }
  return url.href.replace(/\/+$/, '')
}

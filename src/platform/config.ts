// Reads the settings from the environment and `.env`, and reports all errors at once.
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { parseEnv } from 'node:util'
import { Check } from 'typebox/value'
import { type Setting, type SettingName, settings, type ValueOf } from './settings.ts'

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>

type Settings = typeof settings
type Computed = 'PUBLIC_URL' | 'DATA_DIR' | 'MAIL_FROM' | 'SHUTDOWN_DELAY_SECONDS'

/** Every setting under its name in camel case: `config.port`, `config.databaseUrl`. */
export type Config = { [Name in SettingName as Camel<Name>]: ValueOf<Settings[Name]> } & {
  [Name in Computed as Camel<Name>]: NonNullable<ValueOf<Settings[Name]>>
}

/** All errors in the settings, one sentence each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

export interface ConfigChecks {
  /** True if three lower-case letters are a currency: the platform has no table of them. */
  isCurrency?: (code: string) => boolean
}

/**
 * Returns the settings of `env`, completed from `.env` in `cwd` and from the defaults. An empty value counts as
 * missing. Throws ConfigError if a value is not valid.
 */
export function loadConfig(env: Environment, cwd: string, checks: ConfigChecks = {}): Config {
  const problems: string[] = []
  const given = { ...readDotEnv(join(cwd, '.env'), problems), ...withoutEmpty(env) }
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const text = given[name] ?? setting.default
    if (text === undefined) continue
    const value = setting.read === undefined ? text : setting.read(text)
    if (Check(setting.type, value) && (setting.accepts?.(value) ?? true))
      values[camel(name)] = value
    else problems.push(complaint(name, setting, text))
  }
  const config = values as Config
  config.dataDir ??= defaultDataDir(given)
  config.publicUrl ??= localUrl(config, config.port)
  config.shutdownDelaySeconds ??= config.databaseUrl === undefined ? 0 : 5
  problems.push(...crossChecks(config, checks))
  if (problems.length > 0) throw new ConfigError(problems)
  config.mailFrom ??= `billing@${mailDomain(new URL(config.publicUrl).hostname)}`
  return config
}

/** A bare host name or IP address has no mailboxes; the fallback name can never exist (RFC 2606). */
function mailDomain(hostname: string): string {
  const isName = hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName ? hostname : 'mail-from-not-set.invalid'
}

/** The URL that this process listens on, used if PUBLIC_URL is not set. */
export function localUrl(config: Pick<Config, 'host' | 'tlsCertFile'>, port: number): string {
  const everywhere = config.host === '0.0.0.0' || config.host === '::'
  const name = everywhere ? 'localhost' : isIPv6(config.host) ? `[${config.host}]` : config.host
  return `${config.tlsCertFile === undefined ? 'http' : 'https'}://${name}:${port}`
}

/** The settings as a Markdown table, for the guide. */
export function settingsTable(): string {
  const rows = Object.entries<Setting>(settings).map(([name, setting]) => {
    const fallback = setting.defaultText ?? (setting.default && `\`${setting.default}\``) ?? 'none'
    return `| \`${name}\` | ${fallback} | ${setting.about} Must be ${setting.right}. |`
  })
  return ['| setting | default | what it is for |', '|---|---|---|', ...rows, ''].join('\n')
}

function complaint(name: string, setting: Setting, text: string): string {
  if (setting.secret) return `${name} is not valid: it must be ${setting.right}.`
  return `${name} is ${JSON.stringify(text)}. It must be ${setting.right}.`
}

function crossChecks(config: Config, { isCurrency }: ConfigChecks): string[] {
  const problems: string[] = []
  const { defaultCurrency, tlsCertFile, tlsKeyFile, smtpCaFile } = config
  if (defaultCurrency !== undefined && isCurrency?.(defaultCurrency) === false) {
    problems.push(
      `DEFAULT_CURRENCY is "${defaultCurrency}", which is not an ISO 4217 currency. Use a code such as cad, usd or eur.`,
    )
  }
  if (config.databaseReadUrl !== undefined && config.databaseUrl === undefined) {
    problems.push(
      'DATABASE_READ_URL is set, but DATABASE_URL is not. Set both, or leave it out: the embedded database has no standby.',
    )
  }
  if (config.smtpUrl !== undefined && config.mailFrom === undefined) {
    problems.push(
      'SMTP_URL is set, but MAIL_FROM is not. Set it to an address that this server can send from.',
    )
  }
  if ((tlsCertFile === undefined) !== (tlsKeyFile === undefined)) {
    const [set, missing] = tlsCertFile ? ['CERT', 'KEY'] : ['KEY', 'CERT']
    problems.push(`TLS_${set}_FILE is set, but TLS_${missing}_FILE is not. Set both, or neither.`)
  }
  for (const [name, path] of [
    ['TLS_CERT_FILE', tlsCertFile],
    ['TLS_KEY_FILE', tlsKeyFile],
    ['SMTP_CA_FILE', smtpCaFile],
  ] as const) {
    if (path !== undefined && !isReadable(path)) {
      problems.push(
        `${name} is "${path}", which cannot be read. Set it to a PEM file that this user can read.`,
      )
    }
  }
  // Node ignores a file without certificates.
  if (smtpCaFile !== undefined && isReadable(smtpCaFile) && !isCertificate(smtpCaFile)) {
    problems.push(
      `SMTP_CA_FILE is "${smtpCaFile}", which contains no certificate. Set it to a PEM file with the certificates to trust.`,
    )
  }
  if (liesInCheckout(config.dataDir)) {
    problems.push(
      `DATA_DIR is "${config.dataDir}", which is inside the program's folder, where an upgrade or cleanup would delete the data. Choose another folder.`,
    )
  }
  return problems
}

function readDotEnv(path: string, problems: string[]): Environment {
  try {
    return withoutEmpty(parseEnv(readFileSync(path, 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') {
      problems.push(
        `The settings file ${path} cannot be read (${code}). Correct its permissions, or remove it.`,
      )
    }
    return {}
  }
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

/** Root has one folder for the machine; other users have their own (XDG Base Directory 0.8). */
function defaultDataDir(env: Environment): string {
  if (process.getuid?.() === 0) return '/var/lib/reckoner'
  const given = env.XDG_DATA_HOME
  const home = given && isAbsolute(given) ? given : join(env.HOME ?? homedir(), '.local/share')
  return join(home, 'reckoner')
}

function liesInCheckout(folder: string): boolean {
  const checkout = realpathSync(resolve(import.meta.dirname, '../..'))
  return `${realFolder(resolve(folder))}${sep}`.startsWith(`${checkout}${sep}`)
}

/** The real path of a folder that may not exist yet; resolves links in the part that exists. */
function realFolder(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder)
  return join(realFolder(dirname(folder)), folder.slice(dirname(folder).length))
}

function isCertificate(path: string): boolean {
  try {
    return new X509Certificate(readFileSync(path)).subject !== undefined
  } catch {
    return false
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function camel(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

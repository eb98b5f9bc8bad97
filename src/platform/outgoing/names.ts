// Resolves names from the hosts file and the system's name servers, without Node's four lookup threads, which names
// that never resolve would block. Lookups are bounded in time, and in number per environment.

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Shares } from '../shares.ts'
import type { Resolve } from './client.ts'

export interface NameOptions {
  /** `address:port` of each; defaults to those of resolv.conf. */
  servers?: readonly string[]
  hostsFile?: string
  resolvFile?: string
}

/** Limit for one name, including all names from its search list. */
const NAME_MS_MOST = 2_000
/** Timeout of one query before it is repeated. */
const QUESTION_MS = 700
/** How long to wait for the other address family once one has arrived. */
const OTHER_FAMILY_MS = 200
/** How long the parsed files are cached. */
const FILES_MS = 5_000

const SHARE = { most: 128, plenty: 64, each: 32, own: 4 }

interface Files {
  hosts: Map<string, LookupAddress[]>
  search: string[]
  ndots: number
  untilMs: number
}

/** Resolves names per environment; an environment with too many lookups at once waits. */
export interface Names {
  of(environmentId: number): Resolve
}

export function createNames(options: NameOptions = {}): Names {
  const shares = new Shares(SHARE)
  const running = new Map<string, Promise<LookupAddress[]>>()
  const waiting = new Map<number, (() => void)[]>()
  let files: Promise<Files> | undefined

  const read = async (): Promise<Files> => {
    const known = await files
    if (known && performance.now() < known.untilMs) return known
    files = readFiles(options)
    return files
  }

  const turn = async (environmentId: number): Promise<void> => {
    while (!shares.take(environmentId)) {
      const queue = waiting.get(environmentId) ?? []
      waiting.set(environmentId, queue)
      await new Promise<void>((go) => queue.push(go))
    }
  }

  /** Lookups of other environments may have waited for it too. */
  const pass = (environmentId: number): void => {
    shares.give(environmentId)
    for (const [id, queue] of [...waiting]) {
      queue.shift()?.()
      if (queue.length === 0) waiting.delete(id)
    }
  }

  const find = async (environmentId: number, name: string): Promise<LookupAddress[]> => {
    const { hosts, search, ndots } = await read()
    const known = hosts.get(name) ?? (isLocalhost(name) ? LOOPBACK : undefined)
    if (known) return known
    await turn(environmentId)
    try {
      return await ask(candidates(name, search, ndots), options.servers)
    } finally {
      pass(environmentId)
    }
  }

  return {
    of: (environmentId) => (hostname) => {
      const name = hostname.toLowerCase()
      const key = `${environmentId} ${name}`
      const started =
        running.get(key) ?? find(environmentId, name).finally(() => running.delete(key))
      running.set(key, started)
      return started
    },
  }
}

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
const isLocalhost = (name: string) => /(^|\.)localhost\.?$/.test(name)

/** Returns the full names to try for a name, in order (resolv.conf(5)). */
export function candidates(name: string, search: readonly string[], ndots: number): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const longer = search.map((domain) => `${name}.${domain}`)
  const dots = name.split('.').length - 1
  return dots >= ndots ? [name, ...longer] : [...longer, name]
}

/** Queries the names in turn. Uses its own resolver, so that giving up cancels its queries. */
async function ask(names: string[], servers?: readonly string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  const late = setTimeout(() => resolver.cancel(), NAME_MS_MOST)
  const endsMs = performance.now() + NAME_MS_MOST
  let failure = failed('ENOTFOUND')
  try {
    for (const name of names) {
      if (performance.now() >= endsMs) break
      const found = await both(resolver, name)
      if (Array.isArray(found)) return found
      if (!isAbsent(found)) failure = failed('EAI_AGAIN')
    }
  } finally {
    clearTimeout(late)
    resolver.cancel()
  }
  throw failure
}

/** Returns the addresses of both families, IPv4 first; an error if the name has no address. */
async function both(resolver: Resolver, name: string): Promise<LookupAddress[] | Error> {
  const found: LookupAddress[] = []
  let failure: Error | undefined
  let enough: () => void = () => undefined
  const isEnough = new Promise<void>((resolve) => {
    enough = resolve
  })
  let timer: NodeJS.Timeout | undefined
  const note = (addresses: string[]) => {
    found.push(...addresses.map((address) => ({ address, family: isIP(address) })))
    if (found.length > 0) timer ??= setTimeout(enough, OTHER_FAMILY_MS)
  }
  const blame = (error: Error) => {
    if (!failure || isAbsent(failure)) failure = error
  }
  const questions = [resolver.resolve4(name), resolver.resolve6(name)]
  await Promise.race([isEnough, Promise.all(questions.map((each) => each.then(note, blame)))])
  clearTimeout(timer)
  if (found.length === 0) return failure ?? failed('ENOTFOUND')
  return found.toSorted((a, b) => a.family - b.family)
}

/** True if the name is missing or has no address, rather than the server not responding. */
const isAbsent = ({ code }: Error & { code?: string }) =>
  code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME'

const failed = (code: string) => Object.assign(new Error(code), { code })

async function readFiles(options: NameOptions): Promise<Files> {
  const { hostsFile = '/etc/hosts', resolvFile = '/etc/resolv.conf' } = options
  const [hosts, resolv] = await Promise.all([textOf(hostsFile), textOf(resolvFile)])
  return {
    hosts: parseHosts(hosts),
    ...parseResolv(resolv),
    untilMs: performance.now() + FILES_MS,
  }
}

/** A missing file counts as empty. */
const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/[#;].*/, '')
        .trim()
        .split(/\s+/),
    )
    .filter(([first]) => first)

/** Returns the addresses of each name in a hosts file (hosts(5)). */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const [address = '', ...names] of linesOf(text)) {
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      hosts.set(key, [...(hosts.get(key) ?? []), { address, family }])
    }
  }
  return hosts
}

/** Returns the search list and the number of dots of a complete name (resolv.conf(5)). */
export function parseResolv(text: string): { search: string[]; ndots: number } {
  let search: string[] = []
  let ndots = 1
  for (const [word, ...values] of linesOf(text)) {
    // The last one counts.
    if (word === 'search' || word === 'domain') search = values.map((each) => each.toLowerCase())
    if (word !== 'options') continue
    const given = values.map((each) => /^ndots:(\d+)$/.exec(each)?.[1]).find(Boolean)
    if (given) ndots = Math.min(Number(given), 15)
  }
  return { search, ndots }
}

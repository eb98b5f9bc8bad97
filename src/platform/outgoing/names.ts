// Finds the addresses of a name by the hosts file and the name servers of the system, past its four
// threads for look-ups, which names that never resolve would hold. Look-ups are bounded in time, and
// in number for each environment.

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Shares } from '../shares.ts'
import type { Resolve } from './client.ts'

export interface NameOptions {
  /** `address:port` of each; those of resolv.conf unless given. */
  servers?: readonly string[]
  hostsFile?: string
  resolvFile?: string
}

/** For a name, with all that the search list makes of it. */
const NAME_MS_MOST = 2_000
/** For one question before it is asked again. */
const QUESTION_MS = 700
/** How long a family of addresses is waited for when the other one is there. */
const OTHER_FAMILY_MS = 200
/** For how long the files are taken to be what they were. */
const FILES_MS = 5_000

const SHARE = { most: 128, plenty: 64, each: 32, own: 4 }

interface Files {
  hosts: Map<string, LookupAddress[]>
  search: string[]
  ndots: number
  untilMs: number
}

/** Names as one environment looks them up, whose turn it is when it has too many at once. */
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

  /** Those of other environments may have waited for it too. */
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

/** What a name may be short for, in the order to be tried (resolv.conf(5)). */
export function candidates(name: string, search: readonly string[], ndots: number): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const longer = search.map((domain) => `${name}.${domain}`)
  const dots = name.split('.').length - 1
  return dots >= ndots ? [name, ...longer] : [...longer, name]
}

/** Asks for one after another. A channel of its own, so that giving up ends what it has asked. */
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

/** The addresses of both families, IPv4 first; an error when there are none. */
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

/** The name is not there, or has no address: other than when nobody can tell. */
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

/** One that is not there says nothing. */
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

/** The addresses of each name in a hosts file (hosts(5)). */
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

/** The search list and the number of dots that make a name whole (resolv.conf(5)). */
export function parseResolv(text: string): { search: string[]; ndots: number } {
  let search: string[] = []
  let ndots = 1
  for (const [word, ...values] of linesOf(text)) {
    // The last one counts.
    if (word === 'search' || word === 'domain') search = values.map((each) => each.toLowerCase())
    if (word !== 'options') continue
    const told = values.map((each) => /^ndots:(\d+)$/.exec(each)?.[1]).find(Boolean)
    if (told) ndots = Math.min(Number(told), 15)
  }
  return { search, ndots }
}

// All scopes of keys and members, and the scopes of each role.

import { NAMED } from './resource-lists.ts'
import { RESOURCES, type ResourceName, type Resources } from './resources.ts'

type Access = 'read' | 'write'

/** The roles with limited scopes; owners and admins have all. */
export type LimitedRole = 'developer' | 'accountant' | 'viewer'

interface Family extends Partial<Record<LimitedRole, Access>> {
  /** True if it has a write scope; write implies read (contract: keys). */
  written: boolean
  en: string
  fr: string
}

/** Products and billing. */
const BILLING = { written: true, developer: 'write', accountant: 'write', viewer: 'read' } as const
const ALL_READ = { developer: 'read', accountant: 'read', viewer: 'read' } as const

/** Gives `<name>:read` and, if it is written, `<name>:write`; en and fr complete "you cannot view …". */
const OTHERS = {
  account: { written: true, ...ALL_READ, en: 'settings', fr: 'les paramètres' },
  api_keys: { written: true, developer: 'write', en: 'API keys', fr: 'les clés d’API' },
  audit_log: { written: false, ...ALL_READ, en: 'the audit log', fr: 'le journal d’audit' },
  emails: { written: false, ...ALL_READ, en: 'emails', fr: 'les courriels' },
  credit: { ...BILLING, en: 'customer credit', fr: 'le crédit des clients' },
  events: { written: false, ...ALL_READ, en: 'events', fr: 'les événements' },
  ledger: { written: false, ...ALL_READ, en: 'the ledger', fr: 'le grand livre' },
  members: { written: true, ...ALL_READ, en: 'members', fr: 'les membres' },
  requests: {
    written: false,
    developer: 'read',
    en: 'the request log',
    fr: 'le journal des requêtes',
  },
  // Only admins can see where other members are signed in.
  sessions: { written: true, en: 'member sessions', fr: 'les sessions des membres' },
  tax: { ...BILLING, en: 'taxes', fr: 'les taxes' },
  test_clock: {
    written: true,
    ...ALL_READ,
    developer: 'write',
    en: 'the test clock',
    fr: 'l’horloge de test',
  },
  webhooks: {
    written: true,
    developer: 'write',
    viewer: 'read',
    en: 'webhooks',
    fr: 'les webhooks',
  },
} as const satisfies Readonly<Record<string, Family>>

type OwnFamily = {
  [Name in ResourceName]: Resources[Name]['scope'] extends Resources[Name]['path']
    ? Resources[Name]['scope']
    : never
}[ResourceName]

export type ScopeFamily = keyof typeof OTHERS | OwnFamily

/** A resource whose scope has the name of its path is a separate family, with the permissions of billing. */
const OWN = Object.fromEntries(
  NAMED.flatMap(([, { path, scope, en, fr }]) =>
    path === scope && !(scope in OTHERS)
      ? [[scope, { ...BILLING, en: en.many, fr: `les ${fr.many}` }]]
      : [],
  ),
)

export const SCOPE_FAMILIES = { ...OTHERS, ...OWN } as Readonly<Record<ScopeFamily, Family>>

const families = Object.entries(SCOPE_FAMILIES)

const scopesOf = (name: string, access: Access | undefined): string[] =>
  access === undefined
    ? []
    : access === 'read'
      ? [`${name}:read`]
      : [`${name}:read`, `${name}:write`]

/** All scopes except `*`. Write implies read of the same resource (contract: keys). */
export const SCOPES: readonly string[] = families.flatMap(([name, { written }]) =>
  scopesOf(name, written ? 'write' : 'read'),
)

export const scopesOfRole = (role: LimitedRole): readonly string[] =>
  families.flatMap(([name, family]) => scopesOf(name, family[role]))

/** The values that a key can be granted: a scope, or `*`. */
export const GRANTS: readonly string[] = ['*', ...SCOPES]

export const readScope = (name: ResourceName): `${ScopeFamily}:read` =>
  `${RESOURCES[name].scope}:read`

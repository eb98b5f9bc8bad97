// On whose behalf a request runs: one environment, who asks, what they may do, and how often.

export interface RatePolicy {
  /** The tier's name, as shown in the RateLimit headers. */
  name: string
  /** Requests per 60 seconds; null if unlimited. */
  quota: number | null
}

/** Whether so much is allowed that requests must not each ask what is. */
export const isLarge = ({ quota }: RatePolicy): boolean => quota === null || quota > 1_000

/** Who does something: a key, somebody signed in, or a command on the machine. */
export interface Actor {
  kind: 'key' | 'user' | 'command'
  id: string
  /** What people call it. */
  label: string
}

export interface Scope {
  environment_id: number
  account_id: number
  mode: 'test' | 'live'
  /** The public half of the key, or the id of the session: safe to log. */
  key_id: string
  scopes: readonly string[]
  policy: RatePolicy
  /** Whose requests are counted together: an environment's keys, or one person there. */
  window: string | number
  actor: Actor
  /** What somebody signed in is to the account. */
  role?: string
  /** Where the request came from. */
  address: string
}

/** Whether a test key asks; people who look at the test environment are no key. */
export function isTestKey({ mode, role }: Pick<Scope, 'mode' | 'role'>): boolean {
  return mode === 'test' && role === undefined
}

/** What an actor was called then, for whoever asks: a test key is shown nobody's email address. */
export function labelFor(
  scope: Pick<Scope, 'mode' | 'role'>,
  { actor, actor_label }: { actor: string; actor_label: string },
): string {
  return isTestKey(scope) && actor_label.includes('@') && actor.startsWith('usr_')
    ? actor
    : actor_label
}

/** Whether the scopes of a key allow a permission such as `invoices:write`; write implies read. */
export function allows(scopes: readonly string[], permission: string): boolean {
  if (scopes.includes('*') || scopes.includes(permission)) return true
  return permission.endsWith(':read') && scopes.includes(permission.replace(/:read$/, ':write'))
}

// The scope of a request: one environment, the actor, their permissions and their quota.

export interface RatePolicy {
  /** The tier's name, as shown in the RateLimit headers. */
  name: string
  /** Requests per 60 seconds; null if unlimited. */
  quota: number | null
}

/** True if the quota is so large that the tier need not be read for each request. */
export const isLarge = ({ quota }: RatePolicy): boolean => quota === null || quota > 1_000

/** The actor: a key, a signed-in user, or a command on the machine. */
export interface Actor {
  kind: 'key' | 'user' | 'command'
  id: string
  label: string
}

export interface Scope {
  environment_id: number
  account_id: number
  mode: 'test' | 'live'
  /** The public half of the key, or the session's ID: safe to log. */
  key_id: string
  scopes: readonly string[]
  policy: RatePolicy
  /** Requests with the same window are counted together: an environment's keys, or one user there. */
  window: string | number
  actor: Actor
  /** The role of a signed-in user in the account. */
  role?: string
  /** The client's IP address. */
  address: string
}

/** True for a test key; users who view the test environment are not keys. */
export function isTestKey({ mode, role }: Pick<Scope, 'mode' | 'role'>): boolean {
  return mode === 'test' && role === undefined
}

/** The actor's name at the time; a test key gets the ID instead of an email address. */
export function labelFor(
  scope: Pick<Scope, 'mode' | 'role'>,
  { actor, actor_label }: { actor: string; actor_label: string },
): string {
  return isTestKey(scope) && actor_label.includes('@') && actor.startsWith('usr_')
    ? actor
    : actor_label
}

/** True if a key's scopes allow a permission such as `invoices:write`; write implies read. */
export function allows(scopes: readonly string[], permission: string): boolean {
  if (scopes.includes('*') || scopes.includes(permission)) return true
  return permission.endsWith(':read') && scopes.includes(permission.replace(/:read$/, ':write'))
}

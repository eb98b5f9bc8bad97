// On whose behalf a request runs: one environment, what the key may do, and how often.

export interface RatePolicy {
  /** The tier's name, as shown in the RateLimit headers. */
  name: string
  /** Requests in any 60 seconds; null is unlimited. */
  quota: number | null
}

export interface Scope {
  environment_id: number
  account_id: number
  mode: 'test' | 'live'
  /** The public half of the key: safe to log. */
  key_id: string
  scopes: readonly string[]
  policy: RatePolicy
}

/** Whether the scopes of a key allow a permission such as `invoices:write`; write implies read. */
export function allows(scopes: readonly string[], permission: string): boolean {
  if (scopes.includes('*') || scopes.includes(permission)) return true
  return permission.endsWith(':read') && scopes.includes(permission.replace(/:read$/, ':write'))
}

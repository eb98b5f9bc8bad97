// Which tables there are and whose rows they hold: three kinds, and no table is of none.

/** Each row belongs to one environment; `environment_id` leads every key and would shard it. */
export const TENANT_TABLES = [
  'audit_log',
  'credit_transactions',
  'customer_balances',
  'customer_erasures',
  'customer_words',
  'customers',
  'emails',
  'environment_counters',
  'environment_settings',
  'events',
  'idempotency_keys',
  'invoice_lines',
  'invoices',
  'ledger_days',
  'ledger_entries',
  'ledger_postings',
  'logos',
  'payments',
  'product_words',
  'products',
  'requests',
  'test_clocks',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
] as const
type TenantTable = (typeof TENANT_TABLES)[number]

/** What a reset of a test environment keeps. */
export const KEPT_TABLES: readonly TenantTable[] = [
  'audit_log',
  'environment_counters',
  'environment_settings',
  'logos',
  'test_clocks',
  'webhook_endpoints',
]

/** What it erases, those that refer to others first. A table of tenants is here or above. */
export const ERASED_TABLES: readonly TenantTable[] = [
  'requests',
  'webhook_attempts',
  'webhook_deliveries',
  'emails',
  'ledger_days',
  'ledger_postings',
  'ledger_entries',
  'payments',
  'credit_transactions',
  'invoice_lines',
  'invoices',
  'product_words',
  'products',
  'customer_balances',
  'customer_erasures',
  'customer_words',
  'customers',
  'events',
  'idempotency_keys',
]

/** The tables of tenants in the order in which a tenant can be erased altogether. */
export const TENANT_TABLES_ERASED: readonly TenantTable[] = [...ERASED_TABLES, ...KEPT_TABLES]

/** What the whole installation shares; small, and copied to every shard if there ever are some. */
export const REFERENCE_TABLES = [
  'accounts',
  'api_keys',
  'environments',
  'installation',
  'known_devices',
  'members',
  'one_time_links',
  'recovery_codes',
  'second_factors',
  'sessions',
  'sign_in_challenges',
  'users',
] as const

/** What an account owns in those, in the order in which it can be erased; the account itself last. */
export const OWNED_TABLES = [
  { table: 'api_keys', column: 'environment_id' },
  { table: 'members', column: 'environment_id' },
  { table: 'one_time_links', column: 'environment_id' },
  { table: 'environments', column: 'account_id' },
  { table: 'accounts', column: 'id' },
] as const

/** What a backup leaves out: it tells of the last days only, and of whom it should by then have forgotten. */
const PASSING_TABLES: readonly TenantTable[] = ['requests']

/** All that a backup holds, those that others refer to first. */
export const BACKUP_TABLES: readonly string[] = [
  'installation',
  'accounts',
  'environments',
  'api_keys',
  'users',
  'members',
  'sessions',
  'known_devices',
  'second_factors',
  'recovery_codes',
  'sign_in_challenges',
  'one_time_links',
  ...KEPT_TABLES,
  ...ERASED_TABLES.filter((name) => !PASSING_TABLES.includes(name)).toReversed(),
]

/** What the migrations keep of themselves. */
export const MIGRATIONS_TABLE = 'migrations'

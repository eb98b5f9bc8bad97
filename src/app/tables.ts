// Which tables there are and whose rows they hold: three kinds, and no table is of none.

/** Each row belongs to one environment; `environment_id` leads every key and would shard it. */
export const TENANT_TABLES = [
  'customer_balances',
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
  'products',
  'test_clocks',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
] as const

/** What the whole installation shares; small, and copied to every shard if there ever are some. */
export const REFERENCE_TABLES = ['accounts', 'api_keys', 'environments', 'installation'] as const

/** What the migrations keep of themselves. */
export const MIGRATIONS_TABLE = 'migrations'

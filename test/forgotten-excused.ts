// Exceptions of the gates in test/forgotten.test.ts, each with the reason why it was left out on purpose.

export interface Excuse {
  why: string
  of: string[]
}

/** Columns that an erasure leaves unchanged: `table.column`, for JSON with its property, or a whole table. */
export const NOT_ERASED: Excuse[] = [
  {
    why: 'data of the people who work here, not of customers',
    of: [
      ...['known_devices', 'members', 'recovery_codes', 'sessions'],
      ...['second_factors', 'sign_in_challenges', 'users'],
    ],
  },
  {
    why: 'texts of the account itself, of its products and of its own endpoints',
    of: ['accounts', 'environment_settings', 'logos', 'product_words'],
  },
  {
    why: 'state of the service itself',
    of: [
      'customer_erasures.step',
      ...['environment_counters', 'installation', 'migrations', 'processes', 'rate_windows'],
      ...['test_clocks', 'throttled_attempts'],
    ],
  },
  {
    why: 'amounts, numbers and dates stay, with their currency and how they were computed',
    of: [
      ...['customer_balances.currency', 'ledger_days', 'ledger_entries.currency'],
      ...['ledger_postings.dimension', 'invoice_lines.pricing', 'invoice_lines.taxing'],
      ...['invoice_lines.discounts', 'invoice_lines.taxes', 'invoice_taxes', 'day_sums'],
      'owing_customers',
    ],
  },
  {
    why: 'what happened, with IDs that no longer lead to a person',
    of: ['audit_log.action', 'audit_log.object_id', 'events.object_id', 'events.type'],
  },
  {
    why: 'who sent a request: the people who work here, and their programs',
    of: [
      ...['audit_log.actor', 'audit_log.actor_label', 'audit_log.address', 'audit_log.request_id'],
      ...['requests.actor', 'requests.actor_label', 'requests.address', 'requests.user_agent'],
    ],
  },
  {
    why: 'which operation was requested and its result; a path holds IDs and no other text',
    of: [
      ...['requests.error_code', 'requests.object_id', 'requests.operation', 'requests.path'],
      ...['requests.request_cut', 'requests.response_cut'],
    ],
  },
  {
    why: 'without it a repeated request would be executed again; it is deleted after thirty days',
    of: [
      ...['idempotency_keys.fingerprint', 'idempotency_keys.key', 'idempotency_keys.object_id'],
      'idempotency_keys.also',
    ],
  },
  {
    why: 'the address of the hosted page, random, which the account can replace',
    of: ['events.object.hosted_url', 'events.previous_attributes.hosted_url'],
  },
  {
    why: 'digests: of people who work here, or with a salt that an erasure takes',
    of: [
      ...['audit_log.digest', 'audit_log.salt', 'chain_links', 'chain_rewrites.digest'],
      'events.digest',
    ],
  },
  {
    why: 'where the gateway has a payment: an ID of the gateway, without which nothing can be compared with it',
    of: ['events.object.gateway_ref', 'events.previous_attributes.gateway_ref'],
  },
  {
    why: 'what Stripe calls a customer: an ID, of whom Stripe has the rest',
    of: ['stripe_customers', 'gateway_setups'],
  },
  {
    why: 'what the simulated gateway knows: test data of no person',
    of: ['simulated_payments', 'simulated_refunds', 'simulated_scripts'],
  },
  {
    why: 'what comparisons with gateways found: IDs and amounts, and why a gateway did not respond',
    of: ['reconciliations', 'reconciliation_marks', 'reconciliation_differences'],
  },
  { why: 'the time zone of the account', of: ['events.previous_attributes.zone'] },
  {
    why: 'a date and an ID from which the erasure continues',
    of: ['customer_erasures.done_until'],
  },
]

/** Properties of list items without a CSV column: `Shape.property`, or a shape without a CSV. */
export const NOT_IN_CSV: Excuse[] = [
  { why: 'a secret, shown once', of: ['ApiKey.key', 'Member.link', 'WebhookEndpoint.secret'] },
  { why: 'a view of what other lists hold', of: ['TimelineItem', 'WebhookEndpointHealth'] },
  { why: 'a feed for programs, whose items carry objects of every kind', of: ['Event'] },
  {
    why: 'the delivery of an invitation, of no use after it was accepted',
    of: ['Member.mail_error', 'Member.mail_status'],
  },
  { why: 'of use to email servers only', of: ['Email.message_id'] },
  { why: 'the prefix of actor says the same', of: ['LoggedRequest.actor_kind'] },
]

/** Properties that verification does not compare with the last event: `Shape.property`, or a shape. */
export const NOT_COMPARED: Excuse[] = [
  {
    why: 'no event carries it; test/corruptions-catalogue.test.ts forges each of its columns',
    of: [
      ...['ApiKey', 'AuditEntry', 'Email', 'LedgerEntry', 'LoggedRequest', 'Member', 'Session'],
      'WebhookDelivery',
    ],
  },
  {
    why: 'no event carries it; verification compares it with its migration and its subscription',
    of: ['MigratedSubscription'],
  },
  {
    why: 'progress without events; verification counts and adds up its subscriptions',
    of: [
      ...['scheduled', 'applied', 'withdrawn', 'skipped'].map(
        (name) => `PriceMigration.subscriptions_${name}`,
      ),
      ...['PriceMigration.amount_before', 'PriceMigration.amount_after'],
    ],
  },
  { why: 'what the simulated gateway knows; it has no part in the books', of: ['SimulatedCharge'] },
  { why: 'what gateways have otherwise, which is listed', of: ['ReconciliationDifference'] },
  { why: 'objects are compared with these', of: ['Event'] },
  { why: 'a view of events and emails', of: ['TimelineItem'] },
  { why: 'counted from deliveries when it is read', of: ['WebhookEndpointHealth'] },
  {
    why: 'shown once, and sealed with a key that is not in the database',
    of: ['WebhookEndpoint.secret'],
  },
]

/** Properties that the export lacks: `Shape.property`, or a shape without any exported object. */
export const NOT_EXPORTED: Excuse[] = [
  { why: 'a view of events and emails, which are exported', of: ['TimelineItem'] },
  {
    why: 'who has access and what they did: of no use in another system',
    of: ['ApiKey', 'AuditEntry', 'Member', 'Session'],
  },
  { why: 'kept for thirty days only', of: ['LoggedRequest'] },
  { why: 'what the simulated gateway knows: test data', of: ['SimulatedCharge'] },
  { why: 'found again by the next comparison with a gateway', of: ['ReconciliationDifference'] },
  { why: 'counted from deliveries when it is read', of: ['WebhookEndpointHealth'] },
]

/** Tables that a backup leaves out. */
export const NOT_IN_BACKUP: Excuse[] = [
  { why: 'kept for thirty days only', of: ['requests'] },
  { why: 'who is alive just now', of: ['processes'] },
  { why: 'what was asked within the last hour', of: ['rate_windows', 'throttled_attempts'] },
]

/** Columns of environment_counters that verification does not recount. */
export const NOT_COUNTED: Excuse[] = [
  {
    why: 'judged with the secret key, by src/features/verification/chain.test.ts',
    of: ['chain_key', 'chain_signature'],
  },
]

/** Events without a sentence in the timeline of an invoice. */
export const NOT_IN_TIMELINE: Excuse[] = [
  { why: 'the reminder itself is in the timeline', of: ['invoice.reminded'] },
  { why: 'the payment that failed is in the timeline', of: ['invoice.payment_failed'] },
]

/** Properties stored elsewhere than in the column of the same name: in another column, or as rows of a table. */
export const STORED_IN: Record<string, string> = {
  'Account.environment': 'environment_settings.mode',
  'Account.automatic_tax': 'environment_settings.tax',
  'Account.tax_address': 'environment_settings.tax',
  'Account.tax_behavior': 'environment_settings.tax',
  'Account.tax_particulars': 'environment_settings.tax',
  'Account.tax_unknown_rate': 'environment_settings.tax',
  'Customer.credit_balance': 'customer_balances.balance',
  'Customer.credit_balances': 'customer_balances.currency',
  'Gateway.default': 'gateways.is_default',
  'Gateway.has_webhook_secret': 'gateways.webhook_secret',
  'Gateway.webhook_url': 'gateways.id',
  'Invoice.amount_remaining': 'invoices.amount_paid',
  'Invoice.hosted_url': 'invoices.hosted_token',
  'Invoice.line_items': 'invoice_lines',
  'Invoice.period': 'invoices.period_start',
  'InvoiceLine.kind': 'invoice_lines.subscription_item_id',
  'InvoiceLine.subscription_id': 'invoice_lines.subscription_item_id',
  'InvoiceLine.period': 'invoice_lines.period_start',
  'InvoiceLine.events': 'invoice_lines.pricing',
  'InvoiceLine.net': 'invoice_lines.discount',
  'InvoiceLine.tax_rates': 'invoice_lines.taxing',
  'InvoiceLine.quantity_decimal': 'invoice_lines.quantity',
  'InvoiceLine.unit_amount': 'invoice_lines.unit_price',
  'InvoiceLine.unit_amount_decimal': 'invoice_lines.unit_price',
  'PriceMigration.subscriptions_total': 'price_migrations.subscriptions_skipped',
  'Price.free_amount': 'prices.terms',
  'Price.free_events': 'prices.terms',
  'Price.free_units': 'prices.terms',
  'Price.model': 'prices.terms',
  'Price.per_event': 'prices.terms',
  'Price.rate': 'prices.terms',
  'Price.size': 'prices.terms',
  'Price.tiers': 'prices.terms',
  'Price.unit_amount': 'prices.terms',
  'Price.unit_amount_decimal': 'prices.terms',
}

// Corruptions of a row that verification does not find, and why.

import { OF_GATEWAYS } from './corruptions-excused-gateways.ts'

export interface Excuse {
  why: string
  /**
   * `table`, `table.column`, or one way: `table.column emptied`, `table removed`. Each can be limited to states:
   * `table.column changed in draft` covers only rows whose state has this word.
   */
  of: string[]
  /** True if whether it is needed depends on the rows that the seed picks. */
  isRare?: true
}

const inEach = (what: string, members: string[], where = '') =>
  members.map((member) => `${what}.${member} changed${where && ` in ${where}`}`)

const WHO = ['name', 'email', 'phone', 'address_line1', 'city', 'state_province', 'postal_code']

export const EXCUSED: Excuse[] = [
  {
    why: 'who may enter, and how: it tells nothing of money, and no document names it',
    of: [
      ...['api_keys', 'members', 'one_time_links', 'users', 'sessions', 'known_devices'],
      ...['recovery_codes', 'second_factors', 'sign_in_challenges'],
    ],
  },
  {
    why: 'the account as it was created; environment_settings tells the present, and is judged',
    of: [
      ...['accounts.name', 'accounts.default_currency', 'accounts.payment_terms_days'],
      ...['accounts.time_zone', 'accounts.created_at'],
    ],
  },
  {
    why: 'what an account may do: limits, demos and the second factor are no part of the books',
    of: ['accounts.tier', 'accounts.tier_limit', 'accounts.demo', 'accounts.require_second_factor'],
  },
  ...OF_GATEWAYS,
  { why: 'an account without environments has no books', of: ['accounts doubled'] },
  {
    why: 'only while a background job moves subscribers, and these books are at rest',
    of: ['price_migrations.run_at changed', 'price_migrations.run_at emptied'],
  },
  {
    why: 'what a price migration records of its work; what subscribers pay is judged by their subscriptions and invoices',
    of: [
      ...['total', 'scheduled', 'applied', 'withdrawn', 'skipped'].map(
        (name) => `events.object.subscriptions_${name} changed in price_migration.updated`,
      ),
      'events.object.amount_before changed in price_migration.updated',
      'events.object.amount_after changed in price_migration.updated',
      'price_migrations.done_until',
      ...'id subscription_id reason items items_skipped effective_at notice_at created_at updated_at'
        .split(' ')
        .map((column) => `price_migration_subscriptions.${column}`),
    ],
    isRare: true,
  },
  {
    why: 'a notice of a new price is due days after it is planned, and the clock of these books does not move',
    of: [
      ...['emails.invoice_id filled', 'emails.subscription_id changed'],
      ...['emails.subscription_id emptied', 'price_migration_subscriptions.notified_at changed'],
      'price_migration_subscriptions.notified_at emptied',
    ],
  },
  { why: 'limits how far back a change reaches', of: ['subscriptions.changed_at'], isRare: true },
  { why: 'a draft that named it can have other lines', of: ['prices.used changed'], isRare: true },
  {
    why: 'only an older version leaves it empty; the event of the line then determines it',
    of: ['invoice_lines.id filled'],
  },
  {
    why: 'which numbers come next: those that were given out are judged where they were given',
    of: [
      ...['installation.next_account_id', 'installation.next_environment_id'],
      ...['installation.next_customer_id', 'installation.secret_check', 'installation removed'],
    ],
  },
  {
    why: 'who works on the database just now and what was used of limits, as each says every few seconds',
    of: ['processes', 'rate_windows', 'throttled_attempts'],
  },
  {
    why: 'which secret keys there were: what they are needed for does not open without them',
    of: ['installation.unmarked_key_id', 'installation.key_ids'],
  },
  {
    why: 'in these books something was written in each environment, and all of it is linked',
    of: [
      ...['chain_hash', 'chain_key', 'chain_signature'].map(
        (column) => `environment_counters.${column} filled`,
      ),
      ...['events.link filled', 'events.digest filled'],
    ],
  },
  { why: 'kept for thirty days, and nothing refers to it', of: ['requests'] },
  {
    why: 'nothing else names its rows, and the chain covers them only once a seal includes them',
    of: ['audit_log'],
    isRare: true,
  },
  {
    why: 'keys expire after thirty days, and the next request with the key makes it again',
    of: [
      ...['idempotency_keys.key', 'idempotency_keys.fingerprint', 'idempotency_keys.status'],
      ...['idempotency_keys.created_at', 'idempotency_keys removed', 'idempotency_keys doubled'],
      ...['idempotency_keys moved', 'idempotency_keys.also'],
    ],
  },
  {
    why: 'an answer that is kept by itself, as no event has it: how an object was once shown',
    of: inEach('idempotency_keys.body', [
      ...['object', 'deleted', ...WHO, 'contact_name', 'address_line2', 'country', 'tax_exempt'],
      ...['tax_id', 'credit_balance', 'credit_balances', 'auto_pay_enabled', 'language'],
      ...['external_id', 'default_payment_method_id'],
      ...['tax_ids.type', 'tax_ids.value', 'tax_ids.status', 'tax_ids.checked_at', 'discounts'],
      ...['metadata.tier', 'metadata.since', 'created_at', 'updated_at'],
    ]),
  },
  {
    why: 'an invoice that was sent once more from a test environment: nothing else tells when',
    of: [
      'emails.created_at changed in invoice outbox',
      'emails.created_at changed in credit_note sent',
    ],
  },
  {
    why: 'the age of a discount orders it among others: the order that came of it is judged',
    of: ['invoices.discounts.created_at changed'],
  },
  {
    why: 'how a product and its price were taxed when the line was made: what came of it is judged as taxes',
    of: ['invoice_lines.taxing.code changed', 'invoice_lines.taxing.inclusive changed'],
  },
  {
    why: 'held only while a process is at it, and these books are at rest',
    of: ['emails', 'test_clocks', 'webhook_deliveries'].flatMap((table) =>
      ['lease_token', 'lease_until'].flatMap((name) => [
        `${table}.${name} changed`,
        `${table}.${name} emptied`,
      ]),
    ),
  },
  {
    why: 'the words of a mail that was sent, and whether the document was attached: nothing else tells',
    of: ['emails.text changed', 'emails.html changed', 'emails.attached changed'],
  },
  {
    why: 'what somebody added who sent it by hand is kept with the mail alone',
    of: ['emails.message', 'emails.cc_addresses'],
  },
  {
    why: 'how often a mail was tried and what the server said; that it was tried at all is held',
    of: ['emails.attempts', 'emails.last_error changed', 'emails.next_attempt_at changed'],
  },
  {
    why: 'the invoice and its event tell a moment later when it was sent: what is far from that is found',
    of: ['emails.sent_at changed'],
  },
  {
    why: 'how the clock of a test environment came where it is; where that is, the counters tell',
    of: [
      ...['test_clocks.status changed', 'test_clocks.from_at', 'test_clocks.events_after'],
      ...[
        'test_clocks.finished_at changed',
        'test_clocks.finished_at filled',
        'test_clocks.requested_by',
        'test_clocks.rows_expected',
      ],
      ...[
        'test_clocks.rows_erased',
        'test_clocks.started_at filled',
        'test_clocks.target_at filled',
      ],
    ],
  },
  {
    why: 'what a receiver answered and when: nothing else tells',
    of: [
      ...['webhook_attempts.attempted_at', 'webhook_attempts.duration_ms'],
      ...['webhook_attempts.response_status changed', 'webhook_attempts.response_status filled'],
      ...[
        'webhook_attempts.response_body changed',
        'webhook_attempts.response_body emptied',
        'webhook_attempts.error changed',
      ],
    ],
  },
  {
    why: 'when a delivery was made, tried and over: nothing else tells',
    of: [
      ...[
        'webhook_deliveries.next_attempt_at changed',
        'webhook_deliveries.next_attempt_at filled',
        'webhook_deliveries.created_at',
      ],
      ...['webhook_deliveries.finished_at', 'webhook_endpoints.failing_since'],
    ],
  },
  {
    why: 'an id that nothing refers to',
    of: ['events.id changed', 'webhook_deliveries.id changed in pending'],
  },
  {
    why: 'sealed with a key that is not in the database',
    of: ['webhook_endpoints.secret changed', 'webhook_endpoints.former_secret changed'],
  },
  {
    why: 'a balance of nought says what no row says',
    of: ['kept', 'erased'].flatMap((state) =>
      [
        'customer_balances.currency changed',
        'customer_balances removed',
        'customer_balances doubled',
      ]
        .concat('customer_balances.customer_id changed')
        .map((way) => `${way} in ${state}`),
    ),
  },
  {
    why: 'a sum of nothing says what no row says, and who was erased owes nothing',
    of: [
      'day_sums moved in customers_owing',
      ...['kept', 'erased'].flatMap((state) =>
        [
          ...['owing_customers.currency changed', 'owing_customers.customer_id changed'],
          ...['owing_customers removed', 'owing_customers doubled', 'owing_customers moved'],
        ].map((way) => `${way} in ${state}`),
      ),
    ],
  },
  {
    why: 'it is in no sum, whatever it says there: a sweep makes it say what it is, as after an older version',
    of: [
      ...['draft', 'paid', 'void'].flatMap((state) => [
        `invoices.summed_remaining changed in ${state}`,
        `invoices.summed_remaining emptied in ${state}`,
      ]),
      ...['invoices.summed_status emptied in draft', 'payments.summed_status emptied in reversed'],
    ],
  },
  {
    why: 'in these books everything was summed as it was written',
    of: [
      ...['invoices.summed_status filled', 'invoices.summed_remaining filled'],
      'payments.summed_status filled',
    ],
  },
  {
    why: 'an invoice that is sent by hand goes to any address: nothing else says to which',
    of: ['emails.to_address changed in invoice outbox'],
  },
  { why: 'when a picture came: nothing else tells', of: ['logos.created_at changed'] },
  {
    why: 'when a PDF was first delivered, and by which version: nothing else tells',
    of: ['invoice_documents.created_at changed', 'invoice_documents.version changed'],
  },
  {
    why: 'whether a client named the due date of what was never issued: nothing else tells',
    of: ['invoices.due_date_set changed in draft', 'invoices.due_date_set changed in void erased'],
  },
  {
    why: 'how far an erasure has come; who looks again erases what is left',
    of: [
      ...['customer_erasures.step changed', 'customer_erasures.done_until'],
      ...['customer_erasures.history_erased_at', 'customer_erasures.documents_erased_at changed'],
      'customer_erasures.log_due_at',
    ],
  },
  {
    why: 'who was erased is found by no words',
    of: ['customers.words_version changed in kept', 'customers.words_version changed in erased'],
  },
  {
    why: 'null and an empty list both mean that a customer has no tax numbers',
    of: ['customers.tax_ids emptied in erased', 'customers.tax_ids emptied in kept'],
  },
]

/** Gaps in verification. Each is to be closed by a check, and its entry is then deleted. */
export const OPEN: Excuse[] = [
  {
    why: 'nothing holds the dates of an erasure to each other, though the later two follow from the first: documents can go years early',
    of: [
      ...['customer_erasures.keep_documents_until', 'customer_erasures.due_at changed in kept'],
      'customer_erasures.documents_due_at changed in kept',
    ],
  },
  {
    why: 'events of an erased person are not held to what is left of them: neither that no name came back, nor the lines that the document still has',
    of: ['kept', 'erased'].flatMap((state) => [
      `events.object changed in ${state}`,
      ...inEach(
        'events.object',
        [
          ...[
            ...WHO,
            'address_line2',
            'tax_id',
            'tax_ids',
            'external_id',
            ...['auto_pay_enabled', 'default_payment_method_id'],
            'language',
            'metadata',
            'notes',
            'reference',
            'write_off_reason',
          ],
          ...[
            ...['id', 'description', 'quantity', 'unit_amount', 'amount', 'product_id'],
            ...['price_id', 'quantity_decimal', 'unit_amount_decimal', 'events', 'pricing'],
            ...['discount', 'net', 'tax', 'tax_rates', 'discounts', 'taxes'],
            ...['kind', 'subscription_id', 'subscription_item_id', 'invoice_item_id', 'period'],
            'supply_date',
          ].map((member) => `line_items.${member}`),
        ],
        state,
      ),
    ]),
  },
  {
    why: 'the same, of what was written with a payment or a document that is kept',
    of: [
      'events.object.metadata.for changed in kept',
      'events.previous_attributes.reversal_reason changed in kept',
      'events.previous_attributes.failure_reason changed in kept',
      'events.previous_attributes.reference changed in refund.succeeded kept',
    ],
  },
  {
    why: 'these texts again, if the seed picks one of them among all former values',
    of: [
      'events.previous_attributes changed in payment.reversed kept',
      ...['failed', 'succeeded'].map(
        (verb) => `events.previous_attributes changed in refund.${verb} kept`,
      ),
    ],
    isRare: true,
  },
  {
    why: 'what settings were before their first change stands in no other event; the name stands in accounts, the rest is what an account begins with',
    of: [
      'events.previous_attributes changed in account.updated',
      ...inEach(
        'events.previous_attributes',
        [
          ...[...WHO, 'legal_name', 'country', 'tax_numbers', 'color', 'footer', 'mail_from_name'],
          ...['reply_to', 'reminder_days', 'updated_at', 'payment_instructions.bank_transfer'],
          ...['payment_instructions.cheque', 'payment_instructions.other'],
        ],
        'account.updated',
      ),
    ],
  },
  {
    why: 'the clock of a test environment is held to its last journey only roughly: an hour more passes, a day does not',
    of: ['environment_counters.clock_ahead_ms changed'],
  },
  {
    why: 'what was paid when an invoice was sent again from a test environment, if it is less than the invoice',
    of: ['emails.facts changed in invoice outbox'],
  },
  {
    why: 'a planned reminder can be taken away once the reminder days were changed',
    of: ['invoices.reminder_at emptied in posted'],
  },
  {
    why: 'the bytes of a logo tell its kind and size, and documents are set by these',
    of: ['logos.content_type changed', 'logos.width changed', 'logos.height changed'],
  },
  {
    why: "an endpoint that stands still can skip events, and what was given up or skipped can be another's: no check asks for the deliveries that should be there",
    of: [
      ...['webhook_endpoints.cursor_sequence changed in paused'],
      ...['webhook_endpoints.cursor_sequence changed in disabled'],
      ...['webhook_deliveries.endpoint_id changed in failed'],
      ...['webhook_deliveries.state changed in skipped'],
    ],
  },
  {
    why: 'of an erased person these are not held any more, though the event of the erasure and the documents that are kept tell them',
    of: [
      ...['customers.updated_at changed in kept', 'customers.updated_at changed in erased'],
      'emails.created_at changed in erased',
      ...['emails.language changed in kept', 'emails.language changed in erased'],
    ],
  },
  {
    why: 'whether the text of an invoice is read, or its columns are, which are judged: any other text than theirs is found',
    of: [
      'invoices.shown_of',
      'invoices.shown_shape',
      'invoices.shown emptied',
      'invoices.shown filled',
    ],
  },
]

// Corruptions of what belongs to gateways that verification does not find, and why.

export const OF_GATEWAYS = [
  {
    why: 'what the simulated gateway knows; it has no part in the books',
    of: ['simulated_payments', 'simulated_refunds', 'simulated_scripts'],
  },
  {
    why: 'what comparisons with gateways found, which the next one finds again',
    of: ['reconciliations', 'reconciliation_marks', 'reconciliation_differences'],
  },
  { why: 'what Stripe calls a customer, which only Stripe knows', of: ['stripe_customers'] },
  {
    why: 'when a gateway is asked, an attempt given up, or an invoice collected, is not compared',
    of: [
      ...['payments.check_at changed', 'payments.expires_at', 'invoices.collect_at'],
      ...['payments.disputes_at changed', 'payments.disputes_at filled', 'refunds.check_at'],
      ...['payment_methods.forget_at', 'payment_methods.retry_at', 'payment_methods.notice_at'],
      ...['gateway_setups'],
    ],
  },
  {
    why: 'every refund here was answered, so that staff was told of none',
    of: ['refunds.flagged_at changed', 'refunds.flagged_at emptied'],
  },
  {
    why: 'what the gateway calls a method, which only the gateway knows',
    of: ['payment_methods.gateway_ref'],
  },
  {
    why: 'no books here have payments of a payment service; payments without one are compared in the same way',
    of: ['payments.gateway_id changed', 'payments.gateway_id emptied'],
  },
  {
    why: 'the same, of methods and disputes',
    of: [
      ...['payment_methods.gateway_id changed', 'payment_methods.gateway_id emptied'],
      ...['disputes.gateway_id changed', 'disputes.gateway_id emptied'],
    ],
  },
  {
    why: 'each dispute here is about one invoice, has a deadline, and took its money at once',
    of: [
      ...['disputes.invoice_id filled', 'disputes.evidence_due_by filled'],
      'disputes.withdrawn_at filled',
    ],
  },
  {
    why: 'sealed with a key that is not in the database',
    of: ['gateways.secret_key changed', 'gateways.webhook_secret changed'],
  },
  { why: 'only an erased method lacks it', of: ['payment_methods.display filled'] },
]

// What can be searched for: each kind with the scope that reads it and the list that has it.

export const SEARCH_KINDS = {
  customer: { scope: 'customers:read', list: 'customers' },
  product: { scope: 'products:read', list: 'products' },
  price: { scope: 'prices:read', list: 'prices' },
  coupon: { scope: 'coupons:read', list: 'coupons' },
  promotion_code: { scope: 'coupons:read', list: 'promotion_codes' },
  invoice: { scope: 'invoices:read', list: 'invoices' },
  payment: { scope: 'payments:read', list: 'payments' },
  credit_transaction: { scope: 'credit:read', list: 'credit_transactions' },
  email: { scope: 'emails:read', list: 'emails' },
  event: { scope: 'events:read', list: 'events' },
  webhook_endpoint: { scope: 'webhooks:read', list: 'webhook_endpoints' },
  webhook_delivery: { scope: 'webhooks:read', list: 'webhook_deliveries' },
  api_key: { scope: 'api_keys:read', list: 'api_keys' },
} as const

export type SearchKind = keyof typeof SEARCH_KINDS

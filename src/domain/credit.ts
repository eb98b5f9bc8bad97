// Customer credit: what is owed to a customer, and why.

export const CREDIT_TYPES = ['granted', 'expired', 'applied', 'restored'] as const

// Rules of products that need no database.

export const PRODUCT_STATUSES = ['active', 'archived'] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/** The actions that each state allows; the server enforces them, and the dashboard enables its buttons by them. */
export const PRODUCT_ACTIONS = {
  update: ['active', 'archived'],
  /** Archiving again is allowed and changes nothing. */
  archive: ['active', 'archived'],
  /** Use in a new invoice line. */
  bill: ['active'],
} as const satisfies Record<string, readonly ProductStatus[]>
export type ProductAction = keyof typeof PRODUCT_ACTIONS

export function productCan(action: ProductAction, product: { status: ProductStatus }): boolean {
  const allowed: readonly ProductStatus[] = PRODUCT_ACTIONS[action]
  return allowed.includes(product.status)
}

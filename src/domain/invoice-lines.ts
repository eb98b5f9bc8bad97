// The lines of an invoice, as they are asked for and as they are billed.

/** A line as it is asked for. */
export interface LineInput {
  description: string
  quantity: number
  unit_amount: number
  product_id: string | null
}

/** A line as it is billed. */
export interface LineItem extends LineInput {
  /** `quantity × unit_amount`. */
  amount: number
}

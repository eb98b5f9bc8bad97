// Coupons and promotion codes as the API tells them, and a discount as customers have it.

export interface Coupon {
  id: string
  object: 'coupon'
  name: string
  percent_off: string | null
  amount_off: number | null
  currency: string | null
  duration: 'once' | 'months' | 'forever'
  duration_months: number | null
  product_ids: string[]
  price_ids: string[]
  minimum_amount: number | null
  max_redemptions: number | null
  redeem_by: string | null
  times_redeemed: number
  active: boolean
  metadata: Record<string, unknown>
  created_at: string
  updated_at: string
}

export interface PromotionCode {
  id: string
  object: 'promotion_code'
  coupon_id: string
  code: string
  customer_id: string | null
  first_time_only: boolean
  max_redemptions: number | null
  expires_at: string | null
  times_redeemed: number
  active: boolean
  created_at: string
}

/** What a discount takes off, as it lies on a customer. */
export interface CustomerDiscount {
  id: string
  coupon_id: string
  promotion_code_id: string | null
  name: string
  percent_off?: string | null
  amount_off?: number | null
  currency?: string | null
  duration?: Coupon['duration']
  months?: number | null
  used?: number
}

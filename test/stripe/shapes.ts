// Objects of Stripe's API with every property that the package's types require, so that responses cannot lack one.

import type Stripe from 'stripe'

type Made<T> = Partial<T> & { id: string; created: number }

export const intentShape = (
  made: Made<Stripe.PaymentIntent> & Pick<Stripe.PaymentIntent, 'amount' | 'currency'>,
): Stripe.PaymentIntent => ({
  object: 'payment_intent',
  ...{ allowed_payment_method_types: null, amount_capturable: 0, amount_received: 0 },
  ...{ application: null, application_fee_amount: null, automatic_payment_methods: null },
  ...{ canceled_at: null, cancellation_reason: null, capture_method: 'automatic_async' },
  ...{ client_secret: `${made.id}_secret_x`, confirmation_method: 'automatic', customer: null },
  ...{ customer_account: null, description: null, excluded_payment_method_types: null },
  ...{ last_payment_error: null, latest_charge: null, livemode: false, managed_payments: null },
  ...{ metadata: {}, next_action: null, on_behalf_of: null, payment_method: null },
  ...{ payment_method_configuration_details: null, payment_method_options: null },
  ...{ payment_method_types: ['card'], payment_record: null, processing: null },
  ...{ receipt_email: null, review: null, setup_future_usage: null, shipping: null, source: null },
  ...{ statement_descriptor: null, statement_descriptor_suffix: null, transfer_group: null },
  status: 'requires_payment_method',
  ...made,
})

export const sessionShape = (
  made: Made<Stripe.Checkout.Session> & Pick<Stripe.Checkout.Session, 'mode'>,
): Stripe.Checkout.Session => ({
  object: 'checkout.session',
  ...{ adaptive_pricing: null, after_expiration: null, allow_promotion_codes: null },
  ...{ allowed_payment_method_types: null, amount_subtotal: null, amount_total: null },
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  ...{ billing_address_collection: null, cancel_url: null, client_reference_id: null },
  ...{ client_secret: null, collected_information: null, consent: null, consent_collection: null },
  ...{ currency: null, currency_conversion: null, custom_fields: [] },
  custom_text: {
    ...{ after_submit: null, shipping_address: null, submit: null },
    terms_of_service_acceptance: null,
  },
  ...{ customer: null, customer_account: null, customer_creation: null, customer_details: null },
  ...{ customer_email: null, discounts: null, expires_at: made.created + 86_400 },
  ...{ integration_identifier: null, invoice: null, invoice_creation: null, livemode: false },
  ...{ locale: null, managed_payments: null, metadata: {}, origin_context: null },
  ...{ payment_intent: null, payment_link: null, payment_method_collection: 'if_required' },
  ...{ payment_method_configuration_details: null, payment_method_options: {} },
  ...{ payment_method_types: ['card'], payment_status: 'unpaid', permissions: null },
  ...{ recovered_from: null, saved_payment_method_options: null, setup_intent: null },
  ...{ shipping_address_collection: null, shipping_cost: null, shipping_options: [] },
  ...{ status: 'open', submit_type: null, subscription: null, success_url: null },
  ...{ total_details: null, ui_mode: 'hosted_page', wallet_options: null },
  url: `https://checkout.stripe.com/c/pay/${made.id}`,
  ...made,
})

export const setupShape = (made: Made<Stripe.SetupIntent>): Stripe.SetupIntent => ({
  object: 'setup_intent',
  ...{ allowed_payment_method_types: null, application: null, automatic_payment_methods: null },
  ...{ cancellation_reason: null, client_secret: null, customer: null, description: null },
  ...{ excluded_payment_method_types: null, last_setup_error: null, latest_attempt: null },
  ...{ livemode: false, mandate: null, metadata: {}, next_action: null, on_behalf_of: null },
  ...{ payment_method: null, payment_method_configuration_details: null },
  ...{ payment_method_options: null, payment_method_types: ['card'], single_use_mandate: null },
  ...{ status: 'requires_payment_method', usage: 'off_session' },
  ...made,
})

export const refundShape = (
  made: Made<Stripe.Refund> & Pick<Stripe.Refund, 'amount' | 'currency'>,
): Stripe.Refund => ({
  object: 'refund',
  ...{ balance_transaction: null, charge: null, customer: null, customer_account: null },
  ...{ metadata: {}, payment_intent: null, payment_method: null, reason: null },
  ...{ receipt_number: null, source_transfer_reversal: null, transfer_reversal: null },
  status: 'succeeded',
  ...made,
})

export const customerShape = (made: Made<Stripe.Customer>): Stripe.Customer => ({
  object: 'customer',
  ...{ balance: 0, default_source: null, description: null, email: null },
  invoice_settings: {
    ...{ custom_fields: null, default_payment_method: null, footer: null },
    rendering_options: null,
  },
  ...{ livemode: false, metadata: {}, shipping: null },
  ...made,
})

export const methodShape = (
  made: Made<Stripe.PaymentMethod> & Pick<Stripe.PaymentMethod, 'type'>,
): Stripe.PaymentMethod => ({
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  ...{ customer: null, customer_account: null, livemode: false, metadata: {} },
  allow_redisplay: 'unspecified',
  ...made,
})

export const cardShape = (
  made: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4'>,
): Stripe.PaymentMethod.Card => ({
  ...{ checks: null, country: 'CA', display_brand: made.brand, exp_month: 12, exp_year: 2034 },
  ...{ funding: 'credit', generated_from: null, networks: null, regulated_status: null },
  ...{ three_d_secure_usage: null, wallet: null },
  ...made,
})

export const disputeShape = (
  made: Made<Stripe.Dispute> & Pick<Stripe.Dispute, 'amount' | 'currency' | 'payment_intent'>,
): Stripe.Dispute => ({
  ...{ object: 'dispute', balance_transactions: [], charge: 'ch_1', livemode: false },
  ...{ enhanced_eligibility_types: [], intended_submission_method: null, metadata: {} },
  ...{ is_charge_refundable: false, reason: 'fraudulent', status: 'needs_response' },
  // The evidence is never read.
  evidence: {} as Stripe.Dispute.Evidence,
  evidence_details: {
    ...{ due_by: made.created + 864_000, enhanced_eligibility: {}, has_evidence: false },
    ...{ past_due: false, submission_count: 0, submission_method: 'not_submitted' },
  },
  ...made,
})

/** Money that a dispute takes, or returns. */
export const balanceShape = (
  made: Made<Stripe.BalanceTransaction> & Pick<Stripe.BalanceTransaction, 'amount' | 'currency'>,
): Stripe.BalanceTransaction => ({
  ...{ object: 'balance_transaction', available_on: made.created, balance_type: 'payments' },
  ...{ description: null, exchange_rate: null, fee: 1500, fee_details: [] },
  ...{ net: made.amount - 1500, reporting_category: 'dispute', source: null },
  ...{ status: 'available', type: 'adjustment' },
  ...made,
})

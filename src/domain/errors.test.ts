// The error catalogue compared with the published table of statuses, and the fields of errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvariantError, invariant } from '../invariant.ts'
import { ERRORS, type ErrorCode } from './error-catalogue.ts'
import { BillingError, billingError, quoted } from './errors.ts'

// The table of the specification: status, type, codes.
const PUBLISHED: [number, string, string][] = [
  [400, 'invalid_request_error', 'invalid_json parameter_missing parameter_invalid'],
  [400, 'invalid_request_error', 'parameter_unknown parameters_exclusive amount_too_large'],
  [400, 'invalid_request_error', 'currency_invalid country_invalid product_archived'],
  [
    400,
    'invalid_request_error',
    'price_inactive tiers_invalid decimal_invalid tax_rates_mixed tax_rate_inactive',
  ],
  [409, 'conflict_error', 'price_used lookup_key_taken preview_outdated'],
  [400, 'invalid_request_error', 'price_not_recurring intervals_incompatible'],
  [400, 'invalid_request_error', 'minimum_needs_one_interval'],
  [400, 'invalid_request_error', 'proration_incompatible change_in_past'],
  [400, 'invalid_request_error', 'anchor_invalid too_many_lines'],
  [409, 'conflict_error', 'subscription_ended customer_has_subscriptions'],
  [
    409,
    'conflict_error',
    'subscription_paused subscription_incomplete subscription_not_paused trial_over',
  ],
  [409, 'conflict_error', 'tax_address_missing tax_rate_unknown tax_rate_not_in_force'],
  [409, 'conflict_error', 'document_particulars_missing'],
  [409, 'conflict_error', 'tax_rate_overlap tax_settings_full'],
  [409, 'conflict_error', 'tax_registration_overlap'],
  [409, 'conflict_error', 'coupon_inactive coupon_expired coupon_exhausted discounts_too_many'],
  [409, 'conflict_error', 'promotion_code_not_eligible promotion_code_taken'],
  [409, 'conflict_error', 'discount_already_applied'],
  [400, 'invalid_request_error', 'image_invalid currency_mismatch'],
  [400, 'invalid_request_error', 'link_invalid'],
  [401, 'authentication_error', 'api_key_missing api_key_invalid'],
  [401, 'authentication_error', 'session_invalid credentials_invalid'],
  [401, 'authentication_error', 'sign_in_expired'],
  [401, 'authentication_error', 'second_factor_code_required second_factor_code_invalid'],
  [403, 'permission_error', 'password_required'],
  [403, 'permission_error', 'second_factor_required'],
  [409, 'conflict_error', 'second_factor_exists second_factor_missing'],
  [403, 'permission_error', 'permission_denied origin_refused owner_required'],
  [404, 'invalid_request_error', 'resource_missing route_not_found'],
  [405, 'invalid_request_error', 'method_not_allowed'],
  [409, 'conflict_error', 'invoice_not_draft invoice_not_voidable invoice_has_payments'],
  [
    409,
    'conflict_error',
    'customer_has_open_invoices external_id_taken delivery_not_pending idempotency_key_in_use',
  ],
  [409, 'conflict_error', 'first_invoice_number_taken customer_has_credit seller_incomplete'],
  [409, 'conflict_error', 'email_address_missing invoice_not_issued invoice_not_sendable'],
  [409, 'conflict_error', 'credit_note_not_sendable'],
  [409, 'conflict_error', 'books_closed void_forbidden'],
  [409, 'conflict_error', 'clock_advancing environment_resetting'],
  [403, 'permission_error', 'test_environment_only'],
  [409, 'conflict_error', 'payment_disputed dispute_closed'],
  [409, 'conflict_error', 'invoice_not_payable payment_exceeds_amount_due'],
  [
    409,
    'conflict_error',
    'payment_already_reversed credit_exceeds_balance invoice_not_written_off',
  ],
  [409, 'conflict_error', 'allocation_exceeds_payment payment_not_settled'],
  [409, 'conflict_error', 'payment_in_progress'],
  [409, 'conflict_error', 'payout_exceeds_balance payout_already_reversed'],
  [409, 'conflict_error', 'payment_not_cancelable'],
  [
    400,
    'invalid_request_error',
    'method_not_reusable gateway_not_configured collection_unavailable',
  ],
  [
    400,
    'invalid_request_error',
    'gateway_mode_mismatch currency_not_supported amount_too_small retry_plan_invalid',
  ],
  [401, 'authentication_error', 'gateway_signature_invalid'],
  [409, 'conflict_error', 'gateways_full'],
  [409, 'conflict_error', 'invoice_not_creditable credit_exceeds_invoice credit_note_used'],
  [
    409,
    'conflict_error',
    'invoice_has_credit_notes refund_exceeds_payment refund_exceeds_credit_note',
  ],
  [
    409,
    'conflict_error',
    'refund_not_pending refund_pending refund_by_gateway invoice_item_billed',
  ],
  [409, 'conflict_error', 'price_migration_unfinished price_migration_ended'],
  [409, 'conflict_error', 'api_key_ended member_exists last_owner member_elsewhere'],
  [409, 'conflict_error', 'webhook_endpoints_full'],
  [412, 'conflict_error', 'precondition_failed'],
  [413, 'invalid_request_error', 'body_too_large'],
  [406, 'invalid_request_error', 'not_acceptable'],
  [415, 'invalid_request_error', 'unsupported_media_type'],
  [421, 'invalid_request_error', 'https_required'],
  [422, 'idempotency_error', 'idempotency_key_reused'],
  [429, 'rate_limit_error', 'rate_limit_exceeded'],
  [500, 'api_error', 'internal_error'],
  [503, 'api_error', 'unavailable'],
]

test('every code has the status and the type of the specification', () => {
  const published = PUBLISHED.flatMap(([status, type, codes]) =>
    codes.split(' ').map((code) => [code, status, type]),
  )
  const ours = Object.entries(ERRORS).map(([code, { status, type }]) => [code, status, type])
  assert.deepEqual(ours.toSorted(), published.toSorted())
})

test('resource_missing has another status for IDs in a body, and no other code has two', () => {
  const twofold = Object.entries(ERRORS).filter(([, entry]) => entry.statusInBody !== undefined)
  assert.deepEqual(
    twofold.map(([code, entry]) => [code, entry.statusInBody]),
    [['resource_missing', 400]],
  )
})

test('every code has its meaning and remedy in whole sentences', () => {
  for (const [code, { meaning, remedy, example }] of Object.entries(ERRORS)) {
    for (const text of [meaning, remedy, example ?? 'None.']) {
      assert.match(text, /^[A-Z"l].*[.?]$/s, `${code}: ${text}`)
    }
  }
})

test('an error lists itself as its only fault unless others are given', () => {
  const error = billingError('parameter_invalid', 'No.', { param: 'due_date' })
  assert.ok(error instanceof BillingError && error instanceof Error)
  assert.deepEqual(
    [error.code, error.message, error.param, error.status],
    ['parameter_invalid', 'No.', 'due_date', undefined],
  )
  assert.deepEqual(error.errors, [{ param: 'due_date', code: 'parameter_invalid', message: 'No.' }])
  assert.equal(billingError('internal_error', 'No.').param, null)

  const faults = [
    { param: 'a', code: 'parameter_missing', message: 'A.' },
    { param: 'b', code: 'parameter_invalid', message: 'B.' },
  ] as const satisfies { param: string; code: ErrorCode; message: string }[]
  assert.deepEqual(billingError('parameter_missing', 'A.', { errors: faults }).errors, faults)
  assert.equal(billingError('resource_missing', 'No.', { status: 400 }).status, 400)
})

test('a broken invariant is an internal error', () => {
  invariant(true, 'holds')
  assert.throws(() => invariant(false, 'broken'), new InvariantError('broken'))
})

test('quoted text is escaped and truncated', () => {
  const table: [string, string, string][] = [
    ['usd', '"usd"', 'as it is'],
    ['a"b\n', '"a\\"b\\n"', 'quotes and line ends do not break the sentence'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`, 'forty characters fit'],
    ['x'.repeat(41), `"${'x'.repeat(40)}…"`, 'more are cut'],
    ['😀'.repeat(5000), `"${'😀'.repeat(40)}…"`, 'cut between characters, not within one'],
  ]
  for (const [text, expected, why] of table) assert.equal(quoted(text), expected, why)
})

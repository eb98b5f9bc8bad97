// The calls of openapi.json. Written by sdk/generate.ts: never by hand.
import type { CsvList, File, List, Operation, Query, Read, Write } from '../calls.ts'
import type { EventPage, WebhookEvent } from '../events.ts'
import type {
  Account,
  AccountPatch,
  AddCustomerDiscountBody,
  AddInvoiceDiscountBody,
  AdvanceTestClockBody,
  ApiKey,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyPatch,
  AuditEntryList,
  Coupon,
  CouponCreate,
  CouponList,
  CouponPatch,
  CreditTransaction,
  CreditTransactionCreate,
  CreditTransactionList,
  Customer,
  CustomerCreate,
  CustomerErasure,
  CustomerList,
  CustomerPatch,
  CustomerReceivables,
  DeletedCustomer,
  DeletedMember,
  DeletedSession,
  DeletedWebhookEndpoint,
  EmailList,
  EmailWithTexts,
  EraseCustomerBody,
  ExportJournalData,
  ExportTaxReportData,
  FinalizeInvoiceBody,
  InviteMemberBody,
  Invoice,
  InvoiceCreate,
  InvoiceExplanation,
  InvoiceList,
  InvoicePatch,
  InvoicePreview,
  InvoiceSnapshot,
  LedgerEntryList,
  LedgerVerification,
  Limits,
  LinkMemberBody,
  ListApiKeysData,
  ListAuditLogData,
  ListCouponsData,
  ListCreditTransactionsData,
  ListCustomersData,
  ListEmailsData,
  ListEventsData,
  ListInvoiceTimelineData,
  ListInvoicesData,
  ListLedgerEntriesData,
  ListMembersData,
  ListPaymentsData,
  ListPricesData,
  ListProductsData,
  ListPromotionCodesData,
  ListRequestsData,
  ListSessionsData,
  ListTaxRatesData,
  ListTaxRegistrationsData,
  ListWebhookDeliveriesData,
  ListWebhookEndpointsData,
  LoggedRequestList,
  LoggedRequestWithBodies,
  Member,
  MemberList,
  MemberPatch,
  Payment,
  PaymentCreate,
  PaymentList,
  PreviewInvoiceBody,
  Price,
  PriceCreate,
  PriceList,
  PricePatch,
  Product,
  ProductCreate,
  ProductList,
  ProductPatch,
  PromotionCode,
  PromotionCodeCreate,
  PromotionCodeList,
  PromotionCodePatch,
  ReceivablesAging,
  RedeliverWebhookRangeBody,
  RetrieveReceivablesAgingData,
  RetrieveSampleInvoicePdfData,
  RetrieveSummaryData,
  RetrieveTaxReportData,
  RetrieveTestClockData,
  RetrieveTrialBalanceData,
  ReversePaymentBody,
  RollApiKeyBody,
  RotateWebhookSecretBody,
  SearchData,
  SearchResults,
  SendInvoiceBody,
  SessionList,
  SetAccountLogoBody,
  Summary,
  TaxRate,
  TaxRateCreate,
  TaxRateList,
  TaxRatePatch,
  TaxRegistration,
  TaxRegistrationCreate,
  TaxRegistrationList,
  TaxRegistrationPatch,
  TaxReport,
  TestClock,
  TimelineItemList,
  TrialBalance,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointFigures,
  WebhookEndpointHealthList,
  WebhookEndpointList,
  WebhookEndpointPatch,
  WebhookRedelivery,
} from './types.gen.ts'

/** Everything that can be called, by resource. */
export interface Resources {
  events: {
    /**
     * Read the event feed.
     *
     * Events in ascending order of `sequence`. Keep the last sequence you have handled and pass it as `after`; nothing is ever inserted before it. A page of very large events ends before `limit`, with `has_more`. `wait` holds the response until there is an event; up to a hundred requests of an environment can wait at once. Without the scope that reads an object, such as `customers:read`, its events have only its ID and kind.
     *
     * `GET /v1/events`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: List<[query?: Query<ListEventsData>], EventPage>
    /**
     * Retrieve an event.
     *
     * `GET /v1/events/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], WebhookEvent>
  }
  auditLog: {
    /**
     * List the audit log.
     *
     * One entry for each write that was accepted, written in its transaction, the newest first. Automatic changes are in the event feed. Sign-ins and sign-outs are in the live environment.
     *
     * `GET /v1/audit_log`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListAuditLogData>], AuditEntryList>
  }
  testClock: {
    /**
     * Retrieve the test clock.
     *
     * The current test time, and the progress of an advance. With `wait`, the response waits until the clock is ready.
     *
     * `GET /v1/test_clock`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `test_environment_only`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[query?: Query<RetrieveTestClockData>], TestClock>
    /**
     * Advance the test clock.
     *
     * Lives through everything that falls due until then, in order and dated when it was due. Answers at once; ask for the clock with `wait` to hear when it has arrived.
     *
     * `POST /v1/test_clock/advance`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `test_environment_only`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `clock_advancing`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    advance: Write<[body: AdvanceTestClockBody], TestClock>
    /**
     * Delete all test data.
     *
     * Erases everything in the test environment of this key but its settings, keys and webhook endpoints, and returns its clock to now. Until that is done, writes to it are refused.
     *
     * `POST /v1/test_clock/reset`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `test_environment_only`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    reset: Write<[], TestClock>
  }
  account: {
    /**
     * Retrieve the account.
     *
     * The settings of the environment of the key: test and live have their own. A text that was never given is "".
     *
     * `GET /v1/account`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[], Account>
    /**
     * Update the account.
     *
     * Properties you leave out stay the same; null clears. Finalized invoices never change: a new currency, time zone or text applies to later documents.
     *
     * `PATCH /v1/account`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `currency_invalid`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `first_invoice_number_taken`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[body: AccountPatch], Account>
    /**
     * Retrieve the logo.
     *
     * The image that documents show from now on.
     *
     * `GET /v1/account/logo`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveLogo: File<[]>
    /**
     * Set the logo.
     *
     * A PNG or JPEG of at most 512 KiB and 2000 × 2000 pixels, in base64. Metadata such as location, date and comments is removed. Answers the account.
     *
     * `POST /v1/account/logo`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `image_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    setLogo: Write<[body: SetAccountLogoBody], Account>
    /**
     * Remove the logo.
     *
     * Invoices finalized from now on show no logo; earlier ones keep theirs. Returns the account; you can safely repeat it.
     *
     * `DELETE /v1/account/logo`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    removeLogo: Write<[], Account>
    /**
     * Preview the look of documents.
     *
     * A sample invoice as PDF, marked as a draft, with the settings of the account. `color` and `footer` replace the saved ones in this preview only.
     *
     * `GET /v1/account/sample_invoice/pdf`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveSampleInvoicePdf: File<[query?: Query<RetrieveSampleInvoicePdfData>]>
  }
  taxRates: {
    /**
     * List tax rates.
     *
     * `GET /v1/tax_rates`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListTaxRatesData>], TaxRateList>
    /**
     * Create a tax rate.
     *
     * Own rates apply on lines that name them and, with a `tax_code`, wherever a registration covers the place.
     *
     * `POST /v1/tax_rates`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `tax_rate_overlap`, `tax_settings_full`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: TaxRateCreate], TaxRate>
    /**
     * Retrieve a tax rate.
     *
     * `GET /v1/tax_rates/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], TaxRate>
    /**
     * Update a tax rate.
     *
     * Members left out stay as they are; null clears. What invoices have already been taxed by stays.
     *
     * `PATCH /v1/tax_rates/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `tax_rate_overlap`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: TaxRatePatch], TaxRate>
  }
  taxRegistrations: {
    /**
     * List tax registrations.
     *
     * `GET /v1/tax_registrations`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListTaxRegistrationsData>], TaxRegistrationList>
    /**
     * Create a tax registration.
     *
     * Where you collect tax. With automatic tax on, invoices to customers there have it; nothing is collected anywhere else.
     *
     * `POST /v1/tax_registrations`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `tax_registration_overlap`, `tax_settings_full`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: TaxRegistrationCreate], TaxRegistration>
    /**
     * Retrieve a tax registration.
     *
     * `GET /v1/tax_registrations/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], TaxRegistration>
    /**
     * Update a tax registration.
     *
     * Members left out stay as they are; null clears. What invoices have already been taxed by stays.
     *
     * `PATCH /v1/tax_registrations/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `tax_registration_overlap`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: TaxRegistrationPatch], TaxRegistration>
  }
  coupons: {
    /**
     * List coupons.
     *
     * `GET /v1/coupons`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListCouponsData>], CouponList>
    /**
     * Create a coupon.
     *
     * What it takes off never changes: `percent_off`, or `amount_off` in a `currency`. Customers and drafts have the discount once it is redeemed, by the coupon itself or by a promotion code.
     *
     * `POST /v1/coupons`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: CouponCreate], Coupon>
    /**
     * Retrieve a coupon.
     *
     * `GET /v1/coupons/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], Coupon>
    /**
     * Update a coupon.
     *
     * Members left out stay as they are; null clears. Discounts that were given stay as they are.
     *
     * `PATCH /v1/coupons/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: CouponPatch], Coupon>
  }
  promotionCodes: {
    /**
     * List promotion codes.
     *
     * `GET /v1/promotion_codes`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListPromotionCodesData>], PromotionCodeList>
    /**
     * Create a promotion code.
     *
     * By which customers redeem a coupon: for anybody, one customer, or those without an issued invoice.
     *
     * `POST /v1/promotion_codes`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `promotion_code_taken`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: PromotionCodeCreate], PromotionCode>
    /**
     * Retrieve a promotion code.
     *
     * `GET /v1/promotion_codes/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], PromotionCode>
    /**
     * Update a promotion code.
     *
     * Members left out stay as they are; null clears. Discounts that were given stay as they are.
     *
     * `PATCH /v1/promotion_codes/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: PromotionCodePatch], PromotionCode>
  }
  customers: {
    /**
     * List customers.
     *
     * `GET /api/public/v1/customers`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListCustomersData>], CustomerList>
    /**
     * Create a customer.
     *
     * `POST /api/public/v1/customers`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `external_id_taken`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: CustomerCreate], Customer>
    /**
     * Retrieve a customer.
     *
     * `GET /api/public/v1/customers/{customer_id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[customer_id: string | number], Customer>
    /**
     * Update a customer.
     *
     * Members left out stay as they are; null (for texts also "") clears.
     *
     * `PATCH /api/public/v1/customers/{customer_id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `country_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `external_id_taken`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[customer_id: string | number, body: CustomerPatch], Customer>
    /**
     * Delete a customer.
     *
     * Refused while a draft, posted or overdue invoice names the customer, or credit is owed to it.
     *
     * `DELETE /api/public/v1/customers/{customer_id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `customer_has_open_invoices`, `customer_has_credit`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    delete: Write<[customer_id: string | number], DeletedCustomer>
    /**
     * Erase a customer’s personal data.
     *
     * Cannot be undone. The record is erased immediately; emails, events, stored responses and drafts within minutes; finalized invoices when they no longer have to be kept. Amounts, dates and numbers stay, so that the books add up. Refused while a draft, posted or overdue invoice names the customer, or credit is owed to it. Asking again sets another date for the documents.
     *
     * `POST /v1/customers/{customer_id}/erase`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `customer_has_open_invoices`, `customer_has_credit`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    erase: Write<[customer_id: string | number, body?: EraseCustomerBody], CustomerErasure>
    /**
     * Retrieve the status of an erasure.
     *
     * `GET /v1/customers/{customer_id}/erasure`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveErasure: Read<[customer_id: string | number], CustomerErasure>
    /**
     * Give a customer a discount.
     *
     * Redeems a coupon, by itself or by a promotion code. The discount is taken off each invoice as long as it lasts, drafts included; what becomes of the coupon later changes nothing about it.
     *
     * `POST /v1/customers/{customer_id}/discounts`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `coupon_inactive`, `coupon_expired`, `coupon_exhausted`, `promotion_code_not_eligible`, `discount_already_applied`, `discounts_too_many`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    addDiscount: Write<[customer_id: string | number, body?: AddCustomerDiscountBody], Customer>
    /**
     * Remove a discount of a customer.
     *
     * What was issued stays as it is. Where nothing was issued with it, the coupon can be redeemed once more.
     *
     * `DELETE /v1/customers/{customer_id}/discounts/{discount_id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    removeDiscount: Write<[customer_id: string | number, discount_id: string], Customer>
    /**
     * List credit transactions of a customer.
     *
     * What was granted, taken back, applied and restored; the balance is their sum.
     *
     * `GET /v1/customers/{customer_id}/credit_transactions`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    listCreditTransactions: CsvList<[customer_id: string | number, query?: Query<ListCreditTransactionsData>], CreditTransactionList>
    /**
     * Grant credit, or take it back.
     *
     * The next invoice in this currency that is finalized takes as much of the balance as it can. A negative amount removes credit, even from a deleted customer.
     *
     * `POST /v1/customers/{customer_id}/credit_transactions`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `amount_too_large`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `credit_exceeds_balance`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    createCreditTransaction: Write<[customer_id: string | number, body: CreditTransactionCreate], CreditTransaction>
    /**
     * What a customer owes.
     *
     * What remains of their unpaid invoices, how much of it is past due and since when, and what they were billed and have paid so far, by currency. Each figure names the list whose rows add up to it.
     *
     * `GET /v1/customers/{customer_id}/receivables`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveReceivables: Read<[customer_id: string | number], CustomerReceivables>
  }
  products: {
    /**
     * List products.
     *
     * Without `status`, active and archived ones.
     *
     * `GET /v1/products`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListProductsData>], ProductList>
    /**
     * Create a product.
     *
     * `POST /v1/products`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: ProductCreate], Product>
    /**
     * Retrieve a product.
     *
     * `GET /v1/products/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], Product>
    /**
     * Update a product.
     *
     * Members left out stay as they are; null clears. `status` brings an archived product back.
     *
     * `PATCH /v1/products/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: ProductPatch], Product>
    /**
     * Archive a product.
     *
     * Hides it from new invoice lines; what names it stays. Repeating is harmless.
     *
     * `DELETE /v1/products/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    archive: Write<[id: string], Product>
  }
  prices: {
    /**
     * List prices.
     *
     * Without `active`, those that new lines can name and those that they cannot.
     *
     * `GET /v1/prices`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListPricesData>], PriceList>
    /**
     * Create a price.
     *
     * What one quantity of a product costs. Which members it takes depends on `model`.
     *
     * `POST /v1/prices`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `product_archived`, `currency_invalid`, `decimal_invalid`, `tiers_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `lookup_key_taken`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: PriceCreate], Price>
    /**
     * Retrieve a price.
     *
     * `GET /v1/prices/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], Price>
    /**
     * Update a price.
     *
     * Members left out stay as they are; null clears. Once an invoice line has named it, its amounts never change: with `new_version`, a price that replaces it is created and answered.
     *
     * `PATCH /v1/prices/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `product_archived`, `decimal_invalid`, `tiers_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `price_used`, `lookup_key_taken`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: PricePatch], Price>
  }
  invoices: {
    /**
     * List invoices.
     *
     * `GET /v1/invoices`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListInvoicesData>], InvoiceList>
    /**
     * Create an invoice.
     *
     * Makes a draft. Finalize it to give it its number and send it, or send `finalize: true` to do both in this one request: all of it happens or nothing, with the events `invoice.created` and `invoice.finalized`.
     *
     * `POST /v1/invoices`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `product_archived`, `price_inactive`, `currency_mismatch`, `decimal_invalid`, `tax_rates_mixed`, `tax_rate_inactive`, `amount_too_large`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `coupon_inactive`, `coupon_expired`, `coupon_exhausted`, `promotion_code_not_eligible`, `discount_already_applied`, `seller_incomplete`, `tax_rate_not_in_force`, `tax_rate_unknown`, `tax_address_missing`, `document_particulars_missing`, `preview_outdated`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: InvoiceCreate], Invoice>
    /**
     * Retrieve an invoice.
     *
     * `GET /v1/invoices/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], Invoice>
    /**
     * Update a draft invoice.
     *
     * Members left out stay as they are; null clears. `line_items` replaces all lines, `metadata` is merged. Another `currency` comes with `line_items`, whose amounts are meant in it.
     *
     * `PATCH /v1/invoices/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `product_archived`, `price_inactive`, `currency_mismatch`, `decimal_invalid`, `tax_rates_mixed`, `tax_rate_inactive`, `amount_too_large`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_draft`, `promotion_code_not_eligible`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: InvoicePatch], Invoice>
    /**
     * Finalize a draft invoice.
     *
     * Freezes its amounts and texts and assigns the definitive number. Posted, or paid at once when nothing is due. `warnings` contains what is missing, of the seller or for taxes; it stays with the invoice, and a dry run shows it before. An account can have that refused.
     *
     * `POST /v1/invoices/{id}/finalize`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_draft`, `promotion_code_not_eligible`, `seller_incomplete`, `tax_rate_not_in_force`, `tax_rate_unknown`, `tax_address_missing`, `document_particulars_missing`, `preview_outdated`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    finalize: Write<[id: string, body?: FinalizeInvoiceBody], Invoice>
    /**
     * Void an invoice.
     *
     * Cancels an invoice that should not be paid. Its number is not reused.
     *
     * `POST /v1/invoices/{id}/void`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_voidable`, `invoice_has_payments`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    void: Write<[id: string], Invoice>
    /**
     * Give a draft a discount.
     *
     * Redeems a coupon, by itself or by a promotion code, for this invoice alone. It is taken off after the discounts of the customer.
     *
     * `POST /v1/invoices/{id}/discounts`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `currency_mismatch`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_draft`, `coupon_inactive`, `coupon_expired`, `coupon_exhausted`, `promotion_code_not_eligible`, `discount_already_applied`, `discounts_too_many`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    addDiscount: Write<[id: string, body?: AddInvoiceDiscountBody], Invoice>
    /**
     * Remove a discount of a draft.
     *
     * The coupon can be redeemed once more. Discounts of the customer are removed from the customer.
     *
     * `DELETE /v1/invoices/{id}/discounts/{discount_id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_draft`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    removeDiscount: Write<[id: string, discount_id: string], Invoice>
    /**
     * Preview an invoice.
     *
     * What finalizing would make of a draft, or of an invoice as it would be created; nothing is written. Send `at` and `hash` of the answer as `preview` when you create or finalize it: it is refused if it would be anything else.
     *
     * `POST /v1/invoices/preview`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `product_archived`, `price_inactive`, `currency_mismatch`, `decimal_invalid`, `tax_rates_mixed`, `tax_rate_inactive`, `amount_too_large`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_draft`, `coupon_inactive`, `coupon_expired`, `promotion_code_not_eligible`, `discount_already_applied`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    preview: Write<[body?: PreviewInvoiceBody], InvoicePreview>
    /**
     * Send an invoice or a reminder.
     *
     * Sends an email with the invoice, or a reminder, to the customer's current email or to another one. Test environments do not send it. A dry run previews the email: its text and HTML as they would be sent, with the PDF attached.
     *
     * `POST /v1/invoices/{id}/send`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_sendable`, `email_address_missing`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    send: Write<[id: string, body?: SendInvoiceBody], Invoice>
    /**
     * Replace the link of the hosted page.
     *
     * The old link stops working immediately.
     *
     * `POST /v1/invoices/{id}/rotate_hosted_url`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_issued`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    rotateHostedUrl: Write<[id: string], Invoice>
    /**
     * Explain every cent.
     *
     * How the amounts were calculated: as locked when finalized, or for the current draft.
     *
     * `GET /v1/invoices/{id}/explain`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    explain: Read<[id: string], InvoiceExplanation>
    /**
     * Retrieve the frozen seller and customer.
     *
     * As they were when the invoice was finalized. Only an erasure changes them.
     *
     * `GET /v1/invoices/{id}/snapshot`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveSnapshot: Read<[id: string], InvoiceSnapshot>
    /**
     * Download an invoice as PDF.
     *
     * The invoice as it was finalized, in the language the customer had then. The bytes of the first delivery are kept: later payments, due dates and versions of Reckoner do not change them. A draft is marked as one and not kept; a void invoice has another document, which says so. PDF/A-3b, with its fonts; the header `PDF-Standard` says `none` if a document could not be created in that format. The `ETag` is the SHA-256 of the bytes.
     *
     * `GET /v1/invoices/{id}/pdf`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrievePdf: File<[id: string]>
    /**
     * Tell what happened to an invoice.
     *
     * The oldest first: the events of the invoice, of its payments and of the credit applied to it, and its emails with their status. Continue with `starting_after`.
     *
     * `GET /v1/invoices/{id}/timeline`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    listTimeline: List<[id: string, query?: Query<ListInvoiceTimelineData>], TimelineItemList>
  }
  payments: {
    /**
     * List payments.
     *
     * Settled and reversed ones, the newest first.
     *
     * `GET /v1/payments`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListPaymentsData>], PaymentList>
    /**
     * Record a payment.
     *
     * Money received on a posted or overdue invoice, in part or in full. The invoice is paid when nothing remains.
     *
     * `POST /v1/payments`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`, `resource_missing`, `currency_invalid`, `currency_mismatch`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `invoice_not_payable`, `payment_exceeds_amount_due`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: PaymentCreate], Payment>
    /**
     * Retrieve a payment.
     *
     * `GET /v1/payments/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], Payment>
    /**
     * Reverse a payment.
     *
     * For what bounced, was charged back or was recorded by mistake. An invoice that it had paid waits for payment again.
     *
     * `POST /v1/payments/{id}/reverse`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `payment_already_reversed`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    reverse: Write<[id: string, body?: ReversePaymentBody], Payment>
  }
  creditTransactions: {
    /**
     * Retrieve a credit transaction.
     *
     * `GET /v1/credit_transactions/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], CreditTransaction>
  }
  ledger: {
    /**
     * List ledger entries.
     *
     * Every movement of money as a balanced entry, newest first. Entries are never changed: what is taken back is an entry of its own.
     *
     * `GET /v1/ledger/entries`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    listEntries: CsvList<[query?: Query<ListLedgerEntriesData>], LedgerEntryList>
    /**
     * Retrieve the trial balance.
     *
     * What was debited and credited in each account until the end of a day, and in `tax_payable` for each tax rate. In every currency the sums of debits and credits are equal.
     *
     * `GET /v1/ledger/trial_balance`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveTrialBalance: Read<[query?: Query<RetrieveTrialBalanceData>], TrialBalance>
    /**
     * What customers owe, and since when.
     *
     * What remained to be paid at the end of a day, by currency and customer, and how many days past due it was. The totals are the balance of the account `receivable`.
     *
     * `GET /v1/ledger/receivables_aging`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveReceivablesAging: Read<[query?: Query<RetrieveReceivablesAgingData>], ReceivablesAging>
    /**
     * Export the journal as CSV.
     *
     * A line for each posting that counts on the days from `from` to `to`, in the order in which they were booked. Customers have the names on their invoices. Amounts are decimals of the major unit of the currency, as their headings say (`_major`); texts are written so that no spreadsheet takes them for formulas.
     *
     * `GET /v1/ledger/journal.csv`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    exportJournal: File<[query?: Query<ExportJournalData>]>
    /**
     * Verify the books.
     *
     * Recomputes the books of this environment from its documents, in one snapshot, and reports every difference. It reads everything, so it takes a while with many records; requests made while it runs share its result.
     *
     * `GET /v1/ledger/verification`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    verify: Read<[], LedgerVerification>
  }
  tax: {
    /**
     * Retrieve the tax report.
     *
     * Per rate, what invoices finalized in the period were taxed on and with, less those voided in it; it equals the account `tax_payable` by dimension. Lines without tax are rows of rate `untaxed`, one for each reason and place. A line with two taxes, such as GST and QST, has its base in `net_taxable` of both rows and in `revenue` of one, so `revenue` adds up to the account `revenue` of the period and `net_taxable` does not. Amounts beyond 9007199254740991 are exact in the text of the answer.
     *
     * `GET /v1/tax/report`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `country_invalid`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveReport: Read<[query: Query<RetrieveTaxReportData>], TaxReport>
    /**
     * Export the tax report as CSV.
     *
     * A line for each currency and rate, and for untaxed supplies one for each reason and place. `revenue_major` adds up to the revenue of the period; `net_taxable_major` contains the base of a line once for each of its taxes. Amounts are decimals of the major unit of the currency, as their headings say (`_major`).
     *
     * `GET /v1/tax/report.csv`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `country_invalid`, `currency_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    exportReport: File<[query: Query<ExportTaxReportData>]>
  }
  emails: {
    /**
     * List emails.
     *
     * Without their texts.
     *
     * `GET /v1/emails`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListEmailsData>], EmailList>
    /**
     * Retrieve an email with its texts.
     *
     * As it was sent, or would be sent now.
     *
     * `GET /v1/emails/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], EmailWithTexts>
    /**
     * Preview an email.
     *
     * The HTML version as a page that runs no scripts and loads nothing but the logo.
     *
     * `GET /v1/emails/{id}/html`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    show: File<[id: string]>
  }
  webhookEndpoints: {
    /**
     * List webhook endpoints.
     *
     * `GET /v1/webhook_endpoints`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListWebhookEndpointsData>], WebhookEndpointList>
    /**
     * Create a webhook endpoint.
     *
     * Its secret is in this answer: keep it, to verify what arrives. A repetition with the same Idempotency-Key shows it to the same key for an hour, and nothing else does. It can be sent only events of objects that the caller can read: `invoice.*` takes `invoices:read`, `*` takes all scopes. An environment has 50 at most.
     *
     * `POST /v1/webhook_endpoints`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `webhook_endpoints_full`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: WebhookEndpointCreate], WebhookEndpoint>
    /**
     * Retrieve a webhook endpoint.
     *
     * `GET /v1/webhook_endpoints/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], WebhookEndpoint>
    /**
     * Update a webhook endpoint.
     *
     * `PATCH /v1/webhook_endpoints/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: WebhookEndpointPatch], WebhookEndpoint>
    /**
     * Delete a webhook endpoint.
     *
     * Pending deliveries are canceled.
     *
     * `DELETE /v1/webhook_endpoints/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    delete: Write<[id: string], DeletedWebhookEndpoint>
    /**
     * Pause a webhook endpoint.
     *
     * Deliveries stop until you resume the endpoint. No events are lost.
     *
     * `POST /v1/webhook_endpoints/{id}/pause`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    pause: Write<[id: string], WebhookEndpoint>
    /**
     * Resume a webhook endpoint.
     *
     * Also re-enables a disabled endpoint. Events from the pause are delivered in order.
     *
     * `POST /v1/webhook_endpoints/{id}/resume`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    resume: Write<[id: string], WebhookEndpoint>
    /**
     * Rotate the signing secret.
     *
     * Shows the new secret once. Until the overlap ends, deliveries carry a signature of each.
     *
     * `POST /v1/webhook_endpoints/{id}/rotate_secret`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    rotateSecret: Write<[id: string, body?: RotateWebhookSecretBody], WebhookEndpoint>
    /**
     * Send a test event.
     *
     * Records a `webhook_endpoint.test` event, which goes to this endpoint and no other.
     *
     * `POST /v1/webhook_endpoints/{id}/test`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    test: Write<[id: string], WebhookEndpoint>
    /**
     * How an endpoint is doing.
     *
     * `GET /v1/webhook_endpoints/{id}/figures`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieveFigures: Read<[id: string], WebhookEndpointFigures>
    /**
     * Deliver a range again.
     *
     * Redelivers the finished deliveries of a range of the feed, or only the failed ones, at most 500; use next_sequence as from_sequence of the next request.
     *
     * `POST /v1/webhook_endpoints/{id}/redeliver`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    redeliverRange: Write<[id: string, body?: RedeliverWebhookRangeBody], WebhookRedelivery>
  }
  webhookHealth: {
    /**
     * How all endpoints are doing.
     *
     * How many deliveries of the last 7 days succeeded, for each endpoint that is not deleted, all on one page.
     *
     * `GET /v1/webhook_health`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: Read<[], WebhookEndpointHealthList>
  }
  webhookDeliveries: {
    /**
     * List webhook deliveries.
     *
     * `GET /v1/webhook_deliveries`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListWebhookDeliveriesData>], WebhookDeliveryList>
    /**
     * Retrieve a webhook delivery with its attempts.
     *
     * `GET /v1/webhook_deliveries/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], WebhookDeliveryWithAttempts>
    /**
     * Deliver again.
     *
     * Retries immediately and restarts the retry schedule, whatever its status.
     *
     * `POST /v1/webhook_deliveries/{id}/redeliver`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    redeliver: Write<[id: string], WebhookDelivery>
    /**
     * Skip a pending delivery.
     *
     * Later events for the same object are then delivered.
     *
     * `POST /v1/webhook_deliveries/{id}/skip`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `delivery_not_pending`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    skip: Write<[id: string], WebhookDelivery>
  }
  apiKeys: {
    /**
     * List API keys.
     *
     * `GET /v1/api_keys`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListApiKeysData>], ApiKeyList>
    /**
     * Create an API key.
     *
     * The whole key is in this answer and in no other: keep it. A repetition of the request with the same Idempotency-Key shows null.
     *
     * `POST /v1/api_keys`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    create: Write<[body: ApiKeyCreate], ApiKey>
    /**
     * Retrieve an API key.
     *
     * `GET /v1/api_keys/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], ApiKey>
    /**
     * Rename an API key.
     *
     * The scopes of a key never change: roll it, or create another one.
     *
     * `PATCH /v1/api_keys/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: ApiKeyPatch], ApiKey>
    /**
     * Roll an API key.
     *
     * Makes a new key with the same name and scopes, shown whole this once. The old one goes on working for the overlap, then ends.
     *
     * `POST /v1/api_keys/{id}/roll`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `api_key_ended`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    roll: Write<[id: string, body?: RollApiKeyBody], ApiKey>
    /**
     * Revoke an API key.
     *
     * Ends the key: at once in the process that answers, within five seconds in all others. It cannot be brought back.
     *
     * `POST /v1/api_keys/{id}/revoke`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    revoke: Write<[id: string], ApiKey>
  }
  members: {
    /**
     * List members.
     *
     * Test keys cannot use it.
     *
     * `GET /v1/members`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListMembersData>], MemberList>
    /**
     * Invite a member.
     *
     * Emails a one-time link to this person that expires in seven days. Without an email server, or with `mail` false, the link is in this response only. Test keys cannot use it.
     *
     * `POST /v1/members`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `owner_required`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `member_exists`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    invite: Write<[body: InviteMemberBody], Member>
    /**
     * Retrieve a member.
     *
     * Test keys cannot use it.
     *
     * `GET /v1/members/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], Member>
    /**
     * Change the role of a member.
     *
     * Test keys cannot use it.
     *
     * `PATCH /v1/members/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `owner_required`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `last_owner`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    update: Write<[id: string, body: MemberPatch], Member>
    /**
     * Remove a member.
     *
     * Access ends immediately in the process that responds, and within five seconds in others. Test keys cannot use it.
     *
     * `DELETE /v1/members/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `owner_required`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `last_owner`; 412 `precondition_failed`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    remove: Write<[id: string], DeletedMember>
    /**
     * Create a new link for a member.
     *
     * To join, for an invited person; to set a new password, for a member. Earlier links of this member stop working. It is emailed, or in this response only. Test keys cannot use it.
     *
     * `POST /v1/members/{id}/link`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`, `parameter_missing`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `owner_required`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`, `member_elsewhere`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    link: Write<[id: string, body?: LinkMemberBody], Member>
  }
  sessions: {
    /**
     * List where members are signed in.
     *
     * The sessions of all who belong to the account, in whichever account they work. Test keys cannot use it.
     *
     * `GET /v1/sessions`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListSessionsData>], SessionList>
    /**
     * Sign a member out.
     *
     * Ends one session in every account of this person: immediately in the process that responds, within five seconds in others. They can sign in again; to keep them out, remove the member. Test keys cannot use it.
     *
     * `DELETE /v1/sessions/{id}`
     *
     * Refused as: 400 `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`, `owner_required`; 404 `resource_missing`; 406 `not_acceptable`; 409 `environment_resetting`, `idempotency_key_in_use`; 413 `body_too_large`; 415 `unsupported_media_type`; 422 `idempotency_key_reused`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    end: Write<[id: string], DeletedSession>
  }
  requests: {
    /**
     * List requests.
     *
     * Requests to the API by keys and people, newest first, within a second and for thirty days. A busy environment keeps a part of them, failures first. The query of a request is shown if you have the scope that reads its resource, such as `customers:read`.
     *
     * `GET /v1/requests`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`, `parameters_exclusive`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    list: CsvList<[query?: Query<ListRequestsData>], LoggedRequestList>
    /**
     * Retrieve a request with its bodies.
     *
     * The first 16 384 characters of the request and response bodies, without passwords, keys and other secrets, if you have the scope that reads its resource, such as `customers:read`; otherwise null. Responses to GET requests are not kept.
     *
     * `GET /v1/requests/{id}`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 404 `resource_missing`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[id: string], LoggedRequestWithBodies>
  }
  /**
   * Search.
   *
   * Finds any object by its ID, invoices by number, customers and products by the beginnings of words, without regard to case and accents; those whose name begins so come first. Only kinds that the key may read are looked for.
   *
   * `GET /v1/search`
   *
   * Refused as: 400 `parameter_unknown`, `parameter_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
   */
  search: Read<[query: Query<SearchData>], SearchResults>
  summary: {
    /**
     * The figures of the home page.
     *
     * What was billed and received against the period before, what is owed and since when, what became of invoices, how many were finalized with warnings, and what needs attention. Each figure names the list whose rows add up to it.
     *
     * `GET /v1/summary`
     *
     * Refused as: 400 `parameter_unknown`, `parameter_invalid`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[query?: Query<RetrieveSummaryData>], Summary>
  }
  limits: {
    /**
     * Retrieve limits.
     *
     * Your tier’s rate limit, current usage and size limits.
     *
     * `GET /v1/limits`
     *
     * Refused as: 400 `parameter_unknown`; 401 `api_key_missing`, `api_key_invalid`; 403 `permission_denied`; 406 `not_acceptable`; 429 `rate_limit_exceeded`; 500 `internal_error`; 503 `unavailable`.
     */
    retrieve: Read<[], Limits>
  }
}

/** How each of them is sent. */
export const OPERATIONS: Record<string, Operation | Record<string, Operation>> = {
  events: {
    list: { kind: 'list', method: 'GET', path: '/v1/events', cursor: 'after' },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/events/{id}' },
  },
  auditLog: {
    list: { kind: 'list', method: 'GET', path: '/v1/audit_log', cursor: 'starting_after', csv: '/v1/audit_log.csv' },
  },
  testClock: {
    retrieve: { kind: 'read', method: 'GET', path: '/v1/test_clock', hasQuery: true },
    advance: { kind: 'write', method: 'POST', path: '/v1/test_clock/advance', hasBody: true },
    reset: { kind: 'write', method: 'POST', path: '/v1/test_clock/reset' },
  },
  account: {
    retrieve: { kind: 'read', method: 'GET', path: '/v1/account' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/account', hasBody: true },
    retrieveLogo: { kind: 'file', method: 'GET', path: '/v1/account/logo' },
    setLogo: { kind: 'write', method: 'POST', path: '/v1/account/logo', hasBody: true },
    removeLogo: { kind: 'write', method: 'DELETE', path: '/v1/account/logo' },
    retrieveSampleInvoicePdf: { kind: 'file', method: 'GET', path: '/v1/account/sample_invoice/pdf', hasQuery: true },
  },
  taxRates: {
    list: { kind: 'list', method: 'GET', path: '/v1/tax_rates', cursor: 'starting_after', csv: '/v1/tax_rates.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/tax_rates', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/tax_rates/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/tax_rates/{id}', hasBody: true },
  },
  taxRegistrations: {
    list: { kind: 'list', method: 'GET', path: '/v1/tax_registrations', cursor: 'starting_after', csv: '/v1/tax_registrations.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/tax_registrations', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/tax_registrations/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/tax_registrations/{id}', hasBody: true },
  },
  coupons: {
    list: { kind: 'list', method: 'GET', path: '/v1/coupons', cursor: 'starting_after', csv: '/v1/coupons.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/coupons', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/coupons/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/coupons/{id}', hasBody: true },
  },
  promotionCodes: {
    list: { kind: 'list', method: 'GET', path: '/v1/promotion_codes', cursor: 'starting_after', csv: '/v1/promotion_codes.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/promotion_codes', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/promotion_codes/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/promotion_codes/{id}', hasBody: true },
  },
  customers: {
    list: { kind: 'list', method: 'GET', path: '/api/public/v1/customers', cursor: 'starting_after', csv: '/api/public/v1/customers.csv' },
    create: { kind: 'write', method: 'POST', path: '/api/public/v1/customers', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/api/public/v1/customers/{customer_id}' },
    update: { kind: 'write', method: 'PATCH', path: '/api/public/v1/customers/{customer_id}', hasBody: true },
    delete: { kind: 'write', method: 'DELETE', path: '/api/public/v1/customers/{customer_id}' },
    erase: { kind: 'write', method: 'POST', path: '/v1/customers/{customer_id}/erase', hasBody: true },
    retrieveErasure: { kind: 'read', method: 'GET', path: '/v1/customers/{customer_id}/erasure' },
    addDiscount: { kind: 'write', method: 'POST', path: '/v1/customers/{customer_id}/discounts', hasBody: true },
    removeDiscount: { kind: 'write', method: 'DELETE', path: '/v1/customers/{customer_id}/discounts/{discount_id}' },
    listCreditTransactions: { kind: 'list', method: 'GET', path: '/v1/customers/{customer_id}/credit_transactions', cursor: 'starting_after', csv: '/v1/customers/{customer_id}/credit_transactions.csv' },
    createCreditTransaction: { kind: 'write', method: 'POST', path: '/v1/customers/{customer_id}/credit_transactions', hasBody: true },
    retrieveReceivables: { kind: 'read', method: 'GET', path: '/v1/customers/{customer_id}/receivables' },
  },
  products: {
    list: { kind: 'list', method: 'GET', path: '/v1/products', cursor: 'starting_after', csv: '/v1/products.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/products', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/products/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/products/{id}', hasBody: true },
    archive: { kind: 'write', method: 'DELETE', path: '/v1/products/{id}' },
  },
  prices: {
    list: { kind: 'list', method: 'GET', path: '/v1/prices', cursor: 'starting_after', csv: '/v1/prices.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/prices', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/prices/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/prices/{id}', hasBody: true },
  },
  invoices: {
    list: { kind: 'list', method: 'GET', path: '/v1/invoices', cursor: 'starting_after', csv: '/v1/invoices.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/invoices', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/invoices/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/invoices/{id}', hasBody: true },
    finalize: { kind: 'write', method: 'POST', path: '/v1/invoices/{id}/finalize', hasBody: true },
    void: { kind: 'write', method: 'POST', path: '/v1/invoices/{id}/void' },
    addDiscount: { kind: 'write', method: 'POST', path: '/v1/invoices/{id}/discounts', hasBody: true },
    removeDiscount: { kind: 'write', method: 'DELETE', path: '/v1/invoices/{id}/discounts/{discount_id}' },
    preview: { kind: 'write', method: 'POST', path: '/v1/invoices/preview', hasBody: true },
    send: { kind: 'write', method: 'POST', path: '/v1/invoices/{id}/send', hasBody: true },
    rotateHostedUrl: { kind: 'write', method: 'POST', path: '/v1/invoices/{id}/rotate_hosted_url' },
    explain: { kind: 'read', method: 'GET', path: '/v1/invoices/{id}/explain' },
    retrieveSnapshot: { kind: 'read', method: 'GET', path: '/v1/invoices/{id}/snapshot' },
    retrievePdf: { kind: 'file', method: 'GET', path: '/v1/invoices/{id}/pdf' },
    listTimeline: { kind: 'list', method: 'GET', path: '/v1/invoices/{id}/timeline', cursor: 'starting_after' },
  },
  payments: {
    list: { kind: 'list', method: 'GET', path: '/v1/payments', cursor: 'starting_after', csv: '/v1/payments.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/payments', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/payments/{id}' },
    reverse: { kind: 'write', method: 'POST', path: '/v1/payments/{id}/reverse', hasBody: true },
  },
  creditTransactions: {
    retrieve: { kind: 'read', method: 'GET', path: '/v1/credit_transactions/{id}' },
  },
  ledger: {
    listEntries: { kind: 'list', method: 'GET', path: '/v1/ledger/entries', cursor: 'starting_after', csv: '/v1/ledger/entries.csv' },
    retrieveTrialBalance: { kind: 'read', method: 'GET', path: '/v1/ledger/trial_balance', hasQuery: true },
    retrieveReceivablesAging: { kind: 'read', method: 'GET', path: '/v1/ledger/receivables_aging', hasQuery: true },
    exportJournal: { kind: 'file', method: 'GET', path: '/v1/ledger/journal.csv', hasQuery: true },
    verify: { kind: 'read', method: 'GET', path: '/v1/ledger/verification' },
  },
  tax: {
    retrieveReport: { kind: 'read', method: 'GET', path: '/v1/tax/report', hasQuery: true },
    exportReport: { kind: 'file', method: 'GET', path: '/v1/tax/report.csv', hasQuery: true },
  },
  emails: {
    list: { kind: 'list', method: 'GET', path: '/v1/emails', cursor: 'starting_after', csv: '/v1/emails.csv' },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/emails/{id}' },
    show: { kind: 'file', method: 'GET', path: '/v1/emails/{id}/html' },
  },
  webhookEndpoints: {
    list: { kind: 'list', method: 'GET', path: '/v1/webhook_endpoints', cursor: 'starting_after', csv: '/v1/webhook_endpoints.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/webhook_endpoints', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/webhook_endpoints/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/webhook_endpoints/{id}', hasBody: true },
    delete: { kind: 'write', method: 'DELETE', path: '/v1/webhook_endpoints/{id}' },
    pause: { kind: 'write', method: 'POST', path: '/v1/webhook_endpoints/{id}/pause' },
    resume: { kind: 'write', method: 'POST', path: '/v1/webhook_endpoints/{id}/resume' },
    rotateSecret: { kind: 'write', method: 'POST', path: '/v1/webhook_endpoints/{id}/rotate_secret', hasBody: true },
    test: { kind: 'write', method: 'POST', path: '/v1/webhook_endpoints/{id}/test' },
    retrieveFigures: { kind: 'read', method: 'GET', path: '/v1/webhook_endpoints/{id}/figures' },
    redeliverRange: { kind: 'write', method: 'POST', path: '/v1/webhook_endpoints/{id}/redeliver', hasBody: true },
  },
  webhookHealth: {
    list: { kind: 'read', method: 'GET', path: '/v1/webhook_health' },
  },
  webhookDeliveries: {
    list: { kind: 'list', method: 'GET', path: '/v1/webhook_deliveries', cursor: 'starting_after', csv: '/v1/webhook_deliveries.csv' },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/webhook_deliveries/{id}' },
    redeliver: { kind: 'write', method: 'POST', path: '/v1/webhook_deliveries/{id}/redeliver' },
    skip: { kind: 'write', method: 'POST', path: '/v1/webhook_deliveries/{id}/skip' },
  },
  apiKeys: {
    list: { kind: 'list', method: 'GET', path: '/v1/api_keys', cursor: 'starting_after', csv: '/v1/api_keys.csv' },
    create: { kind: 'write', method: 'POST', path: '/v1/api_keys', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/api_keys/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/api_keys/{id}', hasBody: true },
    roll: { kind: 'write', method: 'POST', path: '/v1/api_keys/{id}/roll', hasBody: true },
    revoke: { kind: 'write', method: 'POST', path: '/v1/api_keys/{id}/revoke' },
  },
  members: {
    list: { kind: 'list', method: 'GET', path: '/v1/members', cursor: 'starting_after', csv: '/v1/members.csv' },
    invite: { kind: 'write', method: 'POST', path: '/v1/members', hasBody: true },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/members/{id}' },
    update: { kind: 'write', method: 'PATCH', path: '/v1/members/{id}', hasBody: true },
    remove: { kind: 'write', method: 'DELETE', path: '/v1/members/{id}' },
    link: { kind: 'write', method: 'POST', path: '/v1/members/{id}/link', hasBody: true },
  },
  sessions: {
    list: { kind: 'list', method: 'GET', path: '/v1/sessions', cursor: 'starting_after', csv: '/v1/sessions.csv' },
    end: { kind: 'write', method: 'DELETE', path: '/v1/sessions/{id}' },
  },
  requests: {
    list: { kind: 'list', method: 'GET', path: '/v1/requests', cursor: 'starting_after', csv: '/v1/requests.csv' },
    retrieve: { kind: 'read', method: 'GET', path: '/v1/requests/{id}' },
  },
  search: { kind: 'read', method: 'GET', path: '/v1/search', hasQuery: true },
  summary: {
    retrieve: { kind: 'read', method: 'GET', path: '/v1/summary', hasQuery: true },
  },
  limits: {
    retrieve: { kind: 'read', method: 'GET', path: '/v1/limits' },
  },
}

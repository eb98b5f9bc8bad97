// The shapes of openapi.json, by hey-api. Written by sdk/generate.ts: never by hand.

export type ClientOptions = {
    baseUrl: 'http://localhost:3000' | (string & {});
};

export type Webhooks = OnAccountUpdatedWebhookRequest | OnCouponCreatedWebhookRequest | OnCouponRedeemedWebhookRequest | OnCouponReleasedWebhookRequest | OnCouponUpdatedWebhookRequest | OnCreditTransactionCreatedWebhookRequest | OnCustomerCreatedWebhookRequest | OnCustomerDeletedWebhookRequest | OnCustomerErasedWebhookRequest | OnCustomerUpdatedWebhookRequest | OnInvoiceCreatedWebhookRequest | OnInvoiceFinalizedWebhookRequest | OnInvoiceOverdueWebhookRequest | OnInvoicePaidWebhookRequest | OnInvoicePartiallyPaidWebhookRequest | OnInvoicePaymentReversedWebhookRequest | OnInvoiceRemindedWebhookRequest | OnInvoiceSendFailedWebhookRequest | OnInvoiceSentWebhookRequest | OnInvoiceUpdatedWebhookRequest | OnInvoiceVoidedWebhookRequest | OnPaymentCreatedWebhookRequest | OnPaymentReversedWebhookRequest | OnPriceCreatedWebhookRequest | OnPriceUpdatedWebhookRequest | OnProductArchivedWebhookRequest | OnProductCreatedWebhookRequest | OnProductUpdatedWebhookRequest | OnPromotionCodeCreatedWebhookRequest | OnPromotionCodeUpdatedWebhookRequest | OnTaxRateCreatedWebhookRequest | OnTaxRateUpdatedWebhookRequest | OnTaxRegistrationCreatedWebhookRequest | OnTaxRegistrationUpdatedWebhookRequest | OnWebhookEndpointCreatedWebhookRequest | OnWebhookEndpointDeletedWebhookRequest | OnWebhookEndpointDisabledWebhookRequest | OnWebhookEndpointSecretRotatedWebhookRequest | OnWebhookEndpointTestWebhookRequest | OnWebhookEndpointUpdatedWebhookRequest;

export type Account = {
    id: string;
    object: 'account';
    /**
     * Whose settings these are: each has its own.
     */
    environment: 'test' | 'live';
    /**
     * What the account is called; documents show `legal_name` if there is one. Must be a single-line string without control characters.
     */
    name: string;
    /**
     * The name on documents. Must be a single-line string without control characters.
     */
    legal_name: string;
    /**
     * Street address. Must be a single-line string without control characters.
     */
    address_line1: string;
    /**
     * Second address line. Must be a single-line string without control characters.
     */
    address_line2: string;
    /**
     * City. Must be a single-line string without control characters.
     */
    city: string;
    /**
     * State or province. Must be a single-line string without control characters.
     */
    state_province: string;
    /**
     * Postal or ZIP code. Must be a single-line string without control characters.
     */
    postal_code: string;
    /**
     * Two-letter code; "" when never given.
     */
    country: string;
    /**
     * Tax registration numbers, in the order of documents.
     */
    tax_numbers: Array<AccountTaxNumber>;
    /**
     * Phone number. Must be a single-line string without control characters.
     */
    phone: string;
    /**
     * Shown on documents.
     */
    email: string;
    /**
     * Shown on documents.
     */
    website: string;
    /**
     * Default currency for new invoices. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    default_currency: string;
    /**
     * Where days begin and end: of due dates, of reminders. Must be an IANA time zone such as UTC or America/Toronto.
     */
    time_zone: string;
    /**
     * Of documents for customers who have none of their own. Must be a language such as en, fr or fr-CA.
     */
    language: string;
    /**
     * Days from finalizing to the due date, if the invoice has none.
     */
    payment_terms_days: number;
    payment_instructions: AccountPaymentInstructions;
    /**
     * The accent on documents.
     */
    color: string | null;
    /**
     * Shown at the bottom of documents. Must be a string without control characters, except tabs and line breaks.
     */
    footer: string;
    /**
     * Sender name of emails, if it is not the name of the account. Must be a single-line string without control characters.
     */
    mail_from_name: string;
    /**
     * Reply-to address of emails.
     */
    reply_to: string;
    /**
     * When to remind of an unpaid invoice: days from its due date, negative ones before it. None means never.
     */
    reminder_days: Array<number>;
    /**
     * The number of the first invoice; you can change it until that is finalized.
     */
    first_invoice_number: number;
    /**
     * Whether you can finalize invoices while the name, the address, a reply-to address or an email server is missing: `warn` finalizes and a dry run shows what is missing; `refuse` returns an error.
     */
    incomplete_seller: 'warn' | 'refuse';
    /**
     * Whether invoices are taxed by your registrations, unless their lines name rates.
     */
    automatic_tax: boolean;
    /**
     * Whether unit prices include tax, unless their price says otherwise.
     */
    tax_behavior: 'exclusive' | 'inclusive';
    /**
     * Whether you can finalize invoices of customers without an address that tells their taxes: `warn` finalizes without tax.
     */
    tax_address: 'warn' | 'refuse';
    /**
     * Whether you can finalize invoices where you are registered but no rate is known: `warn` finalizes without tax.
     */
    tax_unknown_rate: 'warn' | 'refuse';
    /**
     * Whether you can finalize invoices that lack what the law asks of them, such as your registration number.
     */
    tax_particulars: 'warn' | 'refuse';
    /**
     * The image on documents; null when there is none.
     */
    logo: AccountLogo | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
};

export type AccountEventData = {
    object: Account;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type AccountLogo = {
    /**
     * Of the image as it is kept, without its metadata.
     */
    sha256: string;
    /**
     * In pixels.
     */
    width: number;
    /**
     * In pixels.
     */
    height: number;
    /**
     * What the image is.
     */
    content_type: 'image/png' | 'image/jpeg';
    /**
     * Where a key can read it.
     */
    url: string;
};

export type AccountPatch = {
    /**
     * What the account is called; documents show `legal_name` if there is one. Must be a single-line string without control characters.
     */
    name?: string;
    /**
     * The name on documents. Must be a single-line string without control characters.
     */
    legal_name?: string | null;
    /**
     * Street address. Must be a single-line string without control characters.
     */
    address_line1?: string | null;
    /**
     * Second address line. Must be a single-line string without control characters.
     */
    address_line2?: string | null;
    /**
     * City. Must be a single-line string without control characters.
     */
    city?: string | null;
    /**
     * State or province. Must be a single-line string without control characters.
     */
    state_province?: string | null;
    /**
     * Postal or ZIP code. Must be a single-line string without control characters.
     */
    postal_code?: string | null;
    /**
     * Two-letter code, in any case. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
     */
    country?: string | '' | null;
    /**
     * Tax registration numbers, in the order of documents.
     */
    tax_numbers?: Array<AccountPatchTaxNumber> | null;
    /**
     * Phone number. Must be a single-line string without control characters.
     */
    phone?: string | null;
    /**
     * Shown on documents.
     */
    email?: string | '' | null;
    /**
     * Shown on documents. Must be a URL such as https://www.example.com.
     */
    website?: string | '' | null;
    /**
     * Default currency for new invoices. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    default_currency?: string;
    /**
     * Where days begin and end: of due dates, of reminders. Must be an IANA time zone such as UTC or America/Toronto.
     */
    time_zone?: string;
    /**
     * Of documents for customers who have none of their own. Must be a language such as en, fr or fr-CA.
     */
    language?: string;
    /**
     * Days from finalizing to the due date, if the invoice has none.
     */
    payment_terms_days?: number;
    payment_instructions?: AccountPatchPaymentInstructions | null;
    /**
     * The accent on documents. Must be a color such as #1a6fb5.
     */
    color?: string | '' | null;
    /**
     * Shown at the bottom of documents. Must be a string without control characters, except tabs and line breaks.
     */
    footer?: string | null;
    /**
     * Sender name of emails, if it is not the name of the account. Must be a single-line string without control characters.
     */
    mail_from_name?: string | null;
    /**
     * Reply-to address of emails.
     */
    reply_to?: string | '' | null;
    /**
     * When to remind of an unpaid invoice: days from its due date, negative ones before it. None means never.
     */
    reminder_days?: Array<number> | null;
    /**
     * The number of the first invoice; you can change it until that is finalized.
     */
    first_invoice_number?: number;
    /**
     * Whether you can finalize invoices while the name, the address, a reply-to address or an email server is missing: `warn` finalizes and a dry run shows what is missing; `refuse` returns an error.
     */
    incomplete_seller?: 'warn' | 'refuse';
    /**
     * Whether invoices are taxed by your registrations, unless their lines name rates.
     */
    automatic_tax?: boolean;
    /**
     * Whether unit prices include tax, unless their price says otherwise.
     */
    tax_behavior?: 'exclusive' | 'inclusive';
    /**
     * Whether you can finalize invoices of customers without an address that tells their taxes: `warn` finalizes without tax.
     */
    tax_address?: 'warn' | 'refuse';
    /**
     * Whether you can finalize invoices where you are registered but no rate is known: `warn` finalizes without tax.
     */
    tax_unknown_rate?: 'warn' | 'refuse';
    /**
     * Whether you can finalize invoices that lack what the law asks of them, such as your registration number.
     */
    tax_particulars?: 'warn' | 'refuse';
};

/**
 * Merged by property.
 */
export type AccountPatchPaymentInstructions = {
    /**
     * How to pay by bank transfer. Must be a string without control characters, except tabs and line breaks.
     */
    bank_transfer?: string | null;
    /**
     * Where to send cheques. Must be a string without control characters, except tabs and line breaks.
     */
    cheque?: string | null;
    /**
     * Other payment methods. Must be a string without control characters, except tabs and line breaks.
     */
    other?: string | null;
};

export type AccountPatchTaxNumber = {
    /**
     * What it is, such as GST/HST. Must be a single-line string without control characters.
     */
    label: string;
    /**
     * The number as documents show it. Must be a single-line string without control characters.
     */
    value: string;
};

export type AccountPaymentInstructions = {
    /**
     * How to pay by bank transfer. Must be a string without control characters, except tabs and line breaks.
     */
    bank_transfer: string;
    /**
     * Where to send cheques. Must be a string without control characters, except tabs and line breaks.
     */
    cheque: string;
    /**
     * Other payment methods. Must be a string without control characters, except tabs and line breaks.
     */
    other: string;
};

export type AccountTaxNumber = {
    /**
     * What it is, such as GST/HST. Must be a single-line string without control characters.
     */
    label: string;
    /**
     * The number as documents show it. Must be a single-line string without control characters.
     */
    value: string;
};

export type AccountUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'account.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: AccountEventData;
};

export type AddCustomerDiscountBody = {
    /**
     * The coupon to redeem.
     */
    coupon_id?: string;
    /**
     * The promotion code to redeem; the other of the two is left out.
     */
    promotion_code_id?: string;
};

export type AddInvoiceDiscountBody = {
    /**
     * The coupon to redeem.
     */
    coupon_id?: string;
    /**
     * The promotion code to redeem; the other of the two is left out.
     */
    promotion_code_id?: string;
};

export type AdvanceTestClockBody = {
    /**
     * The time to advance to: later than `now`, and not after the year 8999.
     */
    to: string;
};

export type ApiKey = {
    /**
     * The public half of the key.
     */
    id: string;
    object: 'api_key';
    name: string;
    scopes: Array<string>;
    /**
     * Only active keys can call the API.
     */
    status: 'active' | 'expired' | 'revoked';
    /**
     * The full key. Returned only when created; null afterward.
     */
    key: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * When the key expires.
     */
    expires_at: string | null;
    /**
     * When the key was revoked.
     */
    revoked_at: string | null;
    /**
     * Updated about twice a minute.
     */
    last_used_at: string | null;
    /**
     * IP address it was last used from.
     */
    last_used_address: string | null;
};

export type ApiKeyCreate = {
    /**
     * What the key is for.
     */
    name: string;
    /**
     * Permissions of the key: `<resource>:read`, `<resource>:write` (which includes reading), or `*` for everything. Only scopes that the caller has.
     */
    scopes: Array<string>;
    /**
     * When the key expires. Omit it for a key that never expires.
     */
    expires_at?: string;
};

export type ApiKeyList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<ApiKey>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type ApiKeyPatch = {
    /**
     * What the key is for.
     */
    name?: string;
};

export type AuditEntry = {
    id: string;
    object: 'audit_entry';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * Who: the ID of a key, or of a person.
     */
    actor: string;
    /**
     * What the key or person was called then.
     */
    actor_label: string;
    /**
     * IP address.
     */
    address: string;
    /**
     * The Request-Id of the response.
     */
    request_id: string | null;
    /**
     * Which operation of the reference; or, of people, what they did.
     */
    action: string;
    object_id: string | null;
    /**
     * What the object was called at the time: its number, name or email. Null if it has none, or if the caller lacks the scopes: `events:read` and the one that reads the object, for keys `api_keys:read`, for members `members:read`.
     */
    object_name: string | null;
    /**
     * The properties that changed, as in the event; empty if the caller cannot read the event with its object.
     */
    changed: Array<string>;
};

export type AuditEntryList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<AuditEntry>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type Coupon = {
    id: string;
    object: 'coupon';
    /**
     * Shown on documents.
     */
    name: string;
    /**
     * What it takes off, in percent; null if it is an amount.
     */
    percent_off: string | null;
    /**
     * What it takes off, in the currency's smallest unit; null if it is a percentage.
     */
    amount_off: number | null;
    /**
     * The currency of its amounts, and of the invoices it is for; null for any.
     */
    currency: string | null;
    /**
     * How long the discount of a customer lasts: one invoice, some months, or for ever.
     */
    duration: 'once' | 'months' | 'forever';
    /**
     * Of `months`: in how many months with an invoice it applies.
     */
    duration_months: number | null;
    /**
     * Only lines with these products; all lines where both lists are empty.
     */
    product_ids: Array<string>;
    /**
     * Only lines with these prices.
     */
    price_ids: Array<string>;
    /**
     * The least that the lines it is for come to, before tax; null for any.
     */
    minimum_amount: number | null;
    /**
     * How often it can be redeemed; null for no limit.
     */
    max_redemptions: number | null;
    /**
     * How often it has been redeemed.
     */
    times_redeemed: number;
    /**
     * Whether it can be redeemed.
     */
    active: boolean;
    /**
     * The last instant at which it can be redeemed; null for none.
     */
    redeem_by: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    metadata: Metadata;
};

export type CouponCreate = {
    /**
     * Shown on documents. Must be a single-line string without control characters.
     */
    name: string;
    /**
     * What it takes off, in percent, with at most four digits after the point.
     */
    percent_off?: string | null;
    amount_off?: number | null;
    /**
     * Three letters, in any case; it comes with `amount_off` and `minimum_amount`. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string | null;
    /**
     * How long the discount of a customer lasts; `once` when left out.
     */
    duration?: 'once' | 'months' | 'forever';
    duration_months?: number | null;
    /**
     * Only lines with these products; all lines where both lists are empty.
     */
    product_ids?: Array<string>;
    /**
     * Only lines with these prices.
     */
    price_ids?: Array<string>;
    minimum_amount?: number | null;
    max_redemptions?: number | null;
    /**
     * The last instant at which it can be redeemed.
     */
    redeem_by?: string | null;
    metadata?: Metadata;
};

export type CouponCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'coupon.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CouponEventData;
};

export type CouponEventData = {
    object: Coupon;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type CouponList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Coupon>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type CouponPatch = {
    /**
     * Shown on documents. Must be a single-line string without control characters.
     */
    name?: string;
    max_redemptions?: number | null;
    /**
     * Whether it can be redeemed.
     */
    active?: boolean;
    /**
     * The last instant at which it can be redeemed.
     */
    redeem_by?: string | null;
    metadata?: MetadataPatch | null;
};

export type CouponRedeemedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'coupon.redeemed';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CouponEventData;
};

export type CouponReleasedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'coupon.released';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CouponEventData;
};

export type CouponUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'coupon.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CouponEventData;
};

export type CreditTransaction = {
    id: string;
    object: 'credit_transaction';
    customer_id: string;
    /**
     * Granted or removed by you, applied to an invoice, or restored when the invoice was voided.
     */
    type: 'granted' | 'expired' | 'applied' | 'restored';
    /**
     * What it added to the balance, in the major unit.
     */
    amount: string;
    currency: string;
    /**
     * Why.
     */
    reason: string;
    /**
     * The invoice it was applied to or restored from.
     */
    invoice_id: string | null;
    metadata: Metadata;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
};

export type CreditTransactionCreate = {
    /**
     * A decimal of the major unit with at most eight digits after the point: "25.00" grants, "-25.00" takes back.
     */
    amount: string;
    /**
     * Three letters, in any case; the account's currency when left out. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string;
    /**
     * Why.
     */
    reason?: string;
    metadata?: Metadata;
};

export type CreditTransactionCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'credit_transaction.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CreditTransactionEventData;
};

export type CreditTransactionEventData = {
    object: CreditTransaction;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type CreditTransactionList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<CreditTransaction>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type Customer = {
    /**
     * In every other shape this is `cus_<id>`.
     */
    id: number;
    object: 'customer';
    /**
     * Customer or company name.
     */
    name: string;
    /**
     * Primary contact; absent when never given.
     */
    contact_name?: string;
    /**
     * Billing email.
     */
    email: string;
    /**
     * Phone number.
     */
    phone: string;
    /**
     * Street address.
     */
    address_line1: string;
    /**
     * Second address line.
     */
    address_line2: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State or province.
     */
    state_province: string;
    /**
     * Postal or ZIP code.
     */
    postal_code: string;
    /**
     * Two-letter country code.
     */
    country: string;
    /**
     * Tax exempt status.
     */
    tax_exempt: boolean;
    /**
     * Tax identification number.
     */
    tax_id: string | null;
    /**
     * Tax numbers; the first is also `tax_id`.
     */
    tax_ids: Array<TaxId>;
    /**
     * Taken off each invoice while they last, by the terms they were given with.
     */
    discounts: Array<CustomerDiscount>;
    /**
     * In the account's currency, in its major unit.
     */
    credit_balance: string;
    /**
     * Balances in other currencies, by currency.
     */
    credit_balances: {
        [key: string]: string;
    };
    /**
     * Automatic payment switch.
     */
    auto_pay_enabled: boolean;
    /**
     * Language of documents.
     */
    language: string | null;
    /**
     * Your own ID for the customer, or null.
     */
    external_id: string | null;
    metadata: Metadata;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
};

export type CustomerCreate = {
    /**
     * Customer or company name.
     */
    name: string;
    /**
     * Primary contact.
     */
    contact_name?: string;
    /**
     * Billing email.
     */
    email?: string | '';
    /**
     * Phone number.
     */
    phone?: string;
    /**
     * Street address.
     */
    address_line1?: string;
    /**
     * Second address line.
     */
    address_line2?: string;
    /**
     * City.
     */
    city?: string;
    /**
     * State or province.
     */
    state_province?: string;
    /**
     * Postal or ZIP code.
     */
    postal_code?: string;
    /**
     * Two-letter country code, in any case; CA when it is not given. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
     */
    country?: string;
    /**
     * Tax exempt status.
     */
    tax_exempt?: boolean;
    /**
     * Tax identification number.
     */
    tax_id?: string;
    /**
     * Tax numbers; the first is also `tax_id`.
     */
    tax_ids?: Array<CustomerCreateTaxId>;
    /**
     * Automatic payment switch.
     */
    auto_pay_enabled?: boolean;
    /**
     * Language of documents. Must be a language such as en, fr or fr-CA.
     */
    language?: string | '';
    /**
     * Your own ID of the customer, which no other customer has. Must be a single-line string without control characters.
     */
    external_id?: string;
    metadata?: Metadata;
};

export type CustomerCreateTaxId = {
    /**
     * What kind of number it is.
     */
    type: 'eu_vat' | 'gb_vat' | 'ch_uid' | 'no_vat' | 'ca_gst_hst' | 'ca_qst' | 'ca_pst_bc' | 'ca_pst_mb' | 'ca_pst_sk' | 'us_ein' | 'au_abn' | 'other';
    /**
     * The number, with or without separators.
     */
    value: string;
};

export type CustomerCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'customer.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CustomerEventData;
};

export type CustomerDeletedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'customer.deleted';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CustomerEventData;
};

export type CustomerDiscount = {
    /**
     * The discount, `disc_…`.
     */
    id: string;
    coupon_id: string;
    promotion_code_id: string | null;
    /**
     * Shown on documents.
     */
    name: string;
    /**
     * In percent.
     */
    percent_off: string | null;
    amount_off: number | null;
    currency: string | null;
    product_ids: Array<string>;
    price_ids: Array<string>;
    minimum_amount: number | null;
    /**
     * How long it lasts.
     */
    duration: 'once' | 'months' | 'forever';
    duration_months: number | null;
    /**
     * In how many months an invoice was issued with it.
     */
    months_used: number;
    /**
     * The last of those, such as 2026-12.
     */
    last_month: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
};

export type CustomerErasedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'customer.erased';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CustomerEventData;
};

export type CustomerErasure = {
    object: 'customer_erasure';
    customer_id: string;
    /**
     * In progress; done except for documents that are kept; all done.
     */
    status: 'erasing' | 'documents_kept' | 'erased';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    requested_at: string;
    /**
     * The last day on which documents are kept; null when none has to be.
     */
    keep_documents_until: string | null;
    /**
     * When all was gone but the documents.
     */
    history_erased_at: string | null;
    /**
     * When the documents were erased.
     */
    documents_erased_at: string | null;
    covers: CustomerErasureCovers;
};

/**
 * Number of records affected.
 */
export type CustomerErasureCovers = {
    /**
     * Finalized invoices. Their amounts, dates and numbers stay.
     */
    documents: number;
    /**
     * Invoices that were voided as drafts.
     */
    never_issued: number;
    /**
     * Emails.
     */
    emails: number;
    /**
     * Payments. Their amounts and dates stay.
     */
    payments: number;
    /**
     * Movements of credit. Their amounts and dates stay.
     */
    credit_transactions: number;
};

export type CustomerEventData = {
    object: Customer;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type CustomerList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Customer>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type CustomerPatch = {
    /**
     * Customer or company name.
     */
    name?: string;
    /**
     * Primary contact.
     */
    contact_name?: string | null;
    /**
     * Billing email.
     */
    email?: string | '' | null;
    /**
     * Phone number.
     */
    phone?: string | null;
    /**
     * Street address.
     */
    address_line1?: string | null;
    /**
     * Second address line.
     */
    address_line2?: string | null;
    /**
     * City.
     */
    city?: string | null;
    /**
     * State or province.
     */
    state_province?: string | null;
    /**
     * Postal or ZIP code.
     */
    postal_code?: string | null;
    /**
     * Two-letter country code, in any case; CA when it is not given. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
     */
    country?: string | null;
    /**
     * Tax exempt status.
     */
    tax_exempt?: boolean | null;
    /**
     * Tax identification number.
     */
    tax_id?: string | null;
    /**
     * Tax numbers; the first is also `tax_id`.
     */
    tax_ids?: Array<CustomerPatchTaxId> | null;
    /**
     * Automatic payment switch.
     */
    auto_pay_enabled?: boolean | null;
    /**
     * Language of documents. Must be a language such as en, fr or fr-CA.
     */
    language?: string | '' | null;
    /**
     * Your own ID of the customer, which no other customer has. Must be a single-line string without control characters.
     */
    external_id?: string | null;
    metadata?: MetadataPatch | null;
};

export type CustomerPatchTaxId = {
    /**
     * What kind of number it is.
     */
    type: 'eu_vat' | 'gb_vat' | 'ch_uid' | 'no_vat' | 'ca_gst_hst' | 'ca_qst' | 'ca_pst_bc' | 'ca_pst_mb' | 'ca_pst_sk' | 'us_ein' | 'au_abn' | 'other';
    /**
     * The number, with or without separators.
     */
    value: string;
};

export type CustomerReceivables = {
    object: 'customer_receivables';
    customer_id: string;
    /**
     * Today, in the account's time zone.
     */
    as_of: string;
    time_zone: string;
    /**
     * What remains of invoices that wait for payment, by currency.
     */
    receivables: Array<CustomerReceivablesReceivable>;
    /**
     * Invoices that were finalized and not voided, and payments that were not reversed, since the first; null for a customer with more than 10,000 of either.
     */
    lifetime: Array<CustomerReceivablesLifetime> | null;
};

export type CustomerReceivablesLifetime = {
    currency: string;
    billed: CustomerReceivablesLifetimeBilled;
    paid: CustomerReceivablesLifetimePaid;
};

export type CustomerReceivablesLifetimeBilled = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type CustomerReceivablesLifetimePaid = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type CustomerReceivablesReceivable = {
    currency: string;
    open: CustomerReceivablesReceivableOpen;
    overdue: CustomerReceivablesReceivableOverdue;
    ages: Array<CustomerReceivablesReceivableAge>;
};

export type CustomerReceivablesReceivableAge = {
    /**
     * How many days past due.
     */
    age: 'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'days_over_90';
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type CustomerReceivablesReceivableOpen = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type CustomerReceivablesReceivableOverdue = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type CustomerUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'customer.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: CustomerEventData;
};

export type DeletedCustomer = {
    id: number;
    object: 'customer';
    deleted: true;
};

export type DeletedMember = {
    id: string;
    object: 'member';
    deleted: true;
};

export type DeletedSession = {
    /**
     * The id of the session.
     */
    id: string;
    object: 'session';
    deleted: true;
};

export type DeletedWebhookEndpoint = {
    id: string;
    object: 'webhook_endpoint';
    deleted: true;
};

export type Derivation = {
    /**
     * What was done, such as `line_amount` or `total`.
     */
    rule: string;
    inputs: {
        [key: string]: number | string;
    };
    steps: Array<Derivation>;
    result: number;
    /**
     * Of the format; of the root alone.
     */
    version?: number;
    currency?: string;
    /**
     * How many digits the currency has after the point.
     */
    exponent?: number;
    pricing?: LinePricing;
    events?: Array<string>;
    parts?: Array<DerivationPart>;
    /**
     * The exact value, where `result` is rounded.
     */
    exact?: string;
    because?: DerivationBecause;
    /**
     * What each line takes of it.
     */
    shares?: Array<DerivationShare>;
    /**
     * Lines without any tax, and why.
     */
    untaxed?: Array<DerivationUntaxed>;
};

export type DerivationBecause = {
    code: string;
    place: string;
    date: string;
};

export type DerivationPart = {
    /**
     * What was added up, such as `tier`.
     */
    rule: string;
    inputs: {
        [key: string]: number | string;
    };
    exact: string;
};

export type DerivationShare = {
    /**
     * Its number; the first is 1.
     */
    line: number;
    of: number;
    amount: number;
};

export type DerivationUntaxed = {
    lines: Array<number>;
    because: DerivationUntaxedBecause;
};

export type DerivationUntaxedBecause = {
    code: string;
    place: string;
    date: string;
};

export type DryRun = {
    object: 'dry_run';
    /**
     * What the write would answer: the object as it would be.
     */
    result: {
        [key: string]: unknown;
    };
    /**
     * In the order in which they would happen.
     */
    events: Array<ForeseenEvent>;
    /**
     * The emails that would be sent; only `id` and `object` of each if you lack `emails:read`.
     */
    emails: Array<ForeseenEmail>;
    /**
     * How many records of each kind would be created or changed.
     */
    changes: Array<ForeseenChange>;
    /**
     * What would go through and is still not as it should be.
     */
    warnings: Array<ForeseenWarning>;
};

export type Email = {
    id: string;
    object: 'email';
    /**
     * What it is about.
     */
    kind: 'invoice' | 'reminder' | 'receipt';
    /**
     * `outbox`: not sent, because it is a test environment or there is no email server. `canceled`: the invoice was voided or paid before it was sent.
     */
    status: 'outbox' | 'pending' | 'sent' | 'failed' | 'canceled';
    /**
     * The invoice it is about; null for emails about something else.
     */
    invoice_id: string | null;
    customer_id: string;
    /**
     * Recipient.
     */
    to: string;
    /**
     * Sender.
     */
    from: string;
    /**
     * Recipients of a copy.
     */
    cc: Array<string>;
    from_name: string;
    /**
     * Reply-to address, if different from the sender.
     */
    reply_to: string | null;
    language: string;
    subject: string;
    /**
     * Message added when it was sent; empty if none.
     */
    message: string;
    /**
     * Its Message-ID header, the same for every attempt.
     */
    message_id: string;
    attempts_made: number;
    /**
     * Null unless pending.
     */
    next_attempt_at: string | null;
    /**
     * Error of the last failed attempt.
     */
    last_error: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * When the email server accepted it.
     */
    sent_at: string | null;
};

export type EmailList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Email>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type EmailWithTexts = {
    id: string;
    object: 'email';
    /**
     * What it is about.
     */
    kind: 'invoice' | 'reminder' | 'receipt';
    /**
     * `outbox`: not sent, because it is a test environment or there is no email server. `canceled`: the invoice was voided or paid before it was sent.
     */
    status: 'outbox' | 'pending' | 'sent' | 'failed' | 'canceled';
    /**
     * The invoice it is about; null for emails about something else.
     */
    invoice_id: string | null;
    customer_id: string;
    /**
     * Recipient.
     */
    to: string;
    /**
     * Sender.
     */
    from: string;
    /**
     * Recipients of a copy.
     */
    cc: Array<string>;
    from_name: string;
    /**
     * Reply-to address, if different from the sender.
     */
    reply_to: string | null;
    language: string;
    subject: string;
    /**
     * Message added when it was sent; empty if none.
     */
    message: string;
    /**
     * Its Message-ID header, the same for every attempt.
     */
    message_id: string;
    attempts_made: number;
    /**
     * Null unless pending.
     */
    next_attempt_at: string | null;
    /**
     * Error of the last failed attempt.
     */
    last_error: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * When the email server accepted it.
     */
    sent_at: string | null;
    /**
     * The text version.
     */
    text: string;
    /**
     * The HTML version.
     */
    html: string;
};

export type EraseCustomerBody = {
    /**
     * Keep finalized invoices, and notes on payments and credit, as long as the law requires (default); or erase them immediately, if no law requires them.
     */
    documents?: 'keep' | 'erase';
    /**
     * They are kept until this date is over in the time zone of the account; by default the last day of the tenth year from now.
     */
    keep_documents_until?: string;
};

export type Event = {
    id: string;
    object: 'event';
    /**
     * From 1, without gaps, in each environment.
     */
    sequence: number;
    /**
     * What happened, as `<resource>.<past tense>`.
     */
    type: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: EventData;
};

export type EventData = {
    /**
     * The object as it was right after the event; only `id` and `object` if you lack the scope that reads it, such as `customers:read`.
     */
    object: {
        [key: string]: unknown;
    };
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type EventList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Event>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type FinalizeInvoiceBody = {
    preview?: FinalizeInvoiceBodyPreview;
};

/**
 * Of a preview at most an hour old: refused with `preview_outdated` if the invoice would be anything else.
 */
export type FinalizeInvoiceBodyPreview = {
    at: string;
    /**
     * Of the preview.
     */
    hash: string;
};

export type ForeseenChange = {
    /**
     * A kind of record.
     */
    records: string;
    created: number;
    changed: number;
};

export type ForeseenEmail = {
    /**
     * Its ID, if you lack `emails:read`; all else is left out.
     */
    id?: string;
    /**
     * Likewise.
     */
    object?: 'email';
    /**
     * Its kind, as in `GET /v1/emails`.
     */
    kind?: string;
    /**
     * The address it would go to.
     */
    to?: string;
    subject?: string;
    /**
     * The text version, where an email is sent by hand.
     */
    text?: string;
    /**
     * The HTML version, where an email is sent by hand.
     */
    html?: string;
};

export type ForeseenEvent = {
    type: string;
    /**
     * Its place in the feed, if nothing came in between.
     */
    sequence: number;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * The object it would be about.
     */
    object_id: string;
    data: ForeseenEventData;
};

export type ForeseenEventData = {
    /**
     * The object as it would be from then on; only `id` and `object` if you lack the scope that reads it.
     */
    object: {
        [key: string]: unknown;
    };
    /**
     * What would have changed, with its former values.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type ForeseenWarning = {
    code: string;
    /**
     * The number of the first line that it is about; absent if it is about no single line.
     */
    line?: number;
    /**
     * How to fix it, such as an account setting.
     */
    param: string | null;
    message: string;
};

export type InviteMemberBody = {
    /**
     * The email this person signs in with.
     */
    email: string;
    /**
     * Permissions of this person. Only owners can add, change and remove owners.
     */
    role: 'owner' | 'admin' | 'developer' | 'accountant' | 'viewer';
    /**
     * Display name. Must be a single-line string without control characters.
     */
    name?: string;
    /**
     * Whether the link is emailed to this person; true by default if `SMTP_URL` is set. Otherwise the response has the link, for you to share.
     */
    mail?: boolean;
};

export type Invoice = {
    id: string;
    /**
     * The invoiced customer.
     */
    customer_id: string;
    /**
     * See invoice statuses.
     */
    status: 'draft' | 'posted' | 'paid' | 'overdue' | 'void';
    /**
     * Provisional while a draft; finalizing assigns the final one, without gaps.
     */
    number: string;
    /**
     * The amount the invoice asks for; locked when finalized.
     */
    amount_due: number;
    /**
     * The sum of settled payments.
     */
    amount_paid: number;
    /**
     * The currency of all amounts.
     */
    currency: string;
    /**
     * The last day to pay.
     */
    due_date: string;
    line_items: Array<InvoiceLine>;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    /**
     * When it was finalized; null until then.
     */
    finalized_at: string | null;
    /**
     * When it was voided; null until then.
     */
    voided_at: string | null;
    /**
     * The sum of the lines.
     */
    subtotal: number;
    /**
     * The sum of discounts.
     */
    discount: number;
    /**
     * The sum of taxes.
     */
    tax: number;
    /**
     * The part of the tax that prices include.
     */
    tax_included: number;
    /**
     * subtotal − discount + tax − tax_included.
     */
    total: number;
    /**
     * Customer credit that paid for a part of it at finalize.
     */
    credit_applied: number;
    /**
     * amount_due − amount_paid; 0 once it is void.
     */
    amount_remaining: number;
    /**
     * Its hosted page, for anyone who has the link; null until finalized.
     */
    hosted_url: string | null;
    /**
     * Status of its email; null before there is one.
     */
    email_status: 'no_address' | 'outbox' | 'pending' | 'sent' | 'failed' | null;
    /**
     * When the email server accepted its email; null until then.
     */
    sent_at: string | null;
    /**
     * Shown on the document.
     */
    notes: string;
    /**
     * The buyer's purchase order number or other reference; shown on the document.
     */
    reference: string;
    metadata: Metadata;
    /**
     * Each discount with what it takes off.
     */
    discounts: Array<InvoiceDiscount>;
    /**
     * Each tax with what it is on.
     */
    taxes: Array<InvoiceTax>;
    /**
     * What was missing when it was finalized, such as an address; it never changes.
     */
    warnings: Array<InvoiceWarning>;
};

export type InvoiceCreate = {
    /**
     * The customer to invoice: `cus_1001`, or 1001.
     */
    customer_id: string | number;
    /**
     * Items to bill.
     */
    line_items: Array<InvoiceLineCreate>;
    /**
     * Payment due date; counted from the account's payment terms when left out.
     */
    due_date?: string;
    metadata?: Metadata;
    /**
     * Three letters, in any case; the account's currency when left out. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string;
    /**
     * Shown on the document.
     */
    notes?: string;
    /**
     * The buyer's purchase order number or other reference; shown on the document. Must be a single-line string without control characters.
     */
    reference?: string;
    /**
     * Whether to finalize the invoice immediately. false when left out.
     */
    finalize?: boolean;
    /**
     * Discounts of this invoice alone, each by its coupon or a promotion code. Those of the customer apply by themselves.
     */
    discounts?: Array<InvoiceCreateDiscount>;
    preview?: InvoiceCreatePreview;
};

export type InvoiceCreateDiscount = {
    /**
     * The coupon to redeem.
     */
    coupon_id?: string;
    /**
     * The promotion code to redeem; the other of the two is left out.
     */
    promotion_code_id?: string;
};

/**
 * Of a preview at most an hour old: refused with `preview_outdated` if the invoice would be anything else.
 */
export type InvoiceCreatePreview = {
    at: string;
    /**
     * Of the preview.
     */
    hash: string;
};

export type InvoiceCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceCustomer = {
    id: string;
    name: string;
    contact_name: string | null;
    email: string;
    phone: string;
    address_line1: string;
    address_line2: string | null;
    city: string;
    state_province: string;
    postal_code: string;
    country: string;
    tax_exempt: boolean;
    tax_id: string | null;
    tax_ids: Array<InvoiceCustomerTaxId>;
    language: string | null;
};

export type InvoiceCustomerTaxId = {
    type: string;
    value: string;
    status: string;
    checked_at: string;
};

export type InvoiceDiscount = {
    /**
     * The discount.
     */
    id: string;
    coupon_id: string;
    promotion_code_id: string | null;
    /**
     * Whether it is of the customer or of this invoice.
     */
    source: 'customer' | 'invoice';
    name: string;
    /**
     * What it takes off.
     */
    amount: number;
};

export type InvoiceEventData = {
    object: Invoice;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type InvoiceExplanation = {
    object: 'invoice_explanation';
    invoice_id: string;
    currency: string;
    /**
     * The figure that is explained.
     */
    amount_due: number;
    derivation: Derivation;
    /**
     * The same in words, the lines first.
     */
    sentences: Array<string>;
    /**
     * What was missing when it was finalized, such as an address; it never changes.
     */
    warnings: Array<InvoiceWarning>;
};

export type InvoiceFinalizedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.finalized';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceLine = {
    id: string;
    /**
     * Text of the item.
     */
    description: string;
    /**
     * Units billed; 1 where they are told by `quantity_decimal`.
     */
    quantity: number;
    /**
     * Price of one unit in the currency's smallest unit; the amount where no whole number says it.
     */
    unit_amount: number;
    /**
     * quantity × unit_amount.
     */
    amount: number;
    product_id: string | null;
    price_id: string | null;
    /**
     * Units billed, where that is no whole number or not all that the amount follows from. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    quantity_decimal: string | null;
    /**
     * Price of one unit as a decimal of the currency's smallest unit, where it is not whole. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal: string | null;
    /**
     * Of a price with model `percentage`: the amounts, in their order.
     */
    events: Array<string> | null;
    /**
     * The terms that made the amount: of the price, or of a decimal unit amount; null where quantity and unit_amount say it all.
     */
    pricing: LinePricing | null;
    /**
     * What discounts take off the amount.
     */
    discount: number;
    /**
     * amount − discount, without the tax that it includes.
     */
    net: number;
    /**
     * All tax on it.
     */
    tax: number;
    /**
     * The tax rates that it names; null where they are found by registrations.
     */
    tax_rates: Array<string> | null;
    discounts: Array<LineDiscount>;
    taxes: Array<LineTax>;
};

export type InvoiceLineCreate = {
    /**
     * Text of the item.
     */
    description?: string;
    /**
     * Units billed; 1 where they are told by `quantity_decimal`.
     */
    quantity?: number;
    /**
     * Price of one unit in the currency's smallest unit; the amount where no whole number says it.
     */
    unit_amount?: number;
    /**
     * The product to bill. Archived products can’t be added to new lines.
     */
    product_id?: string | null;
    /**
     * The price to bill by, in the place of a unit amount.
     */
    price_id?: string | null;
    /**
     * Units billed, where that is no whole number or not all that the amount follows from. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    quantity_decimal?: string | null;
    /**
     * Price of one unit as a decimal of the currency's smallest unit, where it is not whole. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal?: string | null;
    /**
     * Of a price with model `percentage`: the amounts, in their order.
     */
    events?: Array<string> | null;
    /**
     * Your tax rates for this line; none of them for no tax. Left out, they are found by your registrations, if automatic tax is on.
     */
    tax_rates?: Array<string> | null;
};

export type InvoiceList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Invoice>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type InvoiceOverdueEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.overdue';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoicePaidEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.paid';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoicePartiallyPaidEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.partially_paid';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoicePatch = {
    /**
     * The customer to invoice: `cus_1001`, or 1001.
     */
    customer_id?: string | number;
    /**
     * Items to bill.
     */
    line_items?: Array<InvoiceLineCreate>;
    /**
     * Payment due date; counted from the account's payment terms when left out.
     */
    due_date?: string | null;
    metadata?: MetadataPatch | null;
    /**
     * Three letters, in any case; the account's currency when left out. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string | null;
    /**
     * Shown on the document.
     */
    notes?: string | null;
    /**
     * The buyer's purchase order number or other reference; shown on the document. Must be a single-line string without control characters.
     */
    reference?: string | null;
};

export type InvoicePaymentReversedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.payment_reversed';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoicePreview = {
    object: 'invoice_preview';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    at: string;
    /**
     * Of the figures; another figure has another hash.
     */
    hash: string;
    customer_id: string;
    /**
     * The currency of all amounts.
     */
    currency: string;
    /**
     * The last day to pay.
     */
    due_date: string;
    line_items: Array<PreviewLine>;
    /**
     * The sum of the lines.
     */
    subtotal: number;
    /**
     * The sum of discounts.
     */
    discount: number;
    /**
     * The sum of taxes.
     */
    tax: number;
    /**
     * The part of the tax that prices include.
     */
    tax_included: number;
    /**
     * subtotal − discount + tax − tax_included.
     */
    total: number;
    /**
     * Customer credit that paid for a part of it at finalize.
     */
    credit_applied: number;
    /**
     * The amount the invoice asks for; locked when finalized.
     */
    amount_due: number;
    /**
     * Each discount with what it takes off.
     */
    discounts: Array<InvoiceDiscount>;
    /**
     * Each tax with what it is on.
     */
    taxes: Array<InvoiceTax>;
    derivation: Derivation;
    /**
     * How each amount came about.
     */
    sentences: Array<string>;
    /**
     * What finalizing would warn of, or refuse if the account wants that.
     */
    warnings: Array<PreviewWarning>;
};

export type InvoicePreviewLine = {
    /**
     * Text of the item.
     */
    description?: string;
    /**
     * Units billed; 1 where they are told by `quantity_decimal`.
     */
    quantity?: number;
    /**
     * Price of one unit in the currency's smallest unit; the amount where no whole number says it.
     */
    unit_amount?: number;
    /**
     * The product to bill. Archived products can’t be added to new lines.
     */
    product_id?: string | null;
    /**
     * The price to bill by, in the place of a unit amount.
     */
    price_id?: string | null;
    /**
     * Units billed, where that is no whole number or not all that the amount follows from. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    quantity_decimal?: string | null;
    /**
     * Price of one unit as a decimal of the currency's smallest unit, where it is not whole. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal?: string | null;
    /**
     * Of a price with model `percentage`: the amounts, in their order.
     */
    events?: Array<string> | null;
    /**
     * Your tax rates for this line; none of them for no tax. Left out, they are found by your registrations, if automatic tax is on.
     */
    tax_rates?: Array<string> | null;
};

export type InvoiceRemindedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.reminded';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceSeller = {
    name: string;
    legal_name: string;
    address_line1: string;
    address_line2: string;
    city: string;
    state_province: string;
    postal_code: string;
    country: string;
    tax_numbers: Array<InvoiceSellerTaxNumber>;
    phone: string;
    email: string;
    website: string;
};

export type InvoiceSellerTaxNumber = {
    label: string;
    value: string;
};

export type InvoiceSendFailedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.send_failed';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceSentEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.sent';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceSnapshot = {
    object: 'invoice_snapshot';
    invoice_id: string;
    /**
     * Null for a draft.
     */
    seller: InvoiceSeller | null;
    /**
     * Null for a draft.
     */
    customer_snapshot: InvoiceCustomer | null;
};

export type InvoiceTax = {
    /**
     * The tax rate, `txr_…`, or what a built-in one is called, such as `CA-QC/QST/9.975`.
     */
    rate: string;
    /**
     * As documents show it, such as QST.
     */
    name: string;
    /**
     * In percent.
     */
    percentage: string;
    /**
     * Whether prices include it.
     */
    inclusive: boolean;
    /**
     * What it is on, without tax.
     */
    taxable: number;
    /**
     * What it comes to.
     */
    amount: number;
    country: string;
    region: string | null;
    /**
     * What the tax is to the state.
     */
    category: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope' | 'export';
    /**
     * What documents have to say of it by law.
     */
    reference: string;
    /**
     * The number you are registered under for it.
     */
    registration: string;
    reason: TaxReason;
};

export type InvoiceUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceVoidedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'invoice.voided';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: InvoiceEventData;
};

export type InvoiceWarning = {
    code: string;
    /**
     * The number of the first line that it is about; absent if it is about no single line.
     */
    line?: number;
    /**
     * How to fix it, such as an account setting.
     */
    param: string | null;
    message: string;
};

export type LedgerEntry = {
    id: string;
    object: 'ledger_entry';
    /**
     * What moved the money. New kinds can be added.
     */
    kind: 'invoice_finalized' | 'invoice_voided' | 'credit_granted' | 'credit_expired' | 'credit_applied' | 'credit_restored' | 'payment_settled' | 'payment_reversed';
    /**
     * The invoice, payment or credit transaction that moved it.
     */
    object_id: string;
    customer_id: string;
    /**
     * The invoice it is about, if there is one.
     */
    invoice_id: string | null;
    currency: string;
    /**
     * The day it was booked, in the account's time zone at that moment. A later change of the time zone moves no entry.
     */
    date: string;
    /**
     * The day it counts on in reports: `received_on` of a payment, otherwise `date`.
     */
    value_date: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * Debits and credits; the sums of the two are equal.
     */
    postings: Array<LedgerEntryPosting>;
};

export type LedgerEntryList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<LedgerEntry>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type LedgerEntryPosting = {
    /**
     * New accounts can be added.
     */
    account: 'receivable' | 'revenue' | 'tax_payable' | 'customer_credit' | 'credit_granted' | 'cash_card' | 'cash_bank_transfer' | 'cash_cheque' | 'cash_cash' | 'cash_other';
    /**
     * In the currency's major unit.
     */
    debit: string;
    /**
     * In the currency's major unit.
     */
    credit: string;
    /**
     * As in `taxes` of invoices, for `tax_payable`; null for other accounts.
     */
    tax_rate: string | null;
    /**
     * The name of the tax on the invoice.
     */
    tax_name: string | null;
};

export type LedgerVerification = {
    object: 'ledger_verification';
    /**
     * Whether nothing differs.
     */
    clean: boolean;
    /**
     * Real time of the snapshot. Later changes are not included.
     */
    started_at: string;
    duration_ms: number;
    checks: Array<LedgerVerificationCheck>;
};

export type LedgerVerificationCheck = {
    name: string;
    /**
     * What must hold.
     */
    about: string;
    /**
     * How many were checked.
     */
    checked: number;
    /**
     * Of what.
     */
    what: string;
    differences: number;
    /**
     * The first differences, a sentence each.
     */
    examples: Array<string>;
};

export type Limits = {
    object: 'limits';
    /**
     * `standard`, `pro` or `enterprise`; `dashboard` for a signed-in person.
     */
    tier: string;
    requests: LimitsRequests;
    keys: LimitsKeys;
    bounds: LimitsBounds;
};

/**
 * Fixed limits, the same for every tier.
 */
export type LimitsBounds = {
    /**
     * The size of a body.
     */
    body_bytes: number;
    /**
     * How deep its objects and lists may be nested.
     */
    body_depth: number;
    /**
     * Objects on a page of a list.
     */
    page_size: number;
    /**
     * Maximum exact count of filtered results.
     */
    filtered_count: number;
    /**
     * Lines of an invoice.
     */
    line_items: number;
    /**
     * Keys in the metadata of an object.
     */
    metadata_keys: number;
    /**
     * The length of an Idempotency-Key.
     */
    idempotency_key_characters: number;
    /**
     * For how many days its answer is kept.
     */
    idempotency_key_days: number;
    /**
     * How long the event feed can be held open.
     */
    event_wait_seconds: number;
    /**
     * Webhook endpoints of an environment.
     */
    webhook_endpoints: number;
};

/**
 * The limit shared by all keys of the environment.
 */
export type LimitsKeys = {
    tier: string;
    /**
     * Requests per 60 seconds; null if unlimited.
     */
    quota: number | null;
    window_seconds: 60;
    /**
     * Requests of the last 60 seconds that this process has counted, this one among them; null where none are.
     */
    used: number | null;
    remaining: number | null;
};

/**
 * Shared by all keys of the environment; each signed-in person has a separate limit.
 */
export type LimitsRequests = {
    /**
     * Requests per 60 seconds; null if unlimited.
     */
    quota: number | null;
    window_seconds: 60;
    /**
     * Requests of the last 60 seconds that this process has counted, this one among them; null where none are.
     */
    used: number | null;
    remaining: number | null;
};

export type LineDiscount = {
    id: string;
    /**
     * What it takes off the line.
     */
    amount: number;
};

export type LinePricing = {
    /**
     * How the quantity comes to the amount.
     */
    model: 'flat' | 'per_unit' | 'graduated' | 'volume' | 'package' | 'percentage';
    /**
     * In the currency's smallest unit: of one unit, of a package, or of all (`flat`).
     */
    unit_amount?: number;
    /**
     * The price of one unit as a decimal of the currency's smallest unit (`per_unit`). Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal?: string;
    /**
     * In ascending order (`graduated`, `volume`).
     */
    tiers?: Array<PriceTier>;
    /**
     * How many units a package has (`package`).
     */
    size?: number;
    /**
     * How many units are free (`package`).
     */
    free_units?: number;
    /**
     * Percent of the amounts that pay (`percentage`). Must be a percentage from 0 to 100 with at most 4 digits after the point, such as 2.9.
     */
    rate?: string;
    /**
     * What each event that pays costs besides (`percentage`).
     */
    per_event?: number;
    /**
     * How many events are free at most; null for no such bound (`percentage`).
     */
    free_events?: number | null;
    /**
     * What may be free together; null for no such bound (`percentage`).
     */
    free_amount?: number | null;
};

export type LineTax = {
    /**
     * The tax rate, `txr_…`, or what a built-in one is called, such as `CA-QC/QST/9.975`.
     */
    rate: string;
    /**
     * As documents show it, such as QST.
     */
    name: string;
    /**
     * In percent.
     */
    percentage: string;
    /**
     * Whether prices include it.
     */
    inclusive: boolean;
    /**
     * What it is on, without tax.
     */
    taxable: number;
    /**
     * What it comes to.
     */
    amount: number;
};

export type LinkMemberBody = {
    /**
     * Whether the link is emailed to this person; true by default if `SMTP_URL` is set. Otherwise the response has the link, for you to share.
     */
    mail?: boolean;
};

export type LoggedRequest = {
    /**
     * The Request-Id of the response.
     */
    id: string;
    object: 'request';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * How it was asked.
     */
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
    /**
     * Without the query.
     */
    path: string;
    /**
     * As it was sent, without its question mark; with `dry_run=true` if Accept asked for a dry run. Null if you lack the scope that reads the resource.
     */
    query: string | null;
    /**
     * Which operation of the reference.
     */
    operation: string;
    /**
     * The status of the response.
     */
    status: number;
    /**
     * The code of a refusal.
     */
    error_code: string | null;
    /**
     * From the start of the request to the end of the response.
     */
    duration_ms: number;
    /**
     * IP address.
     */
    address: string;
    /**
     * What the program calls itself.
     */
    user_agent: string | null;
    /**
     * Whether it was an API key, or a person in the dashboard.
     */
    actor_kind: 'key' | 'user';
    /**
     * The ID of the key, or of the person.
     */
    actor: string;
    /**
     * What the key or person was called then.
     */
    actor_label: string;
    /**
     * What it was about, or made.
     */
    object_id: string | null;
    /**
     * The Idempotency-Key that was sent.
     */
    idempotency_key: string | null;
};

export type LoggedRequestList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<LoggedRequest>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type LoggedRequestWithBodies = {
    /**
     * The Request-Id of the response.
     */
    id: string;
    object: 'request';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * How it was asked.
     */
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
    /**
     * Without the query.
     */
    path: string;
    /**
     * As it was sent, without its question mark; with `dry_run=true` if Accept asked for a dry run. Null if you lack the scope that reads the resource.
     */
    query: string | null;
    /**
     * Which operation of the reference.
     */
    operation: string;
    /**
     * The status of the response.
     */
    status: number;
    /**
     * The code of a refusal.
     */
    error_code: string | null;
    /**
     * From the start of the request to the end of the response.
     */
    duration_ms: number;
    /**
     * IP address.
     */
    address: string;
    /**
     * What the program calls itself.
     */
    user_agent: string | null;
    /**
     * Whether it was an API key, or a person in the dashboard.
     */
    actor_kind: 'key' | 'user';
    /**
     * The ID of the key, or of the person.
     */
    actor: string;
    /**
     * What the key or person was called then.
     */
    actor_label: string;
    /**
     * What it was about, or made.
     */
    object_id: string | null;
    /**
     * The Idempotency-Key that was sent.
     */
    idempotency_key: string | null;
    /**
     * As it was sent, without secrets; it need not be JSON. Null if you lack the scope that reads the resource.
     */
    request_body: string | null;
    /**
     * Whether there was more of it.
     */
    request_body_cut: boolean;
    /**
     * The response of a write or an error, without secrets; the response of a read is not kept. Null if you lack the scope that reads the resource.
     */
    response_body: string | null;
    /**
     * Whether there was more of it.
     */
    response_body_cut: boolean;
};

export type Member = {
    id: string;
    object: 'member';
    email: string;
    name: string;
    /**
     * Permissions of this person. Only owners can add, change and remove owners.
     */
    role: 'owner' | 'admin' | 'developer' | 'accountant' | 'viewer';
    /**
     * An invited person becomes active when they accept the invitation.
     */
    status: 'invited' | 'active';
    /**
     * The one-time link to share, if it is not emailed; null in all later responses. Anyone who opens it can join, or set a new password.
     */
    link: string | null;
    /**
     * Status of the email with the link; null if there is none, or the link was used.
     */
    mail_status: 'pending' | 'sent' | 'failed' | null;
    /**
     * Why the email server rejected it, at the last attempt.
     */
    mail_error: string | null;
    /**
     * Whether this person enters a code after the password when signing in.
     */
    second_factor: boolean;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
};

export type MemberList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Member>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type MemberPatch = {
    /**
     * Permissions of this person. Only owners can add, change and remove owners.
     */
    role?: 'owner' | 'admin' | 'developer' | 'accountant' | 'viewer';
};

/**
 * Your own key-value data: at most 50 keys of 1–40 characters; values are strings of up to 500 characters, numbers or booleans.
 */
export type Metadata = {
    [key: string]: string | number | boolean;
};

/**
 * Merged by key: a null value removes the key.
 */
export type MetadataPatch = {
    [key: string]: string | number | boolean | null;
};

export type Payment = {
    id: string;
    object: 'payment';
    /**
     * The invoice the payment is for; null if none.
     */
    invoice_id: string | null;
    customer_id: string;
    /**
     * In the currency's smallest unit.
     */
    amount: number;
    currency: string;
    /**
     * How it was paid.
     */
    method: 'card' | 'bank_transfer' | 'cheque' | 'cash' | 'other';
    /**
     * Reversed payments don’t count.
     */
    status: 'settled' | 'reversed';
    /**
     * The date the payment was received.
     */
    received_on: string;
    /**
     * Reference from the bank statement or check.
     */
    reference: string;
    /**
     * Internal. Not shown on documents.
     */
    note: string;
    /**
     * Why it was reversed; empty if no reason was given.
     */
    reversal_reason: string;
    /**
     * When it was reversed; null until then.
     */
    reversed_at: string | null;
    metadata: Metadata;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
};

export type PaymentCreate = {
    /**
     * The invoice that is paid.
     */
    invoice_id: string;
    /**
     * In the currency's smallest unit; at most what remains on the invoice.
     */
    amount: number;
    /**
     * The invoice's when left out, three letters in any case; no other is taken. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string;
    /**
     * How it was paid.
     */
    method: 'card' | 'bank_transfer' | 'cheque' | 'cash' | 'other';
    /**
     * The date the money arrived, on which it counts in all reports: today in the account's time zone when left out, and not later.
     */
    received_on?: string;
    /**
     * Reference from the bank statement or check.
     */
    reference?: string;
    /**
     * Internal. Not shown on documents.
     */
    note?: string;
    metadata?: Metadata;
};

export type PaymentCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'payment.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: PaymentEventData;
};

export type PaymentEventData = {
    object: Payment;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type PaymentList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Payment>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type PaymentReversedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'payment.reversed';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: PaymentEventData;
};

export type PreviewInvoiceBody = {
    /**
     * The draft to preview; otherwise what it would be created with.
     */
    invoice_id?: string;
    /**
     * The customer to invoice: `cus_1001`, or 1001.
     */
    customer_id?: string | number;
    /**
     * Items to bill.
     */
    line_items?: Array<InvoicePreviewLine>;
    /**
     * Payment due date; counted from the account's payment terms when left out.
     */
    due_date?: string;
    /**
     * Three letters, in any case; the account's currency when left out. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string;
    /**
     * Discounts of this invoice alone, each by its coupon or a promotion code. Those of the customer apply by themselves.
     */
    discounts?: Array<PreviewInvoiceBodyDiscount>;
};

export type PreviewInvoiceBodyDiscount = {
    /**
     * The coupon to redeem.
     */
    coupon_id?: string;
    /**
     * The promotion code to redeem; the other of the two is left out.
     */
    promotion_code_id?: string;
};

export type PreviewLine = {
    /**
     * Text of the item.
     */
    description: string;
    /**
     * Units billed; 1 where they are told by `quantity_decimal`.
     */
    quantity: number;
    /**
     * Price of one unit in the currency's smallest unit; the amount where no whole number says it.
     */
    unit_amount: number;
    /**
     * quantity × unit_amount.
     */
    amount: number;
    product_id: string | null;
    price_id: string | null;
    /**
     * Units billed, where that is no whole number or not all that the amount follows from. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    quantity_decimal: string | null;
    /**
     * Price of one unit as a decimal of the currency's smallest unit, where it is not whole. Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal: string | null;
    /**
     * Of a price with model `percentage`: the amounts, in their order.
     */
    events: Array<string> | null;
    /**
     * The terms that made the amount: of the price, or of a decimal unit amount; null where quantity and unit_amount say it all.
     */
    pricing: LinePricing | null;
    /**
     * What discounts take off the amount.
     */
    discount: number;
    /**
     * amount − discount, without the tax that it includes.
     */
    net: number;
    /**
     * All tax on it.
     */
    tax: number;
    /**
     * The tax rates that it names; null where they are found by registrations.
     */
    tax_rates: Array<string> | null;
    discounts: Array<LineDiscount>;
    taxes: Array<LineTax>;
};

export type PreviewWarning = {
    code: string;
    /**
     * The number of the first line that it is about; absent if it is about no single line.
     */
    line?: number;
    /**
     * How to fix it, such as an account setting.
     */
    param: string | null;
    message: string;
};

export type Price = {
    id: string;
    object: 'price';
    /**
     * The product it is a price of.
     */
    product_id: string;
    /**
     * The currency of its amounts.
     */
    currency: string;
    /**
     * How a quantity comes to an amount.
     */
    model: 'flat' | 'per_unit' | 'graduated' | 'volume' | 'package' | 'percentage';
    /**
     * In the currency's smallest unit: of one unit, of a package, or of all (`flat`).
     */
    unit_amount: number | null;
    /**
     * The price of one unit as a decimal of the currency's smallest unit (`per_unit`). Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal: string | null;
    /**
     * In ascending order (`graduated`, `volume`).
     */
    tiers: Array<PriceTier> | null;
    /**
     * How many units a package has (`package`).
     */
    size: number | null;
    /**
     * How many units are free (`package`).
     */
    free_units: number | null;
    /**
     * Percent of the amounts that pay (`percentage`). Must be a percentage from 0 to 100 with at most 4 digits after the point, such as 2.9.
     */
    rate: string | null;
    /**
     * What each event that pays costs besides (`percentage`).
     */
    per_event: number | null;
    /**
     * How many events are free at most; null for no such bound (`percentage`).
     */
    free_events: number | null;
    /**
     * What may be free together; null for no such bound (`percentage`).
     */
    free_amount: number | null;
    /**
     * For yourselves; no document shows it.
     */
    description: string;
    /**
     * Your own name for it; one price of an environment has it.
     */
    lookup_key: string | null;
    /**
     * Counted up with each new version.
     */
    version: number;
    /**
     * The version before it; null for the first.
     */
    replaces: string | null;
    /**
     * Whether new invoice lines can name it.
     */
    active: boolean;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    metadata: Metadata;
    /**
     * Whether its amounts include tax; null as the account has it. Lines keep what they were made with.
     */
    tax_behavior: 'exclusive' | 'inclusive' | null;
};

export type PriceCreate = {
    /**
     * The product it is a price of.
     */
    product_id: string;
    /**
     * How a quantity comes to an amount; it never changes.
     */
    model: 'flat' | 'per_unit' | 'graduated' | 'volume' | 'package' | 'percentage';
    /**
     * Three letters, in any case; the account's currency when left out. Must be an active ISO 4217 currency such as cad, usd or eur.
     */
    currency?: string;
    /**
     * In the currency's smallest unit: of one unit, of a package, or of all (`flat`).
     */
    unit_amount?: number | null;
    /**
     * The price of one unit as a decimal of the currency's smallest unit (`per_unit`). Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal?: string | null;
    /**
     * In ascending order; only the last has no end (`graduated`, `volume`).
     */
    tiers?: Array<PriceTierCreate> | null;
    /**
     * How many units a package has (`package`).
     */
    size?: number | null;
    /**
     * How many units are free (`package`).
     */
    free_units?: number | null;
    /**
     * Percent of the amounts that pay (`percentage`). Must be a percentage from 0 to 100 with at most 4 digits after the point, such as 2.9.
     */
    rate?: string | null;
    /**
     * What each event that pays costs besides (`percentage`).
     */
    per_event?: number | null;
    /**
     * How many events are free at most; null for no such bound (`percentage`).
     */
    free_events?: number | null;
    /**
     * What may be free together; null for no such bound (`percentage`).
     */
    free_amount?: number | null;
    /**
     * For yourselves; no document shows it.
     */
    description?: string;
    /**
     * Your own name for it; one price of an environment has it. Must be a single-line string without control characters.
     */
    lookup_key?: string;
    metadata?: Metadata;
    /**
     * Whether its amounts include tax.
     */
    tax_behavior?: 'exclusive' | 'inclusive' | null;
};

export type PriceCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'price.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: PriceEventData;
};

export type PriceEventData = {
    object: Price;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type PriceList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Price>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type PricePatch = {
    /**
     * In the currency's smallest unit: of one unit, of a package, or of all (`flat`).
     */
    unit_amount?: number | null;
    /**
     * The price of one unit as a decimal of the currency's smallest unit (`per_unit`). Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal?: string | null;
    /**
     * In ascending order; only the last has no end (`graduated`, `volume`).
     */
    tiers?: Array<PriceTierCreate> | null;
    /**
     * How many units a package has (`package`).
     */
    size?: number | null;
    /**
     * How many units are free (`package`).
     */
    free_units?: number | null;
    /**
     * Percent of the amounts that pay (`percentage`). Must be a percentage from 0 to 100 with at most 4 digits after the point, such as 2.9.
     */
    rate?: string | null;
    /**
     * What each event that pays costs besides (`percentage`).
     */
    per_event?: number | null;
    /**
     * How many events are free at most; null for no such bound (`percentage`).
     */
    free_events?: number | null;
    /**
     * What may be free together; null for no such bound (`percentage`).
     */
    free_amount?: number | null;
    /**
     * For yourselves; no document shows it.
     */
    description?: string | null;
    /**
     * Your own name for it; one price of an environment has it. Must be a single-line string without control characters.
     */
    lookup_key?: string | null;
    /**
     * Whether new invoice lines can name it.
     */
    active?: boolean;
    /**
     * Whether its amounts include tax.
     */
    tax_behavior?: 'exclusive' | 'inclusive' | null;
    metadata?: MetadataPatch | null;
    /**
     * Create a price with these changes that replaces this one, takes over its lookup key, and is answered; this one becomes inactive. false when left out.
     */
    new_version?: boolean;
};

export type PriceTier = {
    /**
     * The last unit of the tier; null, or left out, for the last tier.
     */
    up_to: number | null;
    /**
     * The price of one unit as a decimal of the currency's smallest unit (`per_unit`). Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal: string;
    /**
     * What entering the tier costs besides.
     */
    flat_amount: number;
};

export type PriceTierCreate = {
    /**
     * The last unit of the tier; null, or left out, for the last tier.
     */
    up_to?: number | null;
    /**
     * Price of one unit in the currency's smallest unit.
     */
    unit_amount?: number;
    /**
     * The price of one unit as a decimal of the currency's smallest unit (`per_unit`). Must be a decimal with at most 12 digits on either side of the point, such as 0.25.
     */
    unit_amount_decimal?: string;
    /**
     * What entering the tier costs besides.
     */
    flat_amount?: number;
};

export type PriceUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'price.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: PriceEventData;
};

export type Product = {
    id: string;
    /**
     * Product name.
     */
    name: string;
    /**
     * Product description.
     */
    description: string;
    /**
     * Archived products are hidden from new invoice lines.
     */
    status: 'active' | 'archived';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    metadata: Metadata;
    /**
     * By which of your rates it is taxed: `standard`, `exempt`, or `reduced` with a name of your own.
     */
    tax_code: string;
};

export type ProductArchivedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'product.archived';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: ProductEventData;
};

export type ProductCreate = {
    /**
     * Product name.
     */
    name: string;
    /**
     * Product description.
     */
    description?: string;
    metadata?: Metadata;
    /**
     * By which of your rates it is taxed: `standard`, `exempt`, or `reduced` with a name of your own.
     */
    tax_code?: string;
};

export type ProductCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'product.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: ProductEventData;
};

export type ProductEventData = {
    object: Product;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type ProductList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Product>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type ProductPatch = {
    /**
     * Product name.
     */
    name?: string;
    /**
     * Product description.
     */
    description?: string | null;
    /**
     * Archived products are hidden from new invoice lines.
     */
    status?: 'active' | 'archived';
    /**
     * By which of your rates it is taxed: `standard`, `exempt`, or `reduced` with a name of your own.
     */
    tax_code?: string;
    metadata?: MetadataPatch | null;
};

export type ProductUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'product.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: ProductEventData;
};

export type PromotionCode = {
    id: string;
    object: 'promotion_code';
    /**
     * The coupon that it redeems.
     */
    coupon_id: string;
    /**
     * What customers type: letters, digits and hyphens. Upper and lower case are the same.
     */
    code: string;
    /**
     * The only customer that it is for; null for any.
     */
    customer_id: string | null;
    /**
     * Whether it is only for customers without an issued invoice.
     */
    first_time_only: boolean;
    /**
     * How often it can be redeemed; null for no limit.
     */
    max_redemptions: number | null;
    /**
     * How often it has been redeemed.
     */
    times_redeemed: number;
    /**
     * Whether it can be redeemed.
     */
    active: boolean;
    /**
     * The last instant at which it can be redeemed; null for none.
     */
    expires_at: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    metadata: Metadata;
};

export type PromotionCodeCreate = {
    /**
     * The coupon that it redeems.
     */
    coupon_id: string;
    /**
     * What customers type: 3 to 64 letters, digits and hyphens.
     */
    code: string;
    /**
     * The only customer that it is for.
     */
    customer_id?: string | null;
    /**
     * Whether it is only for customers without an issued invoice.
     */
    first_time_only?: boolean;
    max_redemptions?: number | null;
    /**
     * The last instant at which it can be redeemed.
     */
    expires_at?: string | null;
    metadata?: Metadata;
};

export type PromotionCodeCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'promotion_code.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: PromotionCodeEventData;
};

export type PromotionCodeEventData = {
    object: PromotionCode;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type PromotionCodeList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<PromotionCode>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type PromotionCodePatch = {
    max_redemptions?: number | null;
    /**
     * Whether it can be redeemed.
     */
    active?: boolean;
    /**
     * The last instant at which it can be redeemed.
     */
    expires_at?: string | null;
    metadata?: MetadataPatch | null;
};

export type PromotionCodeUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'promotion_code.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: PromotionCodeEventData;
};

export type ReceivablesAging = {
    object: 'receivables_aging';
    as_of: string;
    /**
     * What is owed in each currency, by all customers.
     */
    currencies: Array<ReceivablesAgingCurrency>;
    /**
     * The same by customer, in the order of their numbers.
     */
    data: Array<ReceivablesAgingData>;
    /**
     * Whether more customers follow.
     */
    has_more: boolean;
};

export type ReceivablesAgingCurrency = {
    currency: string;
    /**
     * How many customers owe something.
     */
    customers: number;
    /**
     * Not yet past due.
     */
    current: string;
    /**
     * 1 to 30 days past due.
     */
    days_1_30: string;
    /**
     * 31 to 60 days past due.
     */
    days_31_60: string;
    /**
     * 61 to 90 days past due.
     */
    days_61_90: string;
    /**
     * More than 90 days past due.
     */
    days_over_90: string;
    /**
     * All of it.
     */
    total: string;
};

export type ReceivablesAgingData = {
    customer_id: string;
    customer_name: string;
    currency: string;
    /**
     * Not yet past due.
     */
    current: string;
    /**
     * 1 to 30 days past due.
     */
    days_1_30: string;
    /**
     * 31 to 60 days past due.
     */
    days_31_60: string;
    /**
     * 61 to 90 days past due.
     */
    days_61_90: string;
    /**
     * More than 90 days past due.
     */
    days_over_90: string;
    /**
     * All of it.
     */
    total: string;
};

export type RedeliverWebhookRangeBody = {
    /**
     * First event.
     */
    from_sequence?: number;
    /**
     * Deliveries created at this instant or later; instead of `from_sequence`.
     */
    since?: string;
    /**
     * Last event.
     */
    to_sequence?: number;
    /**
     * Only failed deliveries; otherwise all finished ones.
     */
    only_failed?: boolean;
};

export type ReversePaymentBody = {
    /**
     * Why, such as "cheque returned".
     */
    reason?: string;
};

export type RollApiKeyBody = {
    /**
     * How long the old key keeps working. 86400 when left out.
     */
    overlap_seconds?: number;
    /**
     * When the new key ends.
     */
    expires_at?: string;
};

export type RotateWebhookSecretBody = {
    /**
     * How long the old secret stays valid. 24 when left out.
     */
    overlap_hours?: number;
};

export type SearchResult = {
    object: 'search_result';
    /**
     * What it is.
     */
    kind: 'customer' | 'product' | 'price' | 'coupon' | 'promotion_code' | 'invoice' | 'payment' | 'credit_transaction' | 'email' | 'event' | 'webhook_endpoint' | 'webhook_delivery' | 'api_key';
    /**
     * Customers are `cus_…` here.
     */
    id: string;
    /**
     * A name or number; else the id.
     */
    title: string;
    /**
     * A detail to recognize it by: an email, the name of the customer.
     */
    detail: string | null;
    /**
     * Where it stands, for what has a status.
     */
    status: string | null;
    /**
     * Where the object itself is.
     */
    url: string;
};

export type SearchResults = {
    object: 'search_results';
    q: string;
    /**
     * What was asked for exactly comes first.
     */
    data: Array<SearchResult>;
};

export type SendInvoiceBody = {
    /**
     * What to send; `invoice` when left out. A reminder is for open and overdue invoices.
     */
    kind?: 'invoice' | 'reminder';
    /**
     * Recipient; the customer's email by default.
     */
    to?: string;
    /**
     * Who gets a copy.
     */
    cc?: Array<string>;
    /**
     * Your own words, above the text of the email. Must be a string without control characters, except tabs and line breaks.
     */
    message?: string;
};

export type Session = {
    /**
     * The id of the session.
     */
    id: string;
    object: 'session';
    /**
     * Who is signed in.
     */
    member_id: string;
    email: string;
    /**
     * IP address of the sign-in.
     */
    address: string;
    /**
     * What the browser calls itself.
     */
    user_agent: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * Exact to half a minute.
     */
    last_seen_at: string;
    /**
     * When it ends, if it is used until then.
     */
    expires_at: string;
};

export type SessionList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<Session>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type SetAccountLogoBody = {
    /**
     * What the image is.
     */
    content_type: 'image/png' | 'image/jpeg';
    /**
     * The bytes of the image, in base64: at most 512 KiB of them, and 2000 pixels in each direction. Must be base64 (RFC 4648, section 4).
     */
    data: string;
};

export type Summary = {
    object: 'summary';
    /**
     * Today, in the account's time zone.
     */
    as_of: string;
    time_zone: string;
    /**
     * How long each period is.
     */
    interval: 'day' | 'month';
    comparison: SummaryComparison;
    /**
     * Null for a key without payments:read.
     */
    cash_in: Array<SummaryCashIn> | null;
    /**
     * Invoices finalized in `comparison.current` with warnings and not void, by the code of the warning. An invoice with two codes counts in both.
     */
    invoice_warnings: Array<SummaryInvoiceWarning>;
    /**
     * What remains of invoices that wait for payment, by currency.
     */
    receivables: Array<SummaryReceivable>;
    /**
     * The five overdue invoices with the earliest due dates.
     */
    oldest_overdue: Array<SummaryOldestOverdue>;
    /**
     * Invoices by the day they were created, and what has become of them.
     */
    invoices: Array<SummaryInvoice>;
    /**
     * Null for a key without account:read.
     */
    seller_missing: Array<SummarySellerMissing> | null;
    /**
     * Null for a key without account:read.
     */
    settings_mismatched: Array<SummarySettingsMismatched> | null;
    /**
     * Exact counts; what the key cannot read is left out.
     */
    attention: Array<SummaryAttention>;
};

export type SummaryAttention = {
    /**
     * What someone should look at.
     */
    kind: 'invoices_overdue' | 'drafts_past_due' | 'emails_failed' | 'webhook_endpoints_disabled' | 'webhook_deliveries_failed';
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryCashIn = {
    from: string;
    to: string;
    currencies: Array<SummaryCashInCurrency>;
};

export type SummaryCashInCurrency = {
    currency: string;
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

/**
 * This month so far, or the last thirty days, compared with the same number of days of the period before.
 */
export type SummaryComparison = {
    current: SummaryComparisonCurrent;
    previous: SummaryComparisonPrevious;
    /**
     * The total of invoices finalized in the period and not void, tax included, by currency.
     */
    billed: Array<SummaryComparisonBilled>;
    /**
     * Null for a key without payments:read.
     */
    received: Array<SummaryComparisonReceived> | null;
};

export type SummaryComparisonBilled = {
    currency: string;
    current: SummaryComparisonBilledCurrent;
    previous: SummaryComparisonBilledPrevious;
    change: SummaryComparisonBilledChange;
};

export type SummaryComparisonBilledChange = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    /**
     * To one decimal; null where the previous amount is 0.
     */
    percent: string | null;
};

export type SummaryComparisonBilledCurrent = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryComparisonBilledPrevious = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryComparisonCurrent = {
    from: string;
    to: string;
};

export type SummaryComparisonPrevious = {
    from: string;
    to: string;
};

export type SummaryComparisonReceived = {
    currency: string;
    current: SummaryComparisonReceivedCurrent;
    previous: SummaryComparisonReceivedPrevious;
    change: SummaryComparisonReceivedChange;
};

export type SummaryComparisonReceivedChange = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    /**
     * To one decimal; null where the previous amount is 0.
     */
    percent: string | null;
};

export type SummaryComparisonReceivedCurrent = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryComparisonReceivedPrevious = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryInvoice = {
    from: string;
    to: string;
    statuses: Array<SummaryInvoiceStatu>;
};

export type SummaryInvoiceStatu = {
    /**
     * As they are now.
     */
    status: 'draft' | 'posted' | 'paid' | 'overdue' | 'void';
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryInvoiceWarning = {
    code: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryOldestOverdue = {
    invoice_id: string;
    number: string;
    customer_id: string;
    currency: string;
    /**
     * In the currency's smallest unit.
     */
    amount_remaining: number;
    due_date: string;
    days_overdue: number;
};

export type SummaryReceivable = {
    currency: string;
    open: SummaryReceivableOpen;
    overdue: SummaryReceivableOverdue;
    ages: Array<SummaryReceivableAge>;
};

export type SummaryReceivableAge = {
    /**
     * How many days past due.
     */
    age: 'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'days_over_90';
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryReceivableOpen = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummaryReceivableOverdue = {
    /**
     * In the currency's smallest unit. Beyond 9007199254740991 most readers hold the nearest number to it: `amount_exact` is exact.
     */
    amount: number;
    /**
     * The same as a string of digits.
     */
    amount_exact: string;
    count: number;
    /**
     * The list whose rows add up to it.
     */
    url: string;
};

export type SummarySellerMissing = {
    code: string;
    /**
     * The account setting that fixes it; null if it is a server setting.
     */
    param: string | null;
    message: string;
};

export type SummarySettingsMismatched = {
    code: string;
    /**
     * The account setting that fixes it; null if it is a server setting.
     */
    param: string | null;
    message: string;
};

export type TaxId = {
    /**
     * What kind of number it is.
     */
    type: 'eu_vat' | 'gb_vat' | 'ch_uid' | 'no_vat' | 'ca_gst_hst' | 'ca_qst' | 'ca_pst_bc' | 'ca_pst_mb' | 'ca_pst_sk' | 'us_ein' | 'au_abn' | 'other';
    /**
     * In capitals, without separators. Of the EU and the UK it has its prefix (`FR…`, `GB…`), of Switzerland `CHE`; of Norway it has no `NO`.
     */
    value: string;
    /**
     * Whether its form and check digits are right; nothing says that it is in use.
     */
    status: 'well_formed' | 'malformed' | 'unverifiable';
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    checked_at: string;
};

export type TaxRate = {
    id: string;
    object: 'tax_rate';
    /**
     * As documents show it.
     */
    name: string;
    /**
     * Two-letter code of the country.
     */
    country: string;
    /**
     * The province or state it is of; null for the whole country.
     */
    region: string | null;
    /**
     * Only for customers with a postal code that begins like this; null for all.
     */
    postal_prefix: string | null;
    /**
     * In percent; it never changes.
     */
    percentage: string;
    /**
     * Whether prices include it.
     */
    inclusive: boolean;
    /**
     * What the tax is to the state.
     */
    category: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope' | 'export';
    /**
     * Applied by itself to products with this tax code; null if only lines that name it have it.
     */
    tax_code: string | null;
    /**
     * The first day on which it applies.
     */
    valid_from: string;
    /**
     * The last day on which it applies; null while none is known.
     */
    valid_to: string | null;
    /**
     * What documents have to say of it by law.
     */
    reference: string;
    /**
     * Whether new invoice lines can have it.
     */
    active: boolean;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    metadata: Metadata;
};

export type TaxRateCreate = {
    /**
     * As documents show it. Must be a single-line string without control characters.
     */
    name: string;
    /**
     * Two-letter code of the country, in any case. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
     */
    country: string;
    /**
     * Province or state. Must be a single-line string without control characters.
     */
    region?: string | null;
    /**
     * Beginning of postal codes. Must be a single-line string without control characters.
     */
    postal_prefix?: string | null;
    /**
     * In percent, with at most four digits after the point.
     */
    percentage: string;
    /**
     * Whether prices include it.
     */
    inclusive?: boolean;
    /**
     * What the tax is to the state; all but `standard` and `reduced` are 0 %.
     */
    category?: 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside_scope' | 'export';
    /**
     * The tax code of products it is for.
     */
    tax_code?: string | null;
    /**
     * The first day on which it applies.
     */
    valid_from: string;
    /**
     * The last day on which it applies.
     */
    valid_to?: string | null;
    /**
     * What documents have to say of it by law.
     */
    reference?: string;
    metadata?: Metadata;
};

export type TaxRateCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'tax_rate.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: TaxRateEventData;
};

export type TaxRateEventData = {
    object: TaxRate;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type TaxRateList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<TaxRate>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type TaxRatePatch = {
    /**
     * The last day on which it applies.
     */
    valid_to?: string | null;
    /**
     * What documents have to say of it by law.
     */
    reference?: string | null;
    /**
     * Whether new invoice lines can have it.
     */
    active?: boolean;
    metadata?: MetadataPatch | null;
};

export type TaxRateUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'tax_rate.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: TaxRateEventData;
};

export type TaxReason = {
    /**
     * Why it applies.
     */
    code: 'rate_named' | 'customer_exempt' | 'product_exempt' | 'registered' | 'export' | 'reverse_charge' | 'oss' | 'below_threshold' | 'outside_eu' | 'outside_vat_area' | 'not_registered' | 'address_missing' | 'rate_unknown' | 'none_named' | 'automatic_off';
    /**
     * Where the customer is taken to be, such as CA-QC.
     */
    place: string;
    /**
     * The day the rates are of.
     */
    date: string;
};

export type TaxRegistration = {
    id: string;
    object: 'tax_registration';
    /**
     * Two-letter code of the country.
     */
    country: string;
    /**
     * The province of a provincial tax (QC, BC, SK, MB), or the state of `manual`; null for the country's own tax, such as GST/HST.
     */
    region: string | null;
    /**
     * Where its rates come from: the built-in tables (`standard`, `simplified`), those of the customer’s member state (`oss_union`), or your own tax rates (`manual`).
     */
    scheme: 'standard' | 'oss_union' | 'simplified' | 'manual';
    /**
     * The registration number; documents show it.
     */
    number: string;
    /**
     * The first day on which it applies.
     */
    valid_from: string;
    /**
     * The last day on which it applies; null while none is known.
     */
    valid_to: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
    metadata: Metadata;
};

export type TaxRegistrationCreate = {
    /**
     * Two-letter code of the country, in any case; of `oss_union` the member state. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
     */
    country: string;
    /**
     * Province or state. Must be a single-line string without control characters.
     */
    region?: string | null;
    /**
     * Where its rates come from: the built-in tables (`standard`, `simplified`), those of the customer’s member state (`oss_union`), or your own tax rates (`manual`).
     */
    scheme?: 'standard' | 'oss_union' | 'simplified' | 'manual';
    /**
     * The registration number; documents show it. Must be a single-line string without control characters.
     */
    number?: string;
    /**
     * The first day on which it applies.
     */
    valid_from: string;
    /**
     * The last day on which it applies.
     */
    valid_to?: string | null;
    metadata?: Metadata;
};

export type TaxRegistrationCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'tax_registration.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: TaxRegistrationEventData;
};

export type TaxRegistrationEventData = {
    object: TaxRegistration;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type TaxRegistrationList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<TaxRegistration>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type TaxRegistrationPatch = {
    /**
     * The registration number; documents show it. Must be a single-line string without control characters.
     */
    number?: string | null;
    /**
     * The last day on which it applies.
     */
    valid_to?: string | null;
    metadata?: MetadataPatch | null;
};

export type TaxRegistrationUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'tax_registration.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: TaxRegistrationEventData;
};

export type TaxReport = {
    object: 'tax_report';
    from: string;
    to: string;
    /**
     * Amounts are in each currency's smallest unit.
     */
    currencies: Array<TaxReportCurrency>;
    /**
     * For sellers registered in a member state, of the calendar year of `to`: the threshold of Directive 2006/112/EC, Art. 59c. Null for others.
     */
    oss: TaxReportOss | null;
};

export type TaxReportCurrency = {
    currency: string;
    data: Array<TaxReportCurrencyData>;
    totals: TaxReportCurrencyTotals;
    /**
     * net_tax − ledger of the totals: 0 in sound books.
     */
    difference: number;
    /**
     * revenue − ledger_revenue of the totals: 0 in sound books; null if `jurisdiction` was sent.
     */
    revenue_difference: number | null;
};

export type TaxReportCurrencyData = {
    /**
     * As invoices and the ledger call it; `untaxed` for supplies without tax.
     */
    rate: string;
    name: string;
    country: string;
    region: string | null;
    /**
     * In percent.
     */
    percentage: string;
    /**
     * What the tax is to the state.
     */
    category: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope' | 'export' | 'untaxed';
    /**
     * Why the supplies are untaxed; null for taxes.
     */
    reason: 'rate_named' | 'customer_exempt' | 'product_exempt' | 'registered' | 'export' | 'reverse_charge' | 'oss' | 'below_threshold' | 'outside_eu' | 'outside_vat_area' | 'not_registered' | 'address_missing' | 'rate_unknown' | 'none_named' | 'automatic_off' | null;
    /**
     * True for supplies that are untaxed because an address or a rate is missing.
     */
    data_missing: boolean;
    /**
     * What the tax is on, of the documents finalized in the period.
     */
    taxable: number;
    /**
     * The same of those voided in it.
     */
    credited_taxable: number;
    /**
     * taxable − credited_taxable.
     */
    net_taxable: number;
    /**
     * Of the documents finalized in the period.
     */
    tax: number;
    /**
     * Of those voided in it.
     */
    credited_tax: number;
    /**
     * tax − credited_tax.
     */
    net_tax: number;
    /**
     * Net revenue of it. A line with several taxes counts in one row: that of the country before those of its regions, then by rate. So the rows add up to the revenue of the period.
     */
    revenue: number;
    /**
     * What the account `tax_payable` has of it in the period: the same in sound books.
     */
    ledger: number;
    /**
     * How many were finalized.
     */
    documents: number;
};

export type TaxReportCurrencyTotals = {
    /**
     * Of the documents finalized in the period.
     */
    tax: number;
    /**
     * Of those voided in it.
     */
    credited_tax: number;
    /**
     * tax − credited_tax.
     */
    net_tax: number;
    /**
     * Net revenue of it. A line with several taxes counts in one row: that of the country before those of its regions, then by rate. So the rows add up to the revenue of the period.
     */
    revenue: number;
    /**
     * What the account `tax_payable` has of it in the period: the same in sound books.
     */
    ledger: number;
    /**
     * How many were finalized.
     */
    documents: number;
    /**
     * What the account `revenue` has in the period; null if `jurisdiction` was sent.
     */
    ledger_revenue: number | null;
};

export type TaxReportOss = {
    year: number;
    currency: 'eur';
    /**
     * Sales in euros to consumers of other member states, without tax.
     */
    turnover: number;
    /**
     * The same of the year before, which decides as well.
     */
    previous_turnover: number;
    /**
     * Above it the rates of their countries apply.
     */
    limit: number;
    /**
     * Whether it is 80 % of the limit or more, or the year before was above the limit.
     */
    is_near: boolean;
};

export type TestClock = {
    object: 'test_clock';
    /**
     * `ready`, `advancing` or `resetting`.
     */
    status: 'ready' | 'advancing' | 'resetting';
    /**
     * What time it is in this environment.
     */
    now: string;
    /**
     * Where the latest advance began; null before the first.
     */
    from: string | null;
    /**
     * Where the latest advance ends.
     */
    to: string | null;
    /**
     * How much of an advance or a reset is done; 100 when the clock is ready.
     */
    percent: number;
    /**
     * The sequence of the last event before the latest advance: GET /v1/events?after= with it tells what has happened since.
     */
    events_after: number | null;
    /**
     * When it was asked for, by the clock on the wall.
     */
    started_at: string | null;
    /**
     * When it had arrived, by the clock on the wall.
     */
    finished_at: string | null;
    /**
     * The id of the key that asked for it.
     */
    requested_by: string | null;
};

export type TimelineItem = {
    /**
     * That of the event, `evt_…`, or of the email, `eml_…`.
     */
    id: string;
    object: 'timeline_item';
    /**
     * When it happened, in business time.
     */
    at: string;
    /**
     * The type of the event, or `email.` and the kind of the email.
     */
    type: string;
    /**
     * One sentence for people, in English; without details if you lack the scope that reads what it is about.
     */
    summary: string;
    /**
     * The event with all details; null for an email.
     */
    event_id: string | null;
    /**
     * Who caused it: a key, a person or a command; null if it was automatic, or if the caller cannot read the audit log.
     */
    actor: string | null;
    /**
     * What the key or person was called then.
     */
    actor_label: string | null;
    /**
     * The invoice, payment, credit transaction or email.
     */
    about: string;
};

export type TimelineItemList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<TimelineItem>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type TrialBalance = {
    object: 'trial_balance';
    as_of: string;
    currencies: Array<TrialBalanceCurrency>;
};

export type TrialBalanceCurrency = {
    currency: string;
    accounts: Array<TrialBalanceCurrencyAccount>;
    /**
     * The sum of all debits.
     */
    debit: string;
    /**
     * The sum of all credits: the same.
     */
    credit: string;
};

export type TrialBalanceCurrencyAccount = {
    /**
     * New accounts can be added.
     */
    account: 'receivable' | 'revenue' | 'tax_payable' | 'customer_credit' | 'credit_granted' | 'cash_card' | 'cash_bank_transfer' | 'cash_cheque' | 'cash_cash' | 'cash_other';
    /**
     * All that was debited.
     */
    debit: string;
    /**
     * All that was credited.
     */
    credit: string;
    /**
     * Debit less credit.
     */
    balance: string;
    /**
     * The sums by tax rate of `tax_payable`; empty for other accounts.
     */
    taxes: Array<TrialBalanceCurrencyAccountTax>;
};

export type TrialBalanceCurrencyAccountTax = {
    /**
     * As in `taxes` of invoices, for `tax_payable`; null for other accounts.
     */
    tax_rate: string | null;
    /**
     * The name of the tax on the invoice.
     */
    tax_name: string | null;
    /**
     * All that was debited.
     */
    debit: string;
    /**
     * All that was credited.
     */
    credit: string;
    /**
     * Debit less credit.
     */
    balance: string;
};

export type WebhookDelivery = {
    id: string;
    object: 'webhook_delivery';
    endpoint_id: string;
    /**
     * Also the `webhook-id` header of every attempt.
     */
    event_id: string;
    event_type: string;
    /**
     * What the event is about; its events are kept in order.
     */
    object_id: string;
    sequence: number;
    /**
     * `failed`: all ten attempts failed.
     */
    state: 'pending' | 'delivered' | 'failed' | 'skipped';
    attempts_made: number;
    /**
     * Null of a pending delivery too, while an earlier event of its object holds it back.
     */
    next_attempt_at: string | null;
    response_status: number | null;
    last_error: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    finished_at: string | null;
};

export type WebhookDeliveryList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<WebhookDelivery>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type WebhookDeliveryWithAttempts = {
    id: string;
    object: 'webhook_delivery';
    endpoint_id: string;
    /**
     * Also the `webhook-id` header of every attempt.
     */
    event_id: string;
    event_type: string;
    /**
     * What the event is about; its events are kept in order.
     */
    object_id: string;
    sequence: number;
    /**
     * `failed`: all ten attempts failed.
     */
    state: 'pending' | 'delivered' | 'failed' | 'skipped';
    attempts_made: number;
    /**
     * Null of a pending delivery too, while an earlier event of its object holds it back.
     */
    next_attempt_at: string | null;
    response_status: number | null;
    last_error: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    finished_at: string | null;
    attempts: Array<WebhookDeliveryWithAttemptsAttempt>;
};

export type WebhookDeliveryWithAttemptsAttempt = {
    number: number;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    attempted_at: string;
    duration_ms: number;
    response_status: number | null;
    /**
     * The first 4 kB.
     */
    response_body: string | null;
    error: string | null;
};

export type WebhookEndpoint = {
    id: string;
    object: 'webhook_endpoint';
    url: string;
    description: string;
    enabled_events: Array<string>;
    /**
     * Paused by you, or disabled after 410 or 5 days of failure.
     */
    status: 'enabled' | 'paused' | 'disabled';
    disabled_reason: 'gone' | 'failing' | null;
    /**
     * The signing secret (`whsec_…`); shown when it is made, null ever after.
     */
    secret: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    former_secret_until: string | null;
    metadata: Metadata;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    created_at: string;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    updated_at: string;
};

export type WebhookEndpointCreate = {
    /**
     * URL that receives events: a public http or https URL.
     */
    url: string;
    /**
     * Description.
     */
    description?: string;
    /**
     * Which events: types, families such as `invoice.*`, or `*` for all, the default.
     */
    enabled_events?: Array<string>;
    metadata?: Metadata;
};

export type WebhookEndpointCreatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'webhook_endpoint.created';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: WebhookEndpointEventData;
};

export type WebhookEndpointDeletedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'webhook_endpoint.deleted';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: WebhookEndpointEventData;
};

export type WebhookEndpointDisabledEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'webhook_endpoint.disabled';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: WebhookEndpointEventData;
};

export type WebhookEndpointEventData = {
    object: WebhookEndpoint;
    /**
     * Previous values of changed properties; absent if nothing changed, if the object was created or deleted, or if you lack the scope that reads it.
     */
    previous_attributes?: {
        [key: string]: unknown;
    };
};

export type WebhookEndpointFigures = {
    object: 'webhook_endpoint_figures';
    endpoint_id: string;
    /**
     * Deliveries in progress, counted up to 10,001.
     */
    pending: number;
    /**
     * Failed deliveries, counted up to 10,001.
     */
    failed: number;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    last_delivered_at: string | null;
    /**
     * ISO 8601 in UTC, to the millisecond.
     */
    failing_since: string | null;
    /**
     * How far it has read the feed.
     */
    cursor_sequence: number;
    /**
     * Events of the feed it has yet to read.
     */
    events_behind: number;
    /**
     * Enabled events that no one who created or changed it can read. Someone who can read them confirms them by sending `enabled_events` again.
     */
    beyond_creator: Array<string>;
    /**
     * Of its enabled events, those that do not exist.
     */
    unknown_events: Array<string>;
};

export type WebhookEndpointHealth = {
    object: 'webhook_endpoint_health';
    endpoint_id: string;
    /**
     * Deliveries of the last 7 days that were attempted at least once; of the newest 100.
     */
    attempted: number;
    /**
     * Of these, those that were delivered.
     */
    delivered: number;
    /**
     * When an attempt to send one of these last failed.
     */
    last_failed_at: string | null;
};

export type WebhookEndpointHealthList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<WebhookEndpointHealth>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type WebhookEndpointList = {
    object: 'list';
    /**
     * The path of this list.
     */
    url: string;
    data: Array<WebhookEndpoint>;
    /**
     * Whether another page follows.
     */
    has_more: boolean;
    /**
     * How many objects match; null for a filtered list of more than 10,000.
     */
    total_count: number | null;
    limit: number;
    offset: number;
};

export type WebhookEndpointPatch = {
    /**
     * URL that receives events: a public http or https URL.
     */
    url?: string;
    /**
     * Description.
     */
    description?: string | null;
    /**
     * Which events: types, families such as `invoice.*`, or `*` for all, the default.
     */
    enabled_events?: Array<string>;
    metadata?: MetadataPatch | null;
};

export type WebhookEndpointSecretRotatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'webhook_endpoint.secret_rotated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: WebhookEndpointEventData;
};

export type WebhookEndpointTestEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'webhook_endpoint.test';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: WebhookEndpointEventData;
};

export type WebhookEndpointUpdatedEvent = {
    id: string;
    object: 'event';
    sequence: number;
    type: 'webhook_endpoint.updated';
    created_at: string;
    environment: 'test' | 'live';
    api_version: 'v1';
    data: WebhookEndpointEventData;
};

export type WebhookRedelivery = {
    object: 'webhook_redelivery';
    endpoint_id: string;
    /**
     * Number of deliveries retried.
     */
    redelivered: number;
    /**
     * Next sequence to use if there are more; null when done.
     */
    next_sequence: number | null;
};

export type Error = {
    error: {
        /**
         * The type of the error. New ones can be added.
         */
        type: string;
        /**
         * For programs. New codes can be added; each has a page at `doc_url`.
         */
        code: string;
        /**
         * A sentence for a person: what was wrong, and what to do.
         */
        message: string;
        /**
         * Where the fault is, as in `line_items[0].quantity`; null for the request as a whole.
         */
        param: string | null;
        /**
         * Every fault of the request, as far as it has several.
         */
        errors: Array<{
            /**
             * Where the fault is, as in `line_items[0].quantity`; null for the request as a whole.
             */
            param: string | null;
            /**
             * For programs. New codes can be added; each has a page at `doc_url`.
             */
            code: string;
            /**
             * What is wrong there.
             */
            message: string;
        }>;
        /**
         * The page of this code, served by the same process.
         */
        doc_url: string;
        /**
         * The same as in the header Request-Id and in the log.
         */
        request_id: string;
    };
};

export type Health = {
    status: 'ok';
    /**
     * How long the database took to answer when it was last asked.
     */
    database_ms: number;
};

export type Readiness = {
    status: 'ready';
};

export type OpenApiDocument = {
    [key: string]: unknown;
};

/**
 * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
 */
export type DryRunQuery = boolean;

/**
 * Answer 304, without a body, if the object still has this ETag.
 */
export type IfNoneMatch = string;

/**
 * The ID of the event: the same for each attempt.
 */
export type WebhookId = string;

/**
 * When this attempt was made, in seconds since 1970.
 */
export type WebhookTimestamp = string;

/**
 * `v1,` and the base64 of the HMAC-SHA256, once for each valid secret.
 */
export type WebhookSignature = string;

/**
 * Number of objects per page.
 */
export type Limit = number;

/**
 * How many objects to skip. For deep pages use the cursors.
 */
export type Offset = number;

/**
 * The ID of the last object of the previous page.
 */
export type StartingAfter = string;

/**
 * The id of the object this page ends before.
 */
export type EndingBefore = string;

/**
 * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
 */
export type CreatedAtGte = string;

/**
 * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
 */
export type CreatedAtGt = string;

/**
 * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
 */
export type CreatedAtLte = string;

/**
 * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
 */
export type CreatedAtLt = string;

/**
 * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
 */
export type Metadata2 = {
    [key: string]: string;
};

/**
 * The tax rate.
 */
export type TaxRatesId = string;

/**
 * The tax registration.
 */
export type TaxRegistrationsId = string;

/**
 * The coupon.
 */
export type CouponsId = string;

/**
 * The promotion code.
 */
export type PromotionCodesId = string;

/**
 * The customer: `cus_1001`, or 1001.
 */
export type CustomersCustomerId = string;

/**
 * The product.
 */
export type ProductsId = string;

/**
 * In this currency. Several are separated by commas. Must be active ISO 4217 currencies such as cad or cad,usd.
 */
export type Currency = string;

/**
 * The price.
 */
export type PricesId = string;

/**
 * The invoice.
 */
export type InvoicesId = string;

/**
 * The discount.
 */
export type InvoicesDiscountId = string;

/**
 * The payment.
 */
export type PaymentsId = string;

/**
 * The day at whose end the books are read, in the account's time zone; today when left out.
 */
export type AsOf = string;

/**
 * By which date entries are read. They differ for a payment recorded after it was received.
 */
export type By = 'value_date' | 'date';

/**
 * The first day, in the account's time zone.
 */
export type From = string;

/**
 * The last day, in the account's time zone.
 */
export type To = string;

/**
 * Taxes of a country and its regions (`CA`), or of one region (`CA-QC`).
 */
export type Jurisdiction = string;

/**
 * Documents in it. Must be an active ISO 4217 currency such as cad, usd or eur.
 */
export type TaxCurrency = string;

/**
 * The email.
 */
export type EmailsId = string;

/**
 * The webhook endpoint.
 */
export type WebhookEndpointsId = string;

/**
 * The webhook delivery.
 */
export type WebhookDeliveriesId = string;

/**
 * The ID of the key, never the whole key.
 */
export type ApiKeysId = string;

/**
 * The ID of the member.
 */
export type MembersId = string;

export type ListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * Events after this sequence, ascending; 0, the default, begins with the first.
         */
        after?: number;
        /**
         * Events before this sequence, newest first: for people, who read backwards.
         */
        before?: number;
        /**
         * Events of this type, or of a family such as `invoice.*`. Must be a type of event such as invoice.paid, or a family such as invoice.*.
         */
        type?: string;
        /**
         * Events about this object: `inv_…`, `cus_…`.
         */
        object_id?: string;
        /**
         * Events about this customer and whatever is theirs: invoices, payments, credit.
         */
        customer_id?: string;
        /**
         * If there are no events after `after`, wait up to this many seconds for one.
         */
        wait?: number;
    };
    url: '/v1/events';
};

export type ListEventsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListEventsError = ListEventsErrors[keyof ListEventsErrors];

export type ListEventsResponses = {
    /**
     * Done.
     */
    200: EventList;
};

export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];

export type RetrieveEventData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The event.
         */
        id: string;
    };
    query?: never;
    url: '/v1/events/{id}';
};

export type RetrieveEventErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveEventError = RetrieveEventErrors[keyof RetrieveEventErrors];

export type RetrieveEventResponses = {
    /**
     * Done.
     */
    200: Event;
};

export type RetrieveEventResponse = RetrieveEventResponses[keyof RetrieveEventResponses];

export type ListAuditLogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Only what this key or person did: `svc_…` or `usr_…`.
         */
        actor?: string;
        /**
         * Only this operation, as the reference names it.
         */
        action?: string;
        /**
         * Only what was done to this object.
         */
        object_id?: string;
    };
    url: '/v1/audit_log';
};

export type ListAuditLogErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListAuditLogError = ListAuditLogErrors[keyof ListAuditLogErrors];

export type ListAuditLogResponses = {
    /**
     * Done.
     */
    200: AuditEntryList;
};

export type ListAuditLogResponse = ListAuditLogResponses[keyof ListAuditLogResponses];

export type RetrieveTestClockData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Wait up to so many seconds for the clock to be ready.
         */
        wait?: number;
    };
    url: '/v1/test_clock';
};

export type RetrieveTestClockErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveTestClockError = RetrieveTestClockErrors[keyof RetrieveTestClockErrors];

export type RetrieveTestClockResponses = {
    /**
     * Done.
     */
    200: TestClock;
};

export type RetrieveTestClockResponse = RetrieveTestClockResponses[keyof RetrieveTestClockResponses];

export type AdvanceTestClockData = {
    body: AdvanceTestClockBody;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/test_clock/advance';
};

export type AdvanceTestClockErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type AdvanceTestClockError = AdvanceTestClockErrors[keyof AdvanceTestClockErrors];

export type AdvanceTestClockResponses = {
    /**
     * Done.
     */
    200: TestClock;
};

export type AdvanceTestClockResponse = AdvanceTestClockResponses[keyof AdvanceTestClockResponses];

export type ResetTestClockData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/test_clock/reset';
};

export type ResetTestClockErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ResetTestClockError = ResetTestClockErrors[keyof ResetTestClockErrors];

export type ResetTestClockResponses = {
    /**
     * Done.
     */
    200: TestClock;
};

export type ResetTestClockResponse = ResetTestClockResponses[keyof ResetTestClockResponses];

export type RetrieveAccountData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/account';
};

export type RetrieveAccountErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveAccountError = RetrieveAccountErrors[keyof RetrieveAccountErrors];

export type RetrieveAccountResponses = {
    /**
     * Done.
     */
    200: Account;
};

export type RetrieveAccountResponse = RetrieveAccountResponses[keyof RetrieveAccountResponses];

export type UpdateAccountData = {
    body: AccountPatch;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/account';
};

export type UpdateAccountErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateAccountError = UpdateAccountErrors[keyof UpdateAccountErrors];

export type UpdateAccountResponses = {
    /**
     * Done.
     */
    200: Account;
};

export type UpdateAccountResponse = UpdateAccountResponses[keyof UpdateAccountResponses];

export type RemoveAccountLogoData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/account/logo';
};

export type RemoveAccountLogoErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RemoveAccountLogoError = RemoveAccountLogoErrors[keyof RemoveAccountLogoErrors];

export type RemoveAccountLogoResponses = {
    /**
     * Done.
     */
    200: Account;
};

export type RemoveAccountLogoResponse = RemoveAccountLogoResponses[keyof RemoveAccountLogoResponses];

export type RetrieveAccountLogoData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/account/logo';
};

export type RetrieveAccountLogoErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveAccountLogoError = RetrieveAccountLogoErrors[keyof RetrieveAccountLogoErrors];

export type RetrieveAccountLogoResponses = {
    /**
     * Done.
     */
    200: unknown;
};

export type SetAccountLogoData = {
    body: SetAccountLogoBody;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/account/logo';
};

export type SetAccountLogoErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type SetAccountLogoError = SetAccountLogoErrors[keyof SetAccountLogoErrors];

export type SetAccountLogoResponses = {
    /**
     * Done.
     */
    200: Account;
};

export type SetAccountLogoResponse = SetAccountLogoResponses[keyof SetAccountLogoResponses];

export type ListTaxRatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Rates of this country. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
         */
        country?: string;
        /**
         * Active rates, or those that are not.
         */
        active?: boolean;
    };
    url: '/v1/tax_rates';
};

export type ListTaxRatesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListTaxRatesError = ListTaxRatesErrors[keyof ListTaxRatesErrors];

export type ListTaxRatesResponses = {
    /**
     * Done.
     */
    200: TaxRateList;
};

export type ListTaxRatesResponse = ListTaxRatesResponses[keyof ListTaxRatesResponses];

export type CreateTaxRateData = {
    body: TaxRateCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/tax_rates';
};

export type CreateTaxRateErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateTaxRateError = CreateTaxRateErrors[keyof CreateTaxRateErrors];

export type CreateTaxRateResponses = {
    /**
     * Created.
     */
    201: TaxRate;
};

export type CreateTaxRateResponse = CreateTaxRateResponses[keyof CreateTaxRateResponses];

export type RetrieveTaxRateData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The tax rate.
         */
        id: string;
    };
    query?: never;
    url: '/v1/tax_rates/{id}';
};

export type RetrieveTaxRateErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveTaxRateError = RetrieveTaxRateErrors[keyof RetrieveTaxRateErrors];

export type RetrieveTaxRateResponses = {
    /**
     * Done.
     */
    200: TaxRate;
};

export type RetrieveTaxRateResponse = RetrieveTaxRateResponses[keyof RetrieveTaxRateResponses];

export type UpdateTaxRateData = {
    body: TaxRatePatch;
    path: {
        /**
         * The tax rate.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/tax_rates/{id}';
};

export type UpdateTaxRateErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateTaxRateError = UpdateTaxRateErrors[keyof UpdateTaxRateErrors];

export type UpdateTaxRateResponses = {
    /**
     * Done.
     */
    200: TaxRate;
};

export type UpdateTaxRateResponse = UpdateTaxRateResponses[keyof UpdateTaxRateResponses];

export type ListTaxRegistrationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Registrations in this country. Must be an assigned ISO 3166-1 two-letter code such as CA, US or DE.
         */
        country?: string;
    };
    url: '/v1/tax_registrations';
};

export type ListTaxRegistrationsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListTaxRegistrationsError = ListTaxRegistrationsErrors[keyof ListTaxRegistrationsErrors];

export type ListTaxRegistrationsResponses = {
    /**
     * Done.
     */
    200: TaxRegistrationList;
};

export type ListTaxRegistrationsResponse = ListTaxRegistrationsResponses[keyof ListTaxRegistrationsResponses];

export type CreateTaxRegistrationData = {
    body: TaxRegistrationCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/tax_registrations';
};

export type CreateTaxRegistrationErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateTaxRegistrationError = CreateTaxRegistrationErrors[keyof CreateTaxRegistrationErrors];

export type CreateTaxRegistrationResponses = {
    /**
     * Created.
     */
    201: TaxRegistration;
};

export type CreateTaxRegistrationResponse = CreateTaxRegistrationResponses[keyof CreateTaxRegistrationResponses];

export type RetrieveTaxRegistrationData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The tax registration.
         */
        id: string;
    };
    query?: never;
    url: '/v1/tax_registrations/{id}';
};

export type RetrieveTaxRegistrationErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveTaxRegistrationError = RetrieveTaxRegistrationErrors[keyof RetrieveTaxRegistrationErrors];

export type RetrieveTaxRegistrationResponses = {
    /**
     * Done.
     */
    200: TaxRegistration;
};

export type RetrieveTaxRegistrationResponse = RetrieveTaxRegistrationResponses[keyof RetrieveTaxRegistrationResponses];

export type UpdateTaxRegistrationData = {
    body: TaxRegistrationPatch;
    path: {
        /**
         * The tax registration.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/tax_registrations/{id}';
};

export type UpdateTaxRegistrationErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateTaxRegistrationError = UpdateTaxRegistrationErrors[keyof UpdateTaxRegistrationErrors];

export type UpdateTaxRegistrationResponses = {
    /**
     * Done.
     */
    200: TaxRegistration;
};

export type UpdateTaxRegistrationResponse = UpdateTaxRegistrationResponses[keyof UpdateTaxRegistrationResponses];

export type ListCouponsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Active coupons, or those that are not.
         */
        active?: boolean;
    };
    url: '/v1/coupons';
};

export type ListCouponsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListCouponsError = ListCouponsErrors[keyof ListCouponsErrors];

export type ListCouponsResponses = {
    /**
     * Done.
     */
    200: CouponList;
};

export type ListCouponsResponse = ListCouponsResponses[keyof ListCouponsResponses];

export type CreateCouponData = {
    body: CouponCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/coupons';
};

export type CreateCouponErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateCouponError = CreateCouponErrors[keyof CreateCouponErrors];

export type CreateCouponResponses = {
    /**
     * Created.
     */
    201: Coupon;
};

export type CreateCouponResponse = CreateCouponResponses[keyof CreateCouponResponses];

export type RetrieveCouponData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The coupon.
         */
        id: string;
    };
    query?: never;
    url: '/v1/coupons/{id}';
};

export type RetrieveCouponErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveCouponError = RetrieveCouponErrors[keyof RetrieveCouponErrors];

export type RetrieveCouponResponses = {
    /**
     * Done.
     */
    200: Coupon;
};

export type RetrieveCouponResponse = RetrieveCouponResponses[keyof RetrieveCouponResponses];

export type UpdateCouponData = {
    body: CouponPatch;
    path: {
        /**
         * The coupon.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/coupons/{id}';
};

export type UpdateCouponErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateCouponError = UpdateCouponErrors[keyof UpdateCouponErrors];

export type UpdateCouponResponses = {
    /**
     * Done.
     */
    200: Coupon;
};

export type UpdateCouponResponse = UpdateCouponResponses[keyof UpdateCouponResponses];

export type ListPromotionCodesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Promotion codes of this coupon.
         */
        coupon_id?: string;
        /**
         * The promotion code that is called so, in any case.
         */
        code?: string;
        /**
         * Active promotion codes, or those that are not.
         */
        active?: boolean;
    };
    url: '/v1/promotion_codes';
};

export type ListPromotionCodesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListPromotionCodesError = ListPromotionCodesErrors[keyof ListPromotionCodesErrors];

export type ListPromotionCodesResponses = {
    /**
     * Done.
     */
    200: PromotionCodeList;
};

export type ListPromotionCodesResponse = ListPromotionCodesResponses[keyof ListPromotionCodesResponses];

export type CreatePromotionCodeData = {
    body: PromotionCodeCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/promotion_codes';
};

export type CreatePromotionCodeErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreatePromotionCodeError = CreatePromotionCodeErrors[keyof CreatePromotionCodeErrors];

export type CreatePromotionCodeResponses = {
    /**
     * Created.
     */
    201: PromotionCode;
};

export type CreatePromotionCodeResponse = CreatePromotionCodeResponses[keyof CreatePromotionCodeResponses];

export type RetrievePromotionCodeData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The promotion code.
         */
        id: string;
    };
    query?: never;
    url: '/v1/promotion_codes/{id}';
};

export type RetrievePromotionCodeErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrievePromotionCodeError = RetrievePromotionCodeErrors[keyof RetrievePromotionCodeErrors];

export type RetrievePromotionCodeResponses = {
    /**
     * Done.
     */
    200: PromotionCode;
};

export type RetrievePromotionCodeResponse = RetrievePromotionCodeResponses[keyof RetrievePromotionCodeResponses];

export type UpdatePromotionCodeData = {
    body: PromotionCodePatch;
    path: {
        /**
         * The promotion code.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/promotion_codes/{id}';
};

export type UpdatePromotionCodeErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdatePromotionCodeError = UpdatePromotionCodeErrors[keyof UpdatePromotionCodeErrors];

export type UpdatePromotionCodeResponses = {
    /**
     * Done.
     */
    200: PromotionCode;
};

export type UpdatePromotionCodeResponse = UpdatePromotionCodeResponses[keyof UpdatePromotionCodeResponses];

export type ListCustomersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Customers with this email address, in upper or lower case.
         */
        email?: string;
        /**
         * The customer with exactly this ID of your own.
         */
        external_id?: string;
        /**
         * Customers whose name, contact or email address has words that begin so.
         */
        q?: string;
        /**
         * These customers, at most 100: `cus_1001,cus_1002`.
         */
        ids?: string;
    };
    url: '/api/public/v1/customers';
};

export type ListCustomersErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListCustomersError = ListCustomersErrors[keyof ListCustomersErrors];

export type ListCustomersResponses = {
    /**
     * Done.
     */
    200: CustomerList;
};

export type ListCustomersResponse = ListCustomersResponses[keyof ListCustomersResponses];

export type CreateCustomerData = {
    body: CustomerCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/api/public/v1/customers';
};

export type CreateCustomerErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateCustomerError = CreateCustomerErrors[keyof CreateCustomerErrors];

export type CreateCustomerResponses = {
    /**
     * Created.
     */
    201: Customer;
};

export type CreateCustomerResponse = CreateCustomerResponses[keyof CreateCustomerResponses];

export type DeleteCustomerData = {
    body?: never;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/api/public/v1/customers/{customer_id}';
};

export type DeleteCustomerErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type DeleteCustomerError = DeleteCustomerErrors[keyof DeleteCustomerErrors];

export type DeleteCustomerResponses = {
    /**
     * Done.
     */
    200: DeletedCustomer;
};

export type DeleteCustomerResponse = DeleteCustomerResponses[keyof DeleteCustomerResponses];

export type RetrieveCustomerData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: never;
    url: '/api/public/v1/customers/{customer_id}';
};

export type RetrieveCustomerErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveCustomerError = RetrieveCustomerErrors[keyof RetrieveCustomerErrors];

export type RetrieveCustomerResponses = {
    /**
     * Done.
     */
    200: Customer;
};

export type RetrieveCustomerResponse = RetrieveCustomerResponses[keyof RetrieveCustomerResponses];

export type UpdateCustomerData = {
    body: CustomerPatch;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/api/public/v1/customers/{customer_id}';
};

export type UpdateCustomerErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateCustomerError = UpdateCustomerErrors[keyof UpdateCustomerErrors];

export type UpdateCustomerResponses = {
    /**
     * Done.
     */
    200: Customer;
};

export type UpdateCustomerResponse = UpdateCustomerResponses[keyof UpdateCustomerResponses];

export type EraseCustomerData = {
    body?: EraseCustomerBody;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/customers/{customer_id}/erase';
};

export type EraseCustomerErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type EraseCustomerError = EraseCustomerErrors[keyof EraseCustomerErrors];

export type EraseCustomerResponses = {
    /**
     * Done.
     */
    200: CustomerErasure;
};

export type EraseCustomerResponse = EraseCustomerResponses[keyof EraseCustomerResponses];

export type RetrieveCustomerErasureData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: never;
    url: '/v1/customers/{customer_id}/erasure';
};

export type RetrieveCustomerErasureErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveCustomerErasureError = RetrieveCustomerErasureErrors[keyof RetrieveCustomerErasureErrors];

export type RetrieveCustomerErasureResponses = {
    /**
     * Done.
     */
    200: CustomerErasure;
};

export type RetrieveCustomerErasureResponse = RetrieveCustomerErasureResponses[keyof RetrieveCustomerErasureResponses];

export type ListProductsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Products whose name has words that begin so.
         */
        q?: string;
        /**
         * Products in this state. Several are separated by commas. Values: `active`, `archived`.
         */
        status?: string;
    };
    url: '/v1/products';
};

export type ListProductsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListProductsError = ListProductsErrors[keyof ListProductsErrors];

export type ListProductsResponses = {
    /**
     * Done.
     */
    200: ProductList;
};

export type ListProductsResponse = ListProductsResponses[keyof ListProductsResponses];

export type CreateProductData = {
    body: ProductCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/products';
};

export type CreateProductErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateProductError = CreateProductErrors[keyof CreateProductErrors];

export type CreateProductResponses = {
    /**
     * Created.
     */
    201: Product;
};

export type CreateProductResponse = CreateProductResponses[keyof CreateProductResponses];

export type ArchiveProductData = {
    body?: never;
    path: {
        /**
         * The product.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/products/{id}';
};

export type ArchiveProductErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ArchiveProductError = ArchiveProductErrors[keyof ArchiveProductErrors];

export type ArchiveProductResponses = {
    /**
     * Done.
     */
    200: Product;
};

export type ArchiveProductResponse = ArchiveProductResponses[keyof ArchiveProductResponses];

export type RetrieveProductData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The product.
         */
        id: string;
    };
    query?: never;
    url: '/v1/products/{id}';
};

export type RetrieveProductErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveProductError = RetrieveProductErrors[keyof RetrieveProductErrors];

export type RetrieveProductResponses = {
    /**
     * Done.
     */
    200: Product;
};

export type RetrieveProductResponse = RetrieveProductResponses[keyof RetrieveProductResponses];

export type UpdateProductData = {
    body: ProductPatch;
    path: {
        /**
         * The product.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/products/{id}';
};

export type UpdateProductErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateProductError = UpdateProductErrors[keyof UpdateProductErrors];

export type UpdateProductResponses = {
    /**
     * Done.
     */
    200: Product;
};

export type UpdateProductResponse = UpdateProductResponses[keyof UpdateProductResponses];

export type ListPricesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Prices of this product.
         */
        product_id?: string;
        /**
         * In this currency. Several are separated by commas. Must be active ISO 4217 currencies such as cad or cad,usd.
         */
        currency?: string;
        /**
         * Active prices, or those that are not.
         */
        active?: boolean;
        /**
         * The price with exactly this lookup key.
         */
        lookup_key?: string;
    };
    url: '/v1/prices';
};

export type ListPricesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListPricesError = ListPricesErrors[keyof ListPricesErrors];

export type ListPricesResponses = {
    /**
     * Done.
     */
    200: PriceList;
};

export type ListPricesResponse = ListPricesResponses[keyof ListPricesResponses];

export type CreatePriceData = {
    body: PriceCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/prices';
};

export type CreatePriceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreatePriceError = CreatePriceErrors[keyof CreatePriceErrors];

export type CreatePriceResponses = {
    /**
     * Created.
     */
    201: Price;
};

export type CreatePriceResponse = CreatePriceResponses[keyof CreatePriceResponses];

export type RetrievePriceData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The price.
         */
        id: string;
    };
    query?: never;
    url: '/v1/prices/{id}';
};

export type RetrievePriceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrievePriceError = RetrievePriceErrors[keyof RetrievePriceErrors];

export type RetrievePriceResponses = {
    /**
     * Done.
     */
    200: Price;
};

export type RetrievePriceResponse = RetrievePriceResponses[keyof RetrievePriceResponses];

export type UpdatePriceData = {
    body: PricePatch;
    path: {
        /**
         * The price.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/prices/{id}';
};

export type UpdatePriceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdatePriceError = UpdatePriceErrors[keyof UpdatePriceErrors];

export type UpdatePriceResponses = {
    /**
     * Done.
     */
    200: Price;
};

export type UpdatePriceResponse = UpdatePriceResponses[keyof UpdatePriceResponses];

export type ListInvoicesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Invoices of this customer: `cus_1001`, or 1001.
         */
        customer_id?: string;
        /**
         * Invoices in this state. Several are separated by commas. Values: `draft`, `posted`, `paid`, `overdue`, `void`.
         */
        status?: string;
        /**
         * `true` for unpaid invoices only (posted or overdue); `false` for all others.
         */
        open?: boolean;
        /**
         * In this currency. Several are separated by commas. Must be active ISO 4217 currencies such as cad or cad,usd.
         */
        currency?: string;
        /**
         * The invoice of exactly this number.
         */
        number?: string;
        /**
         * Invoices finalized with this warning, by its code.
         */
        warning?: string;
        /**
         * Due on this day or later.
         */
        'due_date[gte]'?: string;
        /**
         * Due on this day or earlier.
         */
        'due_date[lte]'?: string;
        /**
         * Finalized at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'finalized_at[gte]'?: string;
        /**
         * Finalized later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'finalized_at[gt]'?: string;
        /**
         * Finalized at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'finalized_at[lte]'?: string;
        /**
         * Finalized earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'finalized_at[lt]'?: string;
    };
    url: '/v1/invoices';
};

export type ListInvoicesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListInvoicesError = ListInvoicesErrors[keyof ListInvoicesErrors];

export type ListInvoicesResponses = {
    /**
     * Done.
     */
    200: InvoiceList;
};

export type ListInvoicesResponse = ListInvoicesResponses[keyof ListInvoicesResponses];

export type CreateInvoiceData = {
    body: InvoiceCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices';
};

export type CreateInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateInvoiceError = CreateInvoiceErrors[keyof CreateInvoiceErrors];

export type CreateInvoiceResponses = {
    /**
     * Created.
     */
    201: Invoice;
};

export type CreateInvoiceResponse = CreateInvoiceResponses[keyof CreateInvoiceResponses];

export type RetrieveInvoiceData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: never;
    url: '/v1/invoices/{id}';
};

export type RetrieveInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveInvoiceError = RetrieveInvoiceErrors[keyof RetrieveInvoiceErrors];

export type RetrieveInvoiceResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type RetrieveInvoiceResponse = RetrieveInvoiceResponses[keyof RetrieveInvoiceResponses];

export type UpdateInvoiceData = {
    body: InvoicePatch;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}';
};

export type UpdateInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateInvoiceError = UpdateInvoiceErrors[keyof UpdateInvoiceErrors];

export type UpdateInvoiceResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type UpdateInvoiceResponse = UpdateInvoiceResponses[keyof UpdateInvoiceResponses];

export type FinalizeInvoiceData = {
    body?: FinalizeInvoiceBody;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}/finalize';
};

export type FinalizeInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type FinalizeInvoiceError = FinalizeInvoiceErrors[keyof FinalizeInvoiceErrors];

export type FinalizeInvoiceResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type FinalizeInvoiceResponse = FinalizeInvoiceResponses[keyof FinalizeInvoiceResponses];

export type VoidInvoiceData = {
    body?: never;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}/void';
};

export type VoidInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type VoidInvoiceError = VoidInvoiceErrors[keyof VoidInvoiceErrors];

export type VoidInvoiceResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type VoidInvoiceResponse = VoidInvoiceResponses[keyof VoidInvoiceResponses];

export type AddInvoiceDiscountData = {
    body?: AddInvoiceDiscountBody;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}/discounts';
};

export type AddInvoiceDiscountErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type AddInvoiceDiscountError = AddInvoiceDiscountErrors[keyof AddInvoiceDiscountErrors];

export type AddInvoiceDiscountResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type AddInvoiceDiscountResponse = AddInvoiceDiscountResponses[keyof AddInvoiceDiscountResponses];

export type RemoveInvoiceDiscountData = {
    body?: never;
    path: {
        /**
         * The invoice.
         */
        id: string;
        /**
         * The discount.
         */
        discount_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}/discounts/{discount_id}';
};

export type RemoveInvoiceDiscountErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RemoveInvoiceDiscountError = RemoveInvoiceDiscountErrors[keyof RemoveInvoiceDiscountErrors];

export type RemoveInvoiceDiscountResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type RemoveInvoiceDiscountResponse = RemoveInvoiceDiscountResponses[keyof RemoveInvoiceDiscountResponses];

export type PreviewInvoiceData = {
    body?: PreviewInvoiceBody;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/preview';
};

export type PreviewInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type PreviewInvoiceError = PreviewInvoiceErrors[keyof PreviewInvoiceErrors];

export type PreviewInvoiceResponses = {
    /**
     * Done.
     */
    200: InvoicePreview;
};

export type PreviewInvoiceResponse = PreviewInvoiceResponses[keyof PreviewInvoiceResponses];

export type SendInvoiceData = {
    body?: SendInvoiceBody;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}/send';
};

export type SendInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type SendInvoiceError = SendInvoiceErrors[keyof SendInvoiceErrors];

export type SendInvoiceResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type SendInvoiceResponse = SendInvoiceResponses[keyof SendInvoiceResponses];

export type RotateHostedUrlData = {
    body?: never;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/invoices/{id}/rotate_hosted_url';
};

export type RotateHostedUrlErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RotateHostedUrlError = RotateHostedUrlErrors[keyof RotateHostedUrlErrors];

export type RotateHostedUrlResponses = {
    /**
     * Done.
     */
    200: Invoice;
};

export type RotateHostedUrlResponse = RotateHostedUrlResponses[keyof RotateHostedUrlResponses];

export type ExplainInvoiceData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: never;
    url: '/v1/invoices/{id}/explain';
};

export type ExplainInvoiceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ExplainInvoiceError = ExplainInvoiceErrors[keyof ExplainInvoiceErrors];

export type ExplainInvoiceResponses = {
    /**
     * Done.
     */
    200: InvoiceExplanation;
};

export type ExplainInvoiceResponse = ExplainInvoiceResponses[keyof ExplainInvoiceResponses];

export type RetrieveInvoiceSnapshotData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: never;
    url: '/v1/invoices/{id}/snapshot';
};

export type RetrieveInvoiceSnapshotErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveInvoiceSnapshotError = RetrieveInvoiceSnapshotErrors[keyof RetrieveInvoiceSnapshotErrors];

export type RetrieveInvoiceSnapshotResponses = {
    /**
     * Done.
     */
    200: InvoiceSnapshot;
};

export type RetrieveInvoiceSnapshotResponse = RetrieveInvoiceSnapshotResponses[keyof RetrieveInvoiceSnapshotResponses];

export type AddCustomerDiscountData = {
    body?: AddCustomerDiscountBody;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/customers/{customer_id}/discounts';
};

export type AddCustomerDiscountErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type AddCustomerDiscountError = AddCustomerDiscountErrors[keyof AddCustomerDiscountErrors];

export type AddCustomerDiscountResponses = {
    /**
     * Done.
     */
    200: Customer;
};

export type AddCustomerDiscountResponse = AddCustomerDiscountResponses[keyof AddCustomerDiscountResponses];

export type RemoveCustomerDiscountData = {
    body?: never;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
        /**
         * The discount.
         */
        discount_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/customers/{customer_id}/discounts/{discount_id}';
};

export type RemoveCustomerDiscountErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RemoveCustomerDiscountError = RemoveCustomerDiscountErrors[keyof RemoveCustomerDiscountErrors];

export type RemoveCustomerDiscountResponses = {
    /**
     * Done.
     */
    200: Customer;
};

export type RemoveCustomerDiscountResponse = RemoveCustomerDiscountResponses[keyof RemoveCustomerDiscountResponses];

export type RetrieveInvoicePdfData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: never;
    url: '/v1/invoices/{id}/pdf';
};

export type RetrieveInvoicePdfErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveInvoicePdfError = RetrieveInvoicePdfErrors[keyof RetrieveInvoicePdfErrors];

export type RetrieveInvoicePdfResponses = {
    /**
     * Done.
     */
    200: Blob | File;
};

export type RetrieveInvoicePdfResponse = RetrieveInvoicePdfResponses[keyof RetrieveInvoicePdfResponses];

export type RetrieveSampleInvoicePdfData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Instead of the accent color of the account. Must be a color such as #1a6fb5.
         */
        color?: string;
        /**
         * Instead of the footer of the account.
         */
        footer?: string;
    };
    url: '/v1/account/sample_invoice/pdf';
};

export type RetrieveSampleInvoicePdfErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveSampleInvoicePdfError = RetrieveSampleInvoicePdfErrors[keyof RetrieveSampleInvoicePdfErrors];

export type RetrieveSampleInvoicePdfResponses = {
    /**
     * Done.
     */
    200: Blob | File;
};

export type RetrieveSampleInvoicePdfResponse = RetrieveSampleInvoicePdfResponses[keyof RetrieveSampleInvoicePdfResponses];

export type ListInvoiceTimelineData = {
    body?: never;
    path: {
        /**
         * The invoice.
         */
        id: string;
    };
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * The id of the item this page comes after.
         */
        starting_after?: string;
    };
    url: '/v1/invoices/{id}/timeline';
};

export type ListInvoiceTimelineErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListInvoiceTimelineError = ListInvoiceTimelineErrors[keyof ListInvoiceTimelineErrors];

export type ListInvoiceTimelineResponses = {
    /**
     * Done.
     */
    200: TimelineItemList;
};

export type ListInvoiceTimelineResponse = ListInvoiceTimelineResponses[keyof ListInvoiceTimelineResponses];

export type ListPaymentsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Payments on this invoice.
         */
        invoice_id?: string;
        /**
         * Payments on invoices of this customer: `cus_1001`, or 1001.
         */
        customer_id?: string;
        /**
         * Payments made this way. Several are separated by commas. Values: `card`, `bank_transfer`, `cheque`, `cash`, `other`.
         */
        method?: string;
        /**
         * Payments in this state. Several are separated by commas. Values: `settled`, `reversed`.
         */
        status?: string;
        /**
         * In this currency. Several are separated by commas. Must be active ISO 4217 currencies such as cad or cad,usd.
         */
        currency?: string;
        /**
         * Received on this day or later.
         */
        'received_on[gte]'?: string;
        /**
         * Received on this day or earlier.
         */
        'received_on[lte]'?: string;
    };
    url: '/v1/payments';
};

export type ListPaymentsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListPaymentsError = ListPaymentsErrors[keyof ListPaymentsErrors];

export type ListPaymentsResponses = {
    /**
     * Done.
     */
    200: PaymentList;
};

export type ListPaymentsResponse = ListPaymentsResponses[keyof ListPaymentsResponses];

export type CreatePaymentData = {
    body: PaymentCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/payments';
};

export type CreatePaymentErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreatePaymentError = CreatePaymentErrors[keyof CreatePaymentErrors];

export type CreatePaymentResponses = {
    /**
     * Created.
     */
    201: Payment;
};

export type CreatePaymentResponse = CreatePaymentResponses[keyof CreatePaymentResponses];

export type RetrievePaymentData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The payment.
         */
        id: string;
    };
    query?: never;
    url: '/v1/payments/{id}';
};

export type RetrievePaymentErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrievePaymentError = RetrievePaymentErrors[keyof RetrievePaymentErrors];

export type RetrievePaymentResponses = {
    /**
     * Done.
     */
    200: Payment;
};

export type RetrievePaymentResponse = RetrievePaymentResponses[keyof RetrievePaymentResponses];

export type ReversePaymentData = {
    body?: ReversePaymentBody;
    path: {
        /**
         * The payment.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/payments/{id}/reverse';
};

export type ReversePaymentErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ReversePaymentError = ReversePaymentErrors[keyof ReversePaymentErrors];

export type ReversePaymentResponses = {
    /**
     * Done.
     */
    200: Payment;
};

export type ReversePaymentResponse = ReversePaymentResponses[keyof ReversePaymentResponses];

export type ListCreditTransactionsData = {
    body?: never;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * In this currency. Several are separated by commas. Must be active ISO 4217 currencies such as cad or cad,usd.
         */
        currency?: string;
        /**
         * Of this type. Several are separated by commas. Values: `granted`, `expired`, `applied`, `restored`.
         */
        type?: string;
    };
    url: '/v1/customers/{customer_id}/credit_transactions';
};

export type ListCreditTransactionsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListCreditTransactionsError = ListCreditTransactionsErrors[keyof ListCreditTransactionsErrors];

export type ListCreditTransactionsResponses = {
    /**
     * Done.
     */
    200: CreditTransactionList;
};

export type ListCreditTransactionsResponse = ListCreditTransactionsResponses[keyof ListCreditTransactionsResponses];

export type CreateCreditTransactionData = {
    body: CreditTransactionCreate;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/customers/{customer_id}/credit_transactions';
};

export type CreateCreditTransactionErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateCreditTransactionError = CreateCreditTransactionErrors[keyof CreateCreditTransactionErrors];

export type CreateCreditTransactionResponses = {
    /**
     * Created.
     */
    201: CreditTransaction;
};

export type CreateCreditTransactionResponse = CreateCreditTransactionResponses[keyof CreateCreditTransactionResponses];

export type RetrieveCreditTransactionData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The credit transaction.
         */
        id: string;
    };
    query?: never;
    url: '/v1/credit_transactions/{id}';
};

export type RetrieveCreditTransactionErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveCreditTransactionError = RetrieveCreditTransactionErrors[keyof RetrieveCreditTransactionErrors];

export type RetrieveCreditTransactionResponses = {
    /**
     * Done.
     */
    200: CreditTransaction;
};

export type RetrieveCreditTransactionResponse = RetrieveCreditTransactionResponses[keyof RetrieveCreditTransactionResponses];

export type ListLedgerEntriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Entries that touch this account. Several are separated by commas. Values: `receivable`, `revenue`, `tax_payable`, `customer_credit`, `credit_granted`, `cash_card`, `cash_bank_transfer`, `cash_cheque`, `cash_cash`, `cash_other`.
         */
        account?: string;
        /**
         * Entries of this kind. Several are separated by commas. Values: `invoice_finalized`, `invoice_voided`, `credit_granted`, `credit_expired`, `credit_applied`, `credit_restored`, `payment_settled`, `payment_reversed`.
         */
        kind?: string;
        /**
         * Entries that this invoice, payment or credit transaction caused.
         */
        object_id?: string;
        /**
         * Entries about this invoice: itself, its payments, its credit.
         */
        invoice_id?: string;
        /**
         * Entries of this customer: `cus_1001`, or 1001.
         */
        customer_id?: string;
        /**
         * Entries in this currency. Several are separated by commas.
         */
        currency?: string;
        /**
         * Booked on this day or later, in the account's time zone.
         */
        'date[gte]'?: string;
        /**
         * Booked on this day or earlier, in the account's time zone.
         */
        'date[lte]'?: string;
        /**
         * Counted on this day or later.
         */
        'value_date[gte]'?: string;
        /**
         * Counted on this day or earlier.
         */
        'value_date[lte]'?: string;
    };
    url: '/v1/ledger/entries';
};

export type ListLedgerEntriesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListLedgerEntriesError = ListLedgerEntriesErrors[keyof ListLedgerEntriesErrors];

export type ListLedgerEntriesResponses = {
    /**
     * Done.
     */
    200: LedgerEntryList;
};

export type ListLedgerEntriesResponse = ListLedgerEntriesResponses[keyof ListLedgerEntriesResponses];

export type RetrieveTrialBalanceData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The day at whose end the books are read, in the account's time zone; today when left out.
         */
        as_of?: string;
        /**
         * By which date entries are read. They differ for a payment recorded after it was received.
         */
        by?: 'value_date' | 'date';
    };
    url: '/v1/ledger/trial_balance';
};

export type RetrieveTrialBalanceErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveTrialBalanceError = RetrieveTrialBalanceErrors[keyof RetrieveTrialBalanceErrors];

export type RetrieveTrialBalanceResponses = {
    /**
     * Done.
     */
    200: TrialBalance;
};

export type RetrieveTrialBalanceResponse = RetrieveTrialBalanceResponses[keyof RetrieveTrialBalanceResponses];

export type RetrieveReceivablesAgingData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The day at whose end the books are read, in the account's time zone; today when left out.
         */
        as_of?: string;
        /**
         * By which date entries are read. They differ for a payment recorded after it was received.
         */
        by?: 'value_date' | 'date';
        /**
         * How many customers a page has.
         */
        limit?: number;
        /**
         * The customer this page comes after.
         */
        starting_after?: string;
    };
    url: '/v1/ledger/receivables_aging';
};

export type RetrieveReceivablesAgingErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveReceivablesAgingError = RetrieveReceivablesAgingErrors[keyof RetrieveReceivablesAgingErrors];

export type RetrieveReceivablesAgingResponses = {
    /**
     * Done.
     */
    200: ReceivablesAging;
};

export type RetrieveReceivablesAgingResponse = RetrieveReceivablesAgingResponses[keyof RetrieveReceivablesAgingResponses];

export type ExportJournalData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The first day, in the account's time zone; that of the first entry when left out.
         */
        from?: string;
        /**
         * The last day, in the account's time zone; today when left out.
         */
        to?: string;
        /**
         * By which date entries are read. They differ for a payment recorded after it was received.
         */
        by?: 'value_date' | 'date';
    };
    url: '/v1/ledger/journal.csv';
};

export type ExportJournalErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ExportJournalError = ExportJournalErrors[keyof ExportJournalErrors];

export type ExportJournalResponses = {
    /**
     * Done.
     */
    200: string;
};

export type ExportJournalResponse = ExportJournalResponses[keyof ExportJournalResponses];

export type RetrieveTaxReportData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query: {
        /**
         * The first day, in the account's time zone.
         */
        from: string;
        /**
         * The last day, in the account's time zone.
         */
        to: string;
        /**
         * Taxes of a country and its regions (`CA`), or of one region (`CA-QC`).
         */
        jurisdiction?: string;
        /**
         * Documents in it. Must be an active ISO 4217 currency such as cad, usd or eur.
         */
        currency?: string;
    };
    url: '/v1/tax/report';
};

export type RetrieveTaxReportErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveTaxReportError = RetrieveTaxReportErrors[keyof RetrieveTaxReportErrors];

export type RetrieveTaxReportResponses = {
    /**
     * Done.
     */
    200: TaxReport;
};

export type RetrieveTaxReportResponse = RetrieveTaxReportResponses[keyof RetrieveTaxReportResponses];

export type ExportTaxReportData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The first day, in the account's time zone.
         */
        from: string;
        /**
         * The last day, in the account's time zone.
         */
        to: string;
        /**
         * Taxes of a country and its regions (`CA`), or of one region (`CA-QC`).
         */
        jurisdiction?: string;
        /**
         * Documents in it. Must be an active ISO 4217 currency such as cad, usd or eur.
         */
        currency?: string;
    };
    url: '/v1/tax/report.csv';
};

export type ExportTaxReportErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ExportTaxReportError = ExportTaxReportErrors[keyof ExportTaxReportErrors];

export type ExportTaxReportResponses = {
    /**
     * Done.
     */
    200: string;
};

export type ExportTaxReportResponse = ExportTaxReportResponses[keyof ExportTaxReportResponses];

export type VerifyLedgerData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/ledger/verification';
};

export type VerifyLedgerErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type VerifyLedgerError = VerifyLedgerErrors[keyof VerifyLedgerErrors];

export type VerifyLedgerResponses = {
    /**
     * Done.
     */
    200: LedgerVerification;
};

export type VerifyLedgerResponse = VerifyLedgerResponses[keyof VerifyLedgerResponses];

export type ListEmailsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Emails with this status. Several are separated by commas. Values: `outbox`, `pending`, `sent`, `failed`, `canceled`.
         */
        status?: string;
        /**
         * Emails of this kind. Several are separated by commas. Values: `invoice`, `reminder`, `receipt`.
         */
        kind?: string;
        /**
         * Emails about this invoice.
         */
        invoice_id?: string;
        /**
         * Emails about invoices of this customer: `cus_1001`, or 1001.
         */
        customer_id?: string;
        /**
         * Failed emails without a later email about the same invoice, or all others.
         */
        needs_attention?: boolean;
    };
    url: '/v1/emails';
};

export type ListEmailsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListEmailsError = ListEmailsErrors[keyof ListEmailsErrors];

export type ListEmailsResponses = {
    /**
     * Done.
     */
    200: EmailList;
};

export type ListEmailsResponse = ListEmailsResponses[keyof ListEmailsResponses];

export type RetrieveEmailData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The email.
         */
        id: string;
    };
    query?: never;
    url: '/v1/emails/{id}';
};

export type RetrieveEmailErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveEmailError = RetrieveEmailErrors[keyof RetrieveEmailErrors];

export type RetrieveEmailResponses = {
    /**
     * Done.
     */
    200: EmailWithTexts;
};

export type RetrieveEmailResponse = RetrieveEmailResponses[keyof RetrieveEmailResponses];

export type ShowEmailData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The email.
         */
        id: string;
    };
    query?: never;
    url: '/v1/emails/{id}/html';
};

export type ShowEmailErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ShowEmailError = ShowEmailErrors[keyof ShowEmailErrors];

export type ShowEmailResponses = {
    /**
     * Done.
     */
    200: string;
};

export type ShowEmailResponse = ShowEmailResponses[keyof ShowEmailResponses];

export type ListWebhookEndpointsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Objects whose metadata has this key with just this value: `metadata[order]=A-17`. Numbers and booleans are matched as they are written. Of several keys, all have to match.
         */
        metadata?: {
            [key: string]: string;
        };
        /**
         * Endpoints in this state. Several are separated by commas. Values: `enabled`, `paused`, `disabled`.
         */
        status?: string;
    };
    url: '/v1/webhook_endpoints';
};

export type ListWebhookEndpointsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListWebhookEndpointsError = ListWebhookEndpointsErrors[keyof ListWebhookEndpointsErrors];

export type ListWebhookEndpointsResponses = {
    /**
     * Done.
     */
    200: WebhookEndpointList;
};

export type ListWebhookEndpointsResponse = ListWebhookEndpointsResponses[keyof ListWebhookEndpointsResponses];

export type CreateWebhookEndpointData = {
    body: WebhookEndpointCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints';
};

export type CreateWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateWebhookEndpointError = CreateWebhookEndpointErrors[keyof CreateWebhookEndpointErrors];

export type CreateWebhookEndpointResponses = {
    /**
     * Created.
     */
    201: WebhookEndpoint;
};

export type CreateWebhookEndpointResponse = CreateWebhookEndpointResponses[keyof CreateWebhookEndpointResponses];

export type DeleteWebhookEndpointData = {
    body?: never;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}';
};

export type DeleteWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type DeleteWebhookEndpointError = DeleteWebhookEndpointErrors[keyof DeleteWebhookEndpointErrors];

export type DeleteWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: DeletedWebhookEndpoint;
};

export type DeleteWebhookEndpointResponse = DeleteWebhookEndpointResponses[keyof DeleteWebhookEndpointResponses];

export type RetrieveWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhook_endpoints/{id}';
};

export type RetrieveWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveWebhookEndpointError = RetrieveWebhookEndpointErrors[keyof RetrieveWebhookEndpointErrors];

export type RetrieveWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: WebhookEndpoint;
};

export type RetrieveWebhookEndpointResponse = RetrieveWebhookEndpointResponses[keyof RetrieveWebhookEndpointResponses];

export type UpdateWebhookEndpointData = {
    body: WebhookEndpointPatch;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}';
};

export type UpdateWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateWebhookEndpointError = UpdateWebhookEndpointErrors[keyof UpdateWebhookEndpointErrors];

export type UpdateWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: WebhookEndpoint;
};

export type UpdateWebhookEndpointResponse = UpdateWebhookEndpointResponses[keyof UpdateWebhookEndpointResponses];

export type PauseWebhookEndpointData = {
    body?: never;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}/pause';
};

export type PauseWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type PauseWebhookEndpointError = PauseWebhookEndpointErrors[keyof PauseWebhookEndpointErrors];

export type PauseWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: WebhookEndpoint;
};

export type PauseWebhookEndpointResponse = PauseWebhookEndpointResponses[keyof PauseWebhookEndpointResponses];

export type ResumeWebhookEndpointData = {
    body?: never;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}/resume';
};

export type ResumeWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ResumeWebhookEndpointError = ResumeWebhookEndpointErrors[keyof ResumeWebhookEndpointErrors];

export type ResumeWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: WebhookEndpoint;
};

export type ResumeWebhookEndpointResponse = ResumeWebhookEndpointResponses[keyof ResumeWebhookEndpointResponses];

export type RotateWebhookSecretData = {
    body?: RotateWebhookSecretBody;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}/rotate_secret';
};

export type RotateWebhookSecretErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * Done.
     */
    200: WebhookEndpoint;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type TestWebhookEndpointData = {
    body?: never;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}/test';
};

export type TestWebhookEndpointErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type TestWebhookEndpointError = TestWebhookEndpointErrors[keyof TestWebhookEndpointErrors];

export type TestWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: WebhookEndpoint;
};

export type TestWebhookEndpointResponse = TestWebhookEndpointResponses[keyof TestWebhookEndpointResponses];

export type RetrieveWebhookFiguresData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhook_endpoints/{id}/figures';
};

export type RetrieveWebhookFiguresErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveWebhookFiguresError = RetrieveWebhookFiguresErrors[keyof RetrieveWebhookFiguresErrors];

export type RetrieveWebhookFiguresResponses = {
    /**
     * Done.
     */
    200: WebhookEndpointFigures;
};

export type RetrieveWebhookFiguresResponse = RetrieveWebhookFiguresResponses[keyof RetrieveWebhookFiguresResponses];

export type ListWebhookHealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/webhook_health';
};

export type ListWebhookHealthErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListWebhookHealthError = ListWebhookHealthErrors[keyof ListWebhookHealthErrors];

export type ListWebhookHealthResponses = {
    /**
     * Done.
     */
    200: WebhookEndpointHealthList;
};

export type ListWebhookHealthResponse = ListWebhookHealthResponses[keyof ListWebhookHealthResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Deliveries in this state. Several are separated by commas. Values: `pending`, `delivered`, `failed`, `skipped`.
         */
        state?: string;
        /**
         * Deliveries to this endpoint.
         */
        endpoint_id?: string;
        /**
         * Deliveries of this event.
         */
        event_id?: string;
    };
    url: '/v1/webhook_deliveries';
};

export type ListWebhookDeliveriesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * Done.
     */
    200: WebhookDeliveryList;
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type RetrieveWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The webhook delivery.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhook_deliveries/{id}';
};

export type RetrieveWebhookDeliveryErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveWebhookDeliveryError = RetrieveWebhookDeliveryErrors[keyof RetrieveWebhookDeliveryErrors];

export type RetrieveWebhookDeliveryResponses = {
    /**
     * Done.
     */
    200: WebhookDeliveryWithAttempts;
};

export type RetrieveWebhookDeliveryResponse = RetrieveWebhookDeliveryResponses[keyof RetrieveWebhookDeliveryResponses];

export type RedeliverWebhookDeliveryData = {
    body?: never;
    path: {
        /**
         * The webhook delivery.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_deliveries/{id}/redeliver';
};

export type RedeliverWebhookDeliveryErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RedeliverWebhookDeliveryError = RedeliverWebhookDeliveryErrors[keyof RedeliverWebhookDeliveryErrors];

export type RedeliverWebhookDeliveryResponses = {
    /**
     * Done.
     */
    200: WebhookDelivery;
};

export type RedeliverWebhookDeliveryResponse = RedeliverWebhookDeliveryResponses[keyof RedeliverWebhookDeliveryResponses];

export type SkipWebhookDeliveryData = {
    body?: never;
    path: {
        /**
         * The webhook delivery.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_deliveries/{id}/skip';
};

export type SkipWebhookDeliveryErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type SkipWebhookDeliveryError = SkipWebhookDeliveryErrors[keyof SkipWebhookDeliveryErrors];

export type SkipWebhookDeliveryResponses = {
    /**
     * Done.
     */
    200: WebhookDelivery;
};

export type SkipWebhookDeliveryResponse = SkipWebhookDeliveryResponses[keyof SkipWebhookDeliveryResponses];

export type RedeliverWebhookRangeData = {
    body?: RedeliverWebhookRangeBody;
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/webhook_endpoints/{id}/redeliver';
};

export type RedeliverWebhookRangeErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RedeliverWebhookRangeError = RedeliverWebhookRangeErrors[keyof RedeliverWebhookRangeErrors];

export type RedeliverWebhookRangeResponses = {
    /**
     * Done.
     */
    200: WebhookRedelivery;
};

export type RedeliverWebhookRangeResponse = RedeliverWebhookRangeResponses[keyof RedeliverWebhookRangeResponses];

export type ListApiKeysData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Only keys that are so now. Several are separated by commas. Values: `active`, `expired`, `revoked`.
         */
        status?: string;
    };
    url: '/v1/api_keys';
};

export type ListApiKeysErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];

export type ListApiKeysResponses = {
    /**
     * Done.
     */
    200: ApiKeyList;
};

export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];

export type CreateApiKeyData = {
    body: ApiKeyCreate;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/api_keys';
};

export type CreateApiKeyErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type CreateApiKeyError = CreateApiKeyErrors[keyof CreateApiKeyErrors];

export type CreateApiKeyResponses = {
    /**
     * Created.
     */
    201: ApiKey;
};

export type CreateApiKeyResponse = CreateApiKeyResponses[keyof CreateApiKeyResponses];

export type RetrieveApiKeyData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The ID of the key, never the whole key.
         */
        id: string;
    };
    query?: never;
    url: '/v1/api_keys/{id}';
};

export type RetrieveApiKeyErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveApiKeyError = RetrieveApiKeyErrors[keyof RetrieveApiKeyErrors];

export type RetrieveApiKeyResponses = {
    /**
     * Done.
     */
    200: ApiKey;
};

export type RetrieveApiKeyResponse = RetrieveApiKeyResponses[keyof RetrieveApiKeyResponses];

export type UpdateApiKeyData = {
    body: ApiKeyPatch;
    path: {
        /**
         * The ID of the key, never the whole key.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/api_keys/{id}';
};

export type UpdateApiKeyErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateApiKeyError = UpdateApiKeyErrors[keyof UpdateApiKeyErrors];

export type UpdateApiKeyResponses = {
    /**
     * Done.
     */
    200: ApiKey;
};

export type UpdateApiKeyResponse = UpdateApiKeyResponses[keyof UpdateApiKeyResponses];

export type RollApiKeyData = {
    body?: RollApiKeyBody;
    path: {
        /**
         * The ID of the key, never the whole key.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/api_keys/{id}/roll';
};

export type RollApiKeyErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RollApiKeyError = RollApiKeyErrors[keyof RollApiKeyErrors];

export type RollApiKeyResponses = {
    /**
     * Created.
     */
    201: ApiKey;
};

export type RollApiKeyResponse = RollApiKeyResponses[keyof RollApiKeyResponses];

export type RevokeApiKeyData = {
    body?: never;
    path: {
        /**
         * The ID of the key, never the whole key.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/api_keys/{id}/revoke';
};

export type RevokeApiKeyErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RevokeApiKeyError = RevokeApiKeyErrors[keyof RevokeApiKeyErrors];

export type RevokeApiKeyResponses = {
    /**
     * Done.
     */
    200: ApiKey;
};

export type RevokeApiKeyResponse = RevokeApiKeyResponses[keyof RevokeApiKeyResponses];

export type ListMembersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
    };
    url: '/v1/members';
};

export type ListMembersErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListMembersError = ListMembersErrors[keyof ListMembersErrors];

export type ListMembersResponses = {
    /**
     * Done.
     */
    200: MemberList;
};

export type ListMembersResponse = ListMembersResponses[keyof ListMembersResponses];

export type InviteMemberData = {
    body: InviteMemberBody;
    path?: never;
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/members';
};

export type InviteMemberErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type InviteMemberError = InviteMemberErrors[keyof InviteMemberErrors];

export type InviteMemberResponses = {
    /**
     * Created.
     */
    201: Member;
};

export type InviteMemberResponse = InviteMemberResponses[keyof InviteMemberResponses];

export type RemoveMemberData = {
    body?: never;
    path: {
        /**
         * The ID of the member.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/members/{id}';
};

export type RemoveMemberErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RemoveMemberError = RemoveMemberErrors[keyof RemoveMemberErrors];

export type RemoveMemberResponses = {
    /**
     * Done.
     */
    200: DeletedMember;
};

export type RemoveMemberResponse = RemoveMemberResponses[keyof RemoveMemberResponses];

export type RetrieveMemberData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The ID of the member.
         */
        id: string;
    };
    query?: never;
    url: '/v1/members/{id}';
};

export type RetrieveMemberErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveMemberError = RetrieveMemberErrors[keyof RetrieveMemberErrors];

export type RetrieveMemberResponses = {
    /**
     * Done.
     */
    200: Member;
};

export type RetrieveMemberResponse = RetrieveMemberResponses[keyof RetrieveMemberResponses];

export type UpdateMemberData = {
    body: MemberPatch;
    path: {
        /**
         * The ID of the member.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/members/{id}';
};

export type UpdateMemberErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * Precondition Failed
     */
    412: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type UpdateMemberError = UpdateMemberErrors[keyof UpdateMemberErrors];

export type UpdateMemberResponses = {
    /**
     * Done.
     */
    200: Member;
};

export type UpdateMemberResponse = UpdateMemberResponses[keyof UpdateMemberResponses];

export type LinkMemberData = {
    body?: LinkMemberBody;
    path: {
        /**
         * The ID of the member.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/members/{id}/link';
};

export type LinkMemberErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type LinkMemberError = LinkMemberErrors[keyof LinkMemberErrors];

export type LinkMemberResponses = {
    /**
     * Done.
     */
    200: Member;
};

export type LinkMemberResponse = LinkMemberResponses[keyof LinkMemberResponses];

export type ListSessionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * Only those of this member.
         */
        member_id?: string;
    };
    url: '/v1/sessions';
};

export type ListSessionsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListSessionsError = ListSessionsErrors[keyof ListSessionsErrors];

export type ListSessionsResponses = {
    /**
     * Done.
     */
    200: SessionList;
};

export type ListSessionsResponse = ListSessionsResponses[keyof ListSessionsResponses];

export type EndSessionData = {
    body?: never;
    path: {
        /**
         * The id of the session.
         */
        id: string;
    };
    query?: {
        /**
         * Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.
         */
        dry_run?: boolean;
    };
    url: '/v1/sessions/{id}';
};

export type EndSessionErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `environment_resetting`, `idempotency_key_in_use`
     */
    409: Error;
    /**
     * `body_too_large`
     */
    413: Error;
    /**
     * `unsupported_media_type`
     */
    415: Error;
    /**
     * `idempotency_key_reused`
     */
    422: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type EndSessionError = EndSessionErrors[keyof EndSessionErrors];

export type EndSessionResponses = {
    /**
     * Done.
     */
    200: DeletedSession;
};

export type EndSessionResponse = EndSessionResponses[keyof EndSessionResponses];

export type ListRequestsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of objects per page.
         */
        limit?: number;
        /**
         * How many objects to skip. For deep pages use the cursors.
         */
        offset?: number;
        /**
         * The ID of the last object of the previous page.
         */
        starting_after?: string;
        /**
         * The id of the object this page ends before.
         */
        ending_before?: string;
        /**
         * Created at this instant or later. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gte]'?: string;
        /**
         * Created later than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[gt]'?: string;
        /**
         * Created at this instant or earlier. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lte]'?: string;
        /**
         * Created earlier than this. A date stands for its midnight in the time zone of the account, when it begins.
         */
        'created_at[lt]'?: string;
        /**
         * The one with this Request-Id.
         */
        id?: string;
        /**
         * Only this method. Several are separated by commas. Values: `GET`, `HEAD`, `POST`, `PATCH`, `DELETE`.
         */
        method?: string;
        /**
         * Only this status, such as `404`, or its class: `2xx`, `4xx`, `5xx`.
         */
        status?: string;
        /**
         * Only this operation, as the reference names it.
         */
        operation?: string;
        /**
         * Only what this key or person asked: `svc_…` or `usr_…`.
         */
        actor?: string;
        /**
         * Only programs with a key, or only people. Several are separated by commas. Values: `key`, `user`.
         */
        actor_kind?: string;
        /**
         * Only what was about this object.
         */
        object_id?: string;
        /**
         * Only those with this Idempotency-Key.
         */
        idempotency_key?: string;
    };
    url: '/v1/requests';
};

export type ListRequestsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ListRequestsError = ListRequestsErrors[keyof ListRequestsErrors];

export type ListRequestsResponses = {
    /**
     * Done.
     */
    200: LoggedRequestList;
};

export type ListRequestsResponse = ListRequestsResponses[keyof ListRequestsResponses];

export type RetrieveRequestData = {
    body?: never;
    headers?: {
        /**
         * Answer 304, without a body, if the object still has this ETag.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The Request-Id of the response.
         */
        id: string;
    };
    query?: never;
    url: '/v1/requests/{id}';
};

export type RetrieveRequestErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveRequestError = RetrieveRequestErrors[keyof RetrieveRequestErrors];

export type RetrieveRequestResponses = {
    /**
     * Done.
     */
    200: LoggedRequestWithBodies;
};

export type RetrieveRequestResponse = RetrieveRequestResponses[keyof RetrieveRequestResponses];

export type SearchData = {
    body?: never;
    path?: never;
    query: {
        /**
         * An ID, an invoice number, or the beginnings of words: of the name, contact and email address of a customer, of the name of a product.
         */
        q: string;
        /**
         * How many of each kind.
         */
        limit?: number;
    };
    url: '/v1/search';
};

export type SearchErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type SearchError = SearchErrors[keyof SearchErrors];

export type SearchResponses = {
    /**
     * Done.
     */
    200: SearchResults;
};

export type SearchResponse = SearchResponses[keyof SearchResponses];

export type RetrieveSummaryData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Twelve months, or thirty days, up to today.
         */
        interval?: 'day' | 'month';
    };
    url: '/v1/summary';
};

export type RetrieveSummaryErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveSummaryError = RetrieveSummaryErrors[keyof RetrieveSummaryErrors];

export type RetrieveSummaryResponses = {
    /**
     * Done.
     */
    200: Summary;
};

export type RetrieveSummaryResponse = RetrieveSummaryResponses[keyof RetrieveSummaryResponses];

export type RetrieveCustomerReceivablesData = {
    body?: never;
    path: {
        /**
         * The customer: `cus_1001`, or 1001.
         */
        customer_id: string;
    };
    query?: never;
    url: '/v1/customers/{customer_id}/receivables';
};

export type RetrieveCustomerReceivablesErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * Not Found
     */
    404: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveCustomerReceivablesError = RetrieveCustomerReceivablesErrors[keyof RetrieveCustomerReceivablesErrors];

export type RetrieveCustomerReceivablesResponses = {
    /**
     * Done.
     */
    200: CustomerReceivables;
};

export type RetrieveCustomerReceivablesResponse = RetrieveCustomerReceivablesResponses[keyof RetrieveCustomerReceivablesResponses];

export type RetrieveLimitsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/limits';
};

export type RetrieveLimitsErrors = {
    /**
     * `parameter_unknown`, `invalid_json`, `parameter_invalid`, `parameters_exclusive`
     */
    400: Error;
    /**
     * `api_key_missing`, `api_key_invalid`
     */
    401: Error;
    /**
     * `permission_denied`
     */
    403: Error;
    /**
     * `not_acceptable`
     */
    406: Error;
    /**
     * `rate_limit_exceeded`
     */
    429: Error;
    /**
     * `internal_error`
     */
    500: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type RetrieveLimitsError = RetrieveLimitsErrors[keyof RetrieveLimitsErrors];

export type RetrieveLimitsResponses = {
    /**
     * Done.
     */
    200: Limits;
};

export type RetrieveLimitsResponse = RetrieveLimitsResponses[keyof RetrieveLimitsResponses];

export type HealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/healthz';
};

export type HealthErrors = {
    /**
     * `parameter_invalid`
     */
    400: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type HealthError = HealthErrors[keyof HealthErrors];

export type HealthResponses = {
    /**
     * Yes.
     */
    200: Health;
};

export type HealthResponse = HealthResponses[keyof HealthResponses];

export type ReadinessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/readyz';
};

export type ReadinessErrors = {
    /**
     * `parameter_invalid`
     */
    400: Error;
    /**
     * `unavailable`
     */
    503: Error;
};

export type ReadinessError = ReadinessErrors[keyof ReadinessErrors];

export type ReadinessResponses = {
    /**
     * Yes.
     */
    200: Readiness;
};

export type ReadinessResponse = ReadinessResponses[keyof ReadinessResponses];

export type MetricsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/metrics';
};

export type MetricsErrors = {
    /**
     * `parameter_invalid`
     */
    400: Error;
    /**
     * `permission_denied`
     */
    403: Error;
};

export type MetricsError = MetricsErrors[keyof MetricsErrors];

export type MetricsResponses = {
    /**
     * The Prometheus text format.
     */
    200: string;
};

export type MetricsResponse = MetricsResponses[keyof MetricsResponses];

export type OpenapiData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/openapi.json';
};

export type OpenapiErrors = {
    /**
     * `parameter_invalid`
     */
    400: Error;
};

export type OpenapiError = OpenapiErrors[keyof OpenapiErrors];

export type OpenapiResponses = {
    /**
     * OpenAPI 3.1.
     */
    200: OpenApiDocument;
};

export type OpenapiResponse = OpenapiResponses[keyof OpenapiResponses];

export type OnAccountUpdatedWebhookPayload = AccountUpdatedEvent;

export type OnAccountUpdatedWebhookRequest = {
    body: OnAccountUpdatedWebhookPayload;
    key: 'account.updated';
    path?: never;
    query?: never;
};

export type OnCouponCreatedWebhookPayload = CouponCreatedEvent;

export type OnCouponCreatedWebhookRequest = {
    body: OnCouponCreatedWebhookPayload;
    key: 'coupon.created';
    path?: never;
    query?: never;
};

export type OnCouponRedeemedWebhookPayload = CouponRedeemedEvent;

export type OnCouponRedeemedWebhookRequest = {
    body: OnCouponRedeemedWebhookPayload;
    key: 'coupon.redeemed';
    path?: never;
    query?: never;
};

export type OnCouponReleasedWebhookPayload = CouponReleasedEvent;

export type OnCouponReleasedWebhookRequest = {
    body: OnCouponReleasedWebhookPayload;
    key: 'coupon.released';
    path?: never;
    query?: never;
};

export type OnCouponUpdatedWebhookPayload = CouponUpdatedEvent;

export type OnCouponUpdatedWebhookRequest = {
    body: OnCouponUpdatedWebhookPayload;
    key: 'coupon.updated';
    path?: never;
    query?: never;
};

export type OnCreditTransactionCreatedWebhookPayload = CreditTransactionCreatedEvent;

export type OnCreditTransactionCreatedWebhookRequest = {
    body: OnCreditTransactionCreatedWebhookPayload;
    key: 'credit_transaction.created';
    path?: never;
    query?: never;
};

export type OnCustomerCreatedWebhookPayload = CustomerCreatedEvent;

export type OnCustomerCreatedWebhookRequest = {
    body: OnCustomerCreatedWebhookPayload;
    key: 'customer.created';
    path?: never;
    query?: never;
};

export type OnCustomerDeletedWebhookPayload = CustomerDeletedEvent;

export type OnCustomerDeletedWebhookRequest = {
    body: OnCustomerDeletedWebhookPayload;
    key: 'customer.deleted';
    path?: never;
    query?: never;
};

export type OnCustomerErasedWebhookPayload = CustomerErasedEvent;

export type OnCustomerErasedWebhookRequest = {
    body: OnCustomerErasedWebhookPayload;
    key: 'customer.erased';
    path?: never;
    query?: never;
};

export type OnCustomerUpdatedWebhookPayload = CustomerUpdatedEvent;

export type OnCustomerUpdatedWebhookRequest = {
    body: OnCustomerUpdatedWebhookPayload;
    key: 'customer.updated';
    path?: never;
    query?: never;
};

export type OnInvoiceCreatedWebhookPayload = InvoiceCreatedEvent;

export type OnInvoiceCreatedWebhookRequest = {
    body: OnInvoiceCreatedWebhookPayload;
    key: 'invoice.created';
    path?: never;
    query?: never;
};

export type OnInvoiceFinalizedWebhookPayload = InvoiceFinalizedEvent;

export type OnInvoiceFinalizedWebhookRequest = {
    body: OnInvoiceFinalizedWebhookPayload;
    key: 'invoice.finalized';
    path?: never;
    query?: never;
};

export type OnInvoiceOverdueWebhookPayload = InvoiceOverdueEvent;

export type OnInvoiceOverdueWebhookRequest = {
    body: OnInvoiceOverdueWebhookPayload;
    key: 'invoice.overdue';
    path?: never;
    query?: never;
};

export type OnInvoicePaidWebhookPayload = InvoicePaidEvent;

export type OnInvoicePaidWebhookRequest = {
    body: OnInvoicePaidWebhookPayload;
    key: 'invoice.paid';
    path?: never;
    query?: never;
};

export type OnInvoicePartiallyPaidWebhookPayload = InvoicePartiallyPaidEvent;

export type OnInvoicePartiallyPaidWebhookRequest = {
    body: OnInvoicePartiallyPaidWebhookPayload;
    key: 'invoice.partially_paid';
    path?: never;
    query?: never;
};

export type OnInvoicePaymentReversedWebhookPayload = InvoicePaymentReversedEvent;

export type OnInvoicePaymentReversedWebhookRequest = {
    body: OnInvoicePaymentReversedWebhookPayload;
    key: 'invoice.payment_reversed';
    path?: never;
    query?: never;
};

export type OnInvoiceRemindedWebhookPayload = InvoiceRemindedEvent;

export type OnInvoiceRemindedWebhookRequest = {
    body: OnInvoiceRemindedWebhookPayload;
    key: 'invoice.reminded';
    path?: never;
    query?: never;
};

export type OnInvoiceSendFailedWebhookPayload = InvoiceSendFailedEvent;

export type OnInvoiceSendFailedWebhookRequest = {
    body: OnInvoiceSendFailedWebhookPayload;
    key: 'invoice.send_failed';
    path?: never;
    query?: never;
};

export type OnInvoiceSentWebhookPayload = InvoiceSentEvent;

export type OnInvoiceSentWebhookRequest = {
    body: OnInvoiceSentWebhookPayload;
    key: 'invoice.sent';
    path?: never;
    query?: never;
};

export type OnInvoiceUpdatedWebhookPayload = InvoiceUpdatedEvent;

export type OnInvoiceUpdatedWebhookRequest = {
    body: OnInvoiceUpdatedWebhookPayload;
    key: 'invoice.updated';
    path?: never;
    query?: never;
};

export type OnInvoiceVoidedWebhookPayload = InvoiceVoidedEvent;

export type OnInvoiceVoidedWebhookRequest = {
    body: OnInvoiceVoidedWebhookPayload;
    key: 'invoice.voided';
    path?: never;
    query?: never;
};

export type OnPaymentCreatedWebhookPayload = PaymentCreatedEvent;

export type OnPaymentCreatedWebhookRequest = {
    body: OnPaymentCreatedWebhookPayload;
    key: 'payment.created';
    path?: never;
    query?: never;
};

export type OnPaymentReversedWebhookPayload = PaymentReversedEvent;

export type OnPaymentReversedWebhookRequest = {
    body: OnPaymentReversedWebhookPayload;
    key: 'payment.reversed';
    path?: never;
    query?: never;
};

export type OnPriceCreatedWebhookPayload = PriceCreatedEvent;

export type OnPriceCreatedWebhookRequest = {
    body: OnPriceCreatedWebhookPayload;
    key: 'price.created';
    path?: never;
    query?: never;
};

export type OnPriceUpdatedWebhookPayload = PriceUpdatedEvent;

export type OnPriceUpdatedWebhookRequest = {
    body: OnPriceUpdatedWebhookPayload;
    key: 'price.updated';
    path?: never;
    query?: never;
};

export type OnProductArchivedWebhookPayload = ProductArchivedEvent;

export type OnProductArchivedWebhookRequest = {
    body: OnProductArchivedWebhookPayload;
    key: 'product.archived';
    path?: never;
    query?: never;
};

export type OnProductCreatedWebhookPayload = ProductCreatedEvent;

export type OnProductCreatedWebhookRequest = {
    body: OnProductCreatedWebhookPayload;
    key: 'product.created';
    path?: never;
    query?: never;
};

export type OnProductUpdatedWebhookPayload = ProductUpdatedEvent;

export type OnProductUpdatedWebhookRequest = {
    body: OnProductUpdatedWebhookPayload;
    key: 'product.updated';
    path?: never;
    query?: never;
};

export type OnPromotionCodeCreatedWebhookPayload = PromotionCodeCreatedEvent;

export type OnPromotionCodeCreatedWebhookRequest = {
    body: OnPromotionCodeCreatedWebhookPayload;
    key: 'promotion_code.created';
    path?: never;
    query?: never;
};

export type OnPromotionCodeUpdatedWebhookPayload = PromotionCodeUpdatedEvent;

export type OnPromotionCodeUpdatedWebhookRequest = {
    body: OnPromotionCodeUpdatedWebhookPayload;
    key: 'promotion_code.updated';
    path?: never;
    query?: never;
};

export type OnTaxRateCreatedWebhookPayload = TaxRateCreatedEvent;

export type OnTaxRateCreatedWebhookRequest = {
    body: OnTaxRateCreatedWebhookPayload;
    key: 'tax_rate.created';
    path?: never;
    query?: never;
};

export type OnTaxRateUpdatedWebhookPayload = TaxRateUpdatedEvent;

export type OnTaxRateUpdatedWebhookRequest = {
    body: OnTaxRateUpdatedWebhookPayload;
    key: 'tax_rate.updated';
    path?: never;
    query?: never;
};

export type OnTaxRegistrationCreatedWebhookPayload = TaxRegistrationCreatedEvent;

export type OnTaxRegistrationCreatedWebhookRequest = {
    body: OnTaxRegistrationCreatedWebhookPayload;
    key: 'tax_registration.created';
    path?: never;
    query?: never;
};

export type OnTaxRegistrationUpdatedWebhookPayload = TaxRegistrationUpdatedEvent;

export type OnTaxRegistrationUpdatedWebhookRequest = {
    body: OnTaxRegistrationUpdatedWebhookPayload;
    key: 'tax_registration.updated';
    path?: never;
    query?: never;
};

export type OnWebhookEndpointCreatedWebhookPayload = WebhookEndpointCreatedEvent;

export type OnWebhookEndpointCreatedWebhookRequest = {
    body: OnWebhookEndpointCreatedWebhookPayload;
    key: 'webhook_endpoint.created';
    path?: never;
    query?: never;
};

export type OnWebhookEndpointDeletedWebhookPayload = WebhookEndpointDeletedEvent;

export type OnWebhookEndpointDeletedWebhookRequest = {
    body: OnWebhookEndpointDeletedWebhookPayload;
    key: 'webhook_endpoint.deleted';
    path?: never;
    query?: never;
};

export type OnWebhookEndpointDisabledWebhookPayload = WebhookEndpointDisabledEvent;

export type OnWebhookEndpointDisabledWebhookRequest = {
    body: OnWebhookEndpointDisabledWebhookPayload;
    key: 'webhook_endpoint.disabled';
    path?: never;
    query?: never;
};

export type OnWebhookEndpointSecretRotatedWebhookPayload = WebhookEndpointSecretRotatedEvent;

export type OnWebhookEndpointSecretRotatedWebhookRequest = {
    body: OnWebhookEndpointSecretRotatedWebhookPayload;
    key: 'webhook_endpoint.secret_rotated';
    path?: never;
    query?: never;
};

export type OnWebhookEndpointTestWebhookPayload = WebhookEndpointTestEvent;

export type OnWebhookEndpointTestWebhookRequest = {
    body: OnWebhookEndpointTestWebhookPayload;
    key: 'webhook_endpoint.test';
    path?: never;
    query?: never;
};

export type OnWebhookEndpointUpdatedWebhookPayload = WebhookEndpointUpdatedEvent;

export type OnWebhookEndpointUpdatedWebhookRequest = {
    body: OnWebhookEndpointUpdatedWebhookPayload;
    key: 'webhook_endpoint.updated';
    path?: never;
    query?: never;
};

// The account as clients see it, and the requests about it.

import { type Static, Type } from 'typebox'
import { accountRef, FIRST_INVOICE_NUMBER_MOST } from '../../domain/account.ts'
import { isTimeZone, timestamp } from '../../domain/calendar.ts'
import { SWITCHED_EMAILS } from '../../domain/collection-mail.ts'
import { APPLY_CREDIT } from '../../domain/credit.ts'
import { VOID_INVOICES } from '../../domain/invoice.ts'
import { OVERPAYMENTS } from '../../domain/payment.ts'
import { PRORATION_UNITS } from '../../domain/rest.ts'
import { PLAN_ENDS, retryPlanOf } from '../../domain/retry-plan.ts'
import { INCOMPLETE_SELLER } from '../../domain/seller.ts'
import { readSeller } from '../../domain/snapshot.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import {
  Body,
  Clearable,
  Line,
  Lines,
  OneOf,
  OrEmpty,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { IMAGE_BYTES_MOST } from '../../platform/images/image.ts'
import type { SettingsRow } from './store.ts'

defineFormat('time-zone', {
  check: isTimeZone,
  pattern: '^[A-Za-z]',
})
defineFormat('color', {
  check: (text) => /^#[0-9A-Fa-f]{6}$/.test(text),
  pattern: '^#[0-9A-Fa-f]{6}$',
})

const Name = Line(256, 'Name of the account; documents show `legal_name` if it is set.', 1)
const Email = Type.String({ format: 'email', maxLength: 254, description: 'Shown on documents.' })
const ReplyTo = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'Reply-to address of emails.',
})
const Website = Type.String({
  format: 'web-address',
  maxLength: 256,
  description: 'Shown on documents.',
})
const Country = Type.String({ format: 'country', description: 'Two-letter code, in any case.' })
const Currency = Type.String({
  format: 'currency',
  description: 'Default currency for new invoices.',
  examples: ['cad'],
})
const TimeZone = Type.String({
  format: 'time-zone',
  description: 'Time zone of due dates and reminders.',
  examples: ['America/Toronto'],
})
const Language = Type.String({
  format: 'language',
  description: 'Language of documents for customers without a language.',
})
const Terms = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'Days from finalizing to the due date, unless the invoice sets one.',
})
const Color = Type.String({ format: 'color', description: 'Accent color of documents.' })
const FirstNumber = Type.Integer({
  minimum: 1,
  maximum: FIRST_INVOICE_NUMBER_MOST,
  description: 'Number of the first invoice. Can be changed until the first invoice is finalized.',
})
const ReminderDays = Type.Array(Type.Integer({ minimum: -60, maximum: 120 }), {
  maxItems: 10,
  description:
    'When to send payment reminders: days after the due date, or before it if negative. Empty for never.',
  examples: [[-3, 3, 10]],
})
const Incomplete = OneOf(
  INCOMPLETE_SELLER,
  'What finalize does if the name, address, reply-to address or email server is missing: `warn` reports it as a warning; `refuse` returns an error.',
)
const Proration = OneOf(
  PRORATION_UNITS,
  'What parts of periods are counted in: `second` or `day` (dates of the time zone). Copied to new subscriptions.',
)
const WhenOverpaid = OneOf(
  OVERPAYMENTS,
  "A payment of more than remains of its invoice: `refuse`, or `balance` to keep the rest as the customer's credit.",
)
const ClosedUntil = Type.String({
  format: 'date',
  description:
    'The last day of closed books, before today: money received or paid back on that day or earlier is refused.',
  examples: ['2026-10-31'],
})
const VoidRule = OneOf(
  VOID_INVOICES,
  'Whether finalized invoices can be voided; many countries of the EU expect credit notes instead.',
)
const CreditRule = OneOf(
  APPLY_CREDIT,
  'What credit pays: invoices that are finalized later, or `when_granted` also open and overdue ones at once, oldest due date first, at most 20.',
)
const retry = {
  at_hour: Type.Union([Type.Integer({ minimum: 0, maximum: 23 }), Type.Null()], {
    description: 'The hour of the attempts; null for the time of day of the first failure.',
  }),
  end: OneOf(
    PLAN_ENDS,
    'What happens after the last attempt: nothing (`past_due`), or the subscription is canceled or paused, or the invoice is written off.',
  ),
}
const RETRIES = 'When an automatic payment that failed is tried again; null for never.'
const retryDays = Type.Array(Type.Integer(), {
  description: 'Days after the first failure: at most 10, from 1 to 60, ascending.',
  examples: [[1, 3, 5, 7]],
})
const EmailsOff = Type.Array(OneOf(SWITCHED_EMAILS, 'A kind of email.'), {
  maxItems: SWITCHED_EMAILS.length,
  description:
    'Emails about automatic payments that are not sent: the first failure, later ones, a payment to confirm, the end of the retry plan, or a card that expires.',
})
const RetryPlan = Type.Object(
  { days: retryDays, ...retry },
  { title: 'RetryPlan', additionalProperties: false },
)
const tax = {
  automatic_tax: Type.Boolean({
    description: 'Whether lines without `tax_rates` are taxed by your registrations.',
  }),
  tax_behavior: OneOf(
    ['exclusive', 'inclusive'],
    'Whether unit prices include tax, unless the price sets it.',
  ),
  tax_address: OneOf(
    INCOMPLETE_SELLER,
    'What finalize does if the address of the customer does not determine its taxes: `warn` finalizes without tax.',
  ),
  tax_unknown_rate: OneOf(
    INCOMPLETE_SELLER,
    'What finalize does if you are registered but no rate is known: `warn` finalizes without tax.',
  ),
  tax_particulars: OneOf(
    INCOMPLETE_SELLER,
    'What finalize does if details required by law are missing, such as your registration number.',
  ),
}
const TaxNumbers = Type.Array(
  Type.Object(
    {
      label: Line(64, 'Type of number, such as GST/HST.', 1),
      value: Line(64, 'The number.', 1),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: 10,
    description: 'Tax registration numbers, in the order in which documents show them.',
  },
)

const texts = {
  legal_name: Line(256, 'The name on documents.'),
  address_line1: Line(256, 'Street address.'),
  address_line2: Line(256, 'Second address line.'),
  city: Line(128, 'City.'),
  state_province: Line(128, 'State or province.'),
  postal_code: Line(32, 'Postal or ZIP code.'),
  phone: Line(32, 'Phone number.'),
  footer: Lines(2000, 'Shown at the bottom of documents.'),
  mail_from_name: Line(256, 'Sender name of emails. Default: the name of the account.'),
}
const payment = {
  bank_transfer: Lines(2000, 'How to pay by bank transfer.'),
  cheque: Lines(2000, 'Where to send cheques.'),
  other: Lines(2000, 'Other payment methods.'),
}

/** Base64 length of the largest image. */
const LOGO_LENGTH_MOST = Math.ceil(IMAGE_BYTES_MOST / 3) * 4

const ContentType = OneOf(['image/png', 'image/jpeg'], 'Alternative text of the image.')

export const LogoCreate = Body({
  content_type: ContentType,
  data: Type.String({
    format: 'base64',
    minLength: 1,
    maxLength: LOGO_LENGTH_MOST,
    description: 'The image in base64: at most 512 KiB, and 2000 pixels in each direction.',
  }),
})
export type LogoCreate = Static<typeof LogoCreate>

export const AccountPatch = Type.Object(
  {
    name: Type.Optional(Name),
    legal_name: Type.Optional(Clearable(texts.legal_name)),
    address_line1: Type.Optional(Clearable(texts.address_line1)),
    address_line2: Type.Optional(Clearable(texts.address_line2)),
    city: Type.Optional(Clearable(texts.city)),
    state_province: Type.Optional(Clearable(texts.state_province)),
    postal_code: Type.Optional(Clearable(texts.postal_code)),
    country: Type.Optional(Clearable(OrEmpty(Country))),
    tax_numbers: Type.Optional(Clearable(TaxNumbers)),
    phone: Type.Optional(Clearable(texts.phone)),
    email: Type.Optional(Clearable(OrEmpty(Email))),
    website: Type.Optional(Clearable(OrEmpty(Website))),
    default_currency: Type.Optional(Currency),
    time_zone: Type.Optional(TimeZone),
    language: Type.Optional(Language),
    payment_terms_days: Type.Optional(Terms),
    payment_instructions: Type.Optional(
      Clearable(
        Type.Object(
          {
            bank_transfer: Type.Optional(Clearable(payment.bank_transfer)),
            cheque: Type.Optional(Clearable(payment.cheque)),
            other: Type.Optional(Clearable(payment.other)),
          },
          { additionalProperties: false, description: 'Merged by property.' },
        ),
      ),
    ),
    color: Type.Optional(Clearable(OrEmpty(Color))),
    footer: Type.Optional(Clearable(texts.footer)),
    mail_from_name: Type.Optional(Clearable(texts.mail_from_name)),
    reply_to: Type.Optional(Clearable(OrEmpty(ReplyTo))),
    reminder_days: Type.Optional(Clearable(ReminderDays)),
    first_invoice_number: Type.Optional(FirstNumber),
    incomplete_seller: Type.Optional(Incomplete),
    proration_unit: Type.Optional(Proration),
    books_closed_until: Type.Optional(Clearable(ClosedUntil)),
    overpayment: Type.Optional(WhenOverpaid),
    void_invoices: Type.Optional(VoidRule),
    apply_credit: Type.Optional(CreditRule),
    emails_off: Type.Optional(Clearable(EmailsOff)),
    retry_plan: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              days: retryDays,
              at_hour: Type.Optional(retry.at_hour),
              end: Type.Optional(retry.end),
            },
            { title: 'RetryPlanSent', additionalProperties: false },
          ),
          Type.Null(),
        ],
        { description: RETRIES },
      ),
    ),
    automatic_tax: Type.Optional(tax.automatic_tax),
    tax_behavior: Type.Optional(tax.tax_behavior),
    tax_address: Type.Optional(tax.tax_address),
    tax_unknown_rate: Type.Optional(tax.tax_unknown_rate),
    tax_particulars: Type.Optional(tax.tax_particulars),
  },
  { additionalProperties: false },
)
export type AccountPatch = Static<typeof AccountPatch>

export const Account = Type.Object(
  {
    id: Type.String({ pattern: '^acct_[0-9]+$', examples: ['acct_1'] }),
    object: Type.Literal('account'),
    environment: OneOf(['test', 'live'], 'The environment of these settings.'),
    name: Name,
    legal_name: texts.legal_name,
    address_line1: texts.address_line1,
    address_line2: texts.address_line2,
    city: texts.city,
    state_province: texts.state_province,
    postal_code: texts.postal_code,
    country: Type.String({ description: 'Two-letter code; "" if not set.' }),
    tax_numbers: TaxNumbers,
    phone: texts.phone,
    email: Type.String({ description: 'Shown on documents.' }),
    website: Type.String({ description: 'Shown on documents.' }),
    default_currency: Currency,
    time_zone: TimeZone,
    language: Language,
    payment_terms_days: Terms,
    payment_instructions: Type.Object(payment, { additionalProperties: false }),
    color: Type.Union([Color, Type.Null()], { description: 'Accent color of documents.' }),
    footer: texts.footer,
    mail_from_name: texts.mail_from_name,
    reply_to: Type.String({ description: 'Reply-to address of emails.' }),
    reminder_days: ReminderDays,
    first_invoice_number: FirstNumber,
    incomplete_seller: Incomplete,
    proration_unit: Proration,
    books_closed_until: Type.Union([ClosedUntil, Type.Null()]),
    overpayment: WhenOverpaid,
    void_invoices: VoidRule,
    apply_credit: CreditRule,
    emails_off: EmailsOff,
    retry_plan: Type.Union([RetryPlan, Type.Null()], { description: RETRIES }),
    ...tax,
    logo: Type.Union(
      [
        Type.Object(
          {
            sha256: Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: 'SHA-256 of the stored image, without its metadata.',
            }),
            width: Type.Integer({ description: 'In pixels.' }),
            height: Type.Integer({ description: 'In pixels.' }),
            content_type: ContentType,
            url: Type.String({ description: 'Path of the image.' }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'The image on documents; null if not set.' },
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { additionalProperties: false },
)

/** The JSON text of an account's settings; a text that was never set is "". */
export function accountJson(row: SettingsRow): string {
  const { name, time_zone, language, profile } = row
  const { logo, ...sellerProfile } = profile
  const seller = readSeller({ ...sellerProfile, name, time_zone, language })
  return JSON.stringify({
    id: accountRef(row.account_id),
    object: 'account',
    environment: row.mode,
    name,
    legal_name: seller.legal_name,
    address_line1: seller.address_line1,
    address_line2: seller.address_line2,
    city: seller.city,
    state_province: seller.state_province,
    postal_code: seller.postal_code,
    country: seller.country,
    tax_numbers: seller.tax_numbers,
    phone: seller.phone,
    email: seller.email,
    website: seller.website,
    default_currency: row.default_currency,
    time_zone,
    language,
    payment_terms_days: row.payment_terms_days,
    payment_instructions: seller.payment_instructions,
    color: seller.color,
    footer: seller.footer,
    mail_from_name: seller.mail_from_name,
    reply_to: seller.reply_to,
    reminder_days: row.reminder_days,
    first_invoice_number: row.first_invoice_number,
    incomplete_seller: profile.incomplete_seller ?? 'warn',
    proration_unit: profile.proration_unit ?? 'second',
    books_closed_until: profile.books_closed_until ?? null,
    overpayment: profile.overpayment ?? 'refuse',
    void_invoices: profile.void_invoices ?? 'allow',
    apply_credit: profile.apply_credit ?? 'at_finalize',
    emails_off: profile.emails_off ?? [],
    retry_plan: retryPlanOf(profile),
    automatic_tax: row.tax.automatic ?? false,
    tax_behavior: row.tax.behavior ?? 'exclusive',
    tax_address: row.tax.address ?? 'warn',
    tax_unknown_rate: row.tax.unknown_rate ?? 'warn',
    tax_particulars: row.tax.particulars ?? 'warn',
    logo: logo ? { ...logo, url: '/v1/account/logo' } : null,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  })
}

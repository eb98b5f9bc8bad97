// The API's responses, as types of its schemas.
import type { Static } from 'typebox'
import type { Account as AccountSchema } from '../../../src/features/account-settings/schemas.ts'
import type { ApiKey as ApiKeySchema } from '../../../src/features/api-keys/schemas.ts'
import type { AuditEntry as AuditSchema } from '../../../src/features/audit-log/schemas.ts'
import type { Subscription as SubscriptionSchema } from '../../../src/features/billing/schemas.ts'
import type { InvoiceItem as InvoiceItemSchema } from '../../../src/features/billing/schemas-items.ts'
import type {
  MigratedSubscription as MigratedSubscriptionSchema,
  PriceMigrationPreview as PriceMigrationPreviewSchema,
  PriceMigration as PriceMigrationSchema,
} from '../../../src/features/billing/schemas-migrations.ts'
import type {
  SubscriptionChangePreview as SubscriptionChangePreviewSchema,
  SubscriptionPreview as SubscriptionPreviewSchema,
  UpcomingInvoices as UpcomingInvoicesSchema,
} from '../../../src/features/billing/schemas-previews.ts'
import type { Coupon as CouponSchema } from '../../../src/features/coupons/schemas.ts'
import type { CreditTransaction as CreditSchema } from '../../../src/features/credit-transactions/schemas.ts'
import type {
  CreditNotePreview as CreditNotePreviewSchema,
  CreditNote as CreditNoteSchema,
  Refund as RefundSchema,
} from '../../../src/features/crediting/schemas.ts'
import type { Customer as CustomerSchema } from '../../../src/features/customers/schemas.ts'
import type { disputes } from '../../../src/features/disputes/record.ts'
import type {
  Email as EmailSchema,
  EmailWithTexts as EmailWithTextsSchema,
} from '../../../src/features/emails/schemas.ts'
import type { Event as EventSchema } from '../../../src/features/events/schemas.ts'
import type { gatewayRecord } from '../../../src/features/gateways/record.ts'
import type { Invoice as InvoiceSchema } from '../../../src/features/invoices/schemas.ts'
import type {
  Aging as AgingSchema,
  Entry as EntrySchema,
  TrialBalance as TrialBalanceSchema,
} from '../../../src/features/ledger/schemas.ts'
import type { Limits as LimitsSchema } from '../../../src/features/limits/schemas.ts'
import type { MemberSession as MemberSessionSchema } from '../../../src/features/member-sessions/schemas.ts'
import type { Member as MemberSchema } from '../../../src/features/members/schemas.ts'
import type { paymentMethods } from '../../../src/features/payment-methods/record.ts'
import type { Payment as PaymentSchema } from '../../../src/features/payments/schemas.ts'
import type { InvoiceCollection as InvoiceCollectionSchema } from '../../../src/features/payments/schemas-collection.ts'
import type { payouts } from '../../../src/features/payouts/record.ts'
import type { Product as ProductSchema } from '../../../src/features/products/schemas.ts'
import type { PromotionCode as PromotionCodeSchema } from '../../../src/features/promotion-codes/schemas.ts'
import type {
  DifferenceShape,
  Reconciliation as ReconciliationSchema,
} from '../../../src/features/reconciliation/schemas.ts'
import type {
  LoggedRequest as LoggedRequestSchema,
  LoggedRequestWithBodies as LoggedRequestWithBodiesSchema,
} from '../../../src/features/requests/schemas.ts'
import type { SearchResults as SearchResultsSchema } from '../../../src/features/search/schemas.ts'
import type {
  FactorSetup as FactorSetupSchema,
  Installation as InstallationSchema,
  LinkFacts as LinkFactsSchema,
  OwnSessions as OwnSessionsSchema,
  RecoveryCodes as RecoveryCodesSchema,
  ResetWay as ResetWaySchema,
  SecondFactor as SecondFactorSchema,
} from '../../../src/features/sessions/schemas.ts'
import type { CustomerStatement as CustomerStatementSchema } from '../../../src/features/statements/schemas.ts'
import type {
  CustomerReceivables as CustomerReceivablesSchema,
  Summary as SummarySchema,
} from '../../../src/features/summary/schemas.ts'
import type { CustomerStanding as CustomerStandingSchema } from '../../../src/features/summary/schemas-standing.ts'
import type { TaxRate as TaxRateSchema } from '../../../src/features/tax-rates/schemas.ts'
import type { TaxRegistration as TaxRegistrationSchema } from '../../../src/features/tax-registrations/schemas.ts'
import type { TaxReport as TaxReportSchema } from '../../../src/features/tax-report/schemas.ts'
import type { Clock as ClockSchema } from '../../../src/features/test-clock/schemas.ts'
import type { TimelineItem as TimelineItemSchema } from '../../../src/features/timeline/schemas.ts'
import type { Verification as VerificationSchema } from '../../../src/features/verification/schemas.ts'
import type {
  WebhookDelivery as DeliverySchema,
  WebhookDeliveryWithAttempts as DeliveryWithAttemptsSchema,
} from '../../../src/features/webhook-deliveries/schemas.ts'
import type {
  WebhookEndpoint as EndpointSchema,
  Figures as FiguresSchema,
  Health as HealthSchema,
} from '../../../src/features/webhook-endpoints/schemas.ts'

export type Account = Static<typeof AccountSchema>
export type ApiKey = Static<typeof ApiKeySchema>
export type AuditEntry = Static<typeof AuditSchema>
export type CustomerStatement = Static<typeof CustomerStatementSchema>
export type CustomerStanding = Static<typeof CustomerStandingSchema>
export type CustomerReceivables = Static<typeof CustomerReceivablesSchema>
export type CreditNote = Static<typeof CreditNoteSchema>
export type CreditNotePreview = Static<typeof CreditNotePreviewSchema>
export type CreditTransaction = Static<typeof CreditSchema>
export type Customer = Static<typeof CustomerSchema>
export type Aging = Static<typeof AgingSchema>
export type Email = Static<typeof EmailSchema>
export type EmailWithTexts = Static<typeof EmailWithTextsSchema>
export type Subscription = Static<typeof SubscriptionSchema>
export type SubscriptionPreview = Static<typeof SubscriptionPreviewSchema>
export type SubscriptionChangePreview = Static<typeof SubscriptionChangePreviewSchema>
export type UpcomingInvoices = Static<typeof UpcomingInvoicesSchema>
export type Event = Static<typeof EventSchema>
export type InvoiceItem = Static<typeof InvoiceItemSchema>
export type PriceMigration = Static<typeof PriceMigrationSchema>
export type MigratedSubscription = Static<typeof MigratedSubscriptionSchema>
export type PriceMigrationPreview = Static<typeof PriceMigrationPreviewSchema>
export type Invoice = Static<typeof InvoiceSchema>
export type LedgerEntry = Static<typeof EntrySchema>
export type Limits = Static<typeof LimitsSchema>
export type LinkFacts = Static<typeof LinkFactsSchema>
export type LoggedRequest = Static<typeof LoggedRequestSchema>
export type LoggedRequestWithBodies = Static<typeof LoggedRequestWithBodiesSchema>
export type Member = Static<typeof MemberSchema>
export type MemberSession = Static<typeof MemberSessionSchema>
export type OwnSessions = Static<typeof OwnSessionsSchema>
export type FactorSetup = Static<typeof FactorSetupSchema>
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>
export type SecondFactor = Static<typeof SecondFactorSchema>
export type ResetWay = Static<typeof ResetWaySchema>
export type Gateway = Static<typeof gatewayRecord.item>
export type InvoiceCollection = Static<typeof InvoiceCollectionSchema>
export type Payment = Static<typeof PaymentSchema>
export type PaymentMethod = Static<typeof paymentMethods.item>
export type Dispute = Static<typeof disputes.item>
export type Payout = Static<typeof payouts.item>
export type Product = Static<typeof ProductSchema>
export type Reconciliation = Static<typeof ReconciliationSchema>
export type ReconciliationDifference = Static<typeof DifferenceShape>
export type SearchResults = Static<typeof SearchResultsSchema>
export type Summary = Static<typeof SummarySchema>
export type TaxReport = Static<typeof TaxReportSchema>
export type TaxRate = Static<typeof TaxRateSchema>
export type Coupon = Static<typeof CouponSchema>
export type Refund = Static<typeof RefundSchema>
export type PromotionCode = Static<typeof PromotionCodeSchema>
export type TaxRegistration = Static<typeof TaxRegistrationSchema>
export type TestClock = Static<typeof ClockSchema>
export type TimelineItem = Static<typeof TimelineItemSchema>
export type TrialBalance = Static<typeof TrialBalanceSchema>
export type Verification = Static<typeof VerificationSchema>
export type WebhookDelivery = Static<typeof DeliverySchema>
export type WebhookDeliveryWithAttempts = Static<typeof DeliveryWithAttemptsSchema>
export type WebhookEndpoint = Static<typeof EndpointSchema>
export type EndpointFigures = Static<typeof FiguresSchema>
export type EndpointHealth = Static<typeof HealthSchema>

/** The envelope of every list. */
export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  total_count: number | null
}

export type Mode = 'test' | 'live'

export interface Membership {
  id: number
  name: string
  role: string
  scopes: string[]
  require_second_factor: boolean
}

/** The signed-in user and their accounts. */
export interface Session {
  object: 'session'
  id: string
  user: { id: string; email: string; name: string; second_factor: boolean }
  accounts: Membership[]
  created_at: string
  expires_at: string
}

/** The effects that a write would have: `?dry_run=true`. */
export interface ForeseenEmail {
  kind: string
  to: string
  subject: string
  /** The message of an email sent by hand. */
  text?: string
  html?: string
}

export interface DryRun<T = unknown> {
  object: 'dry_run'
  result: T
  events: {
    type: string
    object_id: string
    data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  }[]
  emails: ForeseenEmail[]
  changes: { records: string; created: number; changed: number }[]
  warnings: Warning[]
}

/** Missing or inconsistent data, and the property that fixes it. */
export interface Warning {
  code: string
  line?: number
  param: string | null
  message: string
}
export type Installation = Static<typeof InstallationSchema>

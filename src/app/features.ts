// The list of features. Tables are saved in this order and locked in reverse. The order must be the same in every
// version that can run at the same time as this one, so insert a new feature where its tables belong.

import { accountSettings } from '../features/account-settings/feature.ts'
import { accounts } from '../features/accounts/feature.ts'
import { apiKeysFeature } from '../features/api-keys/feature.ts'
import type { KeyBackground } from '../features/api-keys/sweeps.ts'
import { auditLog } from '../features/audit-log/feature.ts'
import { billingFeature } from '../features/billing/feature.ts'
import { chain } from '../features/chain/feature.ts'
import { couponsFeature } from '../features/coupons/feature.ts'
import { creditNotesFeature } from '../features/credit-notes/feature.ts'
import { creditFeature } from '../features/credit-transactions/feature.ts'
import { creditingFeature } from '../features/crediting/feature.ts'
import { customerDiscounts } from '../features/customer-discounts/feature.ts'
import { customerErasuresFeature } from '../features/customer-erasures/feature.ts'
import { customersFeature } from '../features/customers/feature.ts'
import type { CustomerService } from '../features/customers/routes.ts'
import { disputesFeature } from '../features/disputes/feature.ts'
import { documents } from '../features/documents/feature.ts'
import type { DocumentService } from '../features/documents/routes.ts'
import { emailsFeature } from '../features/emails/feature.ts'
import type { EmailBackground } from '../features/emails/sweeps.ts'
import { events } from '../features/events/feature.ts'
import type { GatewayBackground } from '../features/gateway.ts'
import { gatewaysFeature } from '../features/gateways/feature.ts'
import type { GatewayService } from '../features/gateways/routes.ts'
import { invoiceItemsFeature } from '../features/invoice-items/feature.ts'
import { invoicesFeature } from '../features/invoices/feature.ts'
import { ledger } from '../features/ledger/feature.ts'
import { limits } from '../features/limits/feature.ts'
import { links } from '../features/links/feature.ts'
import type { Feature } from '../features/manifest.ts'
import { memberSessionsFeature } from '../features/member-sessions/feature.ts'
import { membersFeature } from '../features/members/feature.ts'
import { paymentMethodsFeature } from '../features/payment-methods/feature.ts'
import type { SetupService } from '../features/payment-methods/routes.ts'
import { paymentsFeature } from '../features/payments/feature.ts'
import { payoutsFeature } from '../features/payouts/feature.ts'
import { migratedFeature, priceMigrationsFeature } from '../features/price-migrations/feature.ts'
import { pricesFeature } from '../features/prices/feature.ts'
import { productsFeature } from '../features/products/feature.ts'
import { promotionCodesFeature } from '../features/promotion-codes/feature.ts'
import { reconciliationFeature } from '../features/reconciliation/feature.ts'
import { refundsFeature } from '../features/refunds/feature.ts'
import { requestsFeature } from '../features/requests/feature.ts'
import type { RequestService } from '../features/requests/routes.ts'
import { searchFeature } from '../features/search/feature.ts'
import type { SearchService } from '../features/search/routes.ts'
import { secondFactors } from '../features/second-factors/feature.ts'
import { sessionsFeature } from '../features/sessions/feature.ts'
import type { SessionBackground } from '../features/sessions/sweeps.ts'
import { simulatedGatewayFeature } from '../features/simulated-gateway/feature.ts'
import { statements } from '../features/statements/feature.ts'
import { stripeGatewayFeature } from '../features/stripe-gateway/feature.ts'
import { subscriptionsFeature } from '../features/subscriptions/feature.ts'
import { summary } from '../features/summary/feature.ts'
import { sumsFeature } from '../features/sums/feature.ts'
import { taxRates } from '../features/tax-rates/feature.ts'
import { taxRegistrations } from '../features/tax-registrations/feature.ts'
import { taxReport } from '../features/tax-report/feature.ts'
import { testClock } from '../features/test-clock/feature.ts'
import type { ClockBackground } from '../features/test-clock/sweeps.ts'
import { timeline } from '../features/timeline/feature.ts'
import { users } from '../features/users/feature.ts'
import { verification } from '../features/verification/feature.ts'
import type { VerificationService } from '../features/verification/routes.ts'
import { webhookDeliveriesFeature } from '../features/webhook-deliveries/feature.ts'
import { webhookEndpointsFeature } from '../features/webhook-endpoints/feature.ts'

/** Everything the handlers of all routes need. */
export type AppService = CustomerService &
  DocumentService &
  GatewayService &
  RequestService &
  SearchService &
  SetupService &
  VerificationService

/** Everything the background jobs of all features need. */
export type AppBackground = ClockBackground &
  EmailBackground &
  GatewayBackground &
  KeyBackground &
  SessionBackground

export type AppFeature = Feature<AppService, AppBackground>

export const FEATURES: readonly AppFeature[] = [
  accounts,
  users,
  events,
  auditLog,
  chain,
  testClock,
  accountSettings,
  taxRates,
  taxRegistrations,
  gatewaysFeature,
  couponsFeature,
  promotionCodesFeature,
  customersFeature,
  customerErasuresFeature,
  paymentMethodsFeature,
  productsFeature,
  pricesFeature,
  sumsFeature,
  invoiceItemsFeature,
  priceMigrationsFeature,
  migratedFeature,
  subscriptionsFeature,
  invoicesFeature,
  customerDiscounts,
  documents,
  timeline,
  simulatedGatewayFeature,
  stripeGatewayFeature,
  paymentsFeature,
  disputesFeature,
  creditNotesFeature,
  refundsFeature,
  payoutsFeature,
  reconciliationFeature,
  creditFeature,
  creditingFeature,
  billingFeature,
  ledger,
  taxReport,
  statements,
  verification,
  emailsFeature,
  webhookEndpointsFeature,
  webhookDeliveriesFeature,
  apiKeysFeature,
  membersFeature,
  secondFactors,
  sessionsFeature,
  links,
  memberSessionsFeature,
  requestsFeature,
  searchFeature,
  summary,
  limits,
]

// All routes of the API, in the order of the reference.

import { accessReviewRoutes } from '../features/access-review/routes.ts'
import { accountRoutes } from '../features/account-settings/routes.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { auditRoutes } from '../features/audit-log/routes.ts'
import { creditRoutes } from '../features/credit-transactions/routes.ts'
import { erasureRoutes } from '../features/customer-erasures/routes.ts'
import type { CustomerService } from '../features/customers/routes.ts'
import { customerRoutes } from '../features/customers/routes.ts'
import type { DocumentService } from '../features/documents/routes.ts'
import { documentRoutes } from '../features/documents/routes.ts'
import { emailRoutes } from '../features/emails/routes.ts'
import { eventRoutes } from '../features/events/routes.ts'
import { invoiceRoutes } from '../features/invoices/routes.ts'
import { ledgerRoutes } from '../features/ledger/routes.ts'
import { limitRoutes } from '../features/limits/routes.ts'
import { memberSessionRoutes } from '../features/member-sessions/routes.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { paymentRoutes } from '../features/payments/routes.ts'
import { productRoutes } from '../features/products/routes.ts'
import { requestRoutes } from '../features/requests/routes.ts'
import { searchRoutes } from '../features/search/routes.ts'
import { summaryRoutes } from '../features/summary/routes.ts'
import { testClockRoutes } from '../features/test-clock/routes.ts'
import { timelineRoutes } from '../features/timeline/routes.ts'
import type { VerificationService } from '../features/verification/routes.ts'
import { verificationRoutes } from '../features/verification/routes.ts'
import { webhookDeliveryRoutes } from '../features/webhook-deliveries/routes.ts'
import { webhookEndpointRoutes } from '../features/webhook-endpoints/routes.ts'
import type { Route } from '../platform/http/route.ts'

/** What the handlers of all routes together are given. */
export type AppService = CustomerService & DocumentService & VerificationService

export const ROUTES: readonly Route<AppService>[] = [
  ...customerRoutes,
  ...erasureRoutes,
  ...productRoutes,
  ...invoiceRoutes,
  ...documentRoutes,
  ...timelineRoutes,
  ...accountRoutes,
  ...emailRoutes,
  ...creditRoutes,
  ...paymentRoutes,
  ...eventRoutes,
  ...ledgerRoutes,
  ...verificationRoutes,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
  ...searchRoutes,
  ...summaryRoutes,
  ...auditRoutes,
  ...requestRoutes,
  ...memberRoutes,
  ...memberSessionRoutes,
  ...accessReviewRoutes,
  ...limitRoutes,
  ...apiKeyRoutes,
  ...testClockRoutes,
]

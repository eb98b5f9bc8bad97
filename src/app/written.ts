// The tables that the write path saves, owners first.

import { environmentSettings, logos } from '../features/account-settings/store.ts'
import { apiKeys } from '../features/api-keys/store.ts'
import { creditTransactions } from '../features/credit-transactions/record.ts'
import { customerErasures } from '../features/customer-erasures/store.ts'
import { customers } from '../features/customers/store.ts'
import { invoices } from '../features/invoices/store.ts'
import { ledgerEntries } from '../features/ledger/store.ts'
import { oneTimeLinks } from '../features/links/store.ts'
import { memberSessions } from '../features/member-sessions/store.ts'
import { members } from '../features/members/store.ts'
import { emails } from '../features/outbox/store.ts'
import { payments } from '../features/payments/record.ts'
import { products } from '../features/products/store.ts'
import { testClocks } from '../features/test-clock/store.ts'
import { webhookAttempts, webhookDeliveries } from '../features/webhook-deliveries/store.ts'
import { webhookEndpoints } from '../features/webhook-endpoints/store.ts'

/** In the order in which they are saved, owners first; they are locked the other way round. */
export const TABLES = [
  testClocks,
  // Settings are locked before their logo, and both last before the counter rows.
  logos,
  environmentSettings,
  customers,
  customerErasures,
  products,
  invoices,
  payments,
  creditTransactions,
  ledgerEntries,
  emails,
  webhookEndpoints,
  webhookDeliveries,
  webhookAttempts,
  apiKeys,
  // Members are locked before the settings, behind which their changes take turns.
  members,
  oneTimeLinks,
  memberSessions,
]

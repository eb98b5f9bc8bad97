// The table of all pages: their paths in an account, and their code. Tests iterate over it.
import type { ComponentType } from 'react'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBook2,
  IconBuildingBank,
  IconCash,
  IconCashMoveBack,
  IconClockPlay,
  IconFileInvoice,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconListSearch,
  IconMail,
  IconPackage,
  IconReceiptRefund,
  IconReceiptTax,
  IconRefresh,
  IconTicket,
  IconTimeline,
  IconUsers,
  IconWebhook,
} from '../icons.tsx'

/** The groups of the main menu, in its order; the home page is above them. */
export const MENU_GROUPS = ['home', 'billing', 'books', 'developers', 'team'] as const

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

export interface PageEntry {
  /** Below `/<account>/<mode>/`; `$id` is an ID. */
  path: string
  load: () => Promise<ComponentType>
  /** The permission required to see the page. */
  permission?: string
  /** Set if it is in the main menu, which has the order of this table. */
  menu?: readonly [group: (typeof MENU_GROUPS)[number], icon: Icon]
}

export const PAGES: readonly PageEntry[] = [
  {
    path: '',
    menu: ['home', IconHome],
    load: () => import('./home/home.tsx').then((m) => m.HomePage),
  },
  {
    path: 'customers',
    permission: 'customers:read',
    menu: ['billing', IconUsers],
    load: () => import('./customers/list.tsx').then((m) => m.CustomersPage),
  },
  {
    path: 'customers/new',
    permission: 'customers:write',
    load: () => import('./customers/new.tsx').then((m) => m.NewCustomerPage),
  },
  {
    path: 'customers/$id',
    permission: 'customers:read',
    load: () => import('./customers/detail.tsx').then((m) => m.CustomerPage),
  },
  {
    path: 'products',
    permission: 'products:read',
    menu: ['billing', IconPackage],
    load: () => import('./products/list.tsx').then((m) => m.ProductsPage),
  },
  {
    path: 'products/new',
    permission: 'products:write',
    load: () => import('./products/form.tsx').then((m) => m.NewProductPage),
  },
  {
    path: 'products/$id',
    permission: 'products:read',
    load: () => import('./products/detail.tsx').then((m) => m.ProductPage),
  },
  {
    path: 'prices/new',
    permission: 'prices:write',
    load: () => import('./prices/new.tsx').then((m) => m.NewPricePage),
  },
  {
    path: 'prices/import',
    permission: 'prices:write',
    load: () => import('./prices/import.tsx').then((m) => m.ImportPricesPage),
  },
  {
    path: 'prices/$id',
    permission: 'prices:read',
    load: () => import('./prices/detail.tsx').then((m) => m.PricePage),
  },
  {
    path: 'prices/$id/version',
    permission: 'prices:write',
    load: () => import('./prices/version.tsx').then((m) => m.NewVersionPage),
  },
  {
    path: 'coupons',
    permission: 'coupons:read',
    menu: ['billing', IconTicket],
    load: () => import('./coupons/list.tsx').then((m) => m.CouponsPage),
  },
  {
    path: 'coupons/new',
    permission: 'coupons:write',
    load: () => import('./coupons/new.tsx').then((m) => m.NewCouponPage),
  },
  {
    path: 'coupons/$id',
    permission: 'coupons:read',
    load: () => import('./coupons/detail.tsx').then((m) => m.CouponPage),
  },
  {
    path: 'invoices',
    permission: 'invoices:read',
    menu: ['billing', IconFileInvoice],
    load: () => import('./invoices/list.tsx').then((m) => m.InvoicesPage),
  },
  {
    path: 'invoices/new',
    permission: 'invoices:write',
    load: () => import('./invoices/editor.tsx').then((m) => m.NewInvoicePage),
  },
  {
    path: 'invoices/$id',
    permission: 'invoices:read',
    load: () => import('./invoices/detail.tsx').then((m) => m.InvoicePage),
  },
  {
    path: 'invoices/$id/edit',
    permission: 'invoices:write',
    load: () => import('./invoices/editor.tsx').then((m) => m.EditInvoicePage),
  },
  {
    path: 'credit-notes',
    permission: 'credit_notes:read',
    menu: ['billing', IconReceiptRefund],
    load: () => import('./credit-notes/list.tsx').then((m) => m.CreditNotesPage),
  },
  {
    path: 'credit-notes/$id',
    permission: 'credit_notes:read',
    load: () => import('./credit-notes/detail.tsx').then((m) => m.CreditNotePage),
  },
  {
    path: 'price-migrations/$id',
    permission: 'subscriptions:read',
    load: () => import('./price-migrations/detail.tsx').then((m) => m.PriceMigrationPage),
  },
  {
    path: 'subscriptions',
    permission: 'subscriptions:read',
    menu: ['billing', IconRefresh],
    load: () => import('./subscriptions/list.tsx').then((m) => m.SubscriptionsPage),
  },
  {
    path: 'subscriptions/new',
    permission: 'subscriptions:write',
    load: () => import('./subscriptions/new.tsx').then((m) => m.NewSubscriptionPage),
  },
  {
    path: 'subscriptions/$id',
    permission: 'subscriptions:read',
    load: () => import('./subscriptions/detail.tsx').then((m) => m.SubscriptionPage),
  },
  {
    path: 'payments',
    permission: 'payments:read',
    menu: ['billing', IconCash],
    load: () => import('./payments/list.tsx').then((m) => m.PaymentsPage),
  },
  {
    path: 'payments/$id',
    permission: 'payments:read',
    load: () => import('./payments/detail.tsx').then((m) => m.PaymentPage),
  },
  {
    path: 'disputes',
    permission: 'payments:read',
    menu: ['billing', IconAlertTriangle],
    load: () => import('./disputes/list.tsx').then((m) => m.DisputesPage),
  },
  {
    path: 'disputes/$id',
    permission: 'payments:read',
    load: () => import('./disputes/detail.tsx').then((m) => m.DisputePage),
  },
  {
    path: 'payouts',
    permission: 'payments:read',
    menu: ['billing', IconBuildingBank],
    load: () => import('./payouts/list.tsx').then((m) => m.PayoutsPage),
  },
  {
    path: 'payouts/$id',
    permission: 'payments:read',
    load: () => import('./payouts/detail.tsx').then((m) => m.PayoutPage),
  },
  {
    path: 'reconciliation',
    permission: 'payments:read',
    menu: ['billing', IconArrowsExchange],
    load: () => import('./reconciliation/page.tsx').then((m) => m.ReconciliationPage),
  },
  {
    path: 'refunds',
    permission: 'refunds:read',
    menu: ['billing', IconCashMoveBack],
    load: () => import('./refunds/list.tsx').then((m) => m.RefundsPage),
  },
  {
    path: 'refunds/$id',
    permission: 'refunds:read',
    load: () => import('./refunds/detail.tsx').then((m) => m.RefundPage),
  },
  {
    path: 'emails',
    permission: 'emails:read',
    menu: ['billing', IconMail],
    load: () => import('./emails/list.tsx').then((m) => m.EmailsPage),
  },
  {
    path: 'emails/$id',
    permission: 'emails:read',
    load: () => import('./emails/detail.tsx').then((m) => m.EmailPage),
  },
  {
    path: 'ledger',
    permission: 'ledger:read',
    menu: ['books', IconBook2],
    load: () => import('./ledger/ledger.tsx').then((m) => m.LedgerPage),
  },
  {
    path: 'tax-report',
    permission: 'tax:read',
    menu: ['books', IconReceiptTax],
    load: () => import('./tax-report/tax-report.tsx').then((m) => m.TaxReportPage),
  },
  {
    path: 'developers/keys',
    permission: 'api_keys:read',
    menu: ['developers', IconKey],
    load: () => import('./developers/keys.tsx').then((m) => m.KeysPage),
  },
  {
    path: 'developers/keys/new',
    permission: 'api_keys:write',
    load: () => import('./developers/key-new.tsx').then((m) => m.NewKeyPage),
  },
  {
    path: 'developers/keys/$id',
    permission: 'api_keys:read',
    load: () => import('./developers/key.tsx').then((m) => m.KeyPage),
  },
  {
    path: 'webhooks',
    permission: 'webhooks:read',
    menu: ['developers', IconWebhook],
    load: () => import('./webhooks/list.tsx').then((m) => m.WebhooksPage),
  },
  {
    path: 'webhooks/new',
    permission: 'webhooks:write',
    load: () => import('./webhooks/new.tsx').then((m) => m.NewEndpointPage),
  },
  {
    path: 'webhooks/deliveries',
    permission: 'webhooks:read',
    load: () => import('./webhooks/deliveries.tsx').then((m) => m.DeliveriesPage),
  },
  {
    path: 'webhooks/$id',
    permission: 'webhooks:read',
    load: () => import('./webhooks/detail.tsx').then((m) => m.EndpointPage),
  },
  {
    path: 'webhooks/deliveries/$id',
    permission: 'webhooks:read',
    load: () => import('./webhooks/delivery.tsx').then((m) => m.DeliveryPage),
  },
  {
    path: 'events',
    permission: 'events:read',
    menu: ['developers', IconTimeline],
    load: () => import('./events/list.tsx').then((m) => m.EventsPage),
  },
  {
    path: 'events/$id',
    permission: 'events:read',
    load: () => import('./events/detail.tsx').then((m) => m.EventPage),
  },
  {
    path: 'developers/requests',
    permission: 'requests:read',
    menu: ['developers', IconListSearch],
    load: () => import('./requests/list.tsx').then((m) => m.RequestsPage),
  },
  {
    path: 'developers/requests/$id',
    permission: 'requests:read',
    load: () => import('./requests/detail.tsx').then((m) => m.RequestPage),
  },
  {
    path: 'developers/limits',
    permission: 'account:read',
    menu: ['developers', IconGauge],
    load: () => import('./developers/limits.tsx').then((m) => m.LimitsPage),
  },
  {
    path: 'developers/test-clock',
    permission: 'test_clock:read',
    menu: ['developers', IconClockPlay],
    load: () => import('./test-clock/test-clock.tsx').then((m) => m.TestClockPage),
  },
  {
    path: 'audit-log',
    permission: 'audit_log:read',
    menu: ['team', IconHistory],
    load: () => import('./audit-log/list.tsx').then((m) => m.AuditLogPage),
  },
  {
    path: 'settings/account',
    permission: 'account:read',
    menu: ['team', IconAdjustments],
    load: () => import('./settings/account.tsx').then((m) => m.AccountSettingsPage),
  },
  {
    path: 'settings/branding',
    permission: 'account:read',
    load: () => import('./settings/branding.tsx').then((m) => m.BrandingPage),
  },
  {
    path: 'settings/terms',
    permission: 'account:read',
    load: () => import('./settings/terms.tsx').then((m) => m.TermsPage),
  },
  {
    path: 'settings/payments',
    permission: 'account:read',
    load: () => import('./settings/payments.tsx').then((m) => m.PaymentsSettingsPage),
  },
  {
    path: 'settings/retries',
    permission: 'account:read',
    load: () => import('./settings/retries.tsx').then((m) => m.RetriesPage),
  },
  {
    path: 'settings/tax',
    permission: 'tax:read',
    load: () => import('./settings/tax.tsx').then((m) => m.TaxPage),
  },
  {
    path: 'settings/emails',
    permission: 'account:read',
    load: () => import('./settings/emails.tsx').then((m) => m.EmailsPage),
  },
  {
    path: 'settings/numbering',
    permission: 'account:read',
    load: () => import('./settings/numbering.tsx').then((m) => m.NumberingPage),
  },
  {
    path: 'settings/members',
    permission: 'members:read',
    load: () => import('./members/members.tsx').then((m) => m.MembersPage),
  },
  { path: 'profile', load: () => import('./profile/profile.tsx').then((m) => m.ProfilePage) },
  { path: 'go/$id', load: () => import('./go/go.tsx').then((m) => m.GoPage) },
]

/** Pages that need no session. */
export const OPEN_PAGES: readonly PageEntry[] = [
  { path: 'sign-in', load: () => import('./sign-in/sign-in.tsx').then((m) => m.SignInPage) },
  { path: 'welcome', load: () => import('./sign-in/welcome.tsx').then((m) => m.WelcomePage) },
  { path: 'forgotten', load: () => import('./sign-in/forgotten.tsx').then((m) => m.ForgottenPage) },
]

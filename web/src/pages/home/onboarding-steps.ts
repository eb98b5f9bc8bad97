// The remaining setup steps, derived from API data, so that each is checked off however it was completed.
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { missingOf } from '../../../../src/domain/seller.ts'
import { send } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type {
  Account,
  ApiKey,
  Customer,
  Invoice,
  List,
  Member,
  Product,
  ResetWay,
  TaxRegistration,
  WebhookEndpoint,
} from '../../api/types.ts'
import type { Shown } from '../../page/api-call.tsx'

export type StepName =
  | 'business'
  | 'logo'
  | 'email'
  | 'tax'
  | 'product'
  | 'customer'
  | 'invoice'
  | 'teammate'
  | 'webhook'
  | 'live'

export interface Step {
  name: StepName
  done: boolean
  /** The page for the step, relative to the account and mode. */
  to: string
  search?: Record<string, string>
  /** For optional steps: marks the step as done. */
  skip?: () => void
  /** The equivalent API call, for the steps to a first invoice. */
  call?: Shown
}

const ONE = { limit: 1 }
const FINALIZED = 'posted,overdue,paid,void'

/** The steps this user is allowed to do; undefined while progress loads. */
export function useSteps(): Step[] | undefined {
  const groups = [useAccountSteps(), useTaxSteps(), useBillingSteps(), useTeamSteps()]
  return groups.some((group) => group === undefined) ? undefined : groups.flatMap((g) => g ?? [])
}

/** Account details that invoices and emails show. */
function useAccountSteps(): Step[] | undefined {
  const { settings } = useTenant()
  const mayWrite = useMay('account:write')
  const way = useQuery({
    queryKey: ['password resets'],
    queryFn: async ({ signal }) =>
      (await send<ResetWay>('/session/v1', { method: 'GET', path: '/password_resets', signal }))
        .body,
    enabled: mayWrite,
  }).data
  if (!mayWrite) return []
  if (!settings || !way) return undefined
  const missing = new Set(missingParams(settings))
  const sends = way.delivery === 'mail'
  return [
    {
      name: 'business',
      done: !missing.has('legal_name') && !missing.has('address_line1'),
      to: 'settings/account',
    },
    { name: 'logo', done: settings.logo !== null, to: 'settings/branding' },
    { name: 'email', done: sends && !missing.has('reply_to'), to: 'settings/emails' },
  ]
}

/** The tax registrations. An account that collects no tax skips this, which the browser remembers. */
function useTaxSteps(): Step[] | undefined {
  const { surface, settings } = useTenant()
  const maySettle = useMay('account:write')
  const may = useMay('tax:write') && maySettle
  const registrations = useList<TaxRegistration>('/tax_registrations', ONE, { enabled: may }).data
  const [isSkipped, keep] = useLocalStorage({
    key: `reckoner-no-tax:${surface}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (!may) return []
  if (!registrations) return undefined
  return [
    {
      name: 'tax',
      done: isSkipped || (registrations.data.length > 0 && settings?.automatic_tax === true),
      to: 'settings/tax',
      search: { tab: 'registrations' },
      skip: () => keep(true),
    },
  ]
}

/** The properties required to finalize in live mode; the same in test mode. */
function missingParams({ name, ...profile }: Account) {
  const facts = { mode: 'live', name, profile, has_mail_server: true } as const
  return missingOf(facts).map(({ param }) => param)
}

/** From nothing to a finalized invoice, with the calls that lead there. */
function useBillingSteps(): Step[] | undefined {
  const may = {
    product: useMay('products:write'),
    customer: useMay('customers:write'),
    invoice: useMay('invoices:write'),
  }
  const products = useList<Product>('/products', ONE, { enabled: may.product }).data
  const customers = useList<Customer>('/customers', ONE, { enabled: may.customer }).data
  const options = { enabled: may.invoice }
  const finalized = useList<Invoice>('/invoices', { ...ONE, status: FINALIZED }, options).data
  const drafts = useList<Invoice>('/invoices', { ...ONE, status: 'draft' }, options).data
  if ((may.product && !products) || (may.customer && !customers)) return undefined
  if (may.invoice && (!finalized || !drafts)) return undefined
  const product = products?.data[0]?.id
  const customer = customers?.data[0]?.id
  const draft = drafts?.data[0]?.id
  const steps: Step[] = [
    {
      name: 'product',
      done: product !== undefined,
      to: 'products/new',
      call: { method: 'POST', path: '/products', body: { name: 'Seat' } },
    },
    {
      name: 'customer',
      done: customer !== undefined,
      to: 'customers/new',
      call: { method: 'POST', path: '/customers', body: { name: 'Maple Bicycles' } },
    },
    {
      name: 'invoice',
      done: (finalized?.data.length ?? 0) > 0,
      to: draft ? `invoices/${draft}` : 'invoices/new',
      call: draft
        ? { method: 'POST', path: `/invoices/${draft}/finalize` }
        : createInvoice(customer, product),
    },
  ]
  return steps.filter(({ name }) => may[name as keyof typeof may])
}

function createInvoice(customer: number | undefined, product: string | undefined): Shown {
  const line = { description: 'Seats', quantity: 3, unit_amount: 1999 }
  const body = {
    customer_id: customer ? `cus_${customer}` : 'cus_…',
    line_items: [{ ...line, ...(product && { product_id: product }) }],
  }
  return { method: 'POST', path: '/invoices', body }
}

/** Members and keys of the account. */
function useTeamSteps(): Step[] | undefined {
  const { account } = useTenant()
  const mayInvite = useMay('members:write')
  const mayListen = useMay('webhooks:write')
  const mayMakeKeys = useMay('api_keys:write')
  const members = useList<Member>('/members', ONE, { enabled: mayInvite }).data
  const endpoints = useList<WebhookEndpoint>('/webhook_endpoints', ONE, {
    enabled: mayListen,
  }).data
  const active = { ...ONE, status: 'active' }
  // Keys of live mode, in either mode.
  const keys = useQuery({
    queryKey: [account, 'live', '/api_keys', active],
    queryFn: async ({ signal }) => {
      const call = { method: 'GET', path: '/api_keys', query: active, signal } as const
      return (await send<List<ApiKey>>(`/session/${account}/live/v1`, call)).body
    },
    enabled: mayMakeKeys,
  }).data
  if ((mayInvite && !members) || (mayListen && !endpoints) || (mayMakeKeys && !keys)) {
    return undefined
  }
  const steps: (Step | false)[] = [
    mayInvite && {
      name: 'teammate',
      done: (members?.total_count ?? 0) > 1,
      to: 'settings/members',
    },
    mayListen && {
      name: 'webhook',
      done: (endpoints?.data.length ?? 0) > 0,
      to: 'webhooks/new',
    },
    mayMakeKeys && { name: 'live', done: (keys?.data.length ?? 0) > 0, to: 'developers/keys/new' },
  ]
  return steps.filter((step) => step !== false)
}

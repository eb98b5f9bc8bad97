// A saved card or account known by ID: its name, as a link to the customer who saved it.
import { useRead } from '../api/hooks.ts'
import { useMay } from '../api/tenant.ts'
import type { PaymentMethod } from '../api/types.ts'
import { PageLink } from '../page/page-link.tsx'
import { useMethodName } from './saved-methods.ts'

interface MethodLinkProps {
  id: string
  /** A number, or an ID with its prefix. */
  customer: string
}

/** Its ID while it loads, and for users who may not read it. */
export function MethodLink({ id, customer }: MethodLinkProps) {
  const nameOf = useMethodName()
  const enabled = useMay('payments:read')
  const { data } = useRead<PaymentMethod>(`/payment_methods/${id}`, {}, { enabled })
  const to = `customers/${customer.replace('cus_', '')}`
  return (
    <PageLink to={to} search={{ tab: 'methods' }} size="sm">
      {data ? nameOf(data) : id}
    </PageLink>
  )
}

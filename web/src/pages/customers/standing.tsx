// The standing of a customer, at the top of their page, with the invoice that decides.
import { Alert, Text } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Customer, CustomerStanding } from '../../api/types.ts'
import { PageLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { standingMessages } from './standing-messages.ts'

const COLORS: Readonly<Record<string, string>> = {
  grace: 'yellow',
  past_due: 'red',
  blocked: 'red',
}

export function Standing({ customer }: { customer: Customer }) {
  const m = useMessages(standingMessages)
  const format = useFormat()
  const enabled = useMay('invoices:read')
  const path = `/customers/${customer.id}/standing`
  const { data } = useRead<CustomerStanding>(path, {}, { enabled })
  if (!enabled || !data) return null
  const { standing, reason, since, invoice_id } = data
  if (reason === null || since === null) {
    return (
      <Text size="sm" c="dimmed" mb="md">
        {m.good}
      </Text>
    )
  }
  const name = m.names[standing as keyof typeof m.names]
  const why = m.reasons[reason as keyof typeof m.reasons](format.day(since))
  return (
    <Alert mb="md" p="xs" color={COLORS[standing] ?? 'gray'}>
      <Text size="sm">{m.sentence(name, why)}</Text>
      <PageLink to={`invoices/${invoice_id}`} size="sm">
        {m.toInvoice}
      </PageLink>
    </Alert>
  )
}

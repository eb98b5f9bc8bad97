// The details of a customer.
import { Code, Paper } from '@mantine/core'
import type { Customer } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { MethodLink } from '../../text/method-link.tsx'
import { messages } from './messages.ts'
import { TaxIds } from './tax-ids.tsx'

export function Details({ customer }: { customer: Customer }) {
  const m = useMessages(messages)
  const format = useFormat()
  const address = [
    customer.address_line1,
    customer.address_line2,
    `${customer.city} ${customer.state_province} ${customer.postal_code}`.trim(),
    customer.country,
  ].filter(Boolean)
  const { default_payment_method_id: method, auto_pay_enabled } = customer
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.email, customer.email],
            [m.contact, customer.contact_name],
            [m.phone, customer.phone],
            [m.address, address.join(', ')],
            [m.taxIds, customer.tax_ids.length > 0 && <TaxIds key="t" taxIds={customer.tax_ids} />],
            [m.taxExempt, customer.tax_exempt && m.taxExemptYes],
            [m.autoPay, auto_pay_enabled && (method ? m.autoPayOn : m.autoPayWaits)],
            [
              m.defaultMethod,
              method && <MethodLink key="p" id={method} customer={String(customer.id)} />,
            ],
            [m.language, customer.language],
            [m.externalId, customer.external_id],
            [
              m.metadata,
              Object.keys(customer.metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(customer.metadata, undefined, 2)}
                </Code>
              ),
            ],
            [m.createdAt, format.time(customer.created_at)],
            [m.updatedAt, format.time(customer.updated_at)],
            [m.id, <CopyText key="id" text={`cus_${customer.id}`} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/customers/${customer.id}` }} />
    </>
  )
}

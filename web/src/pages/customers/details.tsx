// Who a customer is.
import { Code, Paper } from '@mantine/core'
import type { Customer } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function Details({ customer }: { customer: Customer }) {
  const w = useWords(words)
  const format = useFormat()
  const address = [
    customer.address_line1,
    customer.address_line2,
    `${customer.city} ${customer.state_province} ${customer.postal_code}`.trim(),
    customer.country,
  ].filter(Boolean)
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [w.email, customer.email],
            [w.contact, customer.contact_name],
            [w.phone, customer.phone],
            [w.address, address.join(', ')],
            [w.taxId, customer.tax_id],
            [w.taxExempt, customer.tax_exempt ? w.yes : ''],
            [w.language, customer.language],
            [w.externalId, customer.external_id],
            [
              w.metadata,
              Object.keys(customer.metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(customer.metadata, undefined, 2)}
                </Code>
              ),
            ],
            [w.createdAt, format.time(customer.created_at)],
            [w.updatedAt, format.time(customer.updated_at)],
            [w.id, <CopyText key="id" text={`cus_${customer.id}`} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/customers/${customer.id}` }} />
    </>
  )
}

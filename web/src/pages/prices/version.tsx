// The next version of a price: the same product, model and currency, with other amounts.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { MinimumField, NameFields, TermFields } from './fields.tsx'
import { usePriceForm } from './form.ts'
import { messages } from './messages.ts'
import { usePriceText } from './price-text.ts'
import { type PriceValues, textOfTerms } from './terms.ts'
import type { Price } from './types.ts'

export function NewVersionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Price>(`/prices/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="prices:read">
      {(price) => <NewVersion price={price} />}
    </Loaded>
  )
}

function NewVersion({ price }: { price: Price }) {
  const m = useMessages(messages)
  const text = usePriceText()
  const format = useFormat()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const { product_id, description } = price
  const [initial] = useState<PriceValues>(() => ({
    ...textOfTerms(price, format.locale),
    product_id,
    description,
    lookup_key: price.lookup_key ?? '',
    // A version keeps the interval of its price, and when it is billed.
    interval: '',
    interval_count: '1',
    billing: 'advance',
    tax_behavior: price.tax_behavior ?? '',
  }))
  const form = usePriceForm({
    initial,
    callOf: ({ description, lookup_key, tax_behavior }, terms) => ({
      method: 'PATCH',
      path: `/prices/${price.id}`,
      body: {
        ...terms,
        ...(price.interval !== null && { minimum_amount: terms.minimum_amount ?? null }),
        description,
        lookup_key: lookup_key || null,
        tax_behavior: tax_behavior || null,
        new_version: true,
      },
    }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.versionCreated, color: 'green' })
      void navigate({ to: pathOf(`prices/${id}`) })
    },
  })
  const name = text.name(price)
  return (
    <>
      <PageTitle parent={{ to: `prices/${price.id}`, label: name }}>
        {m.newVersionOf(name)}
      </PageTitle>
      <Text size="sm" c="dimmed" mb="md" maw="70ch">
        {`${m.models[price.model]}. ${m.newVersionText(format.number(price.version))}`}
      </Text>
      <FormFrame form={form} permission="prices:write" label={m.createVersion}>
        <TermFields form={form} />
        {price.interval !== null && <MinimumField form={form} />}
        <NameFields form={form} />
      </FormFrame>
    </>
  )
}

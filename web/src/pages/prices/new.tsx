// A new price: its product, its model, and its terms.
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PRICE_MODELS } from '../../../../src/domain/pricing.ts'
import { useList, useRead } from '../../api/hooks.ts'
import { usePagePath, useTenant } from '../../api/tenant.ts'
import type { Product } from '../../api/types.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useCurrencies } from '../../form/choices.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { Empty } from '../../list/empty.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages as productMessages } from '../products/messages.ts'
import { MinimumField, NameFields, TermFields } from './fields.tsx'
import { usePriceForm } from './form.ts'
import { useBillingChoices, useIntervalChoices } from './interval.ts'
import { messages } from './messages.ts'
import { blankTerms, type PriceValues } from './terms.ts'

export function NewPricePage() {
  const m = useMessages(messages)
  const all = useMessages(productMessages)
  const { settings } = useTenant()
  const { product_id = '' } = useSearch({ strict: false }) as { product_id?: string }
  const named = useRead<Product>(`/products/${encodeURIComponent(product_id)}`, undefined, {
    enabled: product_id !== '',
  })
  const active = useList<Product>('/products', { status: 'active', limit: 100 })
  const parent = product_id
    ? {
        to: `products/${product_id}`,
        search: { tab: 'prices' },
        label: named.data?.name ?? all.title,
      }
    : { to: 'products', label: all.title }
  return (
    <>
      <PageTitle parent={parent}>{m.add}</PageTitle>
      <Loaded query={active} permission="products:read">
        {({ data }) => {
          const known = data.some(({ id }) => id === product_id)
          const products = named.data && !known ? [named.data, ...data] : data
          if (products.length === 0 && product_id === '') return <NoProducts />
          // The default currency is the account's, which must load first.
          if (!settings) return null
          return (
            <NewPrice
              products={products}
              product_id={product_id}
              currency={settings.default_currency}
            />
          )
        }}
      </Loaded>
    </>
  )
}

function NoProducts() {
  const m = useMessages(messages)
  const button = (
    <ButtonLink to="products/new" permission="products:write">
      {m.newProduct}
    </ButtonLink>
  )
  return <Empty text={m.noProducts} button={button} />
}

interface NewPriceProps {
  products: readonly Product[]
  product_id: string
  currency: string
}

function NewPrice({ products, product_id, currency }: NewPriceProps) {
  const m = useMessages(messages)
  const currencies = useCurrencies()
  const intervals = useIntervalChoices()
  const billings = useBillingChoices()
  const { locale } = useFormat()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [initial] = useState<PriceValues>(() => ({
    ...blankTerms(currency),
    product_id: product_id || (products.length === 1 ? (products[0]?.id ?? '') : ''),
    description: '',
    lookup_key: '',
    interval: '',
    interval_count: '1',
    billing: 'advance',
    tax_behavior: '',
  }))
  const form = usePriceForm({
    initial,
    callOf: (
      { product_id, model, currency, interval, interval_count, billing, ...names },
      terms,
    ) => ({
      method: 'POST',
      path: '/prices',
      body: {
        ...{ product_id, model, currency, ...terms, minimum_amount: undefined },
        ...(interval && { interval, interval_count: countOf(interval_count, locale), billing }),
        ...(interval && { minimum_amount: terms.minimum_amount }),
        ...(names.description && { description: names.description }),
        ...(names.lookup_key && { lookup_key: names.lookup_key }),
        ...(names.tax_behavior && { tax_behavior: names.tax_behavior }),
      },
    }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`prices/${id}`) })
    },
  })
  const choices = products.map(({ id, name }) => ({ value: id, label: name }))
  const models = PRICE_MODELS.map((value) => ({ value, label: m.models[value] }))
  return (
    <FormFrame form={form} permission="prices:write" label={m.create}>
      <ChoiceField
        {...form.getInputProps('product_id')}
        label={m.product}
        required
        choices={product_id ? choices : [{ value: '', label: '' }, ...choices]}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          {...form.getInputProps('model')}
          label={m.model}
          description={m.about[form.values.model]}
          data={models}
        />
        <NativeSelect {...form.getInputProps('currency')} label={m.currency} data={currencies} />
      </SimpleGrid>
      <TermFields form={form} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect {...form.getInputProps('interval')} label={m.billed} data={intervals} />
        {form.values.interval !== '' && (
          <NumberInput {...form.getInputProps('interval_count')} label={m.intervalCount} />
        )}
        {form.values.interval !== '' && (
          <NativeSelect {...form.getInputProps('billing')} label={m.billing} data={billings} />
        )}
        {form.values.interval !== '' && <MinimumField form={form} />}
      </SimpleGrid>
      <NameFields form={form} />
    </FormFrame>
  )
}

// The form of a product, and the page of a new one.
import { Button, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useList } from '../../api/hooks.ts'
import { useMay, usePagePath } from '../../api/tenant.ts'
import type { Product, TaxRate } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FormFrame } from '../../form/form-frame.tsx'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export const NO_PRODUCT = { name: '', description: '', tax_code: 'standard' }
export type ProductValues = typeof NO_PRODUCT

interface ProductFormProps {
  form: ApiForm<ProductValues>
  label?: string
  /** Buttons next to the save button. */
  more?: ReactNode
}

export function ProductForm({ form, label, more }: ProductFormProps) {
  const m = useMessages(messages)
  return (
    <FormFrame form={form} permission="products:write" more={more} {...(label && { label })}>
      <TextInput {...form.getInputProps('name')} label={m.name} required />
      <Textarea autosize minRows={3} {...form.getInputProps('description')} label={m.description} />
      <TaxCodeField form={form} />
    </FormFrame>
  )
}

/** The names of reduced tax codes come from the account's rates. */
function TaxCodeField({ form }: Pick<ProductFormProps, 'form'>) {
  const m = useMessages(messages)
  const enabled = useMay('tax:read')
  const { data } = useList<TaxRate>('/tax_rates', { limit: 100 }, { enabled })
  const named = data?.data.flatMap(({ tax_code }) => tax_code ?? []) ?? []
  const codes = [...new Set(['standard', 'reduced', ...named, 'exempt'])]
  const names: Readonly<Record<string, string>> = m.taxCodes
  return (
    <ChoiceField
      {...form.getInputProps('tax_code')}
      label={m.taxCode}
      description={m.taxCodeHint}
      choices={codes.map((value) => ({ value, label: names[value] ?? value }))}
    />
  )
}

export function NewProductPage() {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const mayPrice = useMay('prices:write')
  const next = useRef<'product' | 'price'>('product')
  const form = useWriteForm<ProductValues, Product>({
    initial: NO_PRODUCT,
    callOf: (body) => ({ method: 'POST', path: '/products', body }),
    onFailed: () => {
      next.current = 'product'
      return false
    },
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate(
        next.current === 'price'
          ? { to: pathOf('prices/new'), search: { product_id: id } }
          : { to: pathOf(`products/${id}`) },
      )
    },
  })
  const more = mayPrice && (
    <Button
      variant="default"
      loading={form.submitting}
      onClick={() => {
        next.current = 'price'
        form.submit()
      }}
    >
      {m.createAndPrice}
    </Button>
  )
  return (
    <>
      <PageTitle parent={{ to: 'products', label: m.title }}>{m.add}</PageTitle>
      <ProductForm form={form} label={m.create} more={more} />
    </>
  )
}

// The form of a product, and the page of a new one.
import { Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { usePagePath } from '../../api/tenant.ts'
import type { Product } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export const NO_PRODUCT = { name: '', description: '' }
export type ProductValues = typeof NO_PRODUCT

interface ProductFormProps {
  form: ApiForm<ProductValues>
  label?: string
}

export function ProductForm({ form, label }: ProductFormProps) {
  const m = useMessages(messages)
  return (
    <FormFrame form={form} permission="products:write" {...(label && { label })}>
      <TextInput {...form.getInputProps('name')} label={m.name} required />
      <Textarea autosize minRows={3} {...form.getInputProps('description')} label={m.description} />
    </FormFrame>
  )
}

export function NewProductPage() {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const form = useWriteForm<ProductValues, Product>({
    initial: NO_PRODUCT,
    callOf: (body) => ({ method: 'POST', path: '/products', body }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`products/${id}`) })
    },
  })
  return (
    <>
      <PageTitle parent={{ to: 'products', label: m.title }}>{m.add}</PageTitle>
      <ProductForm form={form} label={m.create} />
    </>
  )
}

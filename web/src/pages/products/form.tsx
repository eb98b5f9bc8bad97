// The form of a product, and the page of a new one.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Product } from '../../api/types.ts'
import { LinesField, TextField } from '../../form/fields.tsx'
import { type FormState, useForm } from '../../form/form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import type { Shown } from '../../page/api-call.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export const NO_PRODUCT = { name: '', description: '' }
export type ProductValues = typeof NO_PRODUCT

interface ProductFormProps {
  form: FormState<ProductValues>
  label?: string
  call: Shown
}

export function ProductForm({ form, label, call }: ProductFormProps) {
  const m = useMessages(messages)
  return (
    <FormFrame
      form={form}
      permission="products:write"
      fields={Object.keys(NO_PRODUCT)}
      call={call}
      {...(label && { label })}
    >
      <TextField form={form} name="name" label={m.name} required />
      <LinesField form={form} name="description" label={m.description} />
    </FormFrame>
  )
}

export function NewProductPage() {
  const m = useMessages(messages)
  const write = useWrite<Product>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const form = useForm({
    initial: NO_PRODUCT,
    save: (body) => write.mutateAsync({ method: 'POST', path: '/products', body }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`products/${id}`) })
    },
  })
  return (
    <>
      <PageTitle parent={{ to: 'products', label: m.title }}>{m.add}</PageTitle>
      <ProductForm
        form={form}
        label={m.create}
        call={{ method: 'POST', path: '/products', body: form.values }}
      />
    </>
  )
}

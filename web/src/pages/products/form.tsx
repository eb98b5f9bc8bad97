// The form of a product, and the page of a new one.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Product } from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { LinesField, TextField } from '../../parts/fields.tsx'
import { type FormState, useForm } from '../../parts/form.ts'
import { FormFrame } from '../../parts/form-frame.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export const NO_PRODUCT = { name: '', description: '' }
export type ProductValues = typeof NO_PRODUCT

interface ProductFormProps {
  form: FormState<ProductValues>
  label?: string
  call: Shown
}

export function ProductForm({ form, label, call }: ProductFormProps) {
  const w = useWords(words)
  return (
    <FormFrame
      form={form}
      permission="products:write"
      fields={Object.keys(NO_PRODUCT)}
      call={call}
      {...(label && { label })}
    >
      <TextField form={form} name="name" label={w.name} required />
      <LinesField form={form} name="description" label={w.description} />
    </FormFrame>
  )
}

export function NewProductPage() {
  const w = useWords(words)
  const write = useWrite<Product>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const form = useForm({
    initial: NO_PRODUCT,
    save: (body) => write.mutateAsync({ method: 'POST', path: '/products', body }),
    onSaved: ({ id }) => {
      notifications.show({ message: w.created, color: 'green' })
      void navigate({ to: pathOf(`products/${id}`) })
    },
  })
  return (
    <>
      <PageTitle parent={{ to: 'products', label: w.title }}>{w.add}</PageTitle>
      <ProductForm
        form={form}
        label={w.create}
        call={{ method: 'POST', path: '/products', body: form.values }}
      />
    </>
  )
}

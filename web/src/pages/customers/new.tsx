// A new customer.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { useForm } from '../../parts/form.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { useWords } from '../../words/language.tsx'
import { CustomerForm, filled, NO_CUSTOMER } from './form.tsx'
import { words } from './words.ts'

export function NewCustomerPage() {
  const w = useWords(words)
  const write = useWrite<Customer>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const form = useForm({
    initial: NO_CUSTOMER,
    save: (values) =>
      write.mutateAsync({ method: 'POST', path: '/customers', body: filled(values) }),
    onSaved: ({ id }) => {
      notifications.show({ message: w.created, color: 'green' })
      void navigate({ to: pathOf(`customers/${id}`) })
    },
  })
  return (
    <>
      <PageTitle parent={{ to: 'customers', label: w.title }}>{w.add}</PageTitle>
      <CustomerForm
        form={form}
        label={w.create}
        call={{ method: 'POST', path: '/customers', body: filled(form.values) }}
      />
    </>
  )
}

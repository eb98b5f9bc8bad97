// A new customer.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { useForm } from '../../form/form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { CustomerForm, filled, NO_CUSTOMER } from './form.tsx'
import { messages } from './messages.ts'

export function NewCustomerPage() {
  const m = useMessages(messages)
  const write = useWrite<Customer>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const form = useForm({
    initial: NO_CUSTOMER,
    save: (values) =>
      write.mutateAsync({ method: 'POST', path: '/customers', body: filled(values) }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`customers/${id}`) })
    },
  })
  return (
    <>
      <PageTitle parent={{ to: 'customers', label: m.title }}>{m.add}</PageTitle>
      <CustomerForm
        form={form}
        label={m.create}
        call={{ method: 'POST', path: '/customers', body: filled(form.values) }}
      />
    </>
  )
}

// A new customer.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { usePagePath } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { CustomerForm, type CustomerValues, filled, NO_CUSTOMER } from './form.tsx'
import { messages } from './messages.ts'

export function NewCustomerPage() {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const form = useWriteForm<CustomerValues, Customer>({
    initial: NO_CUSTOMER,
    callOf: (values) => ({ method: 'POST', path: '/customers', body: filled(values) }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`customers/${id}`) })
    },
  })
  return (
    <>
      <PageTitle parent={{ to: 'customers', label: m.title }}>{m.add}</PageTitle>
      <CustomerForm form={form} label={m.create} />
    </>
  )
}

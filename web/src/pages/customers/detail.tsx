// One customer: who they are, what they owe and paid, their credit, and what happened.
import { notifications } from '@mantine/notifications'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { changed, useForm } from '../../parts/form.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectTimeline } from '../../parts/object-timeline.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useWords } from '../../words/language.tsx'
import { CreditTab } from './credit.tsx'
import { Details } from './details.tsx'
import { CustomerForm, valuesOf } from './form.tsx'
import { InvoicesTab, PaymentsTab } from './money-tabs.tsx'
import { Standing } from './owed.tsx'
import { words } from './words.ts'

export function CustomerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Customer>(`/customers/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="customers:read">
      {(customer) => <Shown customer={customer} />}
    </Loaded>
  )
}

function Shown({ customer }: { customer: Customer }) {
  const w = useWords(words)
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const path = `/customers/${customer.id}`
  const actions = (
    <>
      <DeedButton
        permission="customers:write"
        variant="default"
        onClick={() => setEditing(!editing)}
      >
        {w.edit}
      </DeedButton>
      <DeedButton permission="customers:write" variant="default" onClick={() => setDeleting(true)}>
        {w.delete}
      </DeedButton>
    </>
  )
  const details = editing ? (
    <Edit customer={customer} onSaved={() => setEditing(false)} />
  ) : (
    <Details customer={customer} />
  )
  return (
    <>
      <PageTitle parent={{ to: 'customers', label: w.title }} actions={actions}>
        {customer.name}
      </PageTitle>
      {!editing && <Standing customer={customer} />}
      {editing ? (
        details
      ) : (
        <PageTabs
          label={w.parts}
          tabs={[
            { name: 'details', label: w.tabs.details, content: details },
            {
              name: 'invoices',
              label: w.tabs.invoices,
              content: <InvoicesTab {...{ customer }} />,
            },
            {
              name: 'payments',
              label: w.tabs.payments,
              content: <PaymentsTab {...{ customer }} />,
            },
            { name: 'credit', label: w.tabs.credit, content: <CreditTab {...{ customer }} /> },
            {
              name: 'timeline',
              label: w.tabs.timeline,
              content: <ObjectTimeline of={{ customer_id: `cus_${customer.id}` }} />,
            },
          ]}
        />
      )}
      <DeedDialog
        title={w.deleteTitle(customer.name)}
        call={deleting ? { method: 'DELETE', path } : undefined}
        label={w.delete}
        done={w.deleted}
        danger
        gone
        onClose={() => setDeleting(false)}
        onDone={() => void navigate({ to: pathOf('customers') })}
      />
    </>
  )
}

function Edit({ customer, onSaved }: { customer: Customer; onSaved: () => void }) {
  const w = useWords(words)
  const write = useWrite<Customer>()
  const path = `/customers/${customer.id}`
  const before = valuesOf(customer)
  const form = useForm({
    initial: before,
    save: (values) => {
      const body = changed(before, values)
      if (Object.keys(body).length === 0) return Promise.resolve(customer)
      return write.mutateAsync({ method: 'PATCH', path, body })
    },
    onSaved: () => {
      notifications.show({ message: w.saved, color: 'green' })
      onSaved()
    },
  })
  return (
    <CustomerForm
      form={form}
      call={{ method: 'PATCH', path, body: changed(before, form.values) }}
    />
  )
}

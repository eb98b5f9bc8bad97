// One customer: details, balance, payments, credit, and history.
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasGateway } from '../../api/gateways.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay, usePagePath } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useEditForm } from '../../form/write-form.ts'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { DiscountsTab } from '../coupons/discounts-tab.tsx'
import { messages as noteMessages } from '../credit-notes/messages.ts'
import { CreditNotesTab } from '../credit-notes/rows.tsx'
import { DisputeNotes } from '../disputes/notes.tsx'
import { SubscriptionsTab } from '../subscriptions/rows.tsx'
import { CreditTab } from './credit.tsx'
import { Details } from './details.tsx'
import { CustomerForm, valuesOf } from './form.tsx'
import { messages } from './messages.ts'
import { MethodsTab } from './methods.tsx'
import { methodsMessages } from './methods-messages.ts'
import { InvoicesTab, PaymentsTab } from './money-tabs.tsx'
import { Balance } from './owed.tsx'
import { PayOne } from './pay-one.tsx'
import { Standing } from './standing.tsx'
import { StatementDialog } from './statement.tsx'
import { UnusedTaxIds } from './tax-ids.tsx'

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
  const m = useMessages(messages)
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [paying, setPaying] = useState(false)
  const [stating, setStating] = useState(false)
  const more = useMoreTabs(customer)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const path = `/customers/${customer.id}`
  const actions = (
    <>
      <Bill customer={customer} />
      <ActionButton permission="payments:write" variant="default" onClick={() => setPaying(true)}>
        {m.recordPayment}
      </ActionButton>
      <ActionButton permission="invoices:read" variant="default" onClick={() => setStating(true)}>
        {m.statement}
      </ActionButton>
      <ActionButton
        permission="customers:write"
        variant="default"
        onClick={() => setEditing(!editing)}
      >
        {m.edit}
      </ActionButton>
      <ActionButton
        permission="customers:write"
        variant="default"
        onClick={() => setDeleting(true)}
      >
        {m.delete}
      </ActionButton>
    </>
  )
  const details = editing ? (
    <Edit customer={customer} onSaved={() => setEditing(false)} />
  ) : (
    <Details customer={customer} />
  )
  return (
    <>
      <PageTitle parent={{ to: 'customers', label: m.title }} actions={actions}>
        {customer.name}
      </PageTitle>
      {!editing && <UnusedTaxIds customer={customer} mb="md" />}
      {!editing && <Balance customer={customer} />}
      {!editing && <Standing customer={customer} />}
      {!editing && <DisputeNotes always={{ customer_id: `cus_${customer.id}` }} />}
      {editing ? (
        details
      ) : (
        <PageTabs
          label={m.tabList}
          tabs={[
            {
              name: 'invoices',
              label: m.tabs.invoices,
              content: <InvoicesTab customer={customer} />,
            },
            {
              name: 'payments',
              label: m.tabs.payments,
              content: <PaymentsTab customer={customer} />,
            },
            { name: 'credit', label: m.tabs.credit, content: <CreditTab customer={customer} /> },
            ...more,
            { name: 'details', label: m.tabs.details, content: details },
            {
              name: 'timeline',
              label: m.tabs.timeline,
              content: <ObjectTimeline of={{ customer_id: `cus_${customer.id}` }} />,
            },
          ]}
        />
      )}
      <StatementDialog customer={customer} opened={stating} onClose={() => setStating(false)} />
      {paying && <PayOne customer={customer} onClose={() => setPaying(false)} />}
      <ActionDialog
        title={m.deleteTitle(customer.name)}
        call={deleting ? { method: 'DELETE', path } : undefined}
        label={m.delete}
        done={m.deleted}
        final="delete"
        concernsCustomer
        danger
        gone
        onClose={() => setDeleting(false)}
        onDone={() => void navigate({ to: pathOf('customers') })}
      />
    </>
  )
}

/** The tabs that need a permission. */
function useMoreTabs(customer: Customer) {
  const m = useMessages(messages)
  const notes = useMessages(noteMessages)
  const methods = useMessages(methodsMessages)
  const hasGateway = useHasGateway()
  const customer_id = `cus_${customer.id}`
  const tabs = [
    {
      name: 'methods',
      // Without a gateway, nothing can be saved.
      may: useMay('payments:read') && hasGateway,
      label: methods.title,
      content: <MethodsTab customer={customer} />,
    },
    {
      name: 'credit-notes',
      may: useMay('credit_notes:read'),
      label: notes.title,
      content: <CreditNotesTab always={{ customer_id }} empty={notes.noneOfCustomer} />,
    },
    {
      name: 'subscriptions',
      may: useMay('subscriptions:read'),
      label: m.tabs.subscriptions,
      content: <SubscriptionsTab always={{ customer_id }} />,
    },
    {
      name: 'discounts',
      may: useMay('coupons:read'),
      label: m.tabs.discounts,
      content: (
        <DiscountsTab
          path={`/customers/${customer.id}/discounts`}
          discounts={customer.discounts}
          permission="customers:write"
        />
      ),
    },
  ]
  return tabs.filter(({ may }) => may)
}

/** Links that bill the customer: once, or for every period. */
function Bill({ customer }: { customer: Customer }) {
  const m = useMessages(messages)
  const search = { customer_id: `cus_${customer.id}` }
  return (
    <>
      <ButtonLink to="invoices/new" permission="invoices:write" search={search}>
        {m.newInvoice}
      </ButtonLink>
      <ButtonLink
        to="subscriptions/new"
        permission="subscriptions:write"
        variant="default"
        search={search}
      >
        {m.subscribe}
      </ButtonLink>
    </>
  )
}

function Edit({ customer, onSaved }: { customer: Customer; onSaved: () => void }) {
  const m = useMessages(messages)
  const path = `/customers/${customer.id}`
  const form = useEditForm({ path, before: valuesOf(customer), saved: m.saved, onSaved })
  return <CustomerForm form={form} />
}

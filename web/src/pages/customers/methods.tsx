// The payment methods of a customer: the default one pays automatically, a detached one cannot pay.
import { Alert, Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Customer, PaymentMethod } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useMethodDetail, useMethodName } from '../../text/saved-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { methodsMessages } from './methods-messages.ts'

export function MethodsTab({ customer }: { customer: Customer }) {
  const m = useMessages(methodsMessages)
  const nameOf = useMethodName()
  const detailOf = useMethodDetail()
  const [acting, setActing] = useState<{ verb: Verb; method: PaymentMethod }>()
  const [linking, setLinking] = useState(false)
  const [link, setLink] = useState<string>()
  const isDefault = ({ id }: PaymentMethod) => id === customer.default_payment_method_id
  const statusOf = (method: PaymentMethod) =>
    isDefault(method) ? (
      <Badge color="green" miw="max-content">
        {m.isDefault}
      </Badge>
    ) : (
      <StatusBadge status={method.status} />
    )
  return (
    <>
      <Group mb="sm">
        <ActionButton
          permission="payments:write"
          variant="default"
          onClick={() => setLinking(true)}
        >
          {m.link}
        </ActionButton>
      </Group>
      {link && (
        <Alert mb="sm" title={m.linkReady} role="status">
          <CopyText text={link} />
        </Alert>
      )}
      <List<PaymentMethod>
        label={m.title}
        path="/payment_methods"
        always={{ customer_id: `cus_${customer.id}` }}
        permission="payments:read"
        csv={false}
        idOf={({ id }) => id}
        columns={[
          {
            title: m.method,
            cell: (method) => (
              <Text span size="sm" fw={550}>
                {nameOf(method)}
              </Text>
            ),
            below: (method) => (
              <>
                {detailOf(method)}
                <div>{statusOf(method)}</div>
              </>
            ),
          },
          { title: m.detail, cell: detailOf, from: 'sm' },
          { title: m.status, cell: statusOf, from: 'sm' },
          {
            title: m.actions,
            cell: (method) => (
              <Actions
                method={method}
                isDefault={isDefault(method)}
                start={(verb) => setActing({ verb, method })}
              />
            ),
          },
        ]}
        empty={<Empty text={m.empty} />}
      />
      {linking && (
        <ActionDialog<{ url: string }>
          title={m.linkTitle}
          call={{
            method: 'POST',
            path: '/payment_methods/setup',
            body: { customer_id: `cus_${customer.id}` },
          }}
          label={m.link}
          done={m.linked}
          onClose={() => setLinking(false)}
          onDone={({ url }) => setLink(url)}
        >
          <Text size="sm">{m.linkText}</Text>
        </ActionDialog>
      )}
      {acting && <Dialog {...acting} customer={customer} onClose={() => setActing(undefined)} />}
    </>
  )
}

type Verb = 'default' | 'detach'

interface ActionsProps {
  method: PaymentMethod
  isDefault: boolean
  start: (verb: Verb) => void
}

function Actions({ method, isDefault, start }: ActionsProps) {
  const m = useMessages(methodsMessages)
  const nameOf = useMethodName()
  if (method.status !== 'active') return null
  const verbs = isDefault ? (['detach'] as const) : (['default', 'detach'] as const)
  return (
    <Group gap="xs">
      {verbs.map((verb) => (
        <ActionButton
          key={verb}
          permission="payments:write"
          variant="default"
          size="compact-sm"
          aria-label={m.actionOn(m.verbs[verb], nameOf(method))}
          onClick={() => start(verb)}
        >
          {m.verbs[verb]}
        </ActionButton>
      ))}
    </Group>
  )
}

interface DialogProps {
  verb: Verb
  method: PaymentMethod
  customer: Customer
  onClose: () => void
}

function Dialog({ verb, method, customer, onClose }: DialogProps) {
  const m = useMessages(methodsMessages)
  const name = useMethodName()(method)
  const isDefault = method.id === customer.default_payment_method_id
  const lines =
    verb === 'default'
      ? [customer.auto_pay_enabled ? m.paysLater : m.chargedByHand, m.openStay]
      : [m.cannotPay, ...(isDefault ? [m.noDefault(customer.auto_pay_enabled)] : []), m.saveAgain]
  return (
    <ActionDialog
      title={m.titles[verb](name)}
      call={{ method: 'POST', path: `/payment_methods/${method.id}/${verb}` }}
      label={m.verbs[verb]}
      done={m.done[verb]}
      concernsCustomer
      danger={verb === 'detach'}
      onClose={onClose}
    >
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </ActionDialog>
  )
}

// How a subscription is collected: its fields, what they say, and the action that changes them.
import { NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { COLLECTIONS, type Collection } from '../../../../src/domain/collection.ts'
import { useHasGateway } from '../../api/gateways.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Customer, List, PaymentMethod, Subscription } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useMessages } from '../../text/locale.tsx'
import { savedMessages, useMethodName } from '../../text/saved-methods.ts'
import { collectionMessages } from './collection-messages.ts'

/** The API's maximum per request. */
const AT_ONCE_MOST = 100

export interface CollectionValues {
  /** Empty for the setting of the customer. */
  collection: Collection | ''
  /** Empty for the customer's default. */
  payment_method_id: string
}

/** The methods of a customer that can pay, and the default one; empty while they load. */
function useMethods(customer_id: string) {
  const isWanted = useHasGateway() && customer_id !== ''
  const query = { customer_id, status: 'active', limit: AT_ONCE_MOST }
  const { data } = useRead<List<PaymentMethod>>('/payment_methods', query, {
    enabled: useMay('payments:read') && isWanted,
  })
  const { data: customer } = useRead<Customer>(
    `/customers/${encodeURIComponent(customer_id)}`,
    {},
    { enabled: useMay('customers:read') && isWanted },
  )
  return { methods: data?.data ?? [], default_id: customer?.default_payment_method_id }
}

interface FieldsProps extends CollectionValues {
  customer_id: string
  /** True for a new subscription. */
  isNew?: boolean
  onChange: (values: CollectionValues) => void
}

export function CollectionFields({ customer_id, isNew = false, onChange, ...values }: FieldsProps) {
  const m = useMessages(collectionMessages)
  const saved = useMessages(savedMessages)
  const nameOf = useMethodName()
  const { methods, default_id } = useMethods(customer_id)
  const choices = methods.map((method) => ({
    value: method.id,
    label: method.id === default_id ? saved.isDefault(nameOf(method)) : nameOf(method),
  }))
  const { collection, payment_method_id } = values
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NativeSelect
        label={m.collection}
        value={collection}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...values, collection: value as Collection | '' })
        }
        data={[
          ...(isNew ? [{ value: '', label: m.asCustomer }] : []),
          ...COLLECTIONS.map((value) => ({ value, label: m.ways[value] })),
        ]}
      />
      {collection === 'charge' && methods.length > 0 && (
        <NativeSelect
          label={m.method}
          value={payment_method_id}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...values, payment_method_id: value })
          }
          data={[{ value: '', label: m.asDefault }, ...choices]}
        />
      )}
    </SimpleGrid>
  )
}

/** How a subscription is collected, in words. */
export function useCollectionText({
  collection,
  payment_method_id,
  customer_id,
}: Subscription): string {
  const m = useMessages(collectionMessages)
  const mayRead = useMay('payments:read')
  const nameOf = useMethodName()
  const { methods, default_id } = useMethods(collection === 'charge' ? customer_id : '')
  if (collection === 'send') return m.sent
  const own = methods.find(({ id }) => id === payment_method_id)
  const charged = own ?? methods.find(({ id }) => id === default_id)
  if (charged) return m.chargedTo(nameOf(charged))
  return mayRead && default_id === null ? m.noMethod : m.charged
}

interface DialogProps {
  subscription: Subscription
  onClose: () => void
}

export function ChangeCollection({ subscription, onClose }: DialogProps) {
  const m = useMessages(collectionMessages)
  const { id, customer_id } = subscription
  const [values, setValues] = useState<CollectionValues>({
    collection: subscription.collection,
    payment_method_id: subscription.payment_method_id ?? '',
  })
  const { collection, payment_method_id } = values
  return (
    <ActionDialog
      title={m.title}
      call={{
        ...{ method: 'PATCH', path: `/subscriptions/${id}` },
        body: { collection, payment_method_id: payment_method_id || null },
      }}
      label={m.save}
      done={m.done}
      onClose={onClose}
    >
      <CollectionFields {...values} customer_id={customer_id} onChange={setValues} />
      <Text size="sm">{m.text}</Text>
    </ActionDialog>
  )
}

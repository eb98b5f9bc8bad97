// The discounts of a draft: applies one by coupon or code, and removes those of only this invoice.
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { AddDiscount, RemoveDiscount } from '../coupons/discount-dialogs.tsx'
import { messages } from '../coupons/messages.ts'

export function DraftDiscounts({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const format = useFormat()
  const mayRead = useMay('coupons:read')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Invoice['discounts'][number]>()
  const path = `/invoices/${invoice.id}/discounts`
  if (!mayRead) return null
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.discounts}>
      <Group justify="space-between" mb={invoice.discounts.length > 0 ? 'xs' : 0}>
        <Title order={2}>{m.discounts}</Title>
        <ActionButton
          permission="invoices:write"
          variant="default"
          size="xs"
          onClick={() => setAdding(true)}
        >
          {m.addDiscount}
        </ActionButton>
      </Group>
      <Stack gap={4}>
        {invoice.discounts.map((discount) => (
          <Group key={discount.id} justify="space-between" gap="xs">
            <Text size="sm">
              {discount.name}, {format.money(discount.amount, invoice.currency)}
            </Text>
            {discount.source === 'customer' ? (
              <Text size="xs" c="dimmed">
                {m.ofCustomer}
              </Text>
            ) : (
              <ActionButton
                permission="invoices:write"
                variant="default"
                size="compact-xs"
                aria-label={m.removeDiscount(discount.name)}
                onClick={() => setRemoving(discount)}
              >
                {m.remove}
              </ActionButton>
            )}
          </Group>
        ))}
      </Stack>
      {adding && <AddDiscount path={path} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveDiscount
          path={`${path}/${removing.id}`}
          name={removing.name}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Paper>
  )
}

// The discounts of a customer, which apply to their invoices while they last.
import { Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Customer } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useCouponText } from '../coupons/coupon-text.ts'
import { AddDiscount, RemoveDiscount } from '../coupons/discount-dialogs.tsx'
import { messages } from '../coupons/messages.ts'
import type { CustomerDiscount } from '../coupons/types.ts'

type WithDiscounts = Customer & { discounts?: readonly CustomerDiscount[] }

export function DiscountsTab({ customer }: { customer: WithDiscounts }) {
  const m = useMessages(messages)
  const text = useCouponText()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<CustomerDiscount>()
  const path = `/customers/${customer.id}/discounts`
  const discounts = customer.discounts ?? []
  return (
    <Stack align="stretch">
      <div>
        <ActionButton permission="customers:write" size="xs" onClick={() => setAdding(true)}>
          {m.addDiscount}
        </ActionButton>
      </div>
      {discounts.length === 0 && <Text c="dimmed">{m.noDiscounts}</Text>}
      {discounts.map((discount) => (
        <Paper key={discount.id} withBorder p="sm" bg="var(--r-surface)">
          <Group justify="space-between" gap="xs">
            <div>
              <PageLink to={`coupons/${discount.coupon_id}`} size="sm" fw={550}>
                {discount.name}
              </PageLink>
              <Text size="sm">{text.given(discount)}</Text>
            </div>
            <ActionButton
              permission="customers:write"
              variant="default"
              size="compact-xs"
              aria-label={m.removeDiscount(discount.name)}
              onClick={() => setRemoving(discount)}
            >
              {m.remove}
            </ActionButton>
          </Group>
        </Paper>
      ))}
      <ApiCall call={{ method: 'POST', path, body: { coupon_id: 'coup_…' } }} />
      {adding && <AddDiscount path={path} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveDiscount
          path={`${path}/${removing.id}`}
          name={removing.name}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Stack>
  )
}

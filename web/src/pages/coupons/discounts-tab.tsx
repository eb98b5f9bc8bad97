// The discounts of a customer or a subscription, which apply to their invoices while they last.
import { Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useCouponText } from './coupon-text.ts'
import { AddDiscount, RemoveDiscount } from './discount-dialogs.tsx'
import { messages } from './messages.ts'
import type { HeldDiscount } from './types.ts'

interface DiscountsTabProps {
  /** `/customers/42/discounts`, `/subscriptions/sub_…/discounts` */
  path: string
  discounts: readonly HeldDiscount[]
  permission: string
  /** Why none can be added. */
  reason?: string | undefined
}

export function DiscountsTab({ path, discounts, permission, reason }: DiscountsTabProps) {
  const m = useMessages(messages)
  const text = useCouponText()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<HeldDiscount>()
  return (
    <Stack align="stretch">
      <div>
        <ActionButton
          permission={permission}
          reason={reason}
          size="xs"
          onClick={() => setAdding(true)}
        >
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
              permission={permission}
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

// The actions on a subscription: cancel it, change its items, withdraw a scheduled change.
import { Group, NativeSelect, Paper, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useList } from '../../api/hooks.ts'
import type { Subscription } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { usePriceText } from '../prices/price-text.ts'
import type { Price } from '../prices/types.ts'
import { CommandDialog } from './command.tsx'
import { messages } from './messages.ts'
import { NowOptions, useNowChoice } from './now-options.tsx'

interface DialogProps {
  subscription: Subscription
  onClose: () => void
}

/** How the amount billed for the time after the end is returned. */
const UNUSED = ['none', 'balance', 'refund'] as const

export function Cancel({ subscription, onClose }: DialogProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, trial_end, current_period } = subscription
  const end = subscription.status === 'trialing' ? trial_end : current_period?.end
  const [at, setAt] = useState(subscription.status === 'paused' ? 'now' : 'period_end')
  const [unused, setUnused] = useState<keyof typeof m.unusedTo>('none')
  const [comment, setComment] = useState('')
  const isPaused = status === 'paused'
  const isBilled = status === 'active' || status === 'past_due' || isPaused
  const returns = at === 'now' && isBilled && unused !== 'none'
  return (
    <CommandDialog
      subscription={subscription}
      command="cancel"
      title={m.cancelTitle}
      body={{
        at,
        ...(returns && { unused: 'credit', credit_to: unused }),
        ...(comment && { comment }),
      }}
      label={m.cancel}
      done={m.canceled}
      danger
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={m.cancelWhen}
        value={at}
        onChange={setAt}
        data={[
          ...(isPaused ? [] : [{ value: 'period_end', label: m.atPeriodEnd }]),
          { value: 'now', label: m.now },
        ]}
      />
      <Text size="sm">
        {at === 'period_end' && end && `${m.cancelEnds(format.lastDay(end, subscription.zone))} `}
        {returns ? m.unusedText : m.cancelText}
      </Text>
      {at === 'now' && isBilled && (
        <NativeSelect
          label={m.unused}
          value={unused}
          onChange={(event) => setUnused(event.currentTarget.value as typeof unused)}
          data={UNUSED.map((value) => ({ value, label: m.unusedTo[value] }))}
        />
      )}
      <TextInput
        label={m.comment}
        maxLength={500}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </CommandDialog>
  )
}

interface ChangeProps extends DialogProps {
  nameOf: (product: string) => string
}

/** Quantities and prices, at once or from the next period on. */
export function Change({ subscription, nameOf, onClose }: ChangeProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const text = usePriceText()
  const { items, currency, status } = subscription
  const [at, setAt] = useState<'now' | 'period_end'>('period_end')
  const [quantities, setQuantities] = useState<Record<string, string>>({})
  const [priceIds, setPriceIds] = useState<Record<string, string>>({})
  const intervalOf = useIntervalText()
  const prices = useList<Price>('/prices', { active: true, currency, limit: 100 })
  const changed = items.flatMap((item) => {
    const quantity = countOf(quantities[item.id] ?? String(item.quantity), format.locale)
    const price_id = priceIds[item.id] ?? item.price_id
    const change = {
      ...(quantity !== item.quantity && { quantity }),
      ...(price_id !== item.price_id && { price_id }),
    }
    return Object.keys(change).length > 0 ? [{ id: item.id, ...change }] : []
  })
  const fitting = (prices.data?.data ?? []).filter((price) => price.interval)
  const now = useNowChoice(subscription)
  const isChanged = changed.length > 0 || (at === 'now' && now.movesDay)
  return (
    <CommandDialog
      subscription={subscription}
      command="change"
      preview="preview"
      body={{ at, items: changed, ...(at === 'now' && now.sent) }}
      title={m.changeTitle}
      incomplete={!isChanged}
      label={m.change}
      done={at === 'now' ? m.changedNow : m.changeSaved}
      onClose={onClose}
    >
      <ChangeWhen at={at} choose={setAt} canNow={status === 'active' || status === 'past_due'} />
      {items.map((item) => {
        const name = nameOf(item.product_id)
        const others = fitting.filter((price) => price.id !== item.price_id)
        return (
          <Group key={item.id} grow align="flex-end">
            <NativeSelect
              label={m.priceOf(name)}
              value={priceIds[item.id] ?? item.price_id}
              onChange={(event) =>
                setPriceIds({ ...priceIds, [item.id]: event.currentTarget.value })
              }
              data={[
                { value: item.price_id, label: m.samePrice },
                ...others.map((price) => ({
                  value: price.id,
                  label: [nameOf(price.product_id), text.short(price), intervalOf(price)].join(
                    ' · ',
                  ),
                })),
              ]}
            />
            <NumberInput
              label={m.quantityOf(name)}
              value={quantities[item.id] ?? String(item.quantity)}
              onChange={(event) => {
                setQuantities({ ...quantities, [item.id]: event.currentTarget.value })
              }}
            />
          </Group>
        )
      })}
      {at === 'now' && <NowOptions subscription={subscription} {...now} />}
    </CommandDialog>
  )
}

interface WhenProps {
  at: 'now' | 'period_end'
  choose(at: 'now' | 'period_end'): void
  canNow: boolean
}

/** Whether a change applies at once, and what that means. */
function ChangeWhen({ at, choose, canNow }: WhenProps) {
  const m = useMessages(messages)
  return (
    <>
      {canNow && (
        <SegmentedControl
          aria-label={m.changeWhen}
          value={at}
          onChange={(value) => choose(value as typeof at)}
          data={[
            { value: 'period_end', label: m.atPeriodEnd },
            { value: 'now', label: m.now },
          ]}
        />
      )}
      <Text size="sm">{at === 'now' ? m.changeNowText : m.changeText}</Text>
    </>
  )
}

/** The changes scheduled for later periods; each can be withdrawn. */
export function Changes({ subscription, nameOf }: Omit<ChangeProps, 'onClose'>) {
  const m = useMessages(messages)
  const format = useFormat()
  const { id, items: current, scheduled_changes } = subscription
  const [withdrawn, withdraw] = useState<string>()
  const shown = (change: Subscription['scheduled_changes'][number]['items'][number]) => {
    const product = change.product_id ?? current.find(({ id }) => id === change.id)?.product_id
    const name = nameOf(product ?? change.id)
    if (change.remove) return m.removed(name)
    if (change.quantity === undefined) return m.repriced(name)
    const quantity = format.number(change.quantity)
    return change.add ? m.added(name, quantity) : m.changed(name, quantity)
  }
  return (
    <>
      {/* The dialog outlives the last change, so that it reports its end. */}
      {scheduled_changes.length > 0 && (
        <Paper withBorder p="md" mt="md">
          <Text fw={500} mb="xs">
            {m.changes}
          </Text>
          {scheduled_changes.map(({ id: change, at, items }) => (
            <Group key={change} justify="space-between" wrap="nowrap" align="flex-start">
              <Text size="sm">
                {m.changeAt(format.day(at, subscription.zone), items.map(shown).join(', '))}
              </Text>
              <ActionButton
                permission="subscriptions:write"
                variant="subtle"
                size="compact-sm"
                miw="max-content"
                onClick={() => withdraw(change)}
              >
                {m.withdraw}
              </ActionButton>
            </Group>
          ))}
        </Paper>
      )}
      <ActionDialog
        title={m.withdrawTitle}
        call={
          withdrawn
            ? { method: 'DELETE', path: `/subscriptions/${id}/scheduled_changes/${withdrawn}` }
            : undefined
        }
        label={m.withdraw}
        done={m.withdrawn}
        onClose={() => withdraw(undefined)}
      />
    </>
  )
}

// The dialog of a command on a subscription: shows the amounts that it would bill and return, and then performs exactly
// that.
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Subscription, SubscriptionChangePreview } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useForecast } from './forecast.ts'
import { messages } from './messages.ts'
import { isMore, shareOf } from './period.ts'

interface CommandDialogProps
  extends Omit<ComponentProps<typeof ActionDialog<Subscription>>, 'call' | 'preview'> {
  subscription: Subscription
  /** Its name in the address, such as `pause`. */
  command: string
  /** The address of its preview, if it is not that of the command with `/preview`. */
  preview?: string
  body: object
}

export function CommandDialog({
  subscription,
  command,
  preview = `${command}/preview`,
  body,
  incomplete = false,
  children,
  ...dialog
}: CommandDialogProps) {
  const path = `/subscriptions/${subscription.id}`
  // A dialog that has ended the subscription is still open for a moment.
  const isOver = subscription.status === 'canceled'
  const sent = incomplete || isOver ? '' : JSON.stringify(body)
  const seen = useForecast<SubscriptionChangePreview>({ path: `${path}/${preview}`, body: sent })
  // A confirmation applies to exactly the preview that is shown.
  const binding = seen.data && { preview: { at: seen.data.at, hash: seen.data.hash } }
  return (
    <ActionDialog<Subscription>
      {...dialog}
      call={{ method: 'POST', path: `${path}/${command}`, body: { ...body, ...binding } }}
      incomplete={incomplete || !binding}
      onRefused={({ code }) => {
        if (code === 'preview_outdated') void seen.refetch()
      }}
      concernsCustomer
    >
      {children}
      {!incomplete && <Becomes seen={seen} subscription={subscription} />}
    </ActionDialog>
  )
}

type Billed = SubscriptionChangePreview['invoices'][number]['line_items'][number]

/** The charges and returns of a command at once, and the next invoice after it. */
function Becomes({
  seen: { data, error },
  subscription: { currency, zone },
}: {
  seen: ReturnType<typeof useForecast<SubscriptionChangePreview>>
  subscription: Subscription
}) {
  const m = useMessages(messages)
  const format = useFormat()
  if (error) return <FailureAlert failure={error} withRequest />
  if (!data) return <Skeleton h={20} />
  const [next] = data.next
  const span = (period: { start: string; end: string } | null) =>
    period ? m.days(format.day(period.start, zone), format.lastDay(period.end, zone)) : ''
  const shareOfLine = ({ period, pricing }: Billed) => {
    const part = pricing?.part
    const share = part && !isMore(part) && shareOf(part)
    return [span(period), share && m.share(format.percent(share))].filter(Boolean).join(' · ')
  }
  const billed = data.invoices.flatMap(({ line_items }) => line_items)
  const returned = data.credit_notes.flatMap(({ lines }) => lines)
  const toOpen = data.credit_notes.reduce((sum, { to_open }) => sum + to_open, 0)
  const later = (next?.credit_notes ?? []).reduce((sum, { total }) => sum + total, 0)
  return (
    <Stack gap={4} aria-live="polite" data-testid="becomes">
      <BeforeAfter preview={data} currency={currency} />
      {[
        ...billed.map(
          (line) => [line.description, shareOfLine(line), line.amount - line.discount] as const,
        ),
        ...returned.map(
          (line) => [m.unusedOf(line.description), span(line.period), -line.amount] as const,
        ),
      ].map(([description, why, amount], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other key, and keep their order.
        <Group key={index} justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">
            {description}{' '}
            <Text span c="dimmed" size="sm">
              {why}
            </Text>
          </Text>
          <Text size="sm" miw="max-content">
            {format.money(amount, currency)}
          </Text>
        </Group>
      ))}
      {toOpen > 0 && <Text size="sm">{m.reducesOpen(format.money(toOpen, currency))}</Text>}
      {data.invoices.length > 0 && (
        <Text size="sm" fw={600}>
          {m.dueNow(format.money(data.amount_due, currency))}
        </Text>
      )}
      {returned.length > 0 && Number(data.balance_after) > 0 && (
        <Text size="sm">{m.creditAfter(format.decimal(data.balance_after, currency))}</Text>
      )}
      {later > 0 && <Text size="sm">{m.returnedLater(format.money(later, currency))}</Text>}
      <Text size="sm" fw={500}>
        {next
          ? m.becomes(format.money(next.total, next.currency), format.day(next.scheduled_for, zone))
          : data.status === 'paused'
            ? m.becomesPaused
            : m.becomesNone}
      </Text>
    </Stack>
  )
}

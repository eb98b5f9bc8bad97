// One subscription: its billing, its scheduled changes, its invoices, and its end.
import { Alert, Paper, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasGateway } from '../../api/gateways.ts'
import { useRead } from '../../api/hooks.ts'
import type { Invoice, Subscription, UpcomingInvoices } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { CustomerName, useCustomerName } from '../../text/customer-name.tsx'
import { useErrorText } from '../../text/errors.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { DiscountsTab } from '../coupons/discounts-tab.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { Cancel, Change, Changes } from './actions.tsx'
import { ChangeCollection, useCollectionText } from './collection.tsx'
import { collectionMessages } from './collection-messages.ts'
import { messages } from './messages.ts'
import { OneOffs } from './one-offs.tsx'
import { MoveTrial, Pause, Resume } from './pause.tsx'
import { messages as pauseMessages } from './pause-messages.ts'
import { SubscriptionStatus, useProductNames } from './rows.tsx'

type Act = 'change' | 'collection' | 'cancel' | 'keep' | 'retry' | 'pause' | 'resume' | 'trial'

export function SubscriptionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Subscription>(`/subscriptions/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="subscriptions:read">
      {(subscription) => <Shown key={subscription.id} subscription={subscription} />}
    </Loaded>
  )
}

function Shown({ subscription }: { subscription: Subscription }) {
  const m = useMessages(messages)
  const [acting, act] = useState<Act>()
  const { id, status, customer_id } = subscription
  const name = useCustomerName(customer_id)
  const nameOf = useProductNames()
  const dialog = { subscription, onClose: () => act(undefined) }
  return (
    <>
      <PageTitle
        parent={{ to: 'subscriptions', label: m.title }}
        badge={<SubscriptionStatus status={status} />}
        actions={<Actions subscription={subscription} act={act} />}
      >
        {name ?? customer_id}
      </PageTitle>
      <Failure subscription={subscription} onRetry={() => act('retry')} />
      <Tabs subscription={subscription} />
      {acting === 'change' && <Change {...dialog} nameOf={nameOf} />}
      {acting === 'collection' && <ChangeCollection {...dialog} />}
      {acting === 'cancel' && <Cancel {...dialog} />}
      {acting === 'pause' && <Pause {...dialog} />}
      {acting === 'resume' && <Resume {...dialog} />}
      {acting === 'trial' && <MoveTrial {...dialog} />}
      <ActionDialog
        title={m.keepTitle}
        call={acting === 'keep' ? { method: 'POST', path: `/subscriptions/${id}/keep` } : undefined}
        label={m.keep}
        done={m.kept}
        onClose={() => act(undefined)}
      />
      <ActionDialog
        title={m.retryTitle}
        call={
          acting === 'retry'
            ? { method: 'POST', path: `/subscriptions/${id}/retry_billing` }
            : undefined
        }
        label={m.retry}
        done={m.retried}
        onClose={() => act(undefined)}
      />
    </>
  )
}

interface ActionsProps {
  subscription: Subscription
  act: (acting: Act) => void
}

function Actions({ subscription, act }: ActionsProps) {
  const m = useMessages(messages)
  const p = useMessages(pauseMessages)
  const c = useMessages(collectionMessages)
  const canCharge = useHasGateway()
  const { status, cancel_at, pause, trial_end } = subscription
  const hasEnded = status === 'canceled'
  const isEnding = !hasEnded && cancel_at !== null
  const isPaused = status === 'paused'
  const waits = status === 'incomplete' ? c.isIncomplete : undefined
  const hasTrial = status === 'trialing' || (status === 'scheduled' && trial_end !== null)
  return (
    <>
      {hasTrial && (
        <ActionButton
          permission="subscriptions:write"
          variant="default"
          onClick={() => act('trial')}
        >
          {p.trialAction}
        </ActionButton>
      )}
      <ActionButton
        permission="subscriptions:write"
        variant="default"
        reason={hasEnded ? m.ended : waits}
        onClick={() => act(pause ? 'resume' : 'pause')}
      >
        {isPaused ? p.resume : pause ? p.withdraw : p.pause}
      </ActionButton>
      {isEnding && (
        <ActionButton
          permission="subscriptions:write"
          variant="default"
          onClick={() => act('keep')}
        >
          {m.keep}
        </ActionButton>
      )}
      <ActionButton
        permission="subscriptions:write"
        variant="default"
        reason={hasEnded ? m.ended : isPaused ? p.isPaused : isEnding ? m.isEnding : waits}
        onClick={() => act('change')}
      >
        {m.change}
      </ActionButton>
      {canCharge && !hasEnded && (
        <ActionButton
          permission="subscriptions:write"
          variant="default"
          onClick={() => act('collection')}
        >
          {c.action}
        </ActionButton>
      )}
      <ActionButton
        permission="subscriptions:write"
        variant="default"
        reason={hasEnded ? m.ended : undefined}
        onClick={() => act('cancel')}
      >
        {m.cancel}
      </ActionButton>
    </>
  )
}

function Tabs({ subscription }: { subscription: Subscription }) {
  const m = useMessages(messages)
  const { id, status, discounts } = subscription
  return (
    <PageTabs
      label={m.tabList}
      tabs={[
        {
          name: 'details',
          label: m.tabs.details,
          content: <Details subscription={subscription} />,
        },
        {
          name: 'invoices',
          label: m.tabs.invoices,
          content: <Invoices subscription={subscription} />,
        },
        {
          name: 'one-offs',
          label: m.tabs.oneOffs,
          content: (
            <OneOffs
              subscription={subscription}
              reason={status === 'canceled' ? m.ended : undefined}
            />
          ),
        },
        {
          name: 'discounts',
          label: m.tabs.discounts,
          content: (
            <DiscountsTab
              path={`/subscriptions/${id}/discounts`}
              discounts={discounts}
              permission="subscriptions:write"
              reason={status === 'canceled' ? m.ended : undefined}
            />
          ),
        },
        {
          name: 'timeline',
          label: m.tabs.timeline,
          content: <ObjectTimeline of={{ object_id: id }} />,
        },
      ]}
    />
  )
}

interface FailureProps {
  subscription: Subscription
  onRetry: () => void
}

/** Why a due period could not be billed. */
function Failure({ subscription: { billing_error: error }, onRetry }: FailureProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const errorText = useErrorText()
  if (error === null) return null
  return (
    <Alert color="red" title={m.failed} mb="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        <Text size="sm" c="dimmed">
          {format.time(error.at)}
        </Text>
        <ActionButton permission="subscriptions:write" variant="default" onClick={onRetry}>
          {m.retry}
        </ActionButton>
      </Stack>
    </Alert>
  )
}

/** When a subscription is paused, and until when. */
function usePauseText({ status, pause, zone }: Subscription): string | null {
  const m = useMessages(pauseMessages)
  const format = useFormat()
  if (!pause) return null
  const since = (status === 'paused' ? m.pausedSince : m.pausesOn)(format.day(pause.from, zone))
  if (pause.resume_at) return `${since}, ${m.resumesOn(format.day(pause.resume_at, zone))}`
  return pause.until_paid ? `${since}, ${m.untilPaid}` : since
}

function Details({ subscription }: { subscription: Subscription }) {
  const m = useMessages(messages)
  const p = useMessages(pauseMessages)
  const c = useMessages(collectionMessages)
  const pause = usePauseText(subscription)
  const collection = useCollectionText(subscription)
  const format = useFormat()
  const interval = useIntervalText()
  const { id, customer_id, current_period: period, cancellation, items, zone } = subscription
  const nameOf = useProductNames()
  const isLive = subscription.status !== 'canceled' && subscription.billing_error === null
  const { data: upcoming } = useRead<UpcomingInvoices>(
    `/subscriptions/${id}/upcoming`,
    { periods: 1 },
    { enabled: isLive },
  )
  const [next] = upcoming?.data ?? []
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [
              m.customer,
              <PageLink key="c" to={`customers/${customer_id.replace('cus_', '')}`} size="sm">
                <CustomerName id={customer_id} />
              </PageLink>,
            ],
            [
              m.items,
              <Stack key="i" gap={2}>
                {items.map((item) => (
                  <PageLink key={item.id} to={`prices/${item.price_id}`} size="sm">
                    {m.item(nameOf(item.product_id), format.number(item.quantity))}
                    {item.interval && ` · ${interval(item)}`}
                  </PageLink>
                ))}
              </Stack>,
            ],
            [m.every, interval(subscription)],
            [
              m.minimum,
              subscription.minimum_amount !== null &&
                format.money(subscription.minimum_amount, subscription.currency),
            ],
            [
              m.period,
              period && m.days(format.day(period.start, zone), format.lastDay(period.end, zone)),
            ],
            [
              m.next,
              next
                ? `${format.money(next.total, next.currency)} · ${format.day(next.scheduled_for, zone)}`
                : subscription.next_invoice_at
                  ? format.day(subscription.next_invoice_at, zone)
                  : m.nextNone,
            ],
            [c.collection, collection],
            [
              c.payBy,
              subscription.status === 'incomplete' && format.time(subscription.due_at ?? ''),
            ],
            [m.start, format.time(subscription.start)],
            [m.trialEnd, subscription.trial_end && format.time(subscription.trial_end)],
            [p.pauseFact, pause],
            [
              subscription.status === 'canceled' ? m.endedAt : m.endsAt,
              subscription.cancel_at && format.time(subscription.cancel_at),
            ],
            [m.reason, cancellation?.reason],
            [m.comment, cancellation?.comment],
            [m.externalId, subscription.external_id],
            [m.createdAt, format.time(subscription.created_at)],
            [m.id, <CopyText key="id" text={id} />],
          ]}
        />
      </Paper>
      <Changes subscription={subscription} nameOf={nameOf} />
      <ApiCall call={{ method: 'GET', path: `/subscriptions/${id}` }} />
    </>
  )
}

function Invoices({ subscription: { id, zone } }: { subscription: Subscription }) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <List<Invoice>
      label={m.invoices}
      path="/invoices"
      always={{ subscription_id: id }}
      permission="invoices:read"
      idOf={(invoice) => invoice.id}
      columns={[
        {
          title: m.number,
          cell: ({ number }) => number,
          to: (invoice) => `invoices/${invoice.id}`,
        },
        { title: m.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: m.period,
          cell: ({ period }) =>
            // A subscription that ended before its start has an invoice for no time.
            period &&
            period.start < period.end &&
            m.days(format.day(period.start, zone), format.lastDay(period.end, zone)),
          from: 'sm',
        },
        {
          title: m.total,
          cell: ({ total, currency }) => format.money(total, currency),
          numeric: true,
        },
      ]}
      empty={<Empty text={m.noInvoices} />}
    />
  )
}

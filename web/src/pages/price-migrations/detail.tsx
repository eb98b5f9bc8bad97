// One price migration: how far it is, the subscriptions that it moves, and its end.
import { Paper, Progress, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { MigratedSubscription, PriceMigration } from '../../api/types.ts'
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
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { usePriceText } from '../prices/price-text.ts'
import type { Price } from '../prices/types.ts'
import { messages } from './messages.ts'

const WHILE_RUNNING_MS = 2_000
/** The last of the list is read after the migration itself. */
const LATER_MS = 10_000
const MOVING = ['running', 'canceling']

const pathOf = (id: string) => `/price_migrations/${encodeURIComponent(id)}`

export function PriceMigrationPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const [isMoving, setMoving] = useState(false)
  const options = isMoving ? { everyMs: WHILE_RUNNING_MS } : {}
  const query = useRead<PriceMigration>(pathOf(id), undefined, options)
  const moves = query.data !== undefined && MOVING.includes(query.data.status)
  if (moves !== isMoving) setMoving(moves)
  return (
    <Loaded query={query} permission="subscriptions:read">
      {(migration) => <Shown key={migration.id} migration={migration} />}
    </Loaded>
  )
}

function Shown({ migration }: { migration: PriceMigration }) {
  const m = useMessages(messages)
  const [canceling, setCanceling] = useState(false)
  const { id, status, from_price_id } = migration
  const isOver = status === 'completed' || status === 'canceled'
  const text = usePriceText()
  const { data: price } = useRead<Price>(`/prices/${from_price_id}`)
  return (
    <>
      <PageTitle
        parent={{ to: `prices/${from_price_id}`, label: price ? text.name(price) : m.oldPrice }}
        badge={<MigrationStatus status={status} />}
        actions={
          <ActionButton
            permission="subscriptions:write"
            variant="default"
            reason={isOver ? m.over : undefined}
            onClick={() => setCanceling(true)}
          >
            {m.cancel}
          </ActionButton>
        }
      >
        {m.title}
      </PageTitle>
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'details', label: m.tabs.details, content: <Details migration={migration} /> },
          {
            name: 'timeline',
            label: m.tabs.timeline,
            content: <ObjectTimeline of={{ object_id: id }} />,
          },
        ]}
      />
      <ActionDialog
        title={m.cancelTitle}
        call={canceling ? { method: 'POST', path: `${pathOf(id)}/cancel` } : undefined}
        label={m.cancel}
        done={m.canceled}
        danger
        onClose={() => setCanceling(false)}
      >
        <Text size="sm">{m.cancelText}</Text>
      </ActionDialog>
    </>
  )
}

export function MigrationStatus({ status }: { status: string }) {
  const m = useMessages(messages)
  return <StatusBadge status={status} label={m.statuses[status as keyof typeof m.statuses]} />
}

function Details({ migration }: { migration: PriceMigration }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { id, currency } = migration
  const counts = {
    scheduled: migration.subscriptions_scheduled,
    applied: migration.subscriptions_applied,
    withdrawn: migration.subscriptions_withdrawn,
    skipped: migration.subscriptions_skipped,
  }
  const toMove = counts.scheduled + counts.applied
  const done = m.done(format.number(counts.applied), format.number(toMove))
  return (
    <Stack>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Text fw={500} mb={4}>
          {done}
        </Text>
        <Progress
          aria-label={m.progress}
          value={toMove === 0 ? 0 : (100 * counts.applied) / toMove}
          mb="md"
        />
        <Facts
          facts={[
            [m.oldPrice, <PriceLink key="o" id={migration.from_price_id} />],
            [m.newPrice, <PriceLink key="n" id={migration.to_price_id} />],
            [m.from, format.time(migration.effective_from)],
            [m.notice, format.number(migration.notice_days)],
            ...Object.entries(counts).map(
              ([name, count]) =>
                [m.counts[name as keyof typeof counts], format.number(count)] as const,
            ),
            [
              m.amounts,
              m.perPeriod(
                format.money(migration.amount_before, currency),
                format.money(migration.amount_after, currency),
              ),
            ],
            [m.createdAt, format.time(migration.created_at)],
            [m.id, <CopyText key="id" text={id} />],
          ]}
        />
      </Paper>
      <Subscriptions migration={migration} />
      <ApiCall call={{ method: 'GET', path: pathOf(id) }} />
    </Stack>
  )
}

function PriceLink({ id }: { id: string }) {
  const text = usePriceText()
  const { data: price } = useRead<Price>(`/prices/${id}`)
  return (
    <PageLink to={`prices/${id}`} size="sm">
      {price ? `${text.name(price)} · ${text.short(price)}` : id}
    </PageLink>
  )
}

function Subscriptions({ migration: { id, status } }: { migration: PriceMigration }) {
  const m = useMessages(messages)
  const format = useFormat()
  const reasonOf = (reason: string) => m.reasons[reason as keyof typeof m.reasons] ?? reason
  return (
    <List<MigratedSubscription>
      label={m.list}
      path={`${pathOf(id)}/subscriptions`}
      permission="subscriptions:read"
      csv
      everyMs={MOVING.includes(status) ? WHILE_RUNNING_MS : LATER_MS}
      idOf={(entry) => entry.id}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: Object.entries(m.entryStatuses).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={[
        {
          title: m.customer,
          cell: ({ customer_id }) => <CustomerName id={customer_id} />,
          to: ({ subscription_id }) => `subscriptions/${subscription_id}`,
        },
        {
          title: m.changesOn,
          cell: ({ effective_at, reason }) =>
            reason === null ? format.day(effective_at) : reasonOf(reason),
        },
        {
          title: m.amounts,
          cell: ({ items, amount_before, amount_after, currency }) =>
            items === 0
              ? '–'
              : m.perPeriod(
                  format.money(amount_before, currency),
                  format.money(amount_after, currency),
                ),
          numeric: true,
          from: 'sm',
        },
        {
          title: m.informed,
          cell: ({ notified_at }) => (notified_at ? format.day(notified_at) : '–'),
          from: 'md',
        },
        {
          title: m.status,
          cell: ({ status: state }) => (
            <StatusBadge
              status={state}
              label={m.entryStatuses[state as keyof typeof m.entryStatuses]}
            />
          ),
          narrow: true,
        },
      ]}
      empty={<Empty text={m.empty} />}
    />
  )
}

// One payout: its amount and day, and reversing it.
import { Paper, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Payout } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

export function PayoutPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Payout>(`/payouts/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="payments:read">
      {(payout) => <Shown payout={payout} />}
    </Loaded>
  )
}

function Shown({ payout }: { payout: Payout }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [isReversing, setReversing] = useState(false)
  return (
    <>
      <PageTitle
        parent={{ to: 'payouts', label: m.title }}
        badge={<StatusBadge status={payout.status} label={m.statuses[payout.status]} />}
        actions={
          <ActionButton
            permission="payments:write"
            variant="default"
            reason={payout.status === 'reversed' ? m.reversedAlready : undefined}
            onClick={() => setReversing(true)}
          >
            {m.reverse}
          </ActionButton>
        }
      >
        {m.heading(format.money(payout.amount, payout.currency))}
      </PageTitle>
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'details', label: m.tabs.details, content: <Details payout={payout} /> },
          {
            name: 'timeline',
            label: m.tabs.timeline,
            content: <ObjectTimeline of={{ object_id: payout.id }} />,
          },
        ]}
      />
      {isReversing && <Reverse payout={payout} onClose={() => setReversing(false)} />}
    </>
  )
}

function Reverse({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const m = useMessages(messages)
  const [reason, setReason] = useState('')
  return (
    <ActionDialog
      title={m.reverseTitle}
      call={{
        method: 'POST',
        path: `/payouts/${payout.id}/reverse`,
        body: reason === '' ? {} : { reason },
      }}
      label={m.reverse}
      done={m.reversed}
      danger
      onClose={onClose}
    >
      <Text size="sm">{m.reverseText}</Text>
      <TextInput
        label={m.reason}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

function Details({ payout }: { payout: Payout }) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.amount, format.money(payout.amount, payout.currency)],
            [m.arrivedOn, format.date(payout.arrived_on)],
            [m.reference, payout.reference],
            [m.reversedAt, payout.reversed_at && format.time(payout.reversed_at)],
            [m.reason, payout.reversal_reason],
            [m.createdAt, format.time(payout.created_at)],
            [m.id, <CopyText key="id" text={payout.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/payouts/${payout.id}` }} />
    </>
  )
}

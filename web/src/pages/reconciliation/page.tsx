// Reconciliation: how far each gateway is compared with the payments here, and what differs.
import { Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { DIFFERENCE_KINDS } from '../../../../src/domain/reconciliation.ts'
import { useList, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Gateway, Reconciliation, ReconciliationDifference } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

const PATH = '/reconciliation'
const LIST = `${PATH}/differences`
const EVERY_MS = 5_000

export function ReconciliationPage() {
  const m = useMessages(messages)
  const query = useRead<Reconciliation>(PATH, {}, { everyMs: EVERY_MS })
  const columns = useColumns()
  const [isRunning, setRunning] = useState(false)
  return (
    <>
      <PageTitle
        actions={
          <ActionButton permission="payments:write" onClick={() => setRunning(true)}>
            {m.run}
          </ActionButton>
        }
      >
        {m.title}
      </PageTitle>
      <Text c="dimmed" size="sm" mb="md" maw="70ch">
        {m.about}
      </Text>
      <Loaded query={query} permission="payments:read">
        {({ gateways }) => (
          <Stack gap="lg">
            <Gateways gateways={gateways} />
            <Title order={2}>{m.differences}</Title>
            <List<ReconciliationDifference>
              label={m.differences}
              path={LIST}
              permission="payments:read"
              csv
              idOf={({ id }) => id}
              columns={columns}
              empty={<Empty text={m.empty} />}
              everyMs={EVERY_MS}
              filters={[
                {
                  kind: 'tabs',
                  label: m.status,
                  names: ['status'],
                  choices: (['open', 'resolved'] as const).map((value) => ({
                    value,
                    label: m.statuses[value],
                  })),
                },
                {
                  kind: 'choice',
                  label: m.kind,
                  names: ['kind'],
                  choices: DIFFERENCE_KINDS.map((value) => ({ value, label: m.kinds[value] })),
                },
              ]}
            />
            <ApiCall call={{ method: 'GET', path: PATH }} />
          </Stack>
        )}
      </Loaded>
      {isRunning && <Run onClose={() => setRunning(false)} />}
    </>
  )
}

function Run({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const [full, setFull] = useState(false)
  return (
    <ActionDialog
      title={m.run}
      call={{ method: 'POST', path: `${PATH}/run`, body: full ? { full } : {} }}
      label={m.run}
      done={m.running}
      onClose={onClose}
    >
      <Text size="sm">{m.runText}</Text>
      <Checkbox
        label={m.full}
        checked={full}
        data-autofocus
        onChange={(event) => setFull(event.currentTarget.checked)}
      />
    </ActionDialog>
  )
}

function Gateways({ gateways }: Pick<Reconciliation, 'gateways'>) {
  const m = useMessages(messages)
  const format = useFormat()
  const enabled = useMay('account:read')
  const { data } = useList<Gateway>('/gateways', { limit: 10 }, { enabled })
  const nameOf = (id: string | null) =>
    id === null ? m.simulated : (data?.data.find((each) => each.id === id)?.name ?? id)
  if (gateways.length === 0) return <Text size="sm">{m.none}</Text>
  return gateways.map((gateway) => (
    <Paper
      key={gateway.gateway_id}
      withBorder
      p="md"
      bg="var(--r-surface)"
      component="section"
      aria-label={nameOf(gateway.gateway_id)}
    >
      <Group gap="xs" mb="sm">
        <Title order={2}>{nameOf(gateway.gateway_id)}</Title>
        <StatusBadge status={gateway.status} label={m.stateOf[gateway.status]} />
      </Group>
      <Facts
        facts={[
          [m.comparedUntil, gateway.compared_until && format.time(gateway.compared_until)],
          [m.compared, format.number(gateway.compared)],
          [m.applied, format.number(gateway.applied)],
          [m.open, format.number(gateway.open_differences)],
          [m.next, gateway.next_at && format.time(gateway.next_at)],
          [m.error, gateway.error],
        ]}
      />
    </Paper>
  ))
}

function useColumns(): Column<ReconciliationDifference>[] {
  const m = useMessages(messages)
  const format = useFormat()
  return [
    {
      title: m.foundAt,
      cell: ({ created_at }) => format.time(created_at),
      narrow: true,
      from: 'sm',
    },
    { title: m.kind, cell: ({ kind }) => m.kinds[kind] },
    {
      title: m.payment,
      cell: ({ payment_id }) => payment_id,
      to: ({ payment_id }) => `payments/${payment_id}`,
    },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={status} label={m.statuses[status]} />,
      narrow: true,
      from: 'sm',
    },
    {
      title: m.here,
      numeric: true,
      cell: ({ amount_here, currency }) => format.money(amount_here, currency),
    },
    {
      title: m.there,
      numeric: true,
      cell: ({ amount_there, gateway_currency }) => format.money(amount_there, gateway_currency),
    },
  ]
}

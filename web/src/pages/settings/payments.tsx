// Settings of online payments: the gateways, and how each is set up.
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useList } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Gateway } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { SettingsFrame } from './frame.tsx'
import { type Dialog, GatewayDialog } from './payments-dialogs.tsx'
import { messages } from './payments-messages.ts'

const PATH = '/gateways'
const ALL = { limit: 10 }
const SAMPLE = {
  method: 'POST',
  path: PATH,
  body: { type: 'stripe', name: 'Stripe', secret_key: 'sk_test_…' },
} as const

export function PaymentsSettingsPage() {
  const m = useMessages(messages)
  const { mode } = useTenant()
  const query = useList<Gateway>(PATH, ALL)
  const [dialog, setDialog] = useState<Dialog>()
  return (
    <SettingsFrame page="payments">
      <Loaded query={query} permission="account:read">
        {({ data: gateways }) => (
          <Stack maw={820}>
            <Text size="sm" maw="70ch">
              {m.intro[mode]} <a href="/docs/guide/cards">{m.guide}</a>
            </Text>
            <div>
              <ActionButton permission="account:write" onClick={() => setDialog({ kind: 'add' })}>
                {m.add}
              </ActionButton>
            </div>
            {gateways.map((gateway) => (
              <GatewayCard key={gateway.id} gateway={gateway} onOpen={setDialog} />
            ))}
            {mode === 'test' && <Simulated gateways={gateways} />}
            {gateways.length === 0 && <ApiCall call={SAMPLE} />}
          </Stack>
        )}
      </Loaded>
      {dialog && <GatewayDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </SettingsFrame>
  )
}

function Simulated({ gateways }: { gateways: readonly Gateway[] }) {
  const m = useMessages(messages)
  const active = gateways.filter(({ status }) => status === 'active')
  if (active.some(({ currencies }) => currencies === null)) return null
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb={4}>
        {m.simulated}
      </Title>
      <Text size="sm">{m.simulatedText[active.length === 0 ? 'all' : 'rest']}</Text>
    </Paper>
  )
}

interface GatewayCardProps {
  gateway: Gateway
  onOpen: (dialog: Dialog) => void
}

function GatewayCard({ gateway, onOpen }: GatewayCardProps) {
  const m = useMessages(messages)
  const { name, status, currencies, key_hint, has_webhook_secret } = gateway
  const isActive = status === 'active'
  const button = (kind: Exclude<Dialog['kind'], 'add'>, label: string, isMain = false) => (
    <ActionButton
      permission="account:write"
      size="compact-sm"
      variant={isMain ? 'filled' : 'default'}
      onClick={() => onOpen({ kind, gateway })}
    >
      {label}
    </ActionButton>
  )
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <Title order={2} size="h4">
          {name}
        </Title>
        <StatusBadge status={status} />
        {gateway.default && (
          <Badge variant="light" color="gray">
            {m.isDefault}
          </Badge>
        )}
      </Group>
      <Facts
        facts={[
          [m.currencies, currencies ? currencies.join(', ').toUpperCase() : m.allCurrencies],
          [m.key, key_hint],
          [m.webhook, has_webhook_secret ? m.webhookSet : m.webhookUnset],
        ]}
      />
      <Group gap="xs" mt="sm">
        {isActive && button('events', m.setUp, !has_webhook_secret)}
        {button('change', m.change)}
        {isActive && !gateway.default && button('default', m.makeDefault)}
        {isActive ? button('disable', m.disable) : button('enable', m.enable)}
      </Group>
    </Paper>
  )
}

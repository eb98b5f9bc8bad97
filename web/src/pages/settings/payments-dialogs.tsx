// The dialogs of gateways: adding one, its events, and changes of it.
import { Code, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { GATEWAY_EVENT_TYPES } from '../../../../src/domain/gateway.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Gateway } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './payments-messages.ts'

export type Dialog =
  | { kind: 'add' }
  | { kind: 'events' | 'change' | 'default' | 'disable' | 'enable'; gateway: Gateway }

interface DialogProps {
  onClose: () => void
}

interface OfGateway extends DialogProps {
  gateway: Gateway
}

export function GatewayDialog({ dialog, onClose }: DialogProps & { dialog: Dialog }) {
  switch (dialog.kind) {
    case 'add':
      return <Add onClose={onClose} />
    case 'events':
      return <Events gateway={dialog.gateway} onClose={onClose} />
    case 'change':
      return <Change gateway={dialog.gateway} onClose={onClose} />
    default:
      return <Switch kind={dialog.kind} gateway={dialog.gateway} onClose={onClose} />
  }
}

const pathOf = ({ id }: Gateway) => `/gateways/${id}`

/** The currencies of a field; null for all. */
const listed = (text: string): string[] | null => {
  const codes = text.split(/[\s,;]+/).filter((code) => code !== '')
  return codes.length === 0 ? null : codes.map((code) => code.toLowerCase())
}

function Add({ onClose }: DialogProps) {
  const m = useMessages(messages)
  const { mode } = useTenant()
  const [name, setName] = useState('Stripe')
  const [key, setKey] = useState('')
  const [currencies, setCurrencies] = useState('')
  const secret_key = key.trim()
  const body = { type: 'stripe', name: name.trim(), secret_key, currencies: listed(currencies) }
  return (
    <ActionDialog
      title={m.addTitle}
      call={{ method: 'POST', path: '/gateways', body }}
      label={m.add}
      done={m.added}
      incomplete={body.name === '' || secret_key === ''}
      onClose={onClose}
    >
      <PasswordField
        label={m.key}
        description={m.keyHint[mode]}
        autoComplete="off"
        maxLength={255}
        data-autofocus
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <NameField value={name} onChange={setName} />
      <CurrenciesField value={currencies} onChange={setCurrencies} />
    </ActionDialog>
  )
}

interface FieldProps {
  value: string
  onChange: (value: string) => void
}

function NameField({ value, onChange }: FieldProps) {
  const m = useMessages(messages)
  return (
    <TextInput
      label={m.name}
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function CurrenciesField({ value, onChange }: FieldProps) {
  const m = useMessages(messages)
  return (
    <TextInput
      label={m.currencies}
      description={m.currenciesHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Events({ gateway, onClose }: OfGateway) {
  const m = useMessages(messages)
  const [secret, setSecret] = useState('')
  const webhook_secret = secret.trim()
  return (
    <ActionDialog
      title={m.setUpTitle}
      call={{ method: 'PATCH', path: pathOf(gateway), body: { webhook_secret } }}
      label={m.setUp}
      done={m.setUpDone}
      incomplete={webhook_secret === ''}
      onClose={onClose}
      size="lg"
    >
      <Text size="sm">{m.webhookSteps}</Text>
      <div>
        <Text size="sm" fw={500}>
          {m.address}
        </Text>
        <CopyText text={gateway.webhook_url} />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {m.events}
        </Text>
        <Stack gap={4} align="flex-start">
          {GATEWAY_EVENT_TYPES.map((type) => (
            <Code key={type}>{type}</Code>
          ))}
        </Stack>
      </div>
      <PasswordField
        label={m.webhookSecret}
        description={m.webhookSecretHint}
        autoComplete="off"
        maxLength={255}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

function Change({ gateway, onClose }: OfGateway) {
  const m = useMessages(messages)
  const { mode } = useTenant()
  const [name, setName] = useState(gateway.name)
  const [key, setKey] = useState('')
  const [currencies, setCurrencies] = useState(gateway.currencies?.join(', ') ?? '')
  const secret_key = key.trim()
  const body = {
    name: name.trim(),
    currencies: listed(currencies),
    ...(secret_key !== '' && { secret_key }),
  }
  return (
    <ActionDialog
      title={m.changeTitle(gateway.name)}
      call={{ method: 'PATCH', path: pathOf(gateway), body }}
      label={m.change}
      done={m.changed}
      incomplete={body.name === ''}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <CurrenciesField value={currencies} onChange={setCurrencies} />
      <PasswordField
        label={m.newKey}
        description={`${m.keyHint[mode]}. ${m.keep}`}
        autoComplete="off"
        maxLength={255}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

function Switch({
  kind,
  gateway,
  onClose,
}: OfGateway & { kind: 'default' | 'disable' | 'enable' }) {
  const m = useMessages(messages)
  const { name } = gateway
  const shown = {
    default: {
      title: m.makeDefaultTitle(name),
      text: m.makeDefaultText,
      body: { default: true },
      label: m.makeDefault,
      done: m.changed,
    },
    disable: {
      title: m.disableTitle(name),
      text: m.disableText,
      body: { status: 'disabled' },
      label: m.disable,
      done: m.disabled,
    },
    enable: {
      title: m.enableTitle(name),
      text: m.makeDefaultText,
      body: { status: 'active' },
      label: m.enable,
      done: m.enabled,
    },
  }[kind]
  return (
    <ActionDialog
      title={shown.title}
      call={{ method: 'PATCH', path: pathOf(gateway), body: shown.body }}
      label={shown.label}
      done={shown.done}
      danger={kind === 'disable'}
      onClose={onClose}
    >
      {kind !== 'enable' && <Text size="sm">{shown.text}</Text>}
    </ActionDialog>
  )
}

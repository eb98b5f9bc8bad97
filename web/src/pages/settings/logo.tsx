// The logo: shows, replaces and removes it.
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Account } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useErrorText } from '../../text/errors.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function Logo({ account }: { account: Account }) {
  const m = useMessages(messages)
  const { surface } = useTenant()
  const may = useMay('account:write')
  const errorText = useErrorText()
  const write = useWrite<Account>()
  const [removing, setRemoving] = useState(false)
  const choose = async (file: File | null) => {
    if (!file) return
    const body = { content_type: file.type, data: await base64Of(file) }
    write.mutate(
      { method: 'POST', path: '/account/logo', body },
      { onSuccess: () => notifications.show({ message: m.logoSaved, color: 'green' }) },
    )
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {m.logo}
      </Text>
      {account.logo ? (
        <img
          src={`${surface}/account/logo#${account.logo.sha256.slice(0, 8)}`}
          alt={m.logoAlt}
          style={{ maxHeight: 80, maxWidth: 240, alignSelf: 'flex-start', background: '#ffffff' }}
        />
      ) : (
        <Text size="sm">{m.noLogo}</Text>
      )}
      {write.error && (
        <Alert color="red" role="alert">
          {errorText(write.error)}
        </Alert>
      )}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={choose} disabled={!may}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={write.isPending}>
              {m.chooseLogo}
            </Button>
          )}
        </FileButton>
        {account.logo && (
          <ActionButton
            permission="account:write"
            variant="subtle"
            size="xs"
            onClick={() => setRemoving(true)}
          >
            {m.removeLogo}
          </ActionButton>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {m.logoHint}
      </Text>
      <ActionDialog
        title={m.removeLogoTitle}
        call={removing ? { method: 'DELETE', path: '/account/logo' } : undefined}
        label={m.remove}
        done={m.logoRemoved}
        danger
        onClose={() => setRemoving(false)}
      />
    </Stack>
  )
}

/** The bytes of a file, for the API. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

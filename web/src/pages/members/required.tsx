// Whether everybody in the account has to have a second factor.
import { Alert, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { messages } from './messages.ts'

export function FactorRequired() {
  const m = useMessages(messages)
  const tell = useRefusal()
  const client = useQueryClient()
  const { account, session, membership } = useTenant()
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  if (!['owner', 'admin'].includes(membership.role)) return null
  const change = async (require_second_factor: boolean) => {
    setBusy(true)
    setRefused('')
    try {
      const body = { require_second_factor }
      await send('/session/v1', { method: 'PATCH', path: `/accounts/${account}`, body })
      await client.invalidateQueries({ queryKey: ['session'] })
    } catch (error) {
      setRefused(tell(error as ApiError))
    } finally {
      setBusy(false)
    }
  }
  const lacks = !session.user.second_factor
  return (
    <>
      <Switch
        mb="md"
        label={m.factorRequire}
        description={lacks ? m.factorRequireFirst : m.factorRequireAbout}
        checked={membership.require_second_factor}
        disabled={busy || lacks}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {refused && (
        <Alert color="red" role="alert" mb="md">
          <Text size="sm">{refused}</Text>
        </Alert>
      )}
    </>
  )
}

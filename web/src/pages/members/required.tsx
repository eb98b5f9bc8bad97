// Whether all members of the account must have a second factor.
import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function FactorRequired() {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { account, session, membership } = useTenant()
  const [failure, setFailure] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  if (!['owner', 'admin'].includes(membership.role)) return null
  const change = async (require_second_factor: boolean) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { require_second_factor }
      await send('/session/v1', { method: 'PATCH', path: `/accounts/${account}`, body })
      await client.invalidateQueries({ queryKey: ['session'] })
    } catch (error) {
      setFailure(error as ApiError)
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
      <FailureAlert failure={failure} mb="md" />
    </>
  )
}

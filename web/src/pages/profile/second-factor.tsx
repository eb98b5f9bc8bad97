// The user's second factor: setup with an app, new recovery codes, and disabling it.
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import type { FactorSetup, RecoveryCodes, SecondFactor } from '../../api/types.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { useMessages } from '../../text/locale.tsx'
import { FactorPicture } from './factor-picture.tsx'
import { messages } from './messages.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodesShown } from './recovery-codes.tsx'

const PERSONAL = '/session/v1'
const PATH = '/second_factor'
/** The query key of the session list; enabling or disabling ends the other sessions. */
const OWN_SESSIONS = ['own sessions']

type Task = 'none' | 'renew' | 'disable'

interface SectionProps {
  /** Called while recovery codes are shown, which must stay visible until the user has saved them. */
  onCodes?: (shown: boolean) => void
}

export function SecondFactorSection({ onCodes }: SectionProps) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const query = useQuery<SecondFactor, ApiError>({
    queryKey: ['second factor'],
    queryFn: async ({ signal }) =>
      (await send<SecondFactor>(PERSONAL, { method: 'GET', path: PATH, signal })).body,
  })
  const show = (made?: string[]) => {
    setCodes(made)
    onCodes?.(made !== undefined)
  }
  const changed = async (made?: string[]) => {
    show(made)
    await client.invalidateQueries({ queryKey: ['second factor'] })
    await client.invalidateQueries({ queryKey: OWN_SESSIONS })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  return (
    <Stack id="second-factor">
      <Title order={2} size="h4" mt="md">
        {m.factor}
      </Title>
      {codes && <RecoveryCodesShown codes={codes} onDone={() => show()} />}
      <Loaded query={query}>
        {(factor) =>
          factor.enabled ? (
            <TurnedOn left={factor.recovery_codes_left} onChanged={changed} />
          ) : (
            <SetUp onChanged={changed} />
          )
        }
      </Loaded>
    </Stack>
  )
}

interface ChangedProps {
  onChanged: (codes?: string[]) => Promise<void>
}

const post = async <T,>(path: string, body?: object) =>
  (await send<T>(PERSONAL, { method: 'POST', path: PATH + path, body })).body

function SetUp({ onChanged }: ChangedProps) {
  const m = useMessages(messages)
  const [setup, setSetup] = useState<FactorSetup>()
  const [failure, setFailure] = useState<ApiError>()
  const start = () => post<FactorSetup>('').then(setSetup, setFailure)
  if (!setup) {
    return (
      <>
        <Text size="sm" maw={560}>
          {m.factorText}
        </Text>
        <FailureAlert failure={failure} maw={560} />
        <Button style={{ alignSelf: 'flex-start' }} onClick={start}>
          {m.factorSetUp}
        </Button>
      </>
    )
  }
  return (
    <>
      <FactorPicture setup={setup} />
      <ProofForm
        label={m.factorTurnOn}
        codeAbout={m.factorCode}
        onProof={async (proof) => onChanged((await post<RecoveryCodes>('/confirm', proof)).codes)}
      />
    </>
  )
}

function TurnedOn({ left, onChanged }: ChangedProps & { left: number }) {
  const m = useMessages(messages)
  const [task, setTask] = useState<Task>('none')
  const renew = async (proof: object) => {
    const { codes } = await post<RecoveryCodes>('/recovery_codes', proof)
    setTask('none')
    await onChanged(codes)
  }
  const disable = async (proof: object) => {
    await post('/disable', proof)
    await onChanged()
  }
  return (
    <>
      <Alert color={left > 2 ? 'green' : 'yellow'} maw={560}>
        {m.factorOn} {m.codesLeft(left)}
      </Alert>
      {task === 'none' ? (
        <Group>
          <Button variant="default" onClick={() => setTask('renew')}>
            {m.codesRenew}
          </Button>
          <Button variant="default" color="red" onClick={() => setTask('disable')}>
            {m.factorTurnOff}
          </Button>
        </Group>
      ) : (
        <ProofForm
          key={task}
          label={task === 'renew' ? m.codesRenew : m.factorTurnOff}
          onProof={task === 'renew' ? renew : disable}
          onCancel={() => setTask('none')}
        />
      )}
    </>
  )
}

// The dialogs of a refund: paid, failed, canceled, or moved to the balance.
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useToday } from '../../api/today.ts'
import type { Refund } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { stayNative } from '../../form/native-tab.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** The actions, as their paths in the API end. */
export type Act = keyof typeof messages.en.acts

interface DialogProps {
  refund: Refund
  onClose: () => void
}

export function ActDialog({ act, ...props }: DialogProps & { act: Act }) {
  if (act === 'succeed') return <MarkPaid {...props} />
  if (act === 'fail') return <MarkFailed {...props} />
  return <Confirm act={act} {...props} />
}

/** The common parts of these dialogs. */
function useBasics({ refund, onClose }: DialogProps, act: Act) {
  const m = useMessages(messages)
  const format = useFormat()
  return {
    title: m.titles[act](format.money(refund.amount, refund.currency)),
    label: m.acts[act],
    done: m.done[act],
    path: `/refunds/${refund.id}/${act}`,
    concernsCustomer: true,
    explain: ({ code }: ApiError) => {
      if (code === 'refund_not_pending') return m.notPending
      if (code === 'refund_by_gateway') return m.atGateway
      return code === 'refund_exceeds_credit_note' ? m.refundedAlready : undefined
    },
    onClose,
  }
}

/** Defaults to today: most refunds are recorded on the day they are paid. */
function MarkPaid(props: DialogProps) {
  const today = useToday()
  return today === undefined ? null : <Paid {...props} today={today} />
}

function Paid({ today, ...props }: DialogProps & { today: string }) {
  const m = useMessages(messages)
  const { path, ...basics } = useBasics(props, 'succeed')
  const [day, setDay] = useState(today)
  const [reference, setReference] = useState('')
  const isTooLate = today !== '' && day > today
  const body = { ...(day && { paid_on: day }), ...(reference && { reference }) }
  return (
    <ActionDialog
      {...basics}
      call={{ method: 'POST', path, body }}
      final="refund"
      incomplete={isTooLate}
    >
      <Text size="sm">{m.texts.succeed}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={m.paidOn}
          description={m.paidOnHint}
          type="date"
          max={today || undefined}
          onKeyDown={stayNative}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={isTooLate && m.paidTooLate}
        />
        <TextInput
          label={m.reference}
          description={m.referenceHint}
          maxLength={256}
          data-autofocus
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </SimpleGrid>
    </ActionDialog>
  )
}

function MarkFailed(props: DialogProps) {
  const m = useMessages(messages)
  const { path, ...basics } = useBasics(props, 'fail')
  const [reason, setReason] = useState('')
  const body = reason === '' ? {} : { failure_reason: reason }
  const wasPaid = props.refund.status === 'succeeded'
  return (
    <ActionDialog {...basics} call={{ method: 'POST', path, body }} danger>
      <Text size="sm">
        {wasPaid ? m.texts.returned : m.texts.fail}{' '}
        {m.after[props.refund.credit_note_id === null ? 'waits' : 'fail']}
      </Text>
      <TextInput
        label={m.failureReason}
        description={m.reasonHint}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

type Plain = Exclude<Act, 'succeed' | 'fail'>

function Confirm({ act, ...props }: DialogProps & { act: Plain }) {
  const m = useMessages(messages)
  const { path, ...basics } = useBasics(props, act)
  const isRest = props.refund.credit_note_id === null
  return (
    <ActionDialog {...basics} call={{ method: 'POST', path }} danger={act === 'cancel'}>
      <Text size="sm">
        {m.texts[act]} {act === 'cancel' && m.after[isRest ? 'waits' : 'cancel']}
      </Text>
    </ActionDialog>
  )
}

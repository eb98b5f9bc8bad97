// Sets the last day of a registration or a rate; existing invoices stay as they are.
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '../../api/today.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './tax-messages.ts'

interface EndDialogProps {
  path: string
  title: string
  /** First day of the registration or rate. */
  from: string
  onClose: () => void
}

export function EndDialog({ path, title, from, onClose }: EndDialogProps) {
  const m = useMessages(messages)
  const today = useToday()
  const [chosen, setChosen] = useState('')
  const valid_to = chosen || today || ''
  return (
    <ActionDialog
      title={title}
      call={{ method: 'PATCH', path, body: { valid_to } }}
      label={m.end}
      done={m.ended}
      incomplete={valid_to === ''}
      onClose={onClose}
    >
      <Text size="sm">{m.endText}</Text>
      <TextInput
        label={m.validTo}
        type="date"
        min={from}
        data-autofocus
        value={valid_to}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

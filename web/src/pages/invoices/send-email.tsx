// Sends an invoice, a reminder or a credit note by hand: recipient, copies, message, effect, and a preview of the email.
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useMessages } from '../../text/locale.tsx'
import { EmailPreview } from './email-preview.tsx'
import { messages } from './messages.ts'

interface SendEmailProps {
  document: { id: string; customer_id: string }
  kind: 'invoice' | 'reminder' | 'credit_note'
  onClose: () => void
}

/** Filled in with the customer's current address, if this user may see it. */
export function SendEmail(props: SendEmailProps) {
  const mayRead = useMay('customers:read')
  const path = `/customers/${props.document.customer_id.replace('cus_', '')}`
  const { data, error } = useRead<Customer>(path, undefined, { enabled: mayRead })
  if (mayRead && !data && !error) return null
  return <Dialog {...props} address={data?.email ?? ''} />
}

/** Several addresses separated by commas, semicolons or spaces. */
const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

function Dialog({ document, kind, onClose, address }: SendEmailProps & { address: string }) {
  const m = useMessages(messages)
  const [to, setTo] = useState(address)
  const [copies, setCopies] = useState('')
  const [message, setMessage] = useState('')
  const cc = addressesIn(copies)
  const body = {
    ...(kind === 'reminder' && { kind }),
    // The customer's own address is sent by default, with their name.
    ...(to.trim() && to.trim() !== address && { to: to.trim() }),
    ...(cc.length > 0 && { cc }),
    ...(message.trim() && { message: message.trim() }),
  }
  const label = kind === 'reminder' ? m.actions.remind : m.actions.send
  return (
    <ActionDialog
      title={label}
      call={{
        method: 'POST',
        path: `/${kind === 'credit_note' ? 'credit_notes' : 'invoices'}/${document.id}/send`,
        ...(Object.keys(body).length > 0 && { body }),
      }}
      label={label}
      done={m.done.send}
      final="send"
      onClose={onClose}
      size="lg"
      preview={(foreseen) => <EmailPreview email={foreseen?.emails[0]} />}
    >
      <TextInput
        label={m.sendTo}
        {...(!address && { description: m.sendToHint })}
        type="email"
        data-autofocus
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <TextInput
        label={m.sendCopies}
        description={m.sendCopiesHint}
        value={copies}
        onChange={(event) => setCopies(event.currentTarget.value)}
      />
      <Textarea
        label={m.sendMessage}
        description={m.sendMessageHint}
        autosize
        minRows={3}
        maxLength={2000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

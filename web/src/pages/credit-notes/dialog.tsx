// The dialog that credits an invoice: by line, by amount or entirely. It issues exactly the note of its preview.
import { NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CREDIT_REASONS } from '../../../../src/domain/credit-note.ts'
import type { ApiError } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { CreditNote, Invoice } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './dialog-messages.ts'
import { type Left, useLeft } from './left.ts'
import { LineFields } from './line-fields.tsx'
import { messages as noteMessages } from './messages.ts'
import { useNotePreview } from './preview.ts'
import { PreviewBox } from './preview-box.tsx'
import { amountFault, requestOf, type Typed, type Way } from './request.ts'

interface CreditInvoiceProps {
  invoice: Invoice
  onClose: () => void
  onDone: () => void
}

export function CreditInvoice(props: CreditInvoiceProps) {
  const left = useLeft(props.invoice)
  return left && left.total > 0 ? <Dialog {...props} left={left} /> : null
}

const WAYS = ['lines', 'amount', 'all'] as const satisfies readonly Way[]

function Dialog({ invoice, left, onClose, onDone }: CreditInvoiceProps & { left: Left }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const explain = useExplanation(invoice)
  const readAgain = useReadAgain(invoice)
  const [typed, setTyped] = useState<Typed>({ way: 'lines', lines: {}, amount: null })
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const request = requestOf(typed, left, locale)
  const wanted = request && { invoice_id: invoice.id, ...request }
  const preview = useNotePreview(wanted)
  const { data } = preview
  const again = useRef(readAgain)
  useEffect(() => {
    if (preview.error) again.current(preview.error)
  }, [preview.error])
  return (
    <ActionDialog<CreditNote>
      title={m.title(invoice.number)}
      call={{
        method: 'POST',
        path: '/credit_notes',
        body: {
          invoice_id: invoice.id,
          ...request,
          ...(reason && { reason }),
          ...(note && { note }),
          ...(data && { preview: { at: data.at, hash: data.hash } }),
        },
      }}
      label={m.credit}
      done={m.done}
      final="issue"
      incomplete={!data || reason === ''}
      concernsCustomer
      size="lg"
      explain={explain}
      onRefused={readAgain}
      onClose={onClose}
      onDone={onDone}
    >
      <SegmentedControl
        aria-label={m.what}
        data-autofocus
        value={typed.way}
        onChange={(way) => change({ way: way as Way })}
        data={WAYS.map((value) => ({ value, label: m.ways[value] }))}
      />
      {typed.way === 'lines' && (
        <LineFields
          invoice={invoice}
          left={left}
          typed={typed.lines}
          onChange={(lines) => change({ lines })}
        />
      )}
      {typed.way === 'amount' && (
        <TotalField
          currency={invoice.currency}
          most={left.total}
          value={typed.amount}
          onChange={(amount) => change({ amount })}
        />
      )}
      <TextFields reason={reason} note={note} onReason={setReason} onNote={setNote} />
      <FailureAlert
        failure={preview.error}
        withRequest
        text={preview.error ? explain(preview.error) : undefined}
      />
      {!preview.error && <PreviewBox preview={data} isMissing={!wanted} />}
    </ActionDialog>
  )
}

interface TextFieldsProps {
  reason: string
  note: string
  onReason: (reason: string) => void
  onNote: (note: string) => void
}

function TextFields({ reason, note, onReason, onNote }: TextFieldsProps) {
  const m = useMessages(messages)
  const { reasons } = useMessages(noteMessages)
  return (
    <>
      <NativeSelect
        label={m.reason}
        required
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
        data={[
          { value: '', label: m.chooseReason },
          ...CREDIT_REASONS.map((value) => ({ value, label: reasons[value] })),
        ]}
      />
      <Textarea
        label={m.note}
        description={m.noteHint}
        autosize
        maxLength={5000}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
    </>
  )
}

interface TotalFieldProps {
  currency: string
  most: number
  value: number | null
  onChange: (value: number | null) => void
}

function TotalField({ currency, most, value, onChange }: TotalFieldProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const fault = amountFault(value, most)
  const limit = format.money(most, currency)
  return (
    <MoneyInput
      label={m.total}
      description={m.totalHint(limit)}
      currency={currency}
      value={value}
      onChange={onChange}
      error={
        fault === 'too_much' ? m.atMost(limit) : fault === 'not_positive' ? m.positive : undefined
      }
    />
  )
}

/** What to do about a refusal, in the terms of the dialog. */
function useExplanation({ currency }: Invoice) {
  const m = useMessages(messages)
  const format = useFormat()
  return ({ code, constraint }: ApiError): string | undefined => {
    if (code === 'preview_outdated') return m.outdated
    if (code === 'invoice_not_creditable') return m.notCreditable
    if (code !== 'credit_exceeds_invoice') return undefined
    const most = constraint?.kind === 'integer' ? constraint.max : undefined
    return most === undefined ? m.exceedsQuantity : m.exceeds(format.money(most, currency))
  }
}

/** Reads again what has changed if the server refuses a note for it. */
function useReadAgain({ id }: Invoice) {
  const { account, mode } = useTenant()
  const client = useQueryClient()
  return ({ status, code }: ApiError) => {
    if (status !== 409) return
    const paths = [`/invoices/${id}`, '/credit_notes']
    if (code === 'preview_outdated') paths.push('/credit_notes/preview')
    for (const path of paths) void client.invalidateQueries({ queryKey: [account, mode, path] })
  }
}

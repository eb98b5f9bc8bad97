// The dialog that credits an invoice: by line, by amount or entirely. It issues exactly the note of its preview.
import { NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { REASONS_SENT } from '../../../../src/domain/credit-reasons.ts'
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
import { NO_REST, type Rest, RestFields, returnedOf, useRest } from './rest-fields.tsx'

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

/** The texts on the document, besides its figures. */
interface Texts {
  reason: string
  note: string
}

function Dialog({ invoice, left, onClose, onDone }: CreditInvoiceProps & { left: Left }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const explain = useExplanation(invoice)
  const readAgain = useReadAgain(invoice)
  const [typed, setTyped] = useState<Typed>({ way: 'lines', lines: {}, amount: null })
  const [texts, setTexts] = useState<Texts>(NO_TEXTS)
  const [rest, setRest] = useState<Rest>(NO_REST)
  const request = requestOf(typed, left, locale)
  const credited = request && { invoice_id: invoice.id, ...request }
  const { amounts, isKnown, error: restError } = useRest(credited, left)
  const returned = returnedOf(rest, amounts.most)
  const wanted = credited && isKnown && returned ? { ...credited, ...returned.preview } : undefined
  const preview = useNotePreview(wanted)
  const { data } = preview
  const error = restError ?? preview.error
  const again = useRef(readAgain)
  useEffect(() => {
    if (error) again.current(error)
  }, [error])
  const body = {
    ...(wanted ?? { invoice_id: invoice.id }),
    ...returned?.more,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(data && { preview: { at: data.at, hash: data.hash } }),
  }
  return (
    <ActionDialog<CreditNote>
      title={m.title(invoice.number)}
      call={{ method: 'POST', path: '/credit_notes', body }}
      label={m.credit}
      done={m.done}
      final="issue"
      incomplete={!data || texts.reason === ''}
      concernsCustomer
      size="lg"
      explain={explain}
      onRefused={readAgain}
      onClose={onClose}
      onDone={onDone}
    >
      <WhatFields invoice={invoice} left={left} typed={typed} onChange={setTyped} />
      <TextFields texts={texts} onChange={setTexts} />
      <RestFields invoice={invoice} amounts={amounts} rest={rest} onChange={setRest} />
      <FailureAlert failure={error} withRequest text={error ? explain(error) : undefined} />
      {!error && <PreviewBox preview={data} isMissing={!credited || !returned} />}
    </ActionDialog>
  )
}

const NO_TEXTS: Texts = { reason: '', note: '' }

interface WhatFieldsProps {
  invoice: Invoice
  left: Left
  typed: Typed
  onChange: (typed: Typed) => void
}

function WhatFields({ invoice, left, typed, onChange }: WhatFieldsProps) {
  const m = useMessages(messages)
  return (
    <>
      <SegmentedControl
        aria-label={m.what}
        value={typed.way}
        onChange={(way) => onChange({ ...typed, way: way as Way })}
        data={WAYS.map((value) => ({ value, label: m.ways[value] }))}
      />
      {typed.way === 'lines' && (
        <LineFields
          invoice={invoice}
          left={left}
          typed={typed.lines}
          onChange={(lines) => onChange({ ...typed, lines })}
        />
      )}
      {typed.way === 'amount' && (
        <TotalField
          currency={invoice.currency}
          most={left.total}
          value={typed.amount}
          onChange={(amount) => onChange({ ...typed, amount })}
        />
      )}
    </>
  )
}

interface TextFieldsProps {
  texts: Texts
  onChange: (texts: Texts) => void
}

function TextFields({ texts, onChange }: TextFieldsProps) {
  const m = useMessages(messages)
  const { reasons } = useMessages(noteMessages)
  const set = (part: Partial<Texts>) => onChange({ ...texts, ...part })
  return (
    <>
      <NativeSelect
        label={m.reason}
        required
        value={texts.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        data={[
          { value: '', label: m.chooseReason },
          ...REASONS_SENT.map((value) => ({ value, label: reasons[value] })),
        ]}
      />
      <Textarea
        label={m.note}
        description={m.noteHint}
        autosize
        maxLength={5000}
        value={texts.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
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

/** Advice on a refusal, in the terms of the dialog. */
function useExplanation({ currency }: Invoice) {
  const m = useMessages(messages)
  const format = useFormat()
  return ({ code, constraint, errors }: ApiError): string | undefined => {
    if (code === 'preview_outdated') return m.outdated
    if (code === 'invoice_not_creditable') return m.notCreditable
    const max = constraint?.kind === 'integer' ? constraint.max : undefined
    const most = max === undefined ? undefined : format.money(max, currency)
    if (code === 'credit_exceeds_invoice') return most ? m.exceeds(most) : m.exceedsQuantity
    if (most === undefined) return undefined
    if (code === 'refund_exceeds_payment') return m.returnsReceived(most)
    const isRest = ['refund', 'outside'].includes(errors[0]?.param ?? '')
    return code === 'parameter_invalid' && isRest ? m.returnsRest(most) : undefined
  }
}

/** Reloads the invoice if the server refuses a note because of changes. */
function useReadAgain({ id }: Invoice) {
  const { account, mode, surface } = useTenant()
  const client = useQueryClient()
  return ({ status, code }: ApiError) => {
    if (status !== 409) return
    const keys = [`/invoices/${id}`, '/credit_notes'].map((path) => [account, mode, path])
    if (code === 'preview_outdated') keys.push(['note_preview', surface])
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
}

// The dialog that credits an invoice: by line, by amount or entirely. It issues exactly the note of its preview.
import { NativeSelect, SegmentedControl, SimpleGrid, Textarea, TextInput } from '@mantine/core'
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

/** What the document says besides its figures, and what was returned outside of Reckoner. */
interface Texts {
  reason: string
  note: string
  outside: number | null
  outside_reference: string
}

function Dialog({ invoice, left, onClose, onDone }: CreditInvoiceProps & { left: Left }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const explain = useExplanation(invoice)
  const readAgain = useReadAgain(invoice)
  const [typed, setTyped] = useState<Typed>({ way: 'lines', lines: {}, amount: null })
  const [texts, setTexts] = useState<Texts>(NO_TEXTS)
  const request = requestOf(typed, left, locale)
  const { outside, ...others } = texts
  const isWrong = outside !== null && !(outside > 0)
  const wanted =
    request && !isWrong
      ? { invoice_id: invoice.id, ...request, ...(outside && { outside }) }
      : undefined
  const preview = useNotePreview(wanted)
  const { data } = preview
  const again = useRef(readAgain)
  useEffect(() => {
    if (preview.error) again.current(preview.error)
  }, [preview.error])
  const filled = Object.entries(others).filter(([, text]) => text !== '')
  const body = {
    ...(wanted ?? { invoice_id: invoice.id }),
    ...Object.fromEntries(filled),
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
      <TextFields invoice={invoice} texts={texts} onChange={setTexts} />
      <FailureAlert
        failure={preview.error}
        withRequest
        text={preview.error ? explain(preview.error) : undefined}
      />
      {!preview.error && <PreviewBox preview={data} isMissing={!wanted} />}
    </ActionDialog>
  )
}

const NO_TEXTS: Texts = { reason: '', note: '', outside: null, outside_reference: '' }

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
  invoice: Invoice
  texts: Texts
  onChange: (texts: Texts) => void
}

function TextFields({ invoice, texts, onChange }: TextFieldsProps) {
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
          ...CREDIT_REASONS.map((value) => ({ value, label: reasons[value] })),
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
      {invoice.amount_paid > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MoneyInput
            label={m.outside}
            description={m.outsideHint}
            currency={invoice.currency}
            value={texts.outside}
            onChange={(outside) => set({ outside })}
            error={texts.outside !== null && texts.outside <= 0 ? m.positive : undefined}
          />
          <TextInput
            label={m.reference}
            maxLength={256}
            disabled={texts.outside === null}
            value={texts.outside_reference}
            onChange={(event) => set({ outside_reference: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
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
  return ({ code, constraint, errors }: ApiError): string | undefined => {
    if (code === 'preview_outdated') return m.outdated
    if (code === 'invoice_not_creditable') return m.notCreditable
    if (code !== 'credit_exceeds_invoice' && code !== 'refund_exceeds_payment') return undefined
    const max = constraint?.kind === 'integer' ? constraint.max : undefined
    if (max === undefined) return m.exceedsQuantity
    const most = format.money(max, currency)
    if (code === 'refund_exceeds_payment') return m.outsideReceived(most)
    return errors[0]?.param === 'outside' ? m.outsideRest(most) : m.exceeds(most)
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

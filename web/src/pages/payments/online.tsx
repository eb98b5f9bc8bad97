// A payment by gateway: who started it, what became of it, and what happens next.
import type { ReactNode } from 'react'
import { invoiceCan } from '../../../../src/domain/invoice.ts'
import { givenUpAt } from '../../../../src/domain/payment-states.ts'
import { useRead } from '../../api/hooks.ts'
import type { Invoice, Payment } from '../../api/types.ts'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { onlineMessages, reasonOf } from '../../text/online-payments.ts'
import { messages } from './messages.ts'

type Fact = readonly [name: string, value: ReactNode]

export function useOnlineFacts(payment: Payment): Fact[] {
  const m = useMessages(messages)
  const online = useMessages(onlineMessages)
  const format = useFormat()
  const next = useNextStep(payment)
  const { attempt, initiated_by, captured_at, fee, failure, action_url, gateway_ref } = payment
  if (attempt === null) return []
  return [
    [m.attempt, format.number(attempt)],
    [m.startedBy, initiated_by && m.initiators[initiated_by]],
    [m.capturedAt, captured_at && format.time(captured_at)],
    [m.fee, fee !== null && format.money(fee, payment.currency)],
    [m.failedBecause, failure && reasonOf(online, failure)],
    [m.next, next],
    [m.actionUrl, action_url && <CopyText key="u" text={addressOf(action_url)} />],
    [m.gatewayRef, gateway_ref && <CopyText key="g" text={gateway_ref} />],
  ]
}

/** The address of a page, which of a page of this service is a path. */
const addressOf = (url: string) => new URL(url, window.location.origin).href

function useNextStep({ status, invoice_id, created_at, failure }: Payment): string | undefined {
  const { nextSteps } = useMessages(messages)
  const format = useFormat()
  const isOver = status === 'failed' || status === 'canceled'
  const enabled = isOver && invoice_id !== null
  const { data: invoice } = useRead<Invoice>(`/invoices/${invoice_id}`, {}, { enabled })
  if (status === 'pending' || status === 'processing') return nextSteps[status]
  if (status === 'requires_action') {
    const until = givenUpAt(Date.parse(created_at))
    return nextSteps.requires_action(format.time(new Date(until).toISOString()))
  }
  if (!isOver || !invoice) return undefined
  if (!invoiceCan('pay', invoice)) return nextSteps.unneeded
  return failure?.retryable === false ? nextSteps.otherCard : nextSteps.again
}

// Reads mails for verification, each with the data that it should be derived from.

import type { EmailKind } from '../../domain/mail.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { stream, time } from './store.ts'
import { failedBefore, failureOf, planEnded } from './store-collecting.ts'
import { receivedOf } from './store-payments.ts'

export interface BooksMail {
  id: string
  kind: EmailKind
  status: string
  to_name: string
  to_address: string
  from_name: string
  from_address: string
  reply_to: string
  language: string
  message_id: string
  subject: string
  facts: Record<string, unknown>
  has_text: boolean
  has_html: boolean
  attempts: number
  last_error: string | null
  created_at: string
  sent_at: string | null
  /** The number of the credit note, if the email is about one. */
  number: string
  due_date: string
  amount_due: number
  finalized_at: string
  /** The time recorded with the invoice or the credit note; null for other emails. */
  document_sent_at: string | null
  /** The seller as frozen in the document. */
  seller: Record<string, unknown>
  customer: Record<string, unknown>
  /** True if its customer was erased. */
  erased: boolean
  /** True if some event shows the customer with this name and address. */
  known: boolean
  /** True for the first of its kind about the invoice at that instant. */
  first: boolean
  /** True if a reminder of the invoice was recorded at that instant. */
  reminded: boolean
  /** The event of the automatic payment of the invoice that failed at that instant; null for none. */
  failed_as: string | null
  /** The amount of that payment. */
  failed_amount: number | null
  /** True if an automatic payment of the invoice failed before. */
  failed_before: boolean
  /** True if its retry plan ended at that instant. */
  plan_ended: boolean
  /** True if the customer has the payment method that it names. */
  has_method: boolean
  /** Payments recorded on the invoice at that instant. */
  payments: { amount: number; method: string; received_on: string }[] | null
  /** The amounts that notes had credited on the invoice at that instant: before and after the changes made in it. */
  credited: number[]
  /** The credit that was applied to the invoice after it was finalized, until now. */
  credit_applied_later: number
}

/** Mails about finalized invoices; others are checked elsewhere. */
export function streamMails(tx: Tx, environmentId: number): AsyncGenerator<BooksMail> {
  const notes = sql`from credit_notes n
               where n.environment_id = ${environmentId} and n.invoice_id = m.invoice_id
                 and (n.voided_at is null or n.voided_at >= m.created_at)`
  return stream(
    tx,
    sql`select m.id, m.kind, m.status, m.to_name, m.to_address, m.from_name, m.from_address,
          m.reply_to, m.language, m.message_id, m.subject, m.facts, m.text is not null as has_text,
          m.html is not null as has_html, m.attempts, m.last_error,
          ${time(sql`m.created_at`)} as created_at, ${time(sql`m.sent_at`)} as sent_at,
          coalesce(c.number, i.number) as number, i.due_date::text as due_date, i.amount_due,
          i.credit_applied_later, ${time(sql`i.finalized_at`)} as finalized_at,
          ${time(sql`case m.kind when 'invoice' then i.sent_at when 'credit_note' then c.sent_at end`)} as document_sent_at,
          coalesce(i.snapshot -> 'seller', '{}') as seller,
          coalesce(i.snapshot -> 'customer', '{}') as customer, r.customer_id is not null as erased, told.customer_id is not null as known,
          not exists (
            select from emails other
            where other.environment_id = ${environmentId} and other.invoice_id = m.invoice_id
              and other.kind = m.kind and other.created_at = m.created_at and other.id < m.id) as first,
          reminded.number is not null as reminded, failed.type as failed_as, failed.amount as failed_amount, ${failedBefore(environmentId)} as failed_before,
          ${planEnded(environmentId)} as plan_ended,
          method.id is not null as has_method, paid.payments,
          array[
            (select coalesce(sum(n.to_open), 0) ${notes}
               and n.created_at < m.created_at and n.voided_at is distinct from m.created_at),
            (select coalesce(sum(n.to_open), 0) ${notes}
               and n.created_at <= m.created_at)]::float8[] as credited
        from emails m
        join invoices i on i.environment_id = ${environmentId} and i.id = m.invoice_id
          and i.snapshot is not null
        left join credit_notes c
          on c.environment_id = ${environmentId} and c.id = m.credit_note_id
        left join customer_erasures r
          on r.environment_id = ${environmentId} and r.customer_id = m.customer_id
        left join (
          select distinct e.customer_id, e.object ->> 'email' as email,
            coalesce(nullif(e.object ->> 'contact_name', ''), e.object ->> 'name') as name
          from events e
          where e.environment_id = ${environmentId}
            and e.type in ('customer.created', 'customer.updated')) told
          on told.customer_id = m.customer_id and told.email = m.to_address
            and told.name = m.to_name
        left join (
          select distinct e.object ->> 'number' as number, e.created_at from events e
          where e.environment_id = ${environmentId} and e.type = 'invoice.reminded') reminded
          on reminded.number = i.number and reminded.created_at = m.created_at
        left join payment_methods method on method.environment_id = ${environmentId}
          and method.customer_id = m.customer_id and method.id::text = m.facts ->> 'charged_to'
        ${failureOf(environmentId)}
        left join (
          select p.invoice_id, p.created_at, json_agg(json_build_object('amount', p.amount,
            'method', p.method, 'received_on', p.received_on)) as payments
          from (${receivedOf(environmentId)}) p group by 1, 2) paid
          on paid.invoice_id = m.invoice_id and paid.created_at = m.created_at
        where m.environment_id = ${environmentId}`,
  )
}

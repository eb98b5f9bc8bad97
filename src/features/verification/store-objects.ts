// Reads customers, products, payments, credit and endpoints for verification, as the interface tells them.

import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { stream, time } from './store.ts'

/** An object: the members that its latest event must tell alike. */
export interface BooksRecord {
  ref: string
  /** When it was deleted, if it can be and was. */
  deleted_at: string | null
  members: Record<string, unknown>
}

/** One whose id is a UUID; of what it names, `invoice_id` is still one as well. */
export type StoredRecord = Omit<BooksRecord, 'ref'> & { id: string }

type Records<Row> = AsyncGenerator<Row>

const times = (row: Sql) => sql`'created_at', ${time(sql`${row}.created_at`)},
  'updated_at', ${time(sql`${row}.updated_at`)}`

export function streamProducts(tx: Tx, environmentId: number): Records<StoredRecord> {
  return stream(
    tx,
    sql`select p.id, null as deleted_at, json_build_object('name', p.name,
          'description', p.description, 'status', p.status, 'metadata', p.metadata,
          ${times(sql`p`)}) as members
        from products p where p.environment_id = ${environmentId} order by p.id`,
  )
}

export function streamPayments(tx: Tx, environmentId: number): Records<StoredRecord> {
  return stream(
    tx,
    sql`select p.id, null as deleted_at, json_build_object('customer_id', 'cus_' || p.customer_id,
          'invoice_id', p.invoice_id, 'amount', p.amount, 'currency', p.currency,
          'method', p.method, 'status', p.status, 'received_on', p.received_on,
          'reference', p.reference, 'note', p.note, 'reversal_reason', p.reversal_reason,
          'reversed_at', ${time(sql`p.reversed_at`)}, 'metadata', p.metadata,
          ${times(sql`p`)}) as members
        from payments p where p.environment_id = ${environmentId} order by p.id`,
  )
}

export function streamCredit(tx: Tx, environmentId: number): Records<StoredRecord> {
  return stream(
    tx,
    sql`select t.id, null as deleted_at, json_build_object('customer_id', 'cus_' || t.customer_id,
          'type', t.type, 'amount', t.amount::text, 'currency', t.currency, 'reason', t.reason,
          'invoice_id', t.invoice_id, 'metadata', t.metadata,
          'created_at', ${time(sql`t.created_at`)}) as members
        from credit_transactions t where t.environment_id = ${environmentId} order by t.id`,
  )
}

export function streamEndpoints(tx: Tx, environmentId: number): Records<StoredRecord> {
  return stream(
    tx,
    sql`select w.id, ${time(sql`w.deleted_at`)} as deleted_at, (jsonb_build_object('url', w.url,
          'description', w.description, 'enabled_events', w.enabled_events, 'status', w.status,
          'disabled_reason', w.disabled_reason,
          'former_secret_until', ${time(sql`w.former_secret_until`)}, 'metadata', w.metadata,
          'created_at', ${time(sql`w.created_at`)})
          -- The last event of what was deleted tells it as it was before.
          || case when w.deleted_at is null then jsonb_build_object('updated_at', ${time(sql`w.updated_at`)})
               else '{}' end) as members
        from webhook_endpoints w where w.environment_id = ${environmentId} order by w.id`,
  )
}

export function streamCustomers(tx: Tx, environmentId: number): Records<BooksRecord> {
  return stream(
    tx,
    // The last event of a deleted customer tells it as it was before.
    sql`select 'cus_' || c.id as ref, ${time(sql`c.deleted_at`)} as deleted_at,
          (jsonb_build_object('id', c.id, 'name', c.name, 'contact_name', c.contact_name,
            'email', c.email, 'phone', c.phone, 'address_line1', c.address_line1,
            'address_line2', c.address_line2, 'city', c.city, 'state_province', c.state_province,
            'postal_code', c.postal_code, 'country', c.country, 'tax_exempt', c.tax_exempt,
            'tax_id', c.tax_id, 'auto_pay_enabled', c.auto_pay_enabled, 'language', c.language,
            'external_id', c.external_id, 'metadata', c.metadata,
            'created_at', ${time(sql`c.created_at`)})
          || case when c.deleted_at is null
               then jsonb_build_object('updated_at', ${time(sql`c.updated_at`)}) else '{}' end)
            as members
        from customers c where c.environment_id = ${environmentId}
        order by ('cus_' || c.id) collate "C"`,
  )
}

// SQL that erases a person from invoices, and the lookups that erasures need.

import { ERASED } from '../../domain/erasure.ts'
import { execute, plain, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { customerRecord } from '../customers/record.ts'
import type { ErasedRows } from '../manifest.ts'
import { type Invoice, invoiceIds, invoiceRecord } from './record.ts'
import { sealOf } from './store.ts'

/** The remaining data of a customer, also in the billed copy: the country stays, since the tax depends on it. */
const CUSTOMER_LEFT = JSON.stringify(customerRecord.left)

/** Erases texts from invoices, and the customer from the frozen content; deletes their PDFs. */
async function eraseInvoices(tx: Tx, environmentId: number, ids: readonly string[]): Promise<void> {
  await invoiceRecord.erase(tx, environmentId, ids)
  await execute(
    tx,
    sql`update invoices i set snapshot = jsonb_set(i.snapshot::jsonb, '{customer}', (
          select jsonb_object_agg(billed.key, coalesce(${CUSTOMER_LEFT}::jsonb -> billed.key, billed.value))
          from jsonb_each(i.snapshot::jsonb -> 'customer') billed))::json
        where i.environment_id = ${environmentId} and i.id = any(${plain(ids)}::uuid[])
          and i.snapshot is not null`,
  )
  await execute(
    tx,
    sql`update invoice_lines l set description = ${ERASED}
        where l.environment_id = ${environmentId} and l.invoice_id = any(${plain(ids)}::uuid[])`,
  )
  await execute(
    tx,
    sql`delete from invoice_documents d
        where d.environment_id = ${environmentId} and d.invoice_id = any(${plain(ids)}::uuid[])`,
  )
  await resealInvoices(tx, environmentId, ids)
}

/** Replaces the seal of finalized invoices with one over what remains; a seal that was removed stays missing. */
async function resealInvoices(
  tx: Tx,
  environmentId: number,
  ids: readonly string[],
): Promise<void> {
  const finalized = await query<Pick<Invoice, 'id' | 'snapshot' | 'derivation' | 'due_date_set'>>(
    tx,
    sql`select i.id, i.snapshot, i.derivation, i.due_date_set from invoices i
        where i.environment_id = ${environmentId} and i.id = any(${plain(ids)}::uuid[])
          and i.finalized_at is not null`,
  )
  await execute(
    tx,
    sql`update events e set frozen = v.frozen
        from unnest(${finalized.map(({ id }) => invoiceIds.ref(id))}::text[],
                    ${plain(finalized.map(sealOf))}::text[]) as v (object_id, frozen)
        where e.environment_id = ${environmentId} and e.object_id = v.object_id
          and e.type = 'invoice.finalized' and e.frozen is not null`,
  )
}

export const erasedInvoices: ErasedRows = {
  table: 'invoices',
  left: invoiceRecord.left,
  // No law requires keeping an invoice that was never finalized.
  meanwhile: sql`finalized_at is null`,
  erase: eraseInvoices,
}

// SQL of delivered PDFs and of the parties that a document shows.

import { hash } from 'node:crypto'
import type { Served } from '../../domain/gateway.ts'
import { readSnapshot, type Snapshot, snapshotOf } from '../../domain/snapshot.ts'
import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'

export interface Parties extends Snapshot, Served {}

type Row = Parameters<typeof snapshotOf>[0] &
  Served & {
    snapshot: unknown
    customer: Parameters<typeof snapshotOf>[1]
  }

/** The seller and customer of an invoice: as frozen at finalize, or the current ones. */
export async function findParties(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<Parties | undefined> {
  const rows = await query<Row & Record<string, unknown>>(
    db,
    sql`select s.mode, s.active_gateways::text as active_gateways, s.name as account_name, s.language,
               s.time_zone, s.profile::text as profile,
               i.snapshot, case when i.snapshot is null then row_to_json(c) end as customer
        from invoices i
        join environment_settings s on s.environment_id = i.environment_id
        join customers c on c.environment_id = i.environment_id and c.id = i.customer_id
        where i.environment_id = ${environment_id} and i.id = ${id}`,
  )
  const row = rows[0]
  if (!row) return undefined
  const { mode, active_gateways } = row
  return { mode, active_gateways, ...readSnapshot(row.snapshot ?? snapshotOf(row, row.customer)) }
}

/** Lower-case hexadecimal. */
export const sha256Of = (pdf: Buffer): string => hash('sha256', pdf)

/** A void invoice has its own document, which says so; the one delivered before is kept. */
export type DocumentKind = 'invoice' | 'void'

export interface Delivered {
  pdf: Buffer
  sha256: string
  standard: 'PDF/A-3b' | 'none'
}

/** An invoice, with its document if one was delivered. */
export type Deliverable = { number: string; row_version: string } & {
  [Name in keyof Delivered]: Delivered[Name] | null
}

/** An invoice with the delivered document for its current state: issued or void. */
export async function findDelivered(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<Deliverable | undefined> {
  const rows = await query<Deliverable & Record<string, unknown>>(
    db,
    sql`select i.number, i.xmin::text as row_version, d.pdf, d.sha256, d.standard
        from invoices i
        left join invoice_documents d on d.environment_id = i.environment_id and d.invoice_id = i.id
          and d.kind = case i.status when 'void' then 'void' else 'invoice' end
        where i.environment_id = ${environment_id} and i.id = ${id}`,
  )
  return rows[0]
}

/**
 * Stores a document on its first delivery. Returns false if another delivery was first, or if the invoice's row version
 * has changed since it was read: a concurrent erasure must not leave a document with the erased texts. The lock blocks
 * erasures, but no reads.
 */
export async function keepDelivered(
  db: Db,
  { environment_id, id }: RowKey,
  rowVersion: string,
  kept: Delivered & { kind: DocumentKind; version: string; created_at: number },
): Promise<boolean> {
  const { kind, sha256, standard, version, created_at, pdf } = kept
  const inserted = await execute(
    db,
    sql`insert into invoice_documents
          (environment_id, invoice_id, kind, sha256, standard, version, created_at, pdf)
        select i.environment_id, i.id, ${kind}, ${sha256}, ${standard}, ${version},
               ${new Date(created_at)}::timestamptz, ${pdf}::bytea
        from invoices i
        where i.environment_id = ${environment_id} and i.id = ${id}
          and i.xmin::text = ${rowVersion}
        for share
        on conflict do nothing`,
  )
  return inserted === 1
}

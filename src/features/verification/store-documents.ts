// Verification's rule about stored documents: each has its bytes and its invoice, and exists if it was sent.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

/** The part of a PDF/A-3b that names its format. It is not compressed. */
const MARK = Buffer.from('<pdfaid:part>3<')

export const pdfs: SetCheck = {
  name: 'pdfs',
  about:
    'each stored PDF has its bytes and a finalized invoice, and every PDF that was sent is stored',
  what: 'stored PDFs',
  from: (id) => sql`invoice_documents where environment_id = ${id}`,
  found: (id) => sql`
    select format('the %s document of %s %s', kind, invoice_id, fault) as message
    from (
      select d.kind, d.invoice_id, case
          when i.id is null then 'is stored, but its invoice does not exist'
          when i.finalized_at is null then 'is stored, but its invoice was never finalized'
          when d.kind = 'void' and i.status <> 'void' then 'is stored, but its invoice is ' || i.status
          when encode(sha256(whole.pdf), 'hex') <> d.sha256
            then 'has other bytes than its checksum says'
          when (d.standard = 'PDF/A-3b') <> (position(${MARK}::bytea in whole.pdf) > 0)
            then 'says that it is ' || d.standard
        end as fault
      from invoice_documents d
      left join invoices i on i.environment_id = ${id} and i.id = d.invoice_id
      -- The bytes are read and uncompressed once.
      cross join lateral (select d.pdf || ''::bytea as pdf offset 0) whole
      where d.environment_id = ${id}) judged
    where fault is not null
    union all
    select format('email %s contained a document of %s, but none is stored', m.id, m.invoice_id)
    from emails m
    where m.environment_id = ${id} and m.attached and m.credit_note_id is null
      and not exists (
        select from invoice_documents d
        where d.environment_id = ${id} and d.invoice_id = m.invoice_id)
      -- An erasure deletes documents with the texts of their invoices.
      and not exists (
        select from customer_erasures r
        where r.environment_id = ${id} and r.customer_id = m.customer_id)`,
}

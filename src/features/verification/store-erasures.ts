// Verification's rule about erased persons: their data is gone.

import { sql } from '../../platform/db/sql.ts'
import { customerRecord } from '../customers/record.ts'
import { invoiceRecord } from '../invoices/record.ts'
import type { SetCheck } from './checks.ts'
import { hasPersonalData } from './store-members.ts'

export const erasures: SetCheck = {
  name: 'erasures',
  about: 'no record names an erased customer, nor does a document whose retention is over',
  what: 'erasures',
  from: (id) => sql`customer_erasures where environment_id = ${id}`,
  found: (id) => sql`
    select format('customer %s was erased, but has a name or is not deleted', c.id) as message
    from customer_erasures e
    join customers c on c.environment_id = ${id} and c.id = e.customer_id
    where e.environment_id = ${id}
      and (c.deleted_at is null or ${hasPersonalData(customerRecord, 'c')})
    union all
    select format('cus_%s: the erasure was requested at %s, but its event is of %s', customer_id, e.requested_at,
                  f.created_at)
    from (select customer_id, requested_at from customer_erasures
          where environment_id = ${id}) e
    full join (select customer_id, created_at from events
               where environment_id = ${id} and type = 'customer.erased') f using (customer_id)
    where e.requested_at is distinct from f.created_at
    union all
    select format('cus_%s: its history was erased at %s, its documents at %s, which is before %s',
                  customer_id, history_erased_at, documents_erased_at, requested_at)
    from customer_erasures
    where environment_id = ${id} and (least(history_erased_at, documents_erased_at) < requested_at
      or documents_erased_at < documents_due_at or (due_at is null and history_erased_at is null))
    union all
    select format('%s names customer %s, who was erased with all documents', i.number, i.customer_id)
    from customer_erasures e
    join invoices i on i.environment_id = ${id} and i.customer_id = e.customer_id
    where e.environment_id = ${id} and e.documents_erased_at is not null
      and (${hasPersonalData(invoiceRecord, 'i')}
        or i.snapshot #>> '{customer,name}' <> 'Erased' or i.snapshot #>> '{customer,email}' <> '')`,
}

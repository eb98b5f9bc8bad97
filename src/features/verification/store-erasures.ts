// Verification's rule about erased persons: what was said to be gone is gone.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './store-sets.ts'

export const erasures: SetCheck = {
  name: 'erasures',
  about: 'who was erased is told by no record, and by no document once its time was over',
  what: 'erasures',
  from: (id) => sql`customer_erasures where environment_id = ${id}`,
  found: (id) => sql`
    select format('customer %s was erased, but has a name or is not deleted', c.id) as message
    from customer_erasures e
    join customers c on c.environment_id = ${id} and c.id = e.customer_id
    where e.environment_id = ${id} and (c.deleted_at is null or c.name <> 'Erased'
      or c.email || c.phone || c.address_line1 || c.city || c.state_province || c.postal_code <> ''
      or coalesce(c.contact_name, c.address_line2, c.tax_id) is not null
      or c.metadata::text <> '{}')
    union all
    select format('%s tells of customer %s, who was erased with all documents', i.number, i.customer_id)
    from customer_erasures e
    join invoices i on i.environment_id = ${id} and i.customer_id = e.customer_id
    where e.environment_id = ${id} and e.documents_erased_at is not null
      and (i.notes <> '' or i.metadata::text <> '{}'
        or i.snapshot #>> '{customer,name}' <> 'Erased' or i.snapshot #>> '{customer,email}' <> '')`,
}

// The customer beside each object of a list, with `include=customer`.

import { customerRef } from '../../domain/customer.ts'
import type { Include } from '../../platform/http/included.ts'
import { findNames } from './store.ts'

export const includedCustomer: Include<{ customer_id: number }> = {
  name: 'customer',
  permission: 'customers:read',
  async read(db, environment_id, rows) {
    const keys = rows.map(({ customer_id: id }) => ({ environment_id, id }))
    const found = await findNames(db, keys)
    return found.map((row) =>
      row === undefined
        ? 'null'
        : JSON.stringify({
            object: 'customer',
            id: customerRef(row.id),
            name: row.name,
            email: row.email,
          }),
    )
  },
}

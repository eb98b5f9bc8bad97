// Search for invoices by ID and number.

import { customerRef } from '../../domain/customer.ts'
import type { Db } from '../../platform/db/sql.ts'
import { findCustomers } from '../customers/store.ts'
import type { Found, Searched } from '../searched.ts'
import { invoiceIds } from './record.ts'
import { findByNumber, findInvoices } from './store.ts'

async function show(db: Db, environment_id: number, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const found = await findInvoices(
    db,
    ids.map((id) => ({ environment_id, id })),
  )
  const invoices = found.filter((row) => row !== undefined)
  const customers = await findCustomers(
    db,
    invoices.map(({ customer_id }) => ({ environment_id, id: customer_id })),
  )
  return invoices.map(({ id, number, status, customer_id }, index) => ({
    id: invoiceIds.ref(id),
    title: number,
    detail: customers[index]?.name ?? customerRef(customer_id),
    status,
  }))
}

export const searched: Searched = {
  kind: 'invoice',
  exactly: [
    (db, environmentId, text) => {
      const id = invoiceIds.parse(text)
      return show(db, environmentId, id === undefined ? [] : [id])
    },
    // INV-000042 is found as INV-000042, inv-42 and 42.
    async (db, environmentId, text) => {
      const [, digits] = /^(?:inv-)?0*(\d{1,12})$/i.exec(text) ?? []
      if (digits === undefined) return []
      const numbers = [...new Set([digits, digits.padStart(6, '0')])].map((each) => `INV-${each}`)
      return show(db, environmentId, await findByNumber(db, environmentId, numbers))
    },
  ],
}

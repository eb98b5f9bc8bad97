// Finds customers by ID, by external ID, and by words of their names and addresses.

import { customerRef, parseCustomerId } from '../../domain/customer.ts'
import type { Found, Searched } from '../searched.ts'
import { customerWords, externalIds, findCustomers } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findCustomers>>[number]>

const show = ({ id, name, email, contact_name }: Row): Found => ({
  id: customerRef(id),
  title: name,
  detail: email || contact_name,
  status: null,
})

export const searched: Searched = {
  kind: 'customer',
  exactly: [
    async (db, environment_id, text) => {
      const id = parseCustomerId(text)
      const [row] = id === undefined ? [] : await findCustomers(db, [{ environment_id, id }])
      return row === undefined ? [] : [show(row)]
    },
    async (db, environment_id, text) => {
      const held = await externalIds.find(db, [{ environment_id, value: text }])
      const keys = held.map(({ id }) => ({ environment_id, id }))
      return (await findCustomers(db, keys)).flatMap((row) => (row ? [show(row)] : []))
    },
  ],
  words: { index: customerWords, find: findCustomers, show: (row: Row) => show(row) },
}

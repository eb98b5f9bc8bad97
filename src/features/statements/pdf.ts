// The PDF of a statement, made for each request from the ledger as it is.

import { startOfDate } from '../../domain/calendar.ts'
import { customerRef } from '../../domain/customer.ts'
import { validationError } from '../../domain/errors.ts'
import { statementDocument } from '../../domain/statement-document.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import type { Db } from '../../platform/db/sql.ts'
import { findLogo } from '../account-settings/store.ts'
import type { InvoicePdf, Typesetter } from '../documents/deliver.ts'
import { sha256Of } from '../documents/store.ts'
import { findStatement, type StatementCall } from './request.ts'
import { findStatementParties } from './store.ts'

interface Delivery {
  heavy: Pick<Heavy, 'read' | 'during'>
  typesetter: Typesetter
  wallNow: number
}

/** Typesets the statement of one currency. Throws if there are several and none was chosen. */
export function deliverStatementPdf(
  { heavy, typesetter, wallNow }: Delivery,
  call: StatementCall,
): Promise<InvoicePdf> {
  const { environment_id } = call.scope
  return heavy.during('pdf', async () => {
    const shown = await heavy.read((db) => findShown(db, wallNow, call))
    const { customer: id, from, to, statement, parties, logo } = shown
    const { seller, customer, mode } = parties
    const made = await typesetter.set({
      environment_id,
      countries: [seller.country, customer.country],
      document: statementDocument({ customer: id, from, to, statement }, parties, { mode }),
      logo,
      // Equal for equal statements, whose bytes are then equal too.
      at: startOfDate(to, seller.time_zone),
    })
    const name = ['statement', customerRef(id), from, to, statement.currency].join('-')
    return { ...made, sha256: sha256Of(made.pdf), filename: `${name}.pdf` }
  })
}

async function findShown(db: Db, wallNow: number, call: StatementCall) {
  const { environment_id } = call.scope
  const found = await findStatement(db, wallNow, call)
  const [statement, ...others] = found.statements
  if (!statement || others.length > 0) {
    const values = found.statements.map(({ currency }) => currency)
    const constraint = { kind: 'required', be: { kind: 'one_of', values } } as const
    throw validationError('currency', constraint, { code: 'parameter_missing' })
  }
  const parties = await findStatementParties(db, environment_id, found.customer)
  const { logo: hash } = parties.seller
  const logo = hash ? await findLogo(db, environment_id, hash) : undefined
  return { ...found, statement, parties, logo }
}

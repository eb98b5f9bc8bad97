// Reads the statements of a request, after validating its days.

import { addDays, dateIn, daysBetween } from '../../domain/calendar.ts'
import { parseCurrency } from '../../domain/currencies.ts'
import { validationError } from '../../domain/errors.ts'
import type { Span, Statement } from '../../domain/statement.ts'
import type { Db } from '../../platform/db/sql.ts'
import { customerIds } from '../customers/record.ts'
import { idInPath } from '../identifiers.ts'
import { DAYS_MOST, MOVEMENTS_MOST, type StatementQuery } from './schemas.ts'
import { findAccount, readStatements, type StatementDate } from './store.ts'

export interface StatementCall {
  scope: { environment_id: number }
  params: Record<string, string>
  query: StatementQuery
}

/** The statements of a request, with the requested days. */
export interface Found extends Span {
  customer: number
  by: StatementDate
  time_zone: string
  statements: Statement[]
}

/** Reads the statements of a customer. Throws if the customer, the days or the currency are not valid. */
export async function findStatement(
  db: Db,
  wallNow: number,
  { scope: { environment_id }, params, query }: StatementCall,
): Promise<Found> {
  const customer = idInPath(customerIds, { params })
  const currency = query.currency && parseCurrency(query.currency.toLowerCase())
  const account = await findAccount(db, environment_id, customer)
  if (!account) throw customerIds.missing(customerIds.ref(customer))
  const { time_zone, clock_ahead_ms, default_currency: usual } = account
  const today = dateIn(wallNow + clock_ahead_ms, time_zone)
  const { to = today, from = `${to.slice(0, 'YYYY-MM'.length)}-01`, by = 'value_date' } = query
  if (to > today) {
    throw validationError('to', { kind: 'as_of_too_late', sent: to, max: today, time_zone })
  }
  assertSpan({ from, to })
  const wanted = { customer, from, to, by, currency, usual, most: MOVEMENTS_MOST }
  const statements = await readStatements(db, environment_id, wanted)
  if (!statements) {
    throw validationError('to', { kind: 'movements_too_many', from, sent: to, max: MOVEMENTS_MOST })
  }
  return { customer, from, to, by, time_zone, statements }
}

function assertSpan({ from, to }: Span): void {
  if (from > to) throw validationError('from', { kind: 'from_after_to', sent: from, max: to })
  if (daysBetween(from, to) > DAYS_MOST) {
    const max = addDays(from, DAYS_MOST)
    throw validationError('to', { kind: 'span_too_long', sent: to, days: DAYS_MOST, max })
  }
}

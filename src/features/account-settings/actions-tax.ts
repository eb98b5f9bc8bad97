// The copy of rates and registrations that the settings hold, so that whoever bills has them with the settings.

import type { TaxSettings } from '../../domain/tax/tax.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { ownSettings } from './actions.ts'
import { environmentSettings, type SettingsRow } from './store.ts'

/** The row that an action has to name which changes the copy. */
export const settingsRow = (environment_id: number): NamedRow => ({
  table: environmentSettings,
  id: environment_id,
})

/** What the account has settled about tax, as it is locked. */
export const taxSettings = (work: Work): TaxSettings => ownSettings(work).tax

/** Saves another copy; who is decided after this in the same batch goes by it. No event tells of it: those of the rows do. */
export function keepTax(work: Work, tax: TaxSettings): void {
  const before = ownSettings(work)
  const after: SettingsRow = { ...before, tax, version: before.version + 1 }
  work.alter({ tax: JSON.stringify(tax) })
  work.update(environmentSettings, after)
}

/** A list with a row put in the place of the one that has its ID, or behind all. */
export function putIn<R extends { id: string }>(rows: readonly R[] = [], row: R): R[] {
  const isThere = rows.some(({ id }) => id === row.id)
  return isThere ? rows.map((each) => (each.id === row.id ? row : each)) : [...rows, row]
}

/** Whether two spans of days, both ends included, have a day in common. */
export function isOverlapping(
  one: { valid_from: string; valid_to: string | null },
  other: { valid_from: string; valid_to: string | null },
): boolean {
  const beginsBeforeEnd = (a: typeof one, b: typeof one) =>
    b.valid_to === null || a.valid_from <= b.valid_to
  return beginsBeforeEnd(one, other) && beginsBeforeEnd(other, one)
}

/** Whether the last day is before the first. */
export const isReversed = ({
  valid_from,
  valid_to,
}: {
  valid_from: string
  valid_to: string | null
}): boolean => valid_to !== null && valid_to < valid_from

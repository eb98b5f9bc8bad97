// Ties tests to the rows of the specification and the sentences of the contract.

import { type TestContext, test } from 'node:test'
import { ACCOUNT_ROWS } from './rows-account.ts'
import { DRY_RUN_ROWS } from './rows-dry-run.ts'
import { HOSTILE_ROWS } from './rows-hostile.ts'
import { KEY_ROWS } from './rows-keys.ts'
import { KIND_ROWS } from './rows-kind.ts'
import { LEDGER_ROWS } from './rows-ledger.ts'
import { MAIL_ROWS } from './rows-mail.ts'
import { MANAGED_ROWS } from './rows-managed.ts'
import { MONEY_ROWS } from './rows-money.ts'
import { PEOPLE_ROWS } from './rows-people.ts'
import { RACE_ROWS } from './rows-races.ts'
import { RESOURCE_ROWS } from './rows-resources.ts'
import { SPECIFICATION_ROWS } from './rows-specification.ts'
import { SURFACE_ROWS } from './rows-surface.ts'
import { TIME_ROWS } from './rows-time.ts'
import { WEBHOOK_ROWS } from './rows-webhooks.ts'

/**
 * What is promised, in our words: s… is a row of the specification, c… a sentence of the contract,
 * anything else says by itself what it is about.
 */
export const ROWS = {
  ...SPECIFICATION_ROWS,
  ...SURFACE_ROWS,
  ...KEY_ROWS,
  ...KIND_ROWS,
  ...MANAGED_ROWS,
  ...PEOPLE_ROWS,
  ...HOSTILE_ROWS,
  ...RESOURCE_ROWS,
  ...RACE_ROWS,
  ...MAIL_ROWS,
  ...MONEY_ROWS,
  ...DRY_RUN_ROWS,
  ...LEDGER_ROWS,
  ...ACCOUNT_ROWS,
  ...WEBHOOK_ROWS,
  ...TIME_ROWS,
} as const
export type RowKey = keyof typeof ROWS

/** A test of one promise. */
export function row(key: RowKey, work: (t: TestContext) => Promise<unknown> | unknown): void {
  test(`${key}: ${ROWS[key]}`, async (t) => {
    await work(t)
  })
}

/** A test each of many promises about one thing, which is made when the first of them is run. */
export function rowsOf<T>(
  make: () => Promise<T>,
  checks: Partial<Record<RowKey, (thing: T) => Promise<unknown> | unknown>>,
): void {
  let made: Promise<T> | undefined
  for (const [key, check] of Object.entries(checks)) {
    row(key as RowKey, async () => {
      made ??= make()
      await check(await made)
    })
  }
}

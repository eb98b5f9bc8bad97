// Filled databases of released versions, as backups: `<version>.backup.gz`, and `<version>.json` with their contents.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../client.ts'
import { get } from '../fixtures.ts'

/** A finalized invoice as the API shows it, without what time changes. */
export type Issued = Record<string, unknown>

export interface Fixture {
  secretKey: string
  /** A key of the first test environment with all scopes. */
  key: string
  /** The finalized invoices of that environment. */
  invoices: Issued[]
}

/** The versions that have a fixture, oldest first. */
export const VERSIONS = globSync('*.backup.gz', { cwd: import.meta.dirname })
  .map((name) => name.replace('.backup.gz', ''))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

export const pathOf = (version: string) => join(import.meta.dirname, `${version}.backup.gz`)

export const readFixture = (version: string): Fixture =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${version}.json`), 'utf8'))

/** Reads the finalized invoices. Whether one is overdue depends on the day of the test. */
export async function readIssued(api: Api): Promise<Issued[]> {
  const { data } = await get(api, '/v1/invoices?limit=100')
  const finalized = data.filter(({ finalized_at }: Issued) => finalized_at !== null)
  return finalized.map(({ status: _, updated_at: __, ...rest }: Issued) => rest)
}

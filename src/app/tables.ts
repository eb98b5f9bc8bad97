// Which tables there are and whose rows they hold, as the features say: no table is of nobody.

import type { Kept } from '../features/manifest.ts'
import { FEATURES } from './features.ts'
import { type AnyFeature, keptBy } from './fold.ts'

const names = (tables: readonly Kept[]): readonly string[] => tables.map(({ name }) => name)

export function tablesOf(features: readonly AnyFeature[]) {
  const tables = keptBy(features)
  const ofTenants = tables.filter((table) => table.of === 'environment')
  const ofInstallation = tables.filter((table) => table.of === 'installation')
  const kept = names(ofTenants.filter(({ survivesReset }) => survivesReset))
  const erased = names(ofTenants.filter(({ survivesReset }) => !survivesReset)).toReversed()
  return {
    tenant: names(ofTenants),
    kept,
    erased,
    tenantErased: [...erased, ...kept.toReversed()],
    reference: names(ofInstallation),
    owned: ofInstallation
      .flatMap(({ name, ownedBy }) => (ownedBy ? [{ table: name, column: ownedBy }] : []))
      .toReversed(),
    backup: names([...ofInstallation, ...ofTenants].filter(({ passing }) => !passing)),
  }
}

const TABLES = tablesOf(FEATURES)

/** Each row belongs to one environment; `environment_id` leads every key and would shard it. */
export const TENANT_TABLES = TABLES.tenant

/** What a reset of a test environment keeps. */
export const KEPT_TABLES = TABLES.kept

/** What it erases, those that refer to others first. A table of tenants is here or above. */
export const ERASED_TABLES = TABLES.erased

/** The tables of tenants in the order in which a tenant can be erased altogether. */
export const TENANT_TABLES_ERASED = TABLES.tenantErased

/** What the whole installation shares; small, and copied to every shard if there ever are some. */
export const REFERENCE_TABLES = TABLES.reference

/** What an account owns in those, in the order in which it can be erased; the account itself last. */
export const OWNED_TABLES = TABLES.owned

/** All that a backup holds, those that others refer to first. */
export const BACKUP_TABLES: readonly string[] = TABLES.backup

/** What the migrations keep of themselves. */
export const MIGRATIONS_TABLE = 'migrations'

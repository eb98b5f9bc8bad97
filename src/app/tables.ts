// The tables and who owns their rows, as the features declare them; every table has an owner.

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

/** Each row belongs to one environment; `environment_id` leads every key and would be the shard key. */
export const TENANT_TABLES = TABLES.tenant

/** The tables that a reset of a test environment keeps. */
export const KEPT_TABLES = TABLES.kept

/** The tables that a reset erases, referencing tables first. A tenant's table is in this list or the one above. */
export const ERASED_TABLES = TABLES.erased

/** All tenant tables, in the order in which a whole tenant can be erased. */
export const TENANT_TABLES_ERASED = TABLES.tenantErased

/** Tables shared by the whole installation; small, and copied to every shard if sharding ever comes. */
export const REFERENCE_TABLES = TABLES.reference

/** The shared tables with an account's rows, in the order in which they can be erased; the account itself last. */
export const OWNED_TABLES = TABLES.owned

/** All tables in a backup, referenced tables first. */
export const BACKUP_TABLES: readonly string[] = TABLES.backup

/** The table in which the migrations record themselves. */
export const MIGRATIONS_TABLE = 'migrations'

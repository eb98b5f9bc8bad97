// Which tables there are and whose rows they hold, as the features say: no table is of nobody.

import type { Kept } from '../features/manifest.ts'
import { FEATURES } from './features.ts'
import { keptBy } from './fold.ts'

const names = (tables: readonly Kept[]): readonly string[] => tables.map(({ name }) => name)

const tables = keptBy(FEATURES)
const ofTenants = tables.filter((table) => table.of === 'environment')
const ofInstallation = tables.filter((table) => table.of === 'installation')
const kept = ofTenants.filter(({ survivesReset }) => survivesReset)
const erased = ofTenants.filter(({ survivesReset }) => !survivesReset)

/** Each row belongs to one environment; `environment_id` leads every key and would shard it. */
export const TENANT_TABLES = names(ofTenants)

/** What a reset of a test environment keeps. */
export const KEPT_TABLES = names(kept)

/** What it erases, those that refer to others first. A table of tenants is here or above. */
export const ERASED_TABLES = names(erased).toReversed()

/** The tables of tenants in the order in which a tenant can be erased altogether. */
export const TENANT_TABLES_ERASED = [...ERASED_TABLES, ...KEPT_TABLES.toReversed()]

/** What the whole installation shares; small, and copied to every shard if there ever are some. */
export const REFERENCE_TABLES = names(ofInstallation)

/** What an account owns in those, in the order in which it can be erased; the account itself last. */
export const OWNED_TABLES = ofInstallation
  .flatMap(({ name, ownedBy }) => (ownedBy ? [{ table: name, column: ownedBy }] : []))
  .toReversed()

/** All that a backup holds, those that others refer to first. */
export const BACKUP_TABLES: readonly string[] = [
  ...REFERENCE_TABLES,
  ...names(tables.filter((table) => table.of === 'environment' && !table.passing)),
]

/** What the migrations keep of themselves. */
export const MIGRATIONS_TABLE = 'migrations'

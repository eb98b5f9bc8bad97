// Reseals with the current key what older keys have sealed, in small batches in the background.

import type { Pool } from 'pg'
import type { KeyRing } from '../../platform/key-ring.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { SealedColumn } from '../manifest.ts'
import { isCurrent } from './current.ts'
import { listSealed, type RowKey, replaceSealed, type SealedRow } from './store.ts'

const LOOK_MS = 30_000
const ROUND_MOST = 200

export interface ResealParts {
  pool: Pool
  keys: KeyRing
  columns: readonly SealedColumn[]
  sealerFor(purpose: string): Sealer
  /** Called with a value that no key opens, while the rest continues. */
  onFailure(error: Error): void
}

/**
 * Goes through all sealed values, repeatedly while there is an older key: a process with the former key order may still
 * seal with it. Runs only under the current key, or two processes with different orders would undo each other's work.
 */
export function resealSweep(parts: ResealParts): Sweep {
  let column = 0
  let after: RowKey | undefined
  return {
    name: 'secrets.reseal',
    everyMs: LOOK_MS,
    async run() {
      const { pool, keys, columns } = parts
      const current = columns[column]
      if (!current || keys.all.length === 1 || !(await isCurrent(pool, keys))) {
        return { done: 0, lagMs: 0, more: false }
      }
      const rows = await listSealed(pool, current, { after, most: ROUND_MOST })
      const changed = resealed(parts, current, rows)
      const done = changed.length === 0 ? 0 : await replaceSealed(pool, current, changed)
      after = rows.length === ROUND_MOST ? rows.at(-1) : undefined
      if (!after) column = (column + 1) % columns.length
      return { done, lagMs: 0, more: after !== undefined || column > 0 }
    },
  }
}

function resealed(
  { sealerFor, onFailure }: ResealParts,
  { purpose, label }: SealedColumn,
  rows: readonly SealedRow[],
): { row: SealedRow; resealed: Buffer }[] {
  const sealer = sealerFor(purpose)
  const failures: unknown[] = []
  const changed = rows.flatMap((row) => {
    try {
      const resealed = sealer.reseal(row.sealed)
      return resealed ? [{ row, resealed }] : []
    } catch (error) {
      failures.push(error)
      return []
    }
  })
  if (failures.length > 0) {
    onFailure(
      new Error(`${label} (${failures.length}) cannot be opened with any key of SECRET_KEY`),
    )
  }
  return changed
}

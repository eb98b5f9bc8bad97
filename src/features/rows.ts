// Helpers for actions that create and update rows.

import { type Metadata, type MetadataPatch, mergeMetadata } from '../domain/metadata.ts'
import type { Answer, DeclaredEvent, Row, Subject, Table } from '../platform/db/table.ts'
import { newUuid } from '../platform/ids.ts'
import type { Work } from './accounts/store.ts'

/** The initial properties of every new row. */
export const newRow = (work: Work) => ({
  environment_id: work.environment.environment_id,
  id: newUuid(),
  created_at: work.now,
  updated_at: work.now,
})

/** Inserts a row and records its event: the counterpart of `work.change`. */
export function insertRow<R extends Row>(
  work: Work,
  type: DeclaredEvent,
  about: Subject,
  { table, row, present }: { table: Table<R>; row: R; present(row: NoInfer<R>): string },
): Answer {
  const json = present(row)
  work.insert(table, row)
  work.record(type, about, json)
  return { json, object_id: about.id }
}

export interface Patchable {
  metadata: Metadata
  updated_at: number
}

/** New values of columns: undefined keeps a value, and metadata is merged. */
export type Patch<R> = Omit<Partial<R>, 'metadata'> & {
  metadata?: MetadataPatch | null | undefined
}

/** A row with a patch applied. */
export function patched<R extends Patchable>(
  work: Work,
  before: R,
  { metadata, ...patch }: Patch<NoInfer<R>>,
): R {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined)
  return {
    ...before,
    ...Object.fromEntries(sent),
    ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata, metadata) }),
    updated_at: work.now,
  }
}

/** A text in a patch: null clears it; undefined keeps it. */
export const orEmpty = (text: string | null | undefined): string | undefined =>
  text === null ? '' : text

/** An instant in a patch, parsed: null clears it; undefined keeps it. */
export const instantSent = (text: string | null | undefined): number | null | undefined =>
  typeof text === 'string' ? Date.parse(text) : text

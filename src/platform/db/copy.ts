// Writes many rows at once with COPY, which fills whole pages, where an insert adds row by row.

import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from } from 'pg-copy-streams'
import { isOutage } from './pool.ts'

/**
 * Copies all rows, or none. `text` has a line for each row, with tabs between its columns; `target` names the table
 * and the columns. The pool must send one statement at a time.
 */
export async function copyInto(pool: Pool, target: string, text: string): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await pipeline([text], client.query(from(`copy ${target} from stdin`)))
  } catch (error) {
    if (isOutage(error)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

export const COPY_NULL = '\\N'
const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Escapes a text as a column of a `COPY` line. */
export function copyText(text: string | null): string {
  if (text === null) return COPY_NULL
  if (!SPECIAL.test(text)) return text
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string)
}

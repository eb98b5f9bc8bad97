// The IDs of lines: kept with them, and made from invoice and position where an older version kept none.

import { hash } from 'node:crypto'
import type { LineInput } from '../../domain/invoice-lines.ts'
import { encodeId } from '../../platform/ids.ts'

/** The ID of the line at a position, counted from 0. */
export const lineRef = (invoiceId: string, { id }: Pick<LineInput, 'id'>, index: number): string =>
  encodeId('il', id ?? derivedId(invoiceId, index))

/** The same UUID each time: of version 8 (RFC 9562, section 5.8), from a digest. */
function derivedId(invoiceId: string, index: number): string {
  const digest = hash('sha256', `${invoiceId}/${index + 1}`)
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

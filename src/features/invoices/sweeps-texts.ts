// Writes the texts of invoices whose text is missing or outdated: after an upgrade, an erasure, or a change by an older
// process. Until then, they are read from their columns.

import type { Backfill } from '../../platform/sweeps/backfill.ts'
import { fillTexts, type Place, WITHOUT_TEXT } from './store-texts.ts'

const FIRST: Place = { created_at: 0, id: '00000000-0000-0000-0000-000000000000' }

export const invoiceTexts: Backfill<Place> = {
  name: 'invoice_texts',
  left: 'invoices without stored text',
  table: 'invoices',
  lacking: WITHOUT_TEXT,
  fill: (tx, environmentId, { after = FIRST, most }) =>
    fillTexts(tx, environmentId, { after, most }),
}

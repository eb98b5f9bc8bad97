// How documents are asked for.

import { Type } from 'typebox'

export const InvoicePath = {
  id: Type.String({
    pattern: '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The invoice.',
  }),
}

// Constraints of prices and previews, and their messages in English and French.

import type { Case } from './values.ts'

export const PRICES: Case[] = [
  [
    { kind: 'exclusive', with: 'unit_amount_decimal' },
    'unit_amount',
    'unit_amount and unit_amount_decimal cannot be used together. Send one of them.',
    'De ces deux champs, un seul peut servir à la fois.',
  ],
  [
    { kind: 'fixed_by_price', value: '158' },
    'line_items[0].unit_amount',
    'line_items[0].unit_amount is computed from the price of the line and is 158. Omit it.',
    'Cela vient du prix de la ligne et vaut 158.',
  ],
  [
    { kind: 'not_of_model', model: 'package', members: ['unit_amount', 'size', 'free_units'] },
    'tiers',
    'tiers cannot be used with model package, which takes unit_amount, size and free_units.',
    'Ce modèle de prix n’a pas ce champ.',
  ],
  [
    {
      kind: 'preview_outdated',
      at: '2026-11-20T21:36:00.000Z',
      hash: '5f2b',
      amount_due: 'CA$79.96',
    },
    'preview',
    'The invoice is no longer what the preview showed. Now its amount due is CA$79.96: to accept that, send preview with at 2026-11-20T21:36:00.000Z and hash 5f2b.',
    'La facture n’est plus celle de l’aperçu\u00a0: le montant à payer serait maintenant de CA$79.96.',
  ],
  [
    { kind: 'price_currency', price: 'eur', invoice: 'cad' },
    'line_items[0].price_id',
    'line_items[0].price_id is a price in eur, but the invoice is in cad. Use a price in cad.',
    'Ce prix est en eur, la facture en cad.',
  ],
  [
    { kind: 'price_inactive' },
    'line_items[0].price_id',
    'line_items[0].price_id is inactive. Use an active price, or set active to true on it.',
    'Ce prix n’est pas actif\u00a0; réactivez-le pour le facturer.',
  ],
  [
    { kind: 'price_missing' },
    'line_items[0].price_id',
    'line_items[0].price_id does not exist in this environment.',
    'Ce prix n’existe pas ici.',
  ],
  [
    { kind: 'price_product' },
    'line_items[0].product_id',
    'line_items[0].product_id is not the product of the price. Omit it: the price determines the product.',
    'Ce prix est celui d’un autre produit.',
  ],
  [
    { kind: 'tier_end', isLast: true },
    'tiers[1].up_to',
    'tiers[1].up_to must be null: the last tier has no end.',
    'Le dernier palier n’a pas de fin.',
  ],
  [
    { kind: 'tier_end', isLast: false },
    'tiers[0].up_to',
    'tiers[0].up_to cannot be null: only the last tier has no end.',
    'Seul le dernier palier n’a pas de fin.',
  ],
  [
    { kind: 'tier_order', above: 10 },
    'tiers[1].up_to',
    'tiers[1].up_to must be more than 10, the end of the previous tier.',
    'Un palier finit après le précédent, donc au-delà de 10.',
  ],
]

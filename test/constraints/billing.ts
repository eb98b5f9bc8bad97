// Constraints of billing, and their messages in English and French.

import type { Case } from './values.ts'

export const BILLING: Case[] = [
  [
    { kind: 'amount_too_large', amount: '9007199254740992', max: 9_007_199_254_740_991 },
    'line_items[0]',
    'line_items[0] would be 9007199254740992; the maximum amount is 9007199254740991.',
    'Ce montant est trop grand.',
  ],
  [
    { kind: 'as_of_too_late', sent: '2027-01-01', max: '2026-11-20', time_zone: 'UTC' },
    'as_of',
    'as_of is 2027-01-01, which is in the future: in UTC, today is 2026-11-20. Use 2026-11-20 or earlier.',
    'Ce jour est encore à venir ; le dernier possible est le 2026-11-20.',
  ],
  [
    { kind: 'clock_end', sent: '9999-01-01T00:00:00.000Z', max: '9000-01-01T00:00:00.000Z' },
    'to',
    'to is 9999-01-01T00:00:00.000Z; the latest allowed time is 9000-01-01T00:00:00.000Z.',
    'L’horloge ne va pas plus loin que 9000-01-01T00:00:00.000Z.',
  ],
  [
    { kind: 'clock_goes_back', sent: '2025-01-01T00:00:00.000Z', now: '2026-01-01T00:00:00.000Z' },
    'to',
    'to is 2025-01-01T00:00:00.000Z, but the test time is already 2026-01-01T00:00:00.000Z and cannot go back. Use a later time, or reset the environment.',
    'L’horloge est déjà à 2026-01-01T00:00:00.000Z et ne recule jamais ; choisissez un instant plus tardif.',
  ],
  [
    { kind: 'country', sent: '"UK"', meant: 'GB' },
    'country',
    'The country "UK" is not an assigned ISO 3166-1 code such as CA, US or DE. Did you mean GB?',
    'Ce n’est pas un pays en deux lettres, comme CA ou FR ; vouliez-vous dire GB ?',
  ],
  [
    { kind: 'credit_amount', sent: '"0"' },
    'amount',
    'amount is "0"; it must be a decimal other than zero with at most eight decimal places, such as "25.00", or "-25.00" to remove credit.',
    'Il faut un montant autre que zéro, comme 25,00 ou -25,00.',
  ],
  [
    {
      kind: 'credit_owed',
      customer: 'cus_7',
      owed: ['12.50000000 cad', '1.00000000 eur', '2.00000000 usd'],
    },
    null,
    'Customer cus_7 has credit of 12.50000000 cad, 1.00000000 eur and 2.00000000 usd. Remove it with a credit transaction of a negative amount, then delete the customer.',
    'Ce client a un crédit de 12.50000000 cad, 1.00000000 eur et 2.00000000 usd ; reprenez-le par un montant négatif sous «\u00a0Crédit\u00a0», puis supprimez le client.',
  ],
  [
    { kind: 'currency', sent: '"cda"', meant: 'cad' },
    'currency',
    'The currency "cda" is not an active ISO 4217 code such as cad, usd or eur. Did you mean cad?',
    'Ce n’est pas une devise en cours, comme cad, usd ou eur ; vouliez-vous dire cad ?',
  ],
  [
    { kind: 'currency', sent: '"xxx"' },
    'currency',
    'The currency "xxx" is not an active ISO 4217 code such as cad, usd or eur.',
    'Ce n’est pas une devise en cours, comme cad, usd ou eur.',
  ],
  [
    { kind: 'expiry_passed', sent: '2020-01-01T00:00:00.000Z' },
    'expires_at',
    'expires_at is 2020-01-01T00:00:00.000Z, which is in the past. Use a time in the future, or omit it.',
    'Ce jour est passé ; choisissez un jour à venir, ou aucun.',
  ],
  [
    { kind: 'movements_too_many', from: '2026-01-01', sent: '2026-11-20', max: 1_000 },
    'to',
    'There are more than 1000 movements from 2026-01-01 to 2026-11-20. Use a shorter span: the closing balance of one is the opening balance of the next.',
    'Il y a plus de 1000 mouvements ; choisissez une période plus courte.',
  ],
  [
    { kind: 'span_too_long', sent: '2026-11-20', days: 366, max: '2026-01-02' },
    'to',
    'to is 2026-11-20; the maximum is 366 days after from, which is 2026-01-02. Use 2026-01-02 or earlier.',
    'La période compte au plus 366 jours ; le dernier possible est le 2026-01-02.',
  ],
  [
    { kind: 'from_after_to', sent: '2026-11-21', max: '2026-11-20' },
    'from',
    'from is 2026-11-21, which is after 2026-11-20, the end of the range.',
    'Ce jour vient après le 2026-11-20, le dernier jour demandé.',
  ],
  [
    { kind: 'language', sent: '"de"', known: ['en', 'fr'] },
    'language',
    'Documents are not available in the language "de". Use en or fr, optionally with a region, such as fr-CA.',
    'Il n’y a pas de documents dans cette langue. Choisissez en ou fr, avec une région au besoin, comme fr-CA.',
  ],
  [
    { kind: 'metadata_keys', count: 51, max: 50 },
    'metadata',
    'metadata would have 51 keys; the maximum is 50. To remove keys, set them to null.',
    '51 clés, c’est trop ; 50 sont possibles.',
  ],
  [
    { kind: 'product_archived', name: '"Seats"' },
    'line_items[0].product_id',
    'line_items[0].product_id is "Seats", which is archived. Use an active product, or unarchive it.',
    'Le produit "Seats" est archivé ; rendez-le actif pour le facturer.',
  ],
  [
    { kind: 'product_missing' },
    'line_items[0].product_id',
    'line_items[0].product_id does not exist in this environment.',
    'Ce produit n’existe pas ici.',
  ],
  [
    {
      kind: 'received_too_late',
      sent: '2026-11-22',
      max: '2026-11-21',
      time_zone: 'America/Toronto',
    },
    'received_on',
    'received_on is 2026-11-22, which is in the future: in America/Toronto, today is 2026-11-21. Use 2026-11-21 or earlier, once the money has moved.',
    'Cette date est dans le futur. Choisissez le 2026-11-21 ou une date antérieure, et enregistrez le paiement une fois reçu.',
  ],
]

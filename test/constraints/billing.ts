// What billing minds: constraints, and what is said of them in English and French.

import type { Case } from './values.ts'

export const BILLING: Case[] = [
  [
    { kind: 'amount_too_large', amount: '9007199254740992', max: 9_007_199_254_740_991 },
    'line_items[0]',
    'line_items[0] would come to 9007199254740992; the largest amount is 9007199254740991.',
    'Ce montant est trop grand.',
  ],
  [
    { kind: 'as_of_too_late', sent: '2027-01-01', max: '2026-11-20', time_zone: 'UTC' },
    'as_of',
    'as_of is 2027-01-01, but in UTC it is 2026-11-20: the books know of no later day. Ask for 2026-11-20 or an earlier one.',
    'Ce jour est encore à venir ; le dernier possible est le 2026-11-20.',
  ],
  [
    { kind: 'clock_end', sent: '9999-01-01T00:00:00.000Z', max: '9000-01-01T00:00:00.000Z' },
    'to',
    'to is 9999-01-01T00:00:00.000Z; the clock goes as far as 9000-01-01T00:00:00.000Z.',
    'L’horloge ne va pas plus loin que 9000-01-01T00:00:00.000Z.',
  ],
  [
    { kind: 'clock_goes_back', sent: '2025-01-01T00:00:00.000Z', now: '2026-01-01T00:00:00.000Z' },
    'to',
    'to is 2025-01-01T00:00:00.000Z, but the clock stands at 2026-01-01T00:00:00.000Z already and never goes back. Name a later time, or reset the environment.',
    'L’horloge est déjà à 2026-01-01T00:00:00.000Z et ne recule jamais ; choisissez un instant plus tardif.',
  ],
  [
    { kind: 'country', sent: '"UK"', meant: 'GB' },
    'country',
    'The country "UK" is not an assigned ISO 3166-1 code such as CA, US or DE; did you mean GB?',
    'Ce n’est pas un pays en deux lettres, comme CA ou FR ; vouliez-vous dire GB ?',
  ],
  [
    { kind: 'credit_amount', sent: '"0"' },
    'amount',
    'amount is "0"; it is a decimal that is not zero, with at most eight digits after the point, like "25.00", or "-25.00" to take credit back.',
    'Il faut un montant autre que zéro, comme 25,00 ou -25,00.',
  ],
  [
    {
      kind: 'credit_owed',
      customer: 'cus_7',
      owed: ['12.50000000 cad', '1.00000000 eur', '2.00000000 usd'],
    },
    null,
    'Customer cus_7 is owed credit of 12.50000000 cad, 1.00000000 eur and 2.00000000 usd. Take it back with a credit transaction of a negative amount, then delete the customer.',
    'Ce client a un crédit de 12.50000000 cad, 1.00000000 eur et 2.00000000 usd ; reprenez-le par un montant négatif sous «\u00a0Crédit\u00a0», puis supprimez le client.',
  ],
  [
    { kind: 'currency', sent: '"cda"', meant: 'cad' },
    'currency',
    'The currency "cda" is not an active ISO 4217 code such as cad, usd or eur; did you mean cad?',
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
    'expires_at is 2020-01-01T00:00:00.000Z, which has passed. Name a time to come, or leave it out.',
    'Ce jour est passé ; choisissez un jour à venir, ou aucun.',
  ],
  [
    { kind: 'from_after_to', sent: '2026-11-21', max: '2026-11-20' },
    'from',
    'from is 2026-11-21, which is later than 2026-11-20, the last day asked for.',
    'Ce jour vient après le 2026-11-20, le dernier jour demandé.',
  ],
  [
    { kind: 'language', sent: '"jp"', meant: 'ja' },
    'language',
    'The language "jp" is not an assigned ISO 639 code; did you mean ja?',
    'Ce code de langue n’est pas attribué ; vouliez-vous dire ja ?',
  ],
  [
    { kind: 'language', sent: '"xx"' },
    'language',
    'The language "xx" is not an assigned ISO 639 code, perhaps with a region, such as en, fr or fr-CA.',
    'Il faut une langue comme en, fr ou fr-CA.',
  ],
  [
    { kind: 'metadata_keys', count: 51, max: 50 },
    'metadata',
    'The metadata would hold 51 keys; it can hold at most 50. Remove some by sending them as null.',
    '51 clés, c’est trop ; 50 sont possibles.',
  ],
  [
    { kind: 'product_archived', name: '"Seats"' },
    'line_items[0].product_id',
    'line_items[0].product_id names "Seats", which is archived. Name an active product, or make it active again.',
    'Le produit "Seats" est archivé ; rendez-le actif pour le facturer.',
  ],
  [
    { kind: 'product_missing' },
    'line_items[0].product_id',
    'line_items[0].product_id names no product of this environment.',
    'Ce produit n’existe pas ici.',
  ],
  [
    { kind: 'received_too_late', sent: '2026-11-22', max: '2026-11-21' },
    'received_on',
    'received_on is 2026-11-22, which is still to come; allowed is any day up to 2026-11-21. Record the payment when it has arrived.',
    'Ce jour est encore à venir ; le dernier possible est le 2026-11-21.',
  ],
]

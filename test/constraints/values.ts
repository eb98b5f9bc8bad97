// Constraints of values, and their messages in English and French.

import type { Constraint } from '../../src/constraint.ts'

/** A constraint with its API message, and the page's in French before typesetting. */
export type Case = [constraint: Constraint, param: string | null, english: string, french: string]

export const VALUES: Case[] = [
  [
    { kind: 'any', sent: '1' },
    'a',
    'a must be another value; 1 is not.',
    'Il faut une autre valeur ; 1 ne convient pas.',
  ],
  [
    {
      kind: 'any_of',
      options: [
        { kind: 'format', format: 'email' },
        { kind: 'literal', value: '' },
        { kind: 'null' },
      ],
      sent: '"x"',
    },
    'email',
    'email must be an email address such as billing@example.com, "" or null; "x" is not.',
    'Il faut une adresse de courriel comme billing@example.com ; "x" ne convient pas.',
  ],
  [
    {
      kind: 'any_of',
      options: [
        { kind: 'format', format: 'date-time' },
        { kind: 'format', format: 'date' },
      ],
    },
    'at',
    'at must be a time such as 2026-11-20T21:36:00.000Z or a calendar date such as 2026-11-20.',
    'Il faut un instant comme 2026-11-20T21:36:00.000Z ou une date comme 2026-11-20.',
  ],
  [
    { kind: 'boolean', sent: '"yes"' },
    'on',
    'on must be true or false; "yes" is not.',
    'Il faut vrai ou faux ; "yes" ne convient pas.',
  ],
  [
    { kind: 'format', format: 'line', min: 1, max: 32, sent: '"a\\nb"' },
    'phone',
    'phone must be a single-line string without control characters of 1 to 32 characters; "a\\nb" is not.',
    'Il faut un texte d’une seule ligne de 1 à 32 caractères ; "a\\nb" ne convient pas.',
  ],
  [
    { kind: 'format', format: 'scope', words: ['*', 'invoices:read'], sent: '5' },
    'scopes[0]',
    'scopes[0] must be one of *, invoices:read; 5 is not.',
    'Il faut l’une des permissions *, invoices:read ; 5 ne convient pas.',
  ],
  [
    { kind: 'integer', sent: '1.5' },
    'n',
    'n must be a whole number; 1.5 is not.',
    'Il faut un nombre entier ; 1.5 ne convient pas.',
  ],
  [
    { kind: 'integer', min: 1, sent: '0' },
    'n',
    'n must be a whole number of at least 1; 0 is not.',
    'Il faut un nombre entier d’au moins 1 ; 0 ne convient pas.',
  ],
  [
    { kind: 'integer', min: 0, max: 9, sent: '-1', advice: 'give_discount' },
    'line_items[3].unit_amount',
    'line_items[3].unit_amount must be a whole number from 0 to 9; -1 is not. To give a discount, redeem a coupon on the invoice with POST /v1/invoices/:id/discounts.',
    'Il faut un nombre entier de 0 à 9 ; -1 ne convient pas. Pour une remise, appliquez un coupon à la facture.',
  ],
  [
    { kind: 'length', max: 200 },
    'note',
    'note must be a string of at most 200 characters.',
    'Il faut un texte simple d’au plus 200 caractères.',
  ],
  [
    { kind: 'length', min: 1, max: 5, sent: '5' },
    'name',
    'name must be a string of 1 to 5 characters; 5 is not.',
    'Il faut un texte simple de 1 à 5 caractères ; 5 ne convient pas.',
  ],
  [
    { kind: 'list', of: 'objects', min: 1, max: 3, sent: '{}' },
    'lines',
    'lines must be a list of 1 to 3 objects; {} is not.',
    'Il faut une liste de 1 à 3 éléments ; {} ne convient pas.',
  ],
  [
    { kind: 'literal', value: 'card', sent: '"x"' },
    'm',
    'm must be card; "x" is not.',
    'Il faut card ; "x" ne convient pas.',
  ],
  [
    { kind: 'map', max: 50, of: { kind: 'string' }, sent: '[]' },
    'metadata',
    'metadata must be an object of at most 50 keys, each a string; [] is not.',
    'Il faut un objet d’au plus 50 clés ; [] ne convient pas.',
  ],
  [
    { kind: 'map', max: 50 },
    'metadata',
    'metadata must be an object of at most 50 keys, each any value.',
    'Il faut un objet d’au plus 50 clés.',
  ],
  [
    { kind: 'null', sent: '1' },
    'a',
    'a must be null; 1 is not.',
    'Il faut null ; 1 ne convient pas.',
  ],
  [
    { kind: 'number', max: 9_007_199_254_740_991 },
    'a',
    'a must be a number of at most 2^53−1.',
    'Il faut un nombre.',
  ],
  [{ kind: 'number' }, 'a', 'a must be a number.', 'Il faut un nombre.'],
  [
    { kind: 'object', sent: '1' },
    null,
    'The body must be an object; 1 is not.',
    'Il faut un objet ; 1 ne convient pas.',
  ],
  [
    { kind: 'one_of', values: ['a', 'b', 'c'], sent: '"d"' },
    'x',
    'x must be a, b or c; "d" is not.',
    'Il faut a, b ou c ; "d" ne convient pas.',
  ],
  [
    { kind: 'pattern', pattern: '^x$' },
    'x',
    'x must be a string like ^x$.',
    'Il faut un texte de la forme ^x$.',
  ],
  [
    { kind: 'pattern', pattern: '^x$', example: 'x' },
    'x',
    'x must be a string such as x.',
    'Il faut un texte comme x.',
  ],
  [
    { kind: 'several_of', values: ['open', 'paid'], sent: '"pad"', meant: 'paid' },
    'status',
    'status must be open or paid, or several of them separated by commas; "pad" is not. Did you mean paid?',
    'Il faut open ou paid, ou plusieurs, séparés par des virgules ; "pad" ne convient pas. Vouliez-vous dire paid ?',
  ],
  [
    { kind: 'string', sent: '1' },
    'x',
    'x must be a string; 1 is not.',
    'Il faut un texte ; 1 ne convient pas.',
  ],
]

// Constraints of taxes, and their messages in English and French.

import type { Case } from './values.ts'

export const TAXES: Case[] = [
  [
    { kind: 'before', other: 'valid_from', date: '2026-01-01' },
    'valid_to',
    'valid_to must not be before valid_from, which is 2026-01-01.',
    'Cette date doit être au plus tôt le 2026-01-01.',
  ],
  [
    { kind: 'not_in_union' },
    'country',
    'country must be a member state of the European Union.',
    'Il faut un État membre de l’Union européenne.',
  ],
  [
    { kind: 'region_unknown', country: 'CA', sent: '"Ontaro"', meant: 'Ontario (ON)' },
    'region',
    'region must be a province or territory of Canada; "Ontaro" is not. Did you mean Ontario (ON)?',
    'Il faut une province ou un territoire du Canada ; vouliez-vous dire Ontario (ON) ?',
  ],
  [
    { kind: 'region_unknown', country: 'US', sent: '"Bavaria"', known: ['AL', 'AK'] },
    'region',
    'region must be a state or territory of the United States; "Bavaria" is not. Use one of AL, AK.',
    'Il faut un État ou un territoire des États-Unis. Valeurs possibles\u00a0: AL, AK.',
  ],
  [
    {
      kind: 'region_unknown',
      country: 'CA',
      by_default: true,
      sent: '"Texas"',
      elsewhere: 'US',
    },
    'state_province',
    'country was not sent, so it is CA. state_province must be a province or territory of Canada; "Texas" is not, but it is a state or territory of the United States: check the country.',
    'Sans pays indiqué, c’est CA. Il faut une province ou un territoire du Canada ; ceci est un État ou un territoire des États-Unis, vérifiez le pays.',
  ],
  [
    { kind: 'region_without_tax', regions: ['BC', 'MB', 'QC', 'SK'] },
    'region',
    'region must be omitted, or be BC, MB, QC or SK: the other regions have no tax of their own. For your own rates, use the scheme manual.',
    'Seules ces régions ont une taxe à elles\u00a0: BC, MB, QC, SK. Pour vos propres taux, choisissez le régime manuel.',
  ],
  [
    { kind: 'tax_rate_inactive' },
    'line_items[0].tax_rates[0]',
    'line_items[0].tax_rates[0] is inactive. Use an active tax rate, or set active to true on it.',
    'Ce taux de taxe n’est pas actif\u00a0; réactivez-le pour l’utiliser.',
  ],
  [
    { kind: 'tax_rate_missing' },
    'line_items[0].tax_rates[0]',
    'line_items[0].tax_rates[0] does not exist in this environment.',
    'Ce taux de taxe n’existe pas dans cet environnement.',
  ],
  [
    { kind: 'tax_rates_mixed' },
    'line_items[0].tax_rates',
    'line_items[0].tax_rates has both inclusive and exclusive rates. A line can have only one kind.',
    'Une ligne a soit des taxes comprises dans ses prix, soit des taxes ajoutées, pas les deux.',
  ],
  [
    { kind: 'zero_category', category: 'exempt' },
    'percentage',
    'percentage must be 0 for the category exempt.',
    'Le taux de cette catégorie est 0.',
  ],
]

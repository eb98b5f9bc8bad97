// The standard VAT rates of countries next to the European Union by day, each row with its source.

import type { CountryRow } from './rows.ts'

const EASYTAX = 'easytax.co, 2025'
const IBERICODE = 'ibericode/vat-rates, 2025-08-12'
const KDELDYCKE = 'kdeldycke/vat-rates, 2025-09-25'
const SALES_TAX = 'valeriansaliou/node-sales-tax, 2025-10-31'
const TAX_FOUNDATION = 'Tax Foundation, 2026-01-26'

/** Country, percentage, first and last day, and source. */
export const NEIGHBOUR_RATES: readonly CountryRow[] = [
  [
    'GB',
    '20',
    '2011-01-04',
    null,
    [
      'kmbs.co.uk (20 from 2011-01-04)',
      IBERICODE,
      SALES_TAX,
      KDELDYCKE,
      'vatnode/eu-vat-rates-data-python:src/eu_vat_rates_data/eu_vat_rates_data.json',
      EASYTAX,
    ],
  ],
  [
    'XI',
    '20',
    '2021-01-01',
    null,
    [
      'easytax.co VAT rates 2025 (XI 20)',
      'NI inside the UK VAT system: nicustomstradeacademy.co.uk',
      'XI prefix from 2021-01-01: grantthornton.nl',
    ],
  ],
  [
    'CH',
    '7.7',
    '2018-01-01',
    '2023-12-31',
    ['lexology.com (ESTV, from 2018-01-01)', 'lirex.one', SALES_TAX, KDELDYCKE],
  ],
  [
    'CH',
    '8.1',
    '2024-01-01',
    null,
    [
      'estv.admin.ch (via ieeks/eu-vat-engine standardVatRates.ts, 2026-08-26',
      'driesvints/vat-calculator#169)',
      'lirex.one',
      SALES_TAX,
      KDELDYCKE,
      'vatnode/eu-vat-rates-data-python',
      TAX_FOUNDATION,
      'easytax.co',
    ],
  ],
  [
    'NO',
    '25',
    '2005-01-01',
    null,
    [
      'statsbudsjettet.no 2005 (24 to 25 from 2005-01-01)',
      'skatteetaten.no/satser/merverdiavgift',
      'lovdata.no decision for 2026 (vatupdate.com ?p=334849)',
      'valeriansaliou/node-sales-tax',
      'kdeldycke/vat-rates',
      'vatnode/eu-vat-rates-data-python',
    ],
  ],
]

// Canada's federal and provincial sales taxes by day, each row with its source.

import type { TaxRow } from './rows.ts'

export const CANADA: readonly TaxRow[] = [
  {
    country: 'CA',
    region: null,
    name: 'GST',
    percentage: '5',
    valid_from: '2008-01-01',
    valid_to: null,
    source:
      'revenuquebec.ca tables of GST and QST rates; cra-arc.gc.ca GST/HST rates table (rts-eng, archived); taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json; gst-hst-calculator.pages.dev 2026-02-15; avalara.com Canada table 2025-12-24',
  },
  {
    country: 'CA',
    region: 'ON',
    name: 'HST',
    percentage: '13',
    valid_from: '2010-07-01',
    valid_to: null,
    source:
      'cra-arc.gc.ca GST/HST rates table (rts-eng, archived); taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json (5+8); gst-hst-calculator.pages.dev 2026-02-15; avalara.com Canada table 2025-12-24',
  },
  {
    country: 'CA',
    region: 'NB',
    name: 'HST',
    percentage: '15',
    valid_from: '2016-07-01',
    valid_to: null,
    source:
      'NB transitional rules 2016-03-30 (crowe.com); avalara.com 2016-05-30; flmontreal.com 2016-06; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json (5+10); gst-hst-calculator.pages.dev 2026-02-15',
  },
  {
    country: 'CA',
    region: 'NL',
    name: 'HST',
    percentage: '15',
    valid_from: '2016-07-01',
    valid_to: null,
    source:
      'NL budget 2016-17 (doanegrantthornton.ca); lwlaw.com; avalara.com 2016-05-30; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json (5+10); gst-hst-calculator.pages.dev 2026-02-15',
  },
  {
    country: 'CA',
    region: 'PE',
    name: 'HST',
    percentage: '15',
    valid_from: '2016-10-01',
    valid_to: null,
    source:
      'avalara.com 2016-09-26; flmontreal.com 2016-06; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json (5+10); gst-hst-calculator.pages.dev 2026-02-15',
  },
  {
    country: 'CA',
    region: 'NS',
    name: 'HST',
    percentage: '15',
    valid_from: '2010-07-01',
    valid_to: '2025-03-31',
    source:
      'cra-arc.gc.ca GST/HST rates table (rts-eng, archived); CRA GI-108 (ryan.com 2010); CRA Notice 342 (copy: taxinterpretations.com); valeriansaliou/node-sales-tax:res/sales_tax_rates.json (before 2025-04-01); advalorem.ca',
  },
  {
    country: 'CA',
    region: 'NS',
    name: 'HST',
    percentage: '14',
    valid_from: '2025-04-01',
    valid_to: null,
    source:
      'SOR/2025-77 (provincial 9; gazette.gc.ca 2025-03-26); CRA Notice 342 (copy: taxinterpretations.com); mnp.ca; pwc.com 2025-03; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json (5+9); gst-hst-calculator.pages.dev 2026-02-15',
  },
  {
    country: 'CA',
    region: 'QC',
    name: 'QST',
    percentage: '9.975',
    valid_from: '2013-01-01',
    valid_to: null,
    source:
      'revenuquebec.ca tables of GST and QST rates; retailcouncil.org; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json; gst-hst-calculator.pages.dev 2026-02-15; avalara.com Canada table 2025-12-24',
  },
  {
    country: 'CA',
    region: 'BC',
    name: 'PST',
    percentage: '7',
    valid_from: '2013-04-01',
    valid_to: null,
    source:
      'richter.ca Tax Bulletin 2013-02; EY 2026-0518 (rate 7 kept in Budget 2026); taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json; gst-hst-calculator.pages.dev 2026-02-15; avalara.com Canada table 2025-12-24',
  },
  {
    country: 'CA',
    region: 'SK',
    name: 'PST',
    percentage: '6',
    valid_from: '2017-03-23',
    valid_to: null,
    source:
      'ryan.com 2017-03-23; retailcouncil.org 2017; scaonline.ca; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json; gst-hst-calculator.pages.dev 2026-02-15; avalara.com Canada table 2025-12-24',
  },
  {
    country: 'CA',
    region: 'MB',
    name: 'RST',
    percentage: '7',
    valid_from: '2019-07-01',
    valid_to: null,
    source:
      'manitoba.ca/finance/taxation/taxes/retail.html (7); mondaq.com 815952; avalara.com 2019-04-14; taxtips.ca sales-tax-rates-2026; valeriansaliou/node-sales-tax:res/sales_tax_rates.json; gst-hst-calculator.pages.dev 2026-02-15',
  },
]

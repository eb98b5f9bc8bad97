// The messages of the tax report.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Tax report',
    text: 'Taxes of the invoices finalized in the period, less those voided in it.',
    period: 'Period',
    presets: {
      this_month: 'This month',
      last_month: 'Last month',
      this_quarter: 'This quarter',
      last_quarter: 'Last quarter',
      this_year: 'This year',
      last_year: 'Last year',
    },
    custom: 'Custom',
    from: 'From',
    to: 'To',
    csv: 'CSV',
    nothing: 'No taxes in this period.',
    tax: 'Tax',
    base: 'Base',
    charged: 'Tax',
    credited: 'Voided',
    netBase: 'Net base',
    net: 'Net tax',
    documents: 'Invoices',
    total: 'Total',
    tableOf: (currency: string) => `Taxes in ${currency}`,
    agrees: 'Equals the ledger.',
    differs: (ledger: string, difference: string) =>
      `The ledger has ${ledger}, a difference of ${difference}. Run the verification of the ledger.`,
    toLedger: 'View ledger',
    oss: (turnover: string, year: string, limit: string) =>
      `Sales to consumers in other member states in ${year}: ${turnover} of ${limit}.`,
    ossBefore: (turnover: string, year: string) =>
      `In ${year} they came to ${turnover}, above the limit.`,
    ossNear:
      'From this limit on, their countries’ rates apply: register for the One-Stop Shop in time.',
  },
  fr: {
    title: 'Rapport de taxes',
    text: 'Les taxes des factures émises dans la période, moins celles des factures annulées.',
    period: 'Période',
    presets: {
      this_month: 'Ce mois-ci',
      last_month: 'Le mois dernier',
      this_quarter: 'Ce trimestre',
      last_quarter: 'Le trimestre dernier',
      this_year: 'Cette année',
      last_year: 'L’année dernière',
    },
    custom: 'Autre',
    from: 'Du',
    to: 'Au',
    csv: 'CSV',
    nothing: 'Aucune taxe dans cette période.',
    tax: 'Taxe',
    base: 'Base',
    charged: 'Taxe',
    credited: 'Annulé',
    netBase: 'Base nette',
    net: 'Taxe nette',
    documents: 'Factures',
    total: 'Total',
    tableOf: (currency) => `Taxes en ${currency}`,
    agrees: 'Égal au grand livre.',
    differs: (ledger, difference) =>
      `Le grand livre a ${ledger}, soit un écart de ${difference}. Lancez la vérification du grand livre.`,
    toLedger: 'Voir le grand livre',
    oss: (turnover, year, limit) =>
      `Ventes aux consommateurs d’autres États membres en ${year} : ${turnover} sur ${limit}.`,
    ossBefore: (turnover, year) => `En ${year}, elles ont atteint ${turnover}, au-dessus du seuil.`,
    ossNear:
      'À partir de ce seuil, les taux de leurs pays s’appliquent : inscrivez-vous à temps au guichet unique.',
  },
})

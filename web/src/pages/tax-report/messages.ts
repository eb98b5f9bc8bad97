// The messages of the tax report.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Tax report',
    text: 'Taxes and untaxed sales of the invoices finalized in the period, less those voided in it.',
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
    nothing: 'No invoices in this period.',
    tax: 'Tax',
    base: 'Base',
    charged: 'Tax',
    credited: 'Voided',
    netBase: 'Net base',
    net: 'Net tax',
    documents: 'Invoices',
    total: 'Total',
    baseOnce: 'In the total, each base counts once, also if a line has several taxes.',
    untaxed: 'Untaxed',
    dataMissing: 'Data missing',
    reasons: {
      address_missing: 'no usable customer address',
      rate_unknown: 'no rate for the place and day',
      not_registered: 'not registered there',
      outside_vat_area: 'outside the VAT area',
      none_named: 'lines that ask for no tax',
      automatic_off: 'automatic tax is off',
    },
    tableOf: (currency: string) => `Taxes in ${currency}`,
    agrees: 'Tax and revenue equal the ledger.',
    differs: (ledger: string, difference: string) =>
      `The ledger has ${ledger}, a difference of ${difference}. Run the verification of the ledger.`,
    revenueDiffers: (revenue: string, difference: string) =>
      `The ledger has a revenue of ${revenue}, a difference of ${difference}. Run the verification of the ledger.`,
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
    text: 'Les taxes et les ventes sans taxe des factures émises dans la période, moins celles des factures annulées.',
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
    nothing: 'Aucune facture dans cette période.',
    tax: 'Taxe',
    base: 'Base',
    charged: 'Taxe',
    credited: 'Annulé',
    netBase: 'Base nette',
    net: 'Taxe nette',
    documents: 'Factures',
    total: 'Total',
    baseOnce: 'Dans le total, chaque base compte une fois, même si une ligne a plusieurs taxes.',
    untaxed: 'Sans taxe',
    dataMissing: 'Données manquantes',
    reasons: {
      address_missing: 'adresse du client inutilisable',
      rate_unknown: 'aucun taux pour ce lieu et ce jour',
      not_registered: 'pas d’inscription à cet endroit',
      outside_vat_area: 'hors du territoire de la TVA',
      none_named: 'lignes qui ne demandent aucune taxe',
      automatic_off: 'taxes automatiques désactivées',
    },
    tableOf: (currency) => `Taxes en ${currency}`,
    agrees: 'Taxes et revenus égaux au grand livre.',
    differs: (ledger, difference) =>
      `Le grand livre a ${ledger}, soit un écart de ${difference}. Lancez la vérification du grand livre.`,
    revenueDiffers: (revenue, difference) =>
      `Le grand livre a des revenus de ${revenue}, soit un écart de ${difference}. Lancez la vérification du grand livre.`,
    toLedger: 'Voir le grand livre',
    oss: (turnover, year, limit) =>
      `Ventes aux consommateurs d’autres États membres en ${year} : ${turnover} sur ${limit}.`,
    ossBefore: (turnover, year) => `En ${year}, elles ont atteint ${turnover}, au-dessus du seuil.`,
    ossNear:
      'À partir de ce seuil, les taux de leurs pays s’appliquent : inscrivez-vous à temps au guichet unique.',
  },
})

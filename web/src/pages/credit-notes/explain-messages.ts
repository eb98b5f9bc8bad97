// The messages of the calculation of a credit note.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    intro:
      'Taxes follow from all that was credited of a line so far, so that credit notes add up to the invoice.',
    total: 'Total',
    sum: (amount: string, tax: string) => `${amount} + ${tax} of tax`,
    line: (number: string) => `Line ${number}`,
    of: (description: string, base: string) => `${description}, billed for ${base}`,
    before: (amount: string) => `, ${amount} credited before`,
    unused: (first: string, last: string, computed: string) =>
      `; ${first} – ${last} returned: ${computed} rounded`,
    moved: (amount: string) => `, plus ${amount} that other lines of the item cannot return`,
    kept: (amount: string) => `, less ${amount} that another line of the item returns`,
    discounted: (amount: string) => `, less ${amount} of its discount`,
    share: (tax: string, until: string, base: string, share: string) =>
      `${tax} × ${until} ÷ ${base} = ${share} rounded`,
    less: (amount: string) => `, less ${amount} credited before`,
    lower: (amount: string) => `, less ${amount} so that the parts add up`,
    higher: (amount: string) => `, plus ${amount} so that the parts add up`,
  },
  fr: {
    intro:
      'Les taxes se calculent sur le total crédité de chaque ligne jusque-là, afin que la somme des avoirs corresponde à la facture.',
    total: 'Total',
    sum: (amount, tax) => `${amount} + ${tax} de taxe`,
    line: (number) => `Ligne ${number}`,
    of: (description, base) => `${description}, facturé ${base}`,
    before: (amount) => `, dont ${amount} déjà crédités`,
    unused: (first, last, computed) => `\u00a0; du ${first} au ${last}\u00a0: ${computed} arrondi`,
    moved: (amount) => `, plus ${amount} que d’autres lignes de l’article ne peuvent pas restituer`,
    kept: (amount) => `, moins ${amount} qu’une autre ligne de l’article restitue`,
    discounted: (amount) => `, moins ${amount} du rabais`,
    share: (tax, until, base, share) => `${tax} × ${until} ÷ ${base} = ${share} arrondi`,
    less: (amount) => `, moins ${amount} déjà crédités`,
    lower: (amount) => `, moins ${amount} pour que la somme soit juste`,
    higher: (amount) => `, plus ${amount} pour que la somme soit juste`,
  },
})

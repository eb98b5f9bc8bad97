// What lists say.
import { defineMessages } from '../text/locale.tsx'

export const listMessages = defineMessages({
  en: {
    newer: 'Newer',
    older: 'Older',
    pages: 'Pages',
    total: (shown: string, one: boolean) => (one ? '1 result' : `${shown} results`),
    many: 'more than 10,000',
    clearFilters: 'Clear filters',
    filters: 'Filters',
    moreFilters: 'More filters',
    noMatch: 'No results match these filters',
    any: 'Any',
    from: (what: string) => `${what} from`,
    until: (what: string) => `${what} until`,
    csv: 'Export CSV',
    csvHint: 'Downloads every row that matches the filters',
  },
  fr: {
    newer: 'Plus récents',
    older: 'Plus anciens',
    pages: 'Pages',
    total: (shown, one) => (one ? '1 résultat' : `${shown} résultats`),
    many: 'plus de 10 000',
    clearFilters: 'Effacer les filtres',
    filters: 'Filtres',
    moreFilters: 'Plus de filtres',
    noMatch: 'Aucun résultat ne correspond à ces filtres',
    any: 'Tous',
    from: (what) => `${what} : du`,
    until: (what) => `${what} : au`,
    csv: 'Exporter en CSV',
    csvHint: 'Télécharge toutes les lignes qui correspondent aux filtres',
  },
})

// What lists say.
import { defineMessages } from '../text/locale.tsx'

export const listMessages = defineMessages({
  en: {
    newer: 'Newer',
    older: 'Older',
    pages: 'Pages',
    total: (shown: string, one: boolean) => (one ? '1 in all' : `${shown} in all`),
    many: 'more than 10,000',
    clearFilters: 'Clear filters',
    filters: 'Filters',
    moreFilters: 'More filters',
    noMatch: 'Nothing matches these filters',
    any: 'Any',
    from: (what: string) => `${what} from`,
    until: (what: string) => `${what} until`,
    csv: 'CSV',
    csvHint: 'Downloads all that the filters let through',
  },
  fr: {
    newer: 'Plus récents',
    older: 'Plus anciens',
    pages: 'Pages',
    total: (shown, one) => (one ? '1 en tout' : `${shown} en tout`),
    many: 'plus de 10 000',
    clearFilters: 'Effacer les filtres',
    filters: 'Filtres',
    moreFilters: 'Plus de filtres',
    noMatch: 'Rien ne correspond à ces filtres',
    any: 'Tous',
    from: (what) => `${what} : du`,
    until: (what) => `${what} : au`,
    csv: 'CSV',
    csvHint: 'Télécharge tout ce que les filtres laissent passer',
  },
})

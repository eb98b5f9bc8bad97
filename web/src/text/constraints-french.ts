// The French sentences of constraints, from the same data as the API's English ones.
import type {
  Advice,
  Allowed,
  AllowedTable,
  Constraint,
  Format,
  RuleTable,
} from '../../../src/constraint.ts'

/** The sentence; undefined for a constraint of a server newer than the page. */
export function frenchOf(constraint: Constraint): string | undefined {
  const { kind } = constraint
  if (Object.hasOwn(FRENCH_RULES, kind)) {
    return FRENCH_RULES[kind as keyof RuleTable](constraint as never, '')
  }
  if (!Object.hasOwn(FRENCH_ALLOWED, kind)) return undefined
  const { sent, meant, advice } = constraint as Allowed & Sent
  const wanted = `Il faut ${allowedIn(constraint as Allowed)}`
  const rest = sent === undefined ? '' : ` ; ${sent} ne convient pas`
  const more = [
    ...(meant ? [`Vouliez-vous dire ${meant} ?`] : []),
    ...(advice ? [FRENCH_ADVICE[advice]] : []),
  ]
  return [`${wanted}${rest}.`, ...more].join(' ')
}

interface Sent {
  sent?: string
  meant?: string
  advice?: Advice
}

/** Completes « Il faut … ». */
function allowedIn(allowed: Allowed): string {
  const known = FRENCH_ALLOWED[allowed.kind]
  return known === undefined ? 'une autre valeur' : known(allowed as never)
}

const FORMATS: Readonly<Record<Format, string>> = {
  base64: 'du base64 (RFC 4648, section 4)',
  color: 'une couleur comme #1a6fb5',
  country: 'un pays en deux lettres comme CA, US ou DE',
  currencies: 'des devises en cours comme cad ou cad,usd',
  currency: 'une devise en cours comme cad, usd ou eur',
  date: 'une date comme 2026-11-20',
  'date-time': 'un instant comme 2026-11-20T21:36:00.000Z',
  decimal: 'un nombre décimal d’au plus 12 chiffres de part et d’autre du point, comme 0.25',
  email: 'une adresse de courriel comme billing@example.com',
  'event-filter': 'un type d’événement comme invoice.paid, ou une famille comme invoice.*',
  'event-pattern':
    'un type d’événement comme invoice.paid, une famille comme invoice.*, ou * pour tous',
  language: 'une langue comme en, fr ou fr-CA',
  line: 'un texte d’une seule ligne',
  lines: 'un texte simple',
  percentage: 'un pourcentage de 0 à 100, d’au plus 4 chiffres après le point, comme 2.9',
  scope: 'l’une des permissions',
  'time-zone': 'un fuseau horaire comme UTC ou America/Toronto',
  'web-address': 'une adresse comme https://www.example.com',
}

export const FRENCH_ALLOWED: AllowedTable = {
  any: () => 'une autre valeur',
  // A value that can also be empty is described by its non-empty form.
  any_of: ({ options }) => listed(options.filter(isFilled).map(allowedIn)),
  boolean: () => 'vrai ou faux',
  format: ({ format, words, min, max }) =>
    `${FORMATS[format]}${words ? ` ${words.join(', ')}` : ''}${sized(min, max)}`,
  integer: ({ min, max }) => {
    if (min === undefined) return 'un nombre entier'
    return `un nombre entier ${max === undefined ? `d’au moins ${min}` : `de ${min} à ${max}`}`
  },
  length: ({ min, max }) => `un texte simple${sized(min, max)}`,
  list: ({ min, max }) => `une liste de ${min} à ${max} éléments`,
  literal: ({ value }) => (value === '' ? 'un texte vide' : value),
  map: ({ max }) => `un objet d’au plus ${max} clés`,
  null: () => 'null',
  number: () => 'un nombre',
  object: () => 'un objet',
  one_of: ({ values }) => listed(values),
  pattern: ({ pattern, example }) =>
    example === undefined ? `un texte de la forme ${pattern}` : `un texte comme ${example}`,
  several_of: ({ values }) => `${listed(values)}, ou plusieurs, séparés par des virgules`,
  string: () => 'un texte',
}

export const FRENCH_ADVICE: Readonly<Record<Advice, string>> = {
  drop_line:
    'Supprimez une ligne qui ne facture rien ; pour une remise, appliquez un coupon à la facture.',
  give_discount: 'Pour une remise, appliquez un coupon à la facture.',
  reverse_payment: 'Pour reprendre un paiement, contrepassez-le.',
  smallest_unit: 'Un montant compte les plus petites unités de la devise : 19,99 $ s’écrit 1999.',
}

export const FRENCH_RULES: RuleTable = {
  amount_too_large: () => 'Ce montant est trop grand.',
  as_of_too_late: ({ max }) => `Ce jour est encore à venir ; le dernier possible est le ${max}.`,
  characters: () => 'Ce texte porte un caractère qu’aucun texte ne peut porter.',
  clock_end: ({ max }) => `L’horloge ne va pas plus loin que ${max}.`,
  clock_goes_back: ({ now }) =>
    `L’horloge est déjà à ${now} et ne recule jamais ; choisissez un instant plus tardif.`,
  country: ({ meant }) => `Ce n’est pas un pays en deux lettres, comme CA ou FR${meantOr(meant)}`,
  credit_amount: () => 'Il faut un montant autre que zéro, comme 25,00 ou -25,00.',
  credit_owed: ({ owed }) =>
    `Ce client a un crédit de ${listed(owed, 'et')} ; reprenez-le par un montant négatif sous « Crédit », puis supprimez le client.`,
  currency: ({ meant }) =>
    `Ce n’est pas une devise en cours, comme cad, usd ou eur${meantOr(meant)}`,
  depth: ({ max }) => `Il y a plus de ${max} niveaux l’un dans l’autre.`,
  event_type: ({ sent, meant }) => `Il n’existe pas d’événement ${sent}${meantOr(meant)}`,
  exclusive: () => 'De ces deux champs, un seul peut servir à la fois.',
  expiry_passed: () => 'Ce jour est passé ; choisissez un jour à venir, ou aucun.',
  from_after_to: ({ max }) => `Ce jour vient après le ${max}, le dernier jour demandé.`,
  fixed_by_price: ({ value }) => `Cela vient du prix de la ligne et vaut ${value}.`,
  key_in_brackets: () => 'Il faut une clé entre crochets, comme metadata[commande]=A-17.',
  key_length: ({ min, max }) => `Une clé doit avoir de ${min} à ${max} caractères.`,
  language: ({ known = [] }) =>
    `Il n’y a pas de documents dans cette langue. Choisissez ${listed(known)}, avec une région au besoin, comme fr-CA.`,
  metadata_keys: ({ count, max }) => `${count} clés, c’est trop ; ${max} sont possibles.`,
  movements_too_many: ({ max }) =>
    `Il y a plus de ${max} mouvements ; choisissez une période plus courte.`,
  name_forbidden: ({ name }) => `Aucun champ ne peut s’appeler ${name}.`,
  not_empty: () => 'Ce champ est obligatoire.',
  not_null: () => 'Cela ne peut pas rester vide.',
  not_of_model: () => 'Ce modèle de prix n’a pas ce champ.',
  nul: () => 'Ce texte porte un caractère nul, qu’aucun texte ne peut porter.',
  password_like_email: () => 'C’est trop proche de l’adresse de courriel.',
  password_repeats: ({ min }) => `Il faut au moins ${min} caractères différents.`,
  password_too_long: ({ max }) => `Il faut au plus ${max} caractères.`,
  password_too_short: ({ min }) => `Il faut au moins ${min} caractères.`,
  preview_outdated: ({ amount_due }) =>
    `La facture n’est plus celle de l’aperçu\u00a0: le montant à payer serait maintenant de ${amount_due}.`,
  price_currency: ({ price, invoice }) => `Ce prix est en ${price}, la facture en ${invoice}.`,
  price_inactive: () => 'Ce prix n’est pas actif\u00a0; réactivez-le pour le facturer.',
  price_missing: () => 'Ce prix n’existe pas ici.',
  price_product: () => 'Ce prix est celui d’un autre produit.',
  product_archived: ({ name }) =>
    `Le produit ${name} est archivé ; rendez-le actif pour le facturer.`,
  product_missing: () => 'Ce produit n’existe pas ici.',
  received_too_late: ({ max }) =>
    `Cette date est dans le futur. Choisissez le ${max} ou une date antérieure, et enregistrez le paiement une fois reçu.`,
  repeated: () => 'Cela n’est à donner qu’une fois.',
  required: () => 'Ce champ est obligatoire.',
  scope: ({ sent, meant }) => `Il n’existe pas de permission ${sent}${meantOr(meant)}`,
  span_too_long: ({ days, max }) =>
    `La période compte au plus ${days} jours ; le dernier possible est le ${max}.`,
  surrogate: () => 'Ce texte porte la moitié d’un caractère.',
  before: ({ date }) => `Cette date doit être au plus tôt le ${date}.`,
  not_in_union: () => 'Il faut un État membre de l’Union européenne.',
  region_unknown: ({ country, by_default, elsewhere, meant, known }) =>
    `${by_default ? `Sans pays indiqué, c’est ${country}. ` : ''}Il faut ${REGION_KINDS[country]}${
      elsewhere
        ? ` ; ceci est ${REGION_KINDS[elsewhere]}, vérifiez le pays.`
        : meant || !known
          ? meantOr(meant)
          : `. Valeurs possibles\u00a0: ${known.join(', ')}.`
    }`,
  region_without_tax: ({ regions }) =>
    `Seules ces régions ont une taxe à elles\u00a0: ${regions.join(', ')}. Pour vos propres taux, choisissez le régime manuel.`,
  zero_category: () => 'Le taux de cette catégorie est 0.',
  tax_rate_inactive: () => 'Ce taux de taxe n’est pas actif\u00a0; réactivez-le pour l’utiliser.',
  tax_rate_missing: () => 'Ce taux de taxe n’existe pas dans cet environnement.',
  tax_rates_mixed: () =>
    'Une ligne a soit des taxes comprises dans ses prix, soit des taxes ajoutées, pas les deux.',
  tier_end: ({ isLast }) =>
    isLast ? 'Le dernier palier n’a pas de fin.' : 'Seul le dernier palier n’a pas de fin.',
  tier_order: ({ above }) => `Un palier finit après le précédent, donc au-delà de ${above}.`,
  unknown_name: () => 'Ce nom n’est pas connu ici ; rechargez la page et recommencez.',
  url: () => 'Il faut une adresse comme https://example.com/hooks.',
  url_fragment: () => 'L’adresse ne doit pas porter de fragment (#…).',
  url_private: () =>
    'Cette adresse n’est pas publique. Pour votre propre machine, utilisez `npm run -s reckoner -- listen` ; pour votre propre réseau, `WEBHOOK_ALLOW_PRIVATE=true`.',
  url_scheme: () => 'L’adresse doit commencer par https:// ou http://.',
  url_user: () => 'L’adresse ne doit porter ni nom ni mot de passe.',
}

const isFilled = (allowed: Allowed): boolean =>
  allowed.kind !== 'null' && !(allowed.kind === 'literal' && allowed.value === '')

const REGION_KINDS: Readonly<Record<string, string>> = {
  CA: 'une province ou un territoire du Canada',
  US: 'un État ou un territoire des États-Unis',
}

const meantOr = (meant: string | undefined): string =>
  meant ? ` ; vouliez-vous dire ${meant} ?` : '.'

function sized(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return ''
  return min ? ` de ${min} à ${max} caractères` : ` d’au plus ${max} caractères`
}

function listed(words: readonly string[], conjunction = 'ou'): string {
  const unique = [...new Set(words)]
  return unique.length < 2
    ? unique.join('')
    : `${unique.slice(0, -1).join(', ')} ${conjunction} ${unique.at(-1)}`
}

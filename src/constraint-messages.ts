// The English sentences of constraints, as the API returns them, and the errors built from constraints.

import type {
  Advice,
  Allowed,
  AllowedTable,
  Constraint,
  Format,
  Rule,
  RuleTable,
  UrlConstraint,
} from './constraint.ts'

/** The prefix of a command, as this process was started; the default in a browser. */
const RECKONER = globalThis.process?.env?.RECKONER_INVOCATION ?? 'npm run -s reckoner --'

/** One validation error: where and why. The message is built from the constraint. */
export interface Explained<Code extends string> {
  param: string | null
  code: Code
  message: string
  constraint: Constraint
}

/** The validation error of a parameter; null means the whole request body. */
export function explain<Code extends string>(
  code: Code,
  param: string | null,
  constraint: Constraint,
): Explained<Code> {
  return { param, code, message: messageOf(constraint, param), constraint }
}

/** The summary of several errors: the first, and their number. At most `most` are counted. */
export function summaryOf(
  faults: readonly { message: string }[],
  most: number,
  wrong = 'parameters are not valid',
): string {
  const first = faults[0]?.message ?? 'The request is not valid.'
  if (faults.length < 2) return first
  return `${faults.length === most ? `At least ${most}` : faults.length} ${wrong}. ${first}`
}

/** The sentence; `name` is the name of the parameter for a reader. */
export function messageOf(constraint: Constraint, name: string | null): string {
  const called = name ?? 'The body'
  if (!isMismatch(constraint)) return ENGLISH_RULES[constraint.kind](constraint as never, called)
  const { sent, advice, meant } = constraint
  const allowed = allowedIn(constraint)
  if (meant) {
    return `${called} must be ${allowed}; ${sent} is not. Did you mean ${meant}?`
  }
  const rest = sent === undefined ? '' : `; ${sent} is not`
  return `${called} must be ${allowed}${rest}.${advice ? ` ${ENGLISH_ADVICE[advice]}` : ''}`
}

/** True if the constraint is about a value of the wrong kind. */
function isMismatch(constraint: Constraint): constraint is Exclude<Constraint, Rule> {
  return Object.hasOwn(ENGLISH_ALLOWED, constraint.kind)
}

/** False for constraints from a server newer than this page, which has no sentence for them. */
export function isKnown({ kind }: Constraint): boolean {
  return Object.hasOwn(ENGLISH_ALLOWED, kind) || Object.hasOwn(ENGLISH_RULES, kind)
}

/** Completes "must be …". */
export const allowedIn = (allowed: Allowed): string =>
  ENGLISH_ALLOWED[allowed.kind](allowed as never)

const FORMATS: Readonly<Record<Format, string>> = {
  base64: 'base64 (RFC 4648, section 4)',
  color: 'a color such as #1a6fb5',
  country: 'an assigned ISO 3166-1 two-letter code such as CA, US or DE',
  currencies: 'active ISO 4217 currencies such as cad or cad,usd',
  currency: 'an active ISO 4217 currency such as cad, usd or eur',
  date: 'a calendar date such as 2026-11-20',
  'date-time': 'a time such as 2026-11-20T21:36:00.000Z',
  decimal: 'a decimal with at most 12 digits before and after the point, such as 0.25',
  email: 'an email address such as billing@example.com',
  'event-filter': 'an event type such as invoice.paid, or a group such as invoice.*',
  'event-pattern': 'an event type such as invoice.paid, a group such as invoice.*, or * for all',
  language: 'a language such as en, fr or fr-CA',
  line: 'a single-line string without control characters',
  lines: 'a string without control characters, except tabs and line breaks,',
  percentage: 'a percentage from 0 to 100 with at most 4 digits after the point, such as 2.9',
  scope: 'one of',
  'time-zone': 'an IANA time zone such as UTC or America/Toronto',
  'web-address': 'a URL such as https://www.example.com',
}

export const ENGLISH_ALLOWED: AllowedTable = {
  any: () => 'another value',
  any_of: ({ options }) => listed(options.map(allowedIn)),
  boolean: () => 'true or false',
  format: ({ format, words, min, max }) =>
    `${FORMATS[format]}${words ? ` ${words.join(', ')}` : ''}${sized(min, max)}`,
  integer: ({ min, max }) => {
    if (min === undefined) return 'a whole number'
    return `a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`
  },
  length: ({ min, max }) => `a string${sized(min, max)}`,
  list: ({ min, max, of }) => `a list of ${min} to ${max} ${of}`,
  literal: ({ value }) => (value === '' ? '""' : value),
  map: ({ max, of }) =>
    `an object of at most ${max} keys, each ${of ? allowedIn(of) : 'any value'}`,
  null: () => 'null',
  number: ({ max }) =>
    max === Number.MAX_SAFE_INTEGER ? 'a number of at most 2^53−1' : 'a number',
  object: () => 'an object',
  one_of: ({ values }) => listed(values),
  pattern: ({ pattern, example }) =>
    example === undefined ? `a string like ${pattern}` : `a string such as ${example}`,
  several_of: ({ values }) => `${listed(values)}, or several of them separated by commas`,
  string: () => 'a string',
}

const TAKE_OFF =
  'To give a discount, redeem a coupon on the invoice with POST /v1/invoices/:id/discounts.'

export const ENGLISH_ADVICE: Readonly<Record<Advice, string>> = {
  drop_line: `Omit lines that bill nothing (in a PATCH, line_items replaces all lines). ${TAKE_OFF}`,
  give_discount: TAKE_OFF,
  reverse_payment: 'To undo a payment, reverse it with POST /v1/payments/:id/reverse.',
  smallest_unit: "Amounts are in the currency's smallest unit: CA$19.99 is 1999.",
}

const URL_PHRASES: Readonly<Record<UrlConstraint['kind'], string>> = {
  url: 'is not a URL such as https://example.com/hooks',
  url_fragment: 'must not have a fragment (#…)',
  url_private: 'is not a public address',
  url_scheme: 'must start with https:// or http://',
  url_user: 'must not contain a user name or password',
}

/** What is wrong with a URL, without advice: completes "The URL …". */
export const urlPhrase = ({ kind }: UrlConstraint): string => URL_PHRASES[kind]
const aboutUrl = (rule: UrlConstraint, name: string): string => `${name} ${urlPhrase(rule)}.`

export const ENGLISH_RULES: RuleTable = {
  amount_too_large: ({ amount, max }, name) =>
    `${name} would be ${amount}; the maximum amount is ${max}.`,
  as_of_too_late: ({ sent, max, time_zone }, name) =>
    `${name} is ${sent}, which is in the future: in ${time_zone}, today is ${max}. Use ${max} or earlier.`,
  characters: (_, name) => `${name} contains a character that is not allowed.`,
  clock_end: ({ sent, max }, name) => `${name} is ${sent}; the latest allowed time is ${max}.`,
  clock_goes_back: ({ sent, now }, name) =>
    `${name} is ${sent}, but the test time is already ${now} and cannot go back. Use a later time, or reset the environment.`,
  country: ({ sent, meant }) =>
    `The country ${sent} is not an assigned ISO 3166-1 code such as CA, US or DE${didYouMean(meant)}`,
  credit_amount: ({ sent }, name) =>
    `${name} is ${sent}; it must be a decimal other than zero with at most eight decimal places, such as "25.00", or "-25.00" to remove credit.`,
  credit_owed: ({ customer, owed }) =>
    `Customer ${customer} has credit of ${listed(owed, 'and')}. Remove it with a credit transaction of a negative amount, then delete the customer.`,
  currency: ({ sent, meant }) =>
    `The currency ${sent} is not an active ISO 4217 code such as cad, usd or eur${didYouMean(meant)}`,
  depth: ({ max }, name) => `${name} is nested more than ${max} levels deep.`,
  event_type: ({ sent, meant, known = [] }) =>
    `There is no event type ${sent}. ${meant ? `Did you mean ${JSON.stringify(meant)}?` : `Use one of ${known.join(', ')}.`}`,
  exclusive: ({ with: other }, name) =>
    `${name} and ${other} cannot be used together. Send one of them.`,
  expiry_passed: ({ sent }, name) =>
    `${name} is ${sent}, which is in the past. Use a time in the future, or omit it.`,
  from_after_to: ({ sent, max }, name) =>
    `${name} is ${sent}, which is after ${max}, the end of the range.`,
  fixed_by_price: ({ value }, name) =>
    `${name} is computed from the price of the line and is ${value}. Omit it.`,
  key_in_brackets: (_, name) => `${name} needs a key in brackets, such as ${name}[order]=A-17.`,
  key_length: ({ min, max }, name) =>
    `${name} has a key that is not ${min} to ${max} characters long.`,
  language: ({ sent, known = [] }) =>
    `Documents are not available in the language ${sent}. Use ${listed(known)}, optionally with a region, such as fr-CA.`,
  metadata_keys: ({ count, max }, name) =>
    `${name} would have ${count} keys; the maximum is ${max}. To remove keys, set them to null.`,
  movements_too_many: ({ from, sent, max }) =>
    `There are more than ${max} movements from ${from} to ${sent}. Use a shorter span: the closing balance of one is the opening balance of the next.`,
  name_forbidden: ({ name }) => `A field cannot be called \`${name}\`.`,
  not_empty: ({ sent }, name) =>
    `${name} must not be empty${sent === undefined ? '' : `; ${sent} is blank`}.`,
  not_null: ({ be }, name) =>
    `${name} cannot be cleared; it must be ${be ? allowedIn(be) : 'given'}.`,
  not_of_model: ({ model, members }, name) =>
    `${name} cannot be used with model ${model}, which takes ${listed(members, 'and')}.`,
  nul: (_, name) => `${name} contains a NUL character, which is not allowed.`,
  password_like_email: () => 'The password is too similar to the email.',
  password_repeats: ({ min }) => `The password must have at least ${min} different characters.`,
  password_too_long: ({ max }) => `The password must have at most ${max} characters.`,
  password_too_short: ({ min }) => `The password must have at least ${min} characters.`,
  preview_outdated: ({ at, hash, amount_due }) =>
    `The invoice is no longer what the preview showed. Now its amount due is ${amount_due}: to accept that, send preview with at ${at} and hash ${hash}.`,
  price_currency: ({ price, invoice }, name) =>
    `${name} is a price in ${price}, but the invoice is in ${invoice}. Use a price in ${invoice}.`,
  price_inactive: (_, name) =>
    `${name} is inactive. Use an active price, or set active to true on it.`,
  price_missing: (_, name) => `${name} does not exist in this environment.`,
  price_product: (_, name) =>
    `${name} is not the product of the price. Omit it: the price determines the product.`,
  product_archived: ({ name: product }, name) =>
    `${name} is ${product}, which is archived. Use an active product, or unarchive it.`,
  product_missing: (_, name) => `${name} does not exist in this environment.`,
  received_too_late: ({ sent, max, time_zone }, name) =>
    `${name} is ${sent}, which is in the future: in ${time_zone}, today is ${max}. Use ${max} or earlier, once the money has moved.`,
  repeated: ({ list }, name) =>
    `${name} was sent more than once. Send it once${list ? ', with its values separated by commas' : ''}.`,
  required: ({ be }, name) => `${name} is required${be ? ` and must be ${allowedIn(be)}` : ''}.`,
  scope: ({ sent, meant, known = [] }) =>
    `There is no scope ${sent}${meant ? didYouMean(meant) : `. Scopes are ${known.join(', ')}.`}`,
  span_too_long: ({ sent, days, max }, name) =>
    `${name} is ${sent}; the maximum is ${days} days after from, which is ${max}. Use ${max} or earlier.`,
  surrogate: (_, name) =>
    `${name} contains half of a surrogate pair, which is not a valid character.`,
  before: ({ other, date }, name) => `${name} must not be before ${other}, which is ${date}.`,
  not_in_union: (_, name) => `${name} must be a member state of the European Union.`,
  region_unknown: ({ sent, country, by_default, elsewhere, meant, known }, name) =>
    `${by_default ? `country was not sent, so it is ${country}. ` : ''}${name} must be ${REGION_KINDS[country]}; ${sent} is not${
      elsewhere
        ? `, but it is ${REGION_KINDS[elsewhere]}: check the country.`
        : meant || !known
          ? didYouMean(meant)
          : `. Use one of ${known.join(', ')}.`
    }`,
  region_without_tax: ({ regions }, name) =>
    `${name} must be omitted, or be ${listed(regions, 'or')}: the other regions have no tax of their own. For your own rates, use the scheme manual.`,
  tax_rate_inactive: (_, name) =>
    `${name} is inactive. Use an active tax rate, or set active to true on it.`,
  tax_rate_missing: (_, name) => `${name} does not exist in this environment.`,
  zero_category: ({ category }, name) => `${name} must be 0 for the category ${category}.`,
  tax_rates_mixed: (_, name) =>
    `${name} has both inclusive and exclusive rates. A line can have only one kind.`,
  tier_end: ({ isLast }, name) =>
    isLast
      ? `${name} must be null: the last tier has no end.`
      : `${name} cannot be null: only the last tier has no end.`,
  tier_order: ({ above }, name) =>
    `${name} must be more than ${above}, the end of the previous tier.`,
  unknown_name: ({ noun, name, within, meant, known }) =>
    `Unknown ${noun} \`${name}\`${within ? ` in \`${within}\`` : ''}. ${remedyOf(meant, known)}`,
  url: aboutUrl,
  url_fragment: aboutUrl,
  url_private: (rule, name) =>
    `${aboutUrl(rule, name)} Use a public address. For your own machine, run \`${RECKONER} listen\`. For your own network, the operator sets WEBHOOK_ALLOW_PRIVATE=true.`,
  url_scheme: aboutUrl,
  url_user: aboutUrl,
}

/** The word of a country for its regions. */
const REGION_KINDS: Readonly<Record<string, string>> = {
  CA: 'a province or territory of Canada',
  US: 'a state or territory of the United States',
}

const didYouMean = (meant: string | undefined): string => (meant ? `. Did you mean ${meant}?` : '.')

function remedyOf(meant: string | undefined, known: readonly string[]): string {
  if (meant) return `Did you mean \`${meant}\`?`
  if (known.length === 0) return 'None is allowed here.'
  return `Allowed: ${known.map((each) => `\`${each}\``).join(', ')}.`
}

function sized(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return ''
  return ` of ${min ? `${min} to ` : 'at most '}${max} characters`
}

function listed(words: readonly string[], conjunction = 'or'): string {
  const unique = [...new Set(words)]
  return unique.length < 2
    ? unique.join('')
    : `${unique.slice(0, -1).join(', ')} ${conjunction} ${unique.at(-1)}`
}

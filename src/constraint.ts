// Violated constraints as data, so that each language builds its own sentence and no page parses prose.

/** The named formats of strings. */
export type Format =
  | 'base64'
  | 'color'
  | 'country'
  | 'currencies'
  | 'currency'
  | 'date'
  | 'date-time'
  | 'decimal'
  | 'email'
  | 'event-filter'
  | 'event-pattern'
  | 'language'
  | 'line'
  | 'lines'
  | 'percentage'
  | 'scope'
  | 'time-zone'
  | 'web-address'

interface Bounds {
  min?: number
  max?: number
}

/** The allowed values: completes "must be …". */
export type Allowed =
  | { kind: 'any' }
  | { kind: 'any_of'; options: Allowed[] }
  | { kind: 'boolean' }
  | ({ kind: 'format'; format: Format; words?: readonly string[] } & Bounds)
  | ({ kind: 'integer' } & Bounds)
  | ({ kind: 'length' } & Bounds)
  | ({ kind: 'list'; of: 'objects' | 'values' } & Bounds)
  | { kind: 'literal'; value: string }
  | { kind: 'map'; max: number; of?: Allowed | undefined }
  | { kind: 'null' }
  | { kind: 'number'; max?: number }
  | { kind: 'object' }
  | { kind: 'one_of'; values: string[] }
  | { kind: 'pattern'; pattern: string; example?: string }
  | { kind: 'several_of'; values: string[] }
  | { kind: 'string' }

/** Advice, where the reason for sending such a value is known. */
export type Advice = 'drop_line' | 'give_discount' | 'reverse_payment' | 'smallest_unit'

/** The value as sent: JSON, truncated. Omitted for secrets and for unreadable values. */
interface Quoted {
  sent?: string | undefined
}

/** A value of the wrong kind; `meant` is the nearest valid one. */
type Mismatch = Allowed & Quoted & { advice?: Advice | undefined; meant?: string | undefined }

/** For an unknown word: the nearest known one, or else the list of known ones. */
interface Known extends Quoted {
  meant?: string | undefined
  known?: readonly string[]
}

/** All other ways in which a request can be invalid. */
export type Rule =
  | { kind: 'amount_too_large'; amount: string; max: number }
  | ({ kind: 'as_of_too_late'; max: string; time_zone: string } & Quoted)
  | { kind: 'characters' }
  | ({ kind: 'clock_end'; max: string } & Quoted)
  | ({ kind: 'clock_goes_back'; now: string } & Quoted)
  | ({ kind: 'country' } & Known)
  | ({ kind: 'credit_amount' } & Quoted)
  | { kind: 'credit_owed'; customer: string; owed: readonly string[] }
  | ({ kind: 'currency' } & Known)
  | { kind: 'depth'; max: number }
  | ({ kind: 'event_type' } & Known)
  | { kind: 'exclusive'; with: string }
  | ({ kind: 'expiry_passed' } & Quoted)
  | ({ kind: 'from_after_to'; max: string } & Quoted)
  | { kind: 'fixed_by_price'; value: string }
  | { kind: 'key_in_brackets' }
  | { kind: 'key_length'; min: number; max: number }
  | ({ kind: 'language' } & Known)
  | { kind: 'metadata_keys'; count: number; max: number }
  | ({ kind: 'movements_too_many'; from: string; max: number } & Quoted)
  | { kind: 'name_forbidden'; name: string }
  | ({ kind: 'not_empty' } & Quoted)
  | { kind: 'not_null'; be?: Allowed | undefined }
  | { kind: 'password_like_email' }
  | { kind: 'password_repeats'; min: number }
  | { kind: 'password_too_long'; max: number }
  | { kind: 'password_too_short'; min: number }
  | { kind: 'not_of_model'; model: string; members: readonly string[] }
  | { kind: 'nul' }
  | { kind: 'preview_outdated'; at: string; hash: string; amount_due: string }
  | { kind: 'price_currency'; price: string; invoice: string }
  | { kind: 'price_inactive' }
  | { kind: 'price_missing' }
  | { kind: 'price_product' }
  | { kind: 'product_archived'; name: string }
  | { kind: 'product_missing' }
  | ({ kind: 'received_too_late'; max: string; time_zone: string } & Quoted)
  | { kind: 'repeated'; list: boolean }
  | { kind: 'required'; be?: Allowed | undefined }
  | ({ kind: 'scope' } & Known)
  | ({ kind: 'span_too_long'; days: number; max: string } & Quoted)
  | { kind: 'surrogate' }
  | { kind: 'before'; other: string; date: string }
  | { kind: 'not_in_union' }
  | ({
      kind: 'region_unknown'
      country: string
      /** True if the country was not sent and is the default. */
      by_default?: boolean
      /** The other country that has such a region. */
      elsewhere?: string
    } & Known)
  | { kind: 'region_without_tax'; regions: readonly string[] }
  | { kind: 'tax_rate_inactive' }
  | { kind: 'tax_rate_missing' }
  | { kind: 'tax_rates_mixed' }
  | { kind: 'zero_category'; category: string }
  | { kind: 'tier_end'; isLast: boolean }
  | { kind: 'tier_order'; above: number }
  | {
      kind: 'unknown_name'
      noun: Noun
      name: string
      within: string
      meant?: string
      known: string[]
    }
  | { kind: 'url' }
  | { kind: 'url_fragment' }
  | { kind: 'url_private' }
  | { kind: 'url_scheme' }
  | { kind: 'url_user' }

export type Noun = 'field' | 'query parameter'

export type Constraint = Mismatch | Rule

/** The rules that a URL can violate. */
export type UrlConstraint = Extract<Rule, { kind: 'url' | `url_${string}` }>

/** A language's sentences: those that complete "must be", and whole ones for all other rules. */
export type AllowedTable = {
  readonly [K in Allowed['kind']]: (allowed: Extract<Allowed, { kind: K }>) => string
}
export type RuleTable = {
  readonly [K in Rule['kind']]: (rule: Extract<Rule, { kind: K }>, name: string) => string
}

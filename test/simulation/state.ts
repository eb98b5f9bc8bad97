// The state of a billing environment, written a second time: plain objects, no code of the product.

/** An object as the API shows it, without random values and times (see `masked`). */
export type Json = Record<string, unknown>

/** A record of the model: the object as shown, and its number of changes. */
export interface Shown {
  json: Json
  revision: number
}

export interface ModelCustomer extends Shown {
  email: string
  isDeleted: boolean
  /** In 10^-8 of the major unit; has each currency from its first movement on. */
  balances: Record<string, bigint>
}

export interface ModelInvoice extends Shown {
  status: 'draft' | 'posted' | 'overdue' | 'paid' | 'void'
  customer: string
  currency: string
  lines: ModelLine[]
  /** The time at which its due date is over, in ms. */
  overdueAt: number
  isDueDateSet: boolean
  /** The account's time zone at finalize. */
  zone: string
  total: number
  applied: number
  paid: number
  isFinalized: boolean
}

export interface ModelLine {
  description: string
  quantity: number
  unit_amount: number
  product_id?: string
}

export interface ModelPayment extends Shown {
  invoice: string
  amount: number
  method: string
  isReversed: boolean
}

export interface State {
  /** The account settings with their `revision`. */
  account: Shown
  customers: Record<string, ModelCustomer>
  products: Record<string, Shown>
  invoices: Record<string, ModelInvoice>
  payments: Record<string, ModelPayment>
  drafts: number
  /** The last number taken, or the one before the first. */
  lastNumber: number
  /** Debits less credits, by account and currency, in 10^-8 of the major unit. */
  ledger: Record<string, bigint>
}

/** An environment without any records. */
export const emptyWith = (account: Shown): State => ({
  account,
  customers: {},
  products: {},
  invoices: {},
  payments: {},
  drafts: 0,
  lastNumber: Number(account.json.first_invoice_number) - 1,
  ledger: {},
})

/** An event that a command records. */
export interface ModelEvent {
  type: string
  object: Json
  /** The previous values; undefined if the event has none. */
  previous?: Json | undefined
}

/** Time zones of the model: their offset has been constant for longer than there is data. */
export const ZONES: Record<string, number> = {
  UTC: 0,
  'Asia/Kolkata': 330,
  'Pacific/Honolulu': -600,
}
const DAY_MS = 86_400_000

/** 10^-8 of the major unit for one smallest unit (ISO 4217: cents, yen, fils). */
const UNIT: Record<string, bigint> = { cad: 1_000_000n, jpy: 100_000_000n, kwd: 100_000n }
export const CURRENCIES = Object.keys(UNIT)

export const exactly = (amount: number, currency: string): bigint =>
  BigInt(amount) * (UNIT[currency] as bigint)
export const wholeUnits = (exact: bigint, currency: string): bigint =>
  exact / (UNIT[currency] as bigint)

/** Formats an amount with all eight decimals. */
export function decimal(exact: bigint): string {
  const digits = String(exact < 0n ? -exact : exact).padStart(9, '0')
  return `${exact < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** The civil date this many days after that of an instant in a time zone. */
export const dateAfter = (instant: number, zone: string, days: number): string =>
  new Date(instant + (ZONES[zone] as number) * 60_000 + days * DAY_MS).toISOString().slice(0, 10)

/** The instant at which a civil date is over in the time zone. */
export const endOfDate = (date: string, zone: string): number =>
  Date.parse(date) + DAY_MS - (ZONES[zone] as number) * 60_000

const TIMES = ['created_at', 'updated_at', 'finalized_at', 'voided_at', 'reversed_at']

const codeOf = (warning: Json | string) => (typeof warning === 'string' ? warning : warning.code)

/** An API object with timestamps and addresses reduced to present or absent. */
export function masked(object: Json): Json {
  const masks = Object.entries(object).map(([name, value]) => {
    const isMasked = TIMES.includes(name) || name === 'hosted_url'
    if (name === 'line_items')
      return [name, (value as Json[]).map((line) => ({ ...line, id: '…' }))]
    // The model checks which warnings exist, not their text.
    if (name === 'warnings') return [name, (value as (Json | string)[]).map(codeOf)]
    return [name, isMasked && value !== null ? '…' : value]
  })
  const masked = Object.fromEntries(masks)
  return masked.object === 'credit_transaction' ? { ...masked, id: '…' } : masked
}

/** The previous values of the properties that changed, without those that always change. */
export function formerly(before: Json, after: Json): Json {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}

/** previous_attributes without values that the model does not check exactly. */
export function maskedFormer(previous: Json): Json {
  const kept = Object.entries(previous).filter(([name]) => name !== 'updated_at')
  return masked(Object.fromEntries(kept))
}

export function post(
  state: State,
  debit: string,
  credit: string,
  currency: string,
  exact: bigint,
): void {
  for (const [account, signed] of [
    [debit, exact],
    [credit, -exact],
  ] as const) {
    const key = `${account} ${currency}`
    state.ledger[key] = (state.ledger[key] ?? 0n) + signed
  }
}

/** A customer as shown, with balances by the account's current currency. */
export function showCustomer(state: State, customer: ModelCustomer): Json {
  const own = String(state.account.json.default_currency)
  const others = Object.entries(customer.balances).filter(([currency]) => currency !== own)
  return {
    ...customer.json,
    credit_balance: decimal(customer.balances[own] ?? 0n),
    credit_balances: Object.fromEntries(others.map(([code, exact]) => [code, decimal(exact)])),
  }
}
